package import Core

/// What became of one case.
package struct ExamOutcome: Sendable {
  package let examCase: ExamCase
  /// What was asked, in order.
  package var answers: [ExamAnswer] = []
  /// What was posted in the longest world: type and subtype, oldest first.
  package var notifications: [String] = []
  /// The first thing that went wrong; nil for a case that passed.
  package var failure: ExamFailure?
  package var seconds = 0.0

  package var isOk: Bool { failure == nil }

  /// The document of one case.
  package var document: JSONObject {
    var document: JSONObject = [
      "case": .string(examCase.name), "title": .string(examCase.title.text), "ok": .bool(isOk),
      "answers": .array(answers.map { .object($0.document) }), "notifications": .strings(notifications),
    ]
    guard let failure else { return document }
    document.append("message", .string(failure.message))
    document.append("mistake", ifPresent: failure.practice.map { .string($0.mistake.text) })
    document.append("practice", ifPresent: failure.practice.map { .string($0.text.text) })
    document.append("name", ifPresent: failure.practice.map { .string($0.name) })
    return document
  }
}

/// One question to the server, and its answer.
package struct ExamAnswer: Sendable {
  /// The user's name in the case.
  package let person: String
  /// The product's short name.
  package let product: String
  package let expected: Bool
  /// Yes, no, or unclear.
  package let answered: String
  /// The notification behind which it was asked, such as `REFUND (2)`; empty before the first one.
  package let after: String
  package let isRight: Bool

  /// The answer as it is expected, for tables.
  package var expectedText: String { expected ? say("yes") : say("no") }

  var document: JSONObject {
    [
      "user": .string(person), "product": .string(product), "expected": .bool(expected),
      "answered": .string(answered), "after": .string(after), "ok": .bool(isRight),
    ]
  }
}

/// Why a case failed.
package struct ExamFailure: Error, Sendable {
  /// What was expected and answered, or why there is no answer, in one line.
  package let message: String
  /// The practice that prevents it; nil where the server did not answer at all.
  package var practice: ExamPractice?
  /// Whether the server kept the exam waiting: further cases would wait as long.
  var isSilence = false
}
