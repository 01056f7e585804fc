import Core
import Verbs

/// The run of scenario files (`till simulator run FILE...`): each file in a world of its own, several at a time.
struct ScenarioRun {
  /// The result of one scenario file.
  struct Outcome: Sendable {
    let path: String
    /// The file's title; nil where the file could not be read.
    var title: String?
    var steps = 0
    var seconds = 0.0
    /// The first step whose result differs from the file's expectation; nil where all are as expected.
    var failure: WalkthroughCheck.Failure?
    /// The reason why the file could not run at all.
    var error: CommandError?

    var isOk: Bool { failure == nil && error == nil }
    /// The summary of the outcome, in one line.
    var message: String {
      failure?.message ?? error?.message
        ?? say(steps, "\(steps) step, all as expected", "\(steps) steps, all as expected")
    }
  }

  private let paths: [String]
  private let jobs: Int
  /// The folder that keeps the files of every world; nil where they are not kept.
  private let directory: String?
  private let tested: TestedServer

  /// Runs the files that a call names, prints the results, and writes the requested reports.
  static func run(_ call: Invocation) throws -> ExitStatus {
    // `VerbCall` checks the options, but takes only one file, so only the first file is passed to it.
    let verb = try VerbCall(Array(call.words.prefix(2)), call.options)
    let run = ScenarioRun(
      paths: Array(call.words.dropFirst()), jobs: verb[maybe: .jobs] ?? 1, directory: try call.options[.store],
      tested: try TestedServer(call.options))
    if call.output.json, verb.has(.tap) { throw UsageError(say("--json and --tap exclude each other; use one")) }
    let outcomes = run.outcomes()
    if let file = verb[maybe: .junit] {
      let report = TestReports.junit(outcomes.map(\.report), suite: "till simulator run")
      try Files.write(Array(report.utf8), to: file, mode: 0o644)
    }
    if verb.has(.tap) {
      call.output.text(TestReports.tap(outcomes.map(\.report)))
    } else if outcomes.count == 1, let outcome = outcomes.first {
      if let error = outcome.error { throw error }
      call.output.document(outcome.document)
      let title = safeText(outcome.title ?? outcome.path)
      call.output.text("\(title): " + (outcome.isOk ? outcome.message : say("not as expected")))
    } else {
      run.report(outcomes, call.output)
    }
    for outcome in outcomes where !outcome.isOk {
      call.output.note(
        outcome.error?.message ?? "\(safeText(outcome.path)): \(safeText(outcome.message, limit: 1000))")
    }
    return outcomes.allSatisfy(\.isOk) ? .done : outcomes.contains { $0.error?.status == .usage } ? .usage : .failed
  }

  private func report(_ outcomes: [Outcome], _ output: Output) {
    for outcome in outcomes {
      output.text("\(outcome.isOk ? "ok  " : "BAD ") \(safeText(outcome.path)): \(safeText(outcome.title ?? ""))")
    }
    let failed = outcomes.count { !$0.isOk }
    let message =
      failed == 0
      ? say(
        outcomes.count, "\(outcomes.count) file, all as expected",
        "\(outcomes.count) files, all as expected")
      : say(
        outcomes.count, "\(failed) of \(outcomes.count) file not as expected",
        "\(failed) of \(outcomes.count) files not as expected")
    output.text(message)
    output.document([
      "ok": .bool(failed == 0), "message": .string(message), "passed": .number(outcomes.count - failed),
      "failed": .number(failed), "scenarios": .array(outcomes.map { .object($0.listed) }),
    ])
  }

  /// Returns the result of each file, in the order of the files.
  func outcomes() -> [Outcome] {
    // The next file to run is last.
    let left = Mutex(Array(paths.indices.reversed()))
    let results = Mutex<[Int: Outcome]>([:])
    @Sendable func takeTurns() {
      while let index = left.withLock({ $0.popLast() }) {
        let outcome = outcome(of: index)
        results.withLock { $0[index] = outcome }
      }
    }
    let helpers = (1..<max(1, min(jobs, paths.count))).map { _ in BackgroundTask { takeTurns() } }
    takeTurns()
    for helper in helpers { try? helper.get() }
    let found = results.withLock { $0 }
    return paths.indices.compactMap { found[$0] }
  }

  private func outcome(of index: Int) -> Outcome {
    var outcome = Outcome(path: paths[index])
    let start = ContinuousClock.now
    do {
      let file = try WalkthroughFile(path: WalkthroughLibrary.path(named: paths[index], .scenarios))
      outcome.title = file.walkthrough.title
      outcome.steps = file.walkthrough.steps.count
      let check = WalkthroughCheck(
        walkthrough: file.walkthrough, folder: file.folder, directory: try folder(for: file, index), tested: tested)
      outcome.failure = try check.run()
    } catch {
      outcome.error = CommandError(explaining: error)
    }
    outcome.seconds = start.duration(to: .now) / .seconds(1)
    return outcome
  }

  /// Returns the folder that keeps one world's files: a folder of its own where several files run.
  private func folder(for file: WalkthroughFile, _ index: Int) throws -> String? {
    guard let directory, paths.count > 1 else { return directory }
    try Files.makeFolder(directory)
    return "\(directory)/\(index + 1)-\(file.name)"
  }
}

extension ScenarioRun.Outcome {
  /// The row for test runners.
  fileprivate var report: TestReports.Row {
    var row = TestReports.Row(title: title ?? path, place: path, seconds: seconds)
    if let failure {
      row.problem = TestReports.Problem(
        message: failure.message, details: ["\(path):\(failure.line)"] + failure.mismatches,
        numbers: [("line", failure.line), ("step", failure.step)])
    } else if let error {
      row.problem = TestReports.Problem(isError: true, message: error.message)
    }
    return row
  }

  /// The JSON document of a single file.
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "ok": .bool(isOk), "message": .string(message), "title": .string(title ?? ""), "steps": .number(steps),
    ]
    if let failure {
      document.append("step", .number(failure.step))
      document.append("line", .number(failure.line))
      document.append("mismatches", .strings(failure.mismatches))
    }
    return document
  }

  /// The file's document as an element of the list of several files.
  fileprivate var listed: JSONObject {
    var listed: JSONObject = ["file": .string(path)]
    for member in document { listed.append(member.name, member.value) }
    return listed
  }
}
