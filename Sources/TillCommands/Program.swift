import Texts
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

  private static func run(_ options: Arguments, output: Output) throws -> ExitStatus {
    if options.has("version") {
      output.text(Version.text)
      return .done
    }
    guard let name = options.words.first else {
      if options.has("help") { return Help.overview(output) }
      try Self.check(options, allows: [], for: ArgumentText.theDashboard.text)
      return try DashboardProgram.run(options, output: output)
    }
    let command = try CommandTable.command(named: name)
    if options.has("help") { return Help.command(command, output) }
    try check(options, for: command)
    return try command.run(
      Invocation(
        name: name, words: Array(options.words.dropFirst()), options: options, output: output))
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
      throw UsageError(ArgumentText.takesNo(what: what, name: name).text)
    }
  }
}
