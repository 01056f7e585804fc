import Core
import Dashboard
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import TillApp

/// Tests of the configuration file, and of what overrides it.
@Suite(.startsPrograms) struct SettingsTests {
  /// Returns the settings with such a file; throws when the file is refused.
  private func settings(
    _ text: String?, environment: [String: String] = [:], options: [String: String] = [:]
  ) throws -> Settings {
    let folder = ScratchFolder.path + "till-settings-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/till", withIntermediateDirectories: true)
    if let text { try text.write(toFile: folder + "/till/config.json5", atomically: true, encoding: .utf8) }
    return try Settings(environment: { environment.merging(["XDG_CONFIG_HOME": folder]) { $1 }[$0] }) { options[$0] }
  }

  private func refusal(_ text: String) -> String {
    do {
      _ = try settings(text)
      return ""
    } catch { return CommandError(explaining: error).message }
  }

  @Test func withoutAFileTheDefaultsCount() throws {
    let settings = try settings(nil)
    for setting in Setting.all {
      #expect(settings[setting] == Settings.Entry(value: setting.standard, source: .standard))
      #expect(setting.kind == .name || setting.words.contains(setting.standard), "\(setting.name)")
    }
    #expect(settings.palette == .terminal && settings.layout == StartLayout() && !settings.file.isThere)
  }

  @Test func anOptionCountsMoreThanTheEnvironmentAndThatMoreThanTheFile() throws {
    let file =
      "{\n  // mine\n  theme: 'dark',\n  start: {pane: \"tabs\", list: 'journal', zoom: true},\n  mouse: true,\n}"
    let written = try settings(file)
    #expect(written[.theme] == Settings.Entry(value: "dark", source: .file(line: 3)))
    #expect(written.layout == StartLayout(pane: .tabs, tab: .journal, isZoomed: true))
    #expect(written.isOn(.mouse) && written[.startList].source == .file(line: 4))
    let told = try settings(file, environment: ["TILL_THEME": "light", "TILL_MOUSE": "no"])
    #expect(told[.theme] == Settings.Entry(value: "light", source: .environment("TILL_THEME")))
    #expect(!told.isOn(.mouse))
    let given = try settings(
      file, environment: ["TILL_THEME": "light"], options: ["theme": "color-blind", "plain": ""])
    #expect(given.palette == .colorBlind && given[.theme].source == .option("--theme") && given.isOn(.plain))
  }

  @Test func theColumnsOfAListAreChosen() throws {
    let written = try settings("{columns: {transactions: 'id, amount date', journal: 'auto'}}")
    #expect(written.layout.columns == [.transactions: [.reference, .amount, .date]])
    #expect(refusal("{columns: {transactions: 'id, colour'}}").contains("columns.transactions"))
    #expect(refusal("{columns: {nothing: 'id'}}").contains("is not a setting"))
    #expect(refusal("{columns: {orders: 'id id'}}").contains("columns.orders"))
    let told = try settings("{}", environment: ["TILL_COLUMNS_ORDERS": "age state"])
    #expect(told.layout.columns == [.orders: [.age, .word]])
  }

  @Test func keysAreChosenByName() throws {
    let keys = try settings("{keys: {quit: ['q', 'Ctrl-Q'], 'main.buy': '<F5>'}}").keys
    KeyMap.$current.withValue(keys) {
      #expect(ActionTable.entry(for: .control("q"), in: .main)?.action == .quit)
      #expect(ActionTable.entry(for: .function(5), in: .main)?.action == .buy)
      #expect(ActionTable.entry(for: "b", in: .main) == nil)
    }
  }

  @Test(arguments: [
    ("{\n theme: 'drak'}", ["theme must be", "did you mean dark?", "line 2, column 2"]),
    ("{theme: 3}", ["theme must be terminal, dark"]), ("{mouse: 'yes'}", ["mouse must be true or false"]),
    ("{them: 'dark'}", ["them is not a setting", "did you mean theme?"]),
    ("{start: {pan: 'tabs'}}", ["start.pan is not a setting", "did you mean pane?"]),
    ("{start: 'tabs'}", ["start must be an object"]), ("{\n\n theme 'dark'}", ["is not JSON5", "line 3"]),
    ("[]", ["is not an object"]), ("{theme: 'dark', theme: 'light'}", ["theme appears twice"]),
    ("{keys: {\n by: 'B'}}", ["keys.by names an unknown action", "did you mean buy?", "line 2"]),
    ("{keys: {\n\n buy: 'r'}}", ["keys.buy", "buy", "restore", "line 3"]),
    ("{keys: {'main.buy': 'bb'}}", ["has an unknown key bb", "line 1, column 9"]),
    ("{keys: {buy: 1}}", ["must be a key"]),
    ("{profiles: {work: {keyid: 'X'}}}", ["profiles.work.keyid is not a setting", "did you mean keyId?"]),
    ("{profiles: {work: {key: 1}}}", ["profiles.work.key must be a text"]),
    ("{profiles: {work: 1}}", ["profiles.work is not an object"]),
  ])
  func whatIsWrongIsNamedWithLineKeyAndRemedy(_ text: String, _ parts: [String]) {
    let message = refusal(text)
    #expect(message.contains("till/config.json5: "), "\(message)")
    for part in parts { #expect(message.contains(part), "\(message)") }
  }

  @Test func whatAnOptionOrVariableSaysWrongIsNamedToo() {
    let option = #expect(throws: UsageError.self) { try settings(nil, options: ["theme": "drak"]) }
    #expect(option?.message.hasPrefix("--theme must be") == true && option?.message.contains("dark?") == true)
    let variable = #expect(throws: UsageError.self) { try settings(nil, environment: ["TILL_HINTS": "maybe"]) }
    #expect(variable?.message == "TILL_HINTS must be true or false")
  }

  @Test func aProfileOpensAStore() throws {
    let file =
      "{profile: 'work', profiles: {work: {backend: 'appstore:sandbox', store: '/tmp/w', key: 'k.p8'}, home: {}}}"
    let settings = try settings(file)
    #expect(settings.profileNames == ["work", "home"])
    #expect(try settings.profileOptions().map(\.name) == ["backend", "store"])
    #expect(try self.settings(file, options: ["profile": "home"]).profileOptions().isEmpty)
  }

  @Test func anUnknownProfileIsRefused() throws {
    let file = "{profiles: {work: {}}}"
    #expect(try settings(file).profileOptions().isEmpty, "the default profile may be missing")
    for (options, environment) in [(["profile": "nosuch"], [:]), ([:], ["TILL_PROFILE": "nosuch"])] {
      let refusal = #expect(throws: CommandError.self) {
        try settings(file, environment: environment, options: options)
      }
      #expect(refusal?.status == .usage && refusal?.message.contains("use work") == true)
    }
    #expect(refusal("{profile: 'nosuch'}").contains("has no profiles"))
  }

  @Test func theExampleOfTheHelpIsAccepted() throws {
    let text = Command.config.details.map(\.text).joined()
    let keys = try #require(text.firstMatch(of: #/keys: \{.*\}/#)?.output)
    let settings = try settings("{\(keys)}")
    let buy = try #require(ActionTable.entry(of: .buy, in: [.main]))
    #expect(KeyMap.$current.withValue(settings.keys) { buy.keys.map(\.description) } == ["K"])
  }

  /// A dashboard with its settings, whose folder a test looks into.
  private final class Screen {
    let folder = ScratchFolder.path + "till-settings-" + UUID().uuidString
    let store = TestStore()
    let terminal = RecordingTerminal(size: Size(width: 100, height: 40))
    let runtime: DashboardRuntime
    let editor: SettingsEditor
    let session: StoreSession

    init(_ text: String? = nil) throws {
      try FileManager.default.createDirectory(atPath: folder + "/till", withIntermediateDirectories: true)
      if let text { try text.write(toFile: folder + "/till/config.json5", atomically: true, encoding: .utf8) }
      let environment = ["XDG_CONFIG_HOME": folder, "TILL_LANGUAGE": "en"]
      editor = SettingsEditor(
        try Settings(environment: { $0 == "TILL_LANGUAGE" ? nil : environment[$0] }) { _ in nil },
        environment: { environment[$0] })
      session = try store.open()
      runtime = try DashboardRuntime(session, size: terminal.size, zone: .utc)
      runtime.start()
      runtime.settle()
    }

    deinit {
      runtime.stop()
      session.close()
      try? FileManager.default.removeItem(atPath: folder)
    }

    var file: String? { try? String(contentsOfFile: folder + "/till/config.json5", encoding: .utf8) }

    /// Presses keys, and does what they ask of the settings.
    func press(_ script: String) throws {
      for key in try Key.parse(script: script) {
        runtime.receive(.key(key))
        for case .settings(let move) in runtime.takeScreenEffects() { editor.perform(move, on: terminal, runtime) }
        runtime.settle()
      }
    }

    var frame: String { render(runtime.state, theme: terminal.theme).text }
  }

  @Test func aSettingIsChangedAtOnceAndWrittenOnRequest() throws {
    let screen = try Screen("// mine\n{\n  mouse: false, // by hand\n}\n")
    try screen.press(",")
    #expect(screen.frame.contains("theme: terminal") && screen.frame.contains("columns.journal: auto"))
    try screen.press("<Enter>j<Enter>")
    #expect(screen.terminal.theme.palette == .dark)
    try screen.press("jj<Enter>")
    #expect(screen.terminal.hasMouse && screen.frame.contains("mouse: true"))
    #expect(screen.file == "// mine\n{\n  mouse: false, // by hand\n}\n", "nothing is written unasked")
    try screen.press("G<Enter>")
    #expect(screen.file == "// mine\n{\n  \"theme\": \"dark\",\n  mouse: true, // by hand\n}\n")
    try screen.press("<Enter>")
    #expect(screen.frame.contains("Nothing to write"))
    try screen.press("<Esc>")
    #expect(!screen.frame.contains("columns.journal"))
  }

  @Test func columnsAreAddedInTheirOrderAndRemoved() throws {
    let screen = try Screen()
    try screen.press(",/")
    while !screen.frame.contains("▸ columns.refunds") { try screen.press("j") }
    try screen.press("<Enter>jjj<Enter>kk<Enter>")
    #expect(screen.frame.contains("product") && screen.editor.settings.layout.columns == [.refunds: [.product, .date]])
    try screen.press("jj<Enter><Enter>")
    #expect(screen.editor.settings.layout.columns == [.refunds: [.date, .product]])
    try screen.press("<Esc>G<Enter>")
    #expect(screen.file == "{\n  \"columns\": {\"refunds\":\"date,product\"}\n}\n")
  }

  /// Tests `Assets/Schemas/configuration.schema.json`, which is generated from the table; `TILL_RECORD=1` rewrites it.
  @Test func theSchemaIsThatOfTheTable() throws {
    let file = Checkout.root.appending(path: "Assets/Schemas/configuration.schema.json")
    let text = JSONValue.object(Settings.schema).serialized(.pretty) + "\n"
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      return try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "TILL_RECORD=1 swift test --filter SettingsTests")
  }
}

