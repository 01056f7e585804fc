import Core
import Exam
import Verbs

/// The scorecard of an exam: as text, as JSON, and for test runners (JUnit, TAP).
struct ExamReport {
  private let outcomes: [ExamOutcome]

  init(_ outcomes: [ExamOutcome]) { self.outcomes = outcomes }

  private var failed: Int { outcomes.count { !$0.isOk } }

  private var message: String {
    failed == 0
      ? say(outcomes.count, "\(outcomes.count) case passed", "\(outcomes.count) cases passed")
      : say("cases failed: \(failed) of \(outcomes.count)")
  }

  /// The table of cases: the last question of each case, or every question where only one case ran.
  ///
  /// The last question of a failed case is the wrong answer.
  private var table: String {
    var table = Table(titles: ["", "CASE", "ASKED", "EXPECTED", "ANSWERED", "AFTER"])
    for outcome in outcomes {
      let last = outcome.isOk ? outcome.answers.last { $0.person == "anna" } : outcome.answers.last
      let answers = outcomes.count == 1 ? outcome.answers : last.map { [$0] } ?? []
      for answer in answers {
        table.append([
          answer.isRight ? say("ok") : say("BAD"), outcome.examCase.name,
          say("\(answer.product) of \(answer.person)", context: "exam"),
          answer.expectedText, answer.answered, answer.after,
        ])
      }
      if answers.isEmpty { table.append([say("BAD"), outcome.examCase.name, "", "", "", ""]) }
    }
    return table.text
  }

  /// Prints the scorecard, and writes the report files that the options name.
  func write(_ call: Invocation) throws -> ExitStatus {
    if let file = try call.options[.junit] {
      let report = TestReports.junit(outcomes.map(\.report), suite: "till exam")
      try Files.write(Array(report.utf8), to: file, mode: 0o644)
    }
    if call.options.has(.tap) {
      call.output.text(TestReports.tap(outcomes.map(\.report)))
    } else {
      call.output.text(
        ([table] + outcomes.filter { !$0.isOk }.map(\.explanation) + [message]).joined(separator: "\n\n"))
    }
    call.output.document([
      "ok": .bool(failed == 0), "message": .string(message), "passed": .number(outcomes.count - failed),
      "failed": .number(failed), "cases": .array(outcomes.map { .object($0.document) }),
    ])
    if failed > 0 {
      let names = Language.series(outcomes.filter { !$0.isOk }.map(\.examCase.name))
      call.output.note("\(message) (\(names))")
    }
    return failed == 0 ? .done : .failed
  }

  /// Lists every case (`till exam --list`).
  static func list(_ output: Output) -> ExitStatus {
    let cases = ExamCase.all
    output.document([
      "ok": true, "message": .string(say(cases.count, "\(cases.count) case", "\(cases.count) cases")),
      "list": .array(cases.map { ["case": .string($0.name), "title": .string($0.title.text)] }),
    ])
    let width = (cases.map(\.name.count).max() ?? 0) + 2
    for examCase in cases { output.text(padded(examCase.name, toWidth: width) + examCase.title.text) }
    return .done
  }
}

extension ExamOutcome {
  /// The failure of a case, and the practice that prevents it.
  fileprivate var explanation: String {
    guard let failure else { return "" }
    var lines = ["\(examCase.name): \(examCase.title.text)", "  " + safeText(failure.message, limit: 400)]
    if let practice = failure.practice { lines += ["  " + practice.mistake.text, "  " + practice.text.text] }
    return lines.joined(separator: "\n")
  }

  /// The row for test runners.
  fileprivate var report: TestReports.Row {
    var row = TestReports.Row(
      title: "\(examCase.name): \(examCase.title.text)", place: examCase.name, seconds: seconds, isFile: false)
    guard let failure else { return row }
    let practice = failure.practice.map { [$0.mistake.text, $0.text.text] } ?? []
    row.problem = TestReports.Problem(
      message: practice.isEmpty ? failure.message : ([failure.message + "."] + practice).joined(separator: " "),
      details: answers.map {
        "\($0.isRight ? "ok " : "BAD") \($0.product) of \($0.person), \($0.after): \($0.expectedText), \($0.answered)"
      })
    return row
  }
}
