import Core

/// A command of the command line.
struct Command: Sendable {
  let name: String
  /// A one-line summary, for the list of commands.
  let summary: Words
  /// The usage lines, without the program's name.
  let usage: [String]
  /// The names of the command's own options; every command also takes the global ones.
  var options: [String] = []
  /// Further help, one line each.
  var details: [Words] = []
  /// Example calls, which work exactly as written.
  var examples: [String] = []
  /// The allowed number of words after the command's name.
  var words: ClosedRange<Int> = 0...0
  let run: @Sendable (Invocation) throws -> ExitStatus
}

/// One call of a command.
struct Invocation: Sendable {
  /// The command's name, for the label of the undo step; empty for a call that changes nothing.
  var name = ""
  /// The words after the command's name.
  let words: [String]
  let options: Arguments
  let output: Output
  /// The person's settings from the configuration file.
  var settings = Settings()
  /// The clock, the random source and the language of this call.
  var dependencies = Dependencies.machine
}

extension Command {
  static let help = Command(
    name: "help", summary: "list the commands, or explain one", usage: ["help [COMMAND]"],
    examples: ["till help buy", "till help simulator"], words: 0...1
  ) { call in
    guard let name = call.words.first else { return Help.overview(call.output) }
    return Help.command(try CommandTable.command(named: name), call.output)
  }
}