/// Tests that a program in the configuration file runs only if no other user can change it.
@Suite struct ProfileProgramTests {
  /// A configuration with a profile that names a program beside it.
  private final class Home {
    let path = ScratchFolder.path + "till-profile-" + UUID().uuidString
    var file: String { path + "/till/config.json5" }
    var program: String { path + "/backend" }

    init() throws {
      let files = FileManager.default
      try files.createDirectory(
        atPath: path + "/till", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try "{profiles: {default: {backend: 'exec:\(program)'}}}".write(toFile: file, atomically: false, encoding: .utf8)
      try "#!/bin/sh\n".write(toFile: program, atomically: false, encoding: .utf8)
      for path in [file, program] { try setMode(path, 0o700) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func setMode(_ path: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func options() throws -> [String] {
      try Settings(environment: { $0 == "XDG_CONFIG_HOME" ? path : nil }, option: { _ in nil }).profileOptions().map(
        \.value)
    }
  }

  @Test func aFileThatOnlyItsOwnerCanWriteCounts() throws {
    let home = try Home()
    #expect(try home.options() == ["exec:" + home.program])
  }

  @Test(arguments: ["", "/till", "/till/config.json5", "/backend"], [0o770, 0o707])
  func whatOthersCanWriteIsNamedWithItsRemedy(part: String, mode: Int) throws {
    let home = try Home()
    try home.setMode(home.path + part, mode)
    let refusal = #expect(throws: CommandError.self) { try home.options() }
    #expect(refusal?.message.contains("chmod go-w \(home.path + part)") == true, "\(refusal?.message ?? "")")
    #expect(refusal?.status == .usage)
  }
}
