/// One command of the command line.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The forms it takes, without the program's name.
  let usage: [String]
  /// The options of its own, by name; the global ones it takes anyway.
  var options: [String] = []
  /// More than the options tell, a line each.
  var details: [String] = []
  /// Calls that work as they stand.
  var examples: [String] = []
  /// How many words it takes behind its name.
  var words: ClosedRange<Int> = 0...0
  let run: @Sendable (Invocation) throws -> ExitStatus
}

/// The exit statuses, stable for scripts.
enum ExitStatus: Int32, Sendable {
  /// Done; also owned already, pending, filed.
  case done = 0
  /// The action failed or was cancelled, or a line of input failed.
  case failed = 1
  case usage = 2
  /// `check`: not entitled.
  case notEntitled = 3
  /// The store or the ledger could not be used.
  case unusable = 4
}

/// One call of a command.
struct Invocation: Sendable {
  /// The words behind the command's name.
  let words: [String]
  let options: Arguments
  let output: Output
  /// The clock, the chance and the language that it runs with.
  var surroundings = Surroundings.machine
}

/// A clear line for the person, with the exit status; thrown by commands.
struct CommandError: Error {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
