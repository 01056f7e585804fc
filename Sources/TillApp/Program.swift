package import AppStoreModel
package import Core
import Dashboard
import Verbs

/// The run of the program from its arguments to an exit status; the only place that prints errors.
package enum Program {
  package static func run(_ arguments: [String]) -> ExitStatus {
    do {
      let options = try Arguments(arguments)
      let output = Output(json: options.has(.json), utc: options.has(.utc))
      let status = try run(options.continued(), output: output)
      guard let reason = Output.failure.withLock(\.self) else { return status }
      throw CommandError(
        .failed,
        status == .done
          ? say("the command was carried out, but its output could not be written completely: \(reason)")
          : say("the output could not be written completely: \(reason)"))
    } catch {
      let error = CommandError(explaining: error)
      Output(json: false, utc: true).note(error.message)
      return error.status
    }
  }

  /// Returns the language of the arguments, else of the environment; it applies from the first text of a run.
  ///
  /// The table of options cannot be asked, because it holds texts.
  package static func language(_ arguments: [String]) -> Language {
    var rest = arguments.prefix { $0 != "--" }[...]
    var asked: String?
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // `getopt_long` accepts a shortened name.
      guard argument.hasPrefix("--l"), "--language".hasPrefix(parts[0]) else { continue }
      asked = parts.count > 1 ? String(parts[1]) : rest.popFirst()
    }
    return asked.flatMap(Language.init(named:)) ?? .asked(by: Environment.value)
  }

  /// Returns the time zone of dates in texts: UTC for JSON and walkthroughs, so that both are the same everywhere.
  package static func zone(_ arguments: [String]) -> DisplayZone {
    guard let options = try? Arguments(arguments) else { return .local }
    return options.has(.utc) || options.has(.json) || options.words.first == "walkthrough" ? .utc : .local
  }

  private static func run(_ options: Arguments, output: Output) throws -> ExitStatus {
    if let name = try options[.language], name != "auto", Language(named: name) == nil {
      throw UsageError(say("unknown language “\(safeText(name))”; \(remedy(for: name, among: Language.names))"))
    }
    if options.has(.version) {
      output.text(Version.text)
      return .done
    }
    guard let name = options.words.first else {
      if options.has(.help) { return Help.overview(output) }
      try Self.check(options, allows: [], for: say("the dashboard"))
      let settings = try options.settings()
      speak(settings)
      return try KeyMap.$current.withValue(settings.keys) {
        try DashboardProgram.run(try options.with(settings), settings, output: output)
      }
    }
    let command = try CommandTable.command(named: name)
    if options.has(.help) { return Help.command(command, output) }
    try check(options, for: command)
    let settings = try command.needsSettings ? options.settings() : (try? options.settings()) ?? Settings()
    let options = try command.needsSettings ? options.with(settings) : (try? options.with(settings)) ?? options
    speak(settings)
    let call = Invocation(
      name: name, words: Array(options.words.dropFirst()), options: options, output: output, settings: settings)
    return try KeyMap.$current.withValue(settings.keys) { try blocking { try await command.run(call) } }
  }

  /// Switches to the language of the person's settings, if they name one; no second thread runs yet.
  private static func speak(_ settings: Settings) {
    if let language = Language(named: settings[.language].value) { Language.speak(language) }
  }

  /// Checks that a command takes the options and the number of words of the call.
  static func check(_ options: Arguments, for command: Command) throws(UsageError) {
    try check(options, allows: command.options.map(\.name), for: "till \(command.name)")
    guard command.words.contains(options.words.count - 1) else {
      throw UsageError(ArgumentText.usage(command.usage).text)
    }
  }

  private static func check(_ options: Arguments, allows own: [String], for what: String) throws(UsageError) {
    let allowed = Set(CommandTable.globalOptions.map(\.name)).union(own)
    if let name = options.given.subtracting(allowed).min() {
      let near = nearest(to: name, among: allowed).map { "--" + $0 }
      throw UsageError(say("unknown option --\(name) of \(what); \(remedy(near: near, listedBy: "till help"))"))
    }
  }
}

extension Command {
  /// Whether invalid settings stop the command.
  ///
  /// The commands that help to repair the settings, or that run at a key press in the shell, continue.
  fileprivate var needsSettings: Bool { !["help", "manual", "completion"].contains(name) }
}

extension Arguments {
  /// Returns the person's settings, overridden by these arguments.
  fileprivate func settings() throws -> Settings { try Settings { texts(of: $0).last } }

  /// Returns the arguments with the chosen profile's store options added where they are missing.
  fileprivate func with(_ settings: Settings) throws(CommandError) -> Arguments {
    guard !has(.backend), !has(.caseName), !has(.scene) else { return self }
    var options = self
    for (name, value) in try settings.profileOptions() where !given.contains(name) { options.set(name, to: [value]) }
    return options
  }
}

extension Language {
  /// The names of the languages as a person types them, such as `zh`.
  static var names: [String] { tags.map { String($0.prefix { $0 != "-" }) } }
}
