import Core
import Verbs

/// A command of the command line.
struct Command: Sendable {
  let name: String
  /// A one-line summary, for the list of commands.
  let summary: Words
  /// Returns the forms; they are made when they are needed, because a run of the program needs those of one command.
  private let makeForms: @Sendable () -> [UsageForm]
  private let makeMoreOptions: @Sendable () -> [AnyParameter]
  private let makeDetails: @Sendable () -> [Words]
  /// Example calls, which work exactly as written.
  let examples: [String]
  private let wordCount: ClosedRange<Int>?
  private let work: @Sendable (Invocation) async throws -> ExitStatus

  /// Creates a command.
  ///
  /// - Parameter words: The number of words, where the forms do not tell it.
  init(
    name: String, summary: Words, forms: @autoclosure @escaping @Sendable () -> [UsageForm],
    moreOptions: @autoclosure @escaping @Sendable () -> [AnyParameter] = [],
    details: @autoclosure @escaping @Sendable () -> [Words] = [],
    examples: [String] = [], words: ClosedRange<Int>? = nil,
    run: @escaping @Sendable (Invocation) async throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    (makeForms, makeMoreOptions, makeDetails) = (forms, moreOptions, details)
    self.examples = examples
    wordCount = words
    work = run
  }

  /// Carries out a call, and closes the stores that it opened; a failure prints its document here, its line elsewhere.
  func run(_ call: Invocation) async throws -> ExitStatus {
    defer { call.sessions.close() }
    do {
      return try await work(call)
    } catch {
      let reason = CommandError(explaining: error)
      if reason.status == .failed { call.output.document(ofFailure: reason.message) }
      throw error
    }
  }

  /// The ways to call the command, without its name.
  var forms: [UsageForm] { makeForms() }

  /// The options that no form shows.
  var moreOptions: [AnyParameter] { makeMoreOptions() }

  /// Further help, one line each.
  var details: [Words] { makeDetails() }

  /// The allowed number of words after the command's name.
  var words: ClosedRange<Int> {
    if let wordCount { return wordCount }
    let counts = forms.map(\.wordCount)
    return (counts.map(\.lowerBound).min() ?? 0)...(counts.map(\.upperBound).max() ?? 0)
  }

  /// The usage lines, without the program's name.
  var usage: [String] { forms.map { form in form.items.isEmpty ? name : name + " " + form.text } }

  /// The options of the usage lines and further ones, each once; every command also takes the global ones.
  var options: [AnyParameter] { (forms.flatMap(\.options) + moreOptions).withoutRepeatedNames }
}

extension [AnyParameter] {
  /// The parameters without those whose name stands earlier in the list.
  var withoutRepeatedNames: [AnyParameter] {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }
  }
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
  /// The stores that the call opened.
  let sessions = OpenSessions()
}

/// The stores that a call opened, which are closed when it ends.
final class OpenSessions: Sendable {
  private let open = Mutex<[StoreSession]>([])

  /// Adds a store that was just opened.
  func add(_ session: StoreSession) { open.withLock { $0.append(session) } }

  /// Closes all stores.
  func close() { open.withLock { $0 }.forEach { $0.close() } }
}

extension Command {
  static let help = Command(
    name: "help", summary: "list the commands, or explain one",
    forms: [UsageForm(.group(.value("COMMAND", .commands)))],
    examples: ["till help buy", "till help simulator"]
  ) { call in
    guard let name = call.words.first else { return Help.overview(call.output) }
    return Help.command(try CommandTable.command(named: name), call.output)
  }
}
