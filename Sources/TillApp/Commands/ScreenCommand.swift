import AppStoreModel
import Core
import Dashboard
import TerminalUI
import Verbs

extension Command {
  /// The command `till screen`, which prints the dashboard as text, for scripts and for people who cannot see.
  static let screen = Command(
    name: "screen",
    summary: "print the dashboard as text",
    forms: [UsageForm(.option(.size), .option(.keys), .option(.asOf))],
    examples: ["till screen --demo --keys \"b<Enter>\"", "till screen --size 120x36 --utc"]
  ) { invocation in
    let printing = try ScreenPrinting(invocation)
    let session = try await invocation.session()
    let runtime = try DashboardRuntime(
      session, size: printing.size, zone: invocation.options.zone,
      layout: invocation.settings.layout)
    printing.run(runtime)
    return .done
  }
}

/// The options of a dashboard that is printed as text: its size, and the keys that are pressed first.
struct ScreenPrinting {
  let size: Size
  private let keys: [Key]
  private let output: Output
  private let settings: SettingsEditor

  /// Reads the options `--size` and `--keys`.
  ///
  /// - Throws: A `UsageError` or `CommandError` that names the option.
  init(_ invocation: Invocation) throws {
    size = try invocation.options[.size] ?? Size(width: 80, height: 24)
    let script = try invocation.options[.keys] ?? ""
    do throws(KeyScriptError) {
      keys = try Key.parse(script: script)
    } catch {
      throw CommandError(.usage, "--keys: \(error.description)")
    }
    output = invocation.output
    settings = SettingsEditor(invocation.settings)
  }

  /// Presses the keys, each after the work of the key before has ended, and prints the screen.
  func run(_ runtime: DashboardRuntime) {
    runtime.start()
    runtime.settle()
    let terminal = RecordingTerminal(size: size)
    for key in keys {
      runtime.receive(.key(key))
      let effects = runtime.takeScreenEffects()
      if effects.contains(.quit) { break }
      for case .settings(let move) in effects { settings.perform(move, on: terminal, runtime) }
      runtime.settle()
      runtime.hearNews()
    }
    runtime.stop()
    let frame = render(runtime.state, theme: Theme(glyphs: .ofLocale))
    output.text(String(frame.text.dropLast()))
    output.document([
      "width": .number(JSONNumber(Int64(size.width))), "height": .number(JSONNumber(Int64(size.height))),
      "lines": frame.lines.json,
    ])
  }
}

extension Parameter where Value == Size {
  static var size: Self { size(form: "120x36") }

  /// Columns and rows, such as `120x36`.
  static func size(form: String) -> Self {
    Parameter(option: "size", "WxH", "columns and rows (80x24)", form: form) { text throws(StoreError) in
      let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0 else {
        throw StoreError(.usage, said: "invalid --size “\(safeText(text))”; use columns and rows such as 80x24")
      }
      guard width <= 1000, height <= 1000 else {
        throw StoreError(.usage, said: "--size \(safeText(text)) is too large (maximum 1000x1000)")
      }
      return Size(width: width, height: height)
    }
  }
}

extension GlyphSet {
  /// The glyphs that the locale can show; all glyphs where no locale is set.
  fileprivate static var ofLocale: GlyphSet {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value).first ?? "UTF-8"
    let plain = name.lowercased().replacing("-", with: "")
    return plain.contains("utf8") ? .unicode : .ascii
  }
}
