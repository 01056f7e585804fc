import AppStoreModel
import Core
package import Dashboard
import Libc
import Simulator
package import TerminalUI

/// The program without a command: the dashboard, or a plain table where no terminal is available.
enum DashboardProgram {
  static func run(_ options: Arguments, _ settings: Settings, output: Output) throws -> ExitStatus {
    if output.json { return try plain(options, output) }
    if options.has(.catalog) {
      // A question is asked before the screen is drawn.
      let call = Invocation(words: [], options: options, output: output)
      defer { call.sessions.close() }
      _ = try blocking { try await call.session() }
    }
    ProcessMemory.shareOneHeap()
    let terminal: any TerminalDevice
    do throws(TerminalUnavailable) {
      terminal = try Self.terminal(settings, options, output)
    } catch {
      output.note(AnswerText.noDashboard(error.text).text)
      return try plain(options, output)
    }
    defer { terminal.close() }
    if !(terminal is PlainTerminal),
      let state = State(
        demoToCome: options.storeOptions, size: terminal.size, zone: options.zone, layout: settings.layout)
    {
      terminal.show(title: state.windowTitle)
      terminal.draw(render(state, theme: terminal.theme))
    }
    let editor = SettingsEditor(settings)
    let host = try StoreDashboard(options, editor, size: terminal.size)
    ScreenLoop(host: host, terminal: terminal, settings: editor).run()
    // The terminal is restored before the last tasks are awaited.
    terminal.close()
    host.close()
    return .done
  }

  /// Returns the dashboard's terminal: the full screen, or output line by line with `--plain`.
  static func terminal(
    _ settings: Settings, _ options: Arguments, _ output: Output
  ) throws(TerminalUnavailable) -> any TerminalDevice {
    if settings.isOn(.plain) {
      // A file of lines needs no prompt.
      let prompt: ((String) -> Void)? = isatty(STDIN_FILENO) == 1 ? { output.raw($0.utf8) } : nil
      return PlainTerminal(prompt: prompt) { output.text($0) }
    }
    return try CursesTerminal(
      palette: options.has(.noColor) ? .colorless : settings.palette, takesTitle: settings.isOn(.title),
      mouse: settings[.mouse].source == .standard ? nil : settings.isOn(.mouse))
  }

  private static func plain(_ options: Arguments, _ output: Output) throws -> ExitStatus {
    try blocking { try await Command.status.run(Invocation(words: [], options: options, output: output)) }
  }
}

extension Arguments {
  /// The time zone in which dates are shown.
  var zone: TimeZoneTable { has(.utc) ? .utc : .local() }
}

/// The dashboard of the person's own store.
final class StoreDashboard: DashboardHost {
  private(set) var runtime: DashboardRuntime
  private var session: StoreSession
  private let options: Arguments
  private let editor: SettingsEditor

  /// Opens the store that the options name.
  init(_ options: Arguments, _ editor: SettingsEditor, size: Size) throws {
    (self.options, self.editor) = (options, editor)
    (session, runtime) = try Self.open(options.storeOptions, options, editor.settings, size)
  }

  private static func open(
    _ store: StoreOptions, _ options: Arguments, _ settings: Settings, _ size: Size
  ) throws -> (StoreSession, DashboardRuntime) {
    var session = try blocking { try await StoreSession(store) }
    session.crash = { [directory = session.directory] in CrashOnPurpose.end(directory, options) }
    do {
      return (session, try DashboardRuntime(session, size: size, zone: options.zone, layout: settings.layout))
    } catch {
      session.close()
      throw error
    }
  }

  func start() {
    runtime.start()
    runtime.attachChangeNotifier()
    if editor.settings.isOn(.hints), FirstStart.isNow(), session.scene == nil {
      runtime.receive(.said(.firstSteps(inDemo: session.directory.isThrowAway)))
    }
  }

  /// Ends the dashboard; temporary files are deleted.
  func close() {
    runtime.stop()
    session.close()
  }

  /// Begins the demo again as a scene; the demo stays as it is where the scene cannot be set up.
  private func set(_ scene: String) {
    do {
      var store = options.storeOptions
      store.scene = scene
      let new = try Self.open(store, options, editor.settings, runtime.state.size)
      close()
      (session, runtime) = new
      start()
    } catch {
      runtime.receive(.said(Message(CommandError(explaining: error).message, .bad)))
    }
  }

  var timeout: Int? { runtime.timeout }

  func attend() { runtime.tick() }

  func perform(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next {
    switch move {
    case .open(let name): return play(name, on: terminal)
    case .scene(let name):
      set(name)
      return .repaint
    case .goOn, .back, .leave: return .goOn
    }
  }

  private func play(_ name: String, on terminal: any TerminalDevice) -> ScreenLoop.Next {
    do {
      let player = try WalkthroughPlayer(WalkthroughLibrary.file(named: name), size: terminal.size)
      defer { player.close() }
      let end = ScreenLoop(host: player, terminal: terminal).run()
      // The terminal's size may have changed during the walkthrough.
      runtime.receive(.resize(terminal.size))
      return end == .hangup ? .end(.hangup) : .repaint
    } catch {
      runtime.receive(.said(Message(CommandError(explaining: error).message, .bad)))
      return .goOn
    }
  }
}

/// The check for a person's first start of the dashboard.
///
/// A marker file in the XDG state directory records the first start, so the welcome appears only once, whatever the
/// store.
enum FirstStart {
  /// Returns true at the first start, and writes the marker file; returns false where it cannot be written.
  static func isNow() -> Bool {
    let folder = stateHome + "/till"
    let mark = folder + "/started"
    guard !Files.exists(mark), (try? Files.makeFolder(folder)) != nil else { return false }
    return (try? Files.write([], to: mark)) != nil
  }

  /// The XDG state directory.
  static var stateHome: String { Environment.baseDirectory("XDG_STATE_HOME", else: ".local/state") }
}

extension State {
  /// Creates the dashboard of temporary demo data before its files exist.
  ///
  /// The demo data is the same at each start, so the person sees it without waiting for the files.
  ///
  /// - Returns: Nil where the options say anything else about the store.
  package init?(
    demoToCome options: StoreOptions, size: Size, zone: TimeZoneTable, layout: StartLayout = StartLayout(),
    in dependencies: Dependencies = .machine
  ) {
    guard options.isPlainDemo, let demo = try? DemoProspect(locale: dependencies.locale) else { return nil }
    let now = dependencies.clock()
    self.init(
      setup: Setup(
        appName: StoreSession.appName(of: demo.bundleId),
        backend: DashboardText.simulated(demo.environment.rawValue).text,
        abilities: [
          .support: DashboardText.supportNeedsServerAPI.text, .supportChanges: DashboardText.isLocked.text,
        ],
        zone: zone),
      overview: Overview(
        now: now, device: DeviceState(account: demo.account, floor: now, machineDate: now),
        statuses: demo.products.map { ProductStatus(product: $0, state: .notPurchased, entitled: false) },
        storefront: demo.storefront, isResolved: false),
      size: size, start: layout)
  }
}

extension StoreOptions {
  /// Whether the options ask for plain demo data, with no other setting of the store.
  fileprivate var isPlainDemo: Bool {
    var plain = StoreOptions()
    (plain.isDemo, plain.profile) = (true, profile)
    return self == plain
  }
}
