import Core

/// One command of the command line.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: Words
  /// The forms it takes, without the program's name.
  let usage: [String]
  /// The options of its own, by name; the global ones it takes anyway.
  var options: [String] = []
  /// More than the options tell, a line each.
  var details: [Words] = []
  /// Calls that work as they stand.
  var examples: [String] = []
  /// How many words it takes behind its name.
  var words: ClosedRange<Int> = 0...0
  let run: @Sendable (Invocation) throws -> ExitStatus
}

/// One call of a command.
struct Invocation: Sendable {
  /// The command's name, for its action; empty for one that does nothing.
  var name = ""
  /// The words behind the command's name.
  let words: [String]
  let options: Arguments
  let output: Output
  /// The person's habits.
  var settings = Settings()
  /// The clock, the chance and the language that it runs with.
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
