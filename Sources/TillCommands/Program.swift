import Dashboard
import SafeText
package import Texts
package import TillRuntime

/// From the arguments to an exit status; the one place where errors become lines.
package enum Program {
  package static func run(_ arguments: [String]) -> ExitStatus {
    do {
      let options = try Arguments(arguments)
      let output = Output(json: options.has("json"), utc: options.has("utc"))
      return try run(options, output: output)
    } catch {
      let error = CommandError(explaining: error)
      Output(json: false, utc: true).note(error.message)
      return error.status
    }
  }

  /// The language that arguments ask for, else the environment; what a run speaks from its first word on.
  package static func language(_ arguments: [String]) -> Language {
    var rest = arguments.prefix { $0 != "--" }[...]
    var asked: String?
    while let argument = rest.popFirst() {
      if argument == "--language" { asked = rest.popFirst() }
      if argument.hasPrefix("--language=") { asked = String(argument.dropFirst("--language=".count)) }
    }
    return asked.flatMap(Language.init(named:)) ?? .asked(by: Environment.value)
  }

  private static func run(_ options: Arguments, output: Output) throws -> ExitStatus {
    if let name = options["language"], name != "auto", Language(named: name) == nil {
      throw UsageError(say("--language \(safeText(name)): there are en and zh"))
    }
    if options.has("version") {
      output.text(Version.text)
      return .done
    }
    guard let name = options.words.first else {
      if options.has("help") { return Help.overview(output) }
      try Self.check(options, allows: [], for: say("the dashboard"))
      let settings = try options.settings()
      speak(settings)
      return try KeyMap.$current.withValue(settings.keys) {
        try DashboardProgram.run(try options.with(settings), settings, output: output)
      }
    }
    let command = try CommandTable.command(named: name)
    if options.has("help") { return Help.command(command, output) }
    try check(options, for: command)
    let settings = try command.needsSettings ? options.settings() : (try? options.settings()) ?? Settings()
    let options = try command.needsSettings ? options.with(settings) : (try? options.with(settings)) ?? options
    speak(settings)
    return try KeyMap.$current.withValue(settings.keys) {
      try command.run(
        Invocation(
          name: name, words: Array(options.words.dropFirst()), options: options, output: output,
          settings: settings))
    }
  }

  /// Speaks what the person's habits say, where they say anything; there is one thread yet.
  private static func speak(_ settings: Settings) {
    if let language = Language(named: settings[.language].value) { Language.speak(language) }
  }

  /// Refuses a call that no command of this name takes.
  static func check(_ options: Arguments, for command: Command) throws(UsageError) {
    try check(options, allows: command.options, for: "till \(command.name)")
    guard command.words.contains(options.words.count - 1) else {
      throw UsageError(ArgumentText.usage(command.usage).text)
    }
  }

  private static func check(_ options: Arguments, allows own: [String], for what: String) throws(UsageError) {
    let allowed = Set(CommandOption.global.map(\.name)).union(own)
    if let name = options.given.subtracting(allowed).min() {
      throw UsageError(ArgumentText.takesNo(what: what, name: name, near: nearest(to: name, among: allowed)).text)
    }
  }
}

extension Command {
  /// Whether it is refused where a setting is wrong; what helps to write one, or answers a key press, goes on.
  fileprivate var needsSettings: Bool { !["help", "manual", "completion"].contains(name) }
}

extension Arguments {
  /// The person's habits, with what these arguments say of them.
  fileprivate func settings() throws -> Settings { try Settings { has($0) ? self[$0] ?? "" : nil } }

  /// The same with what the profile that counts says of the store, where they say nothing of it.
  fileprivate func with(_ settings: Settings) throws(CommandError) -> Arguments {
    guard !has("backend"), !has("case"), !has("demo") else { return self }
    var options = self
    for (name, value) in try settings.profileOptions() where !has(name) { options[name] = value }
    return options
  }
}
