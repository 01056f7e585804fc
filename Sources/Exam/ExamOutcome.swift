package import Core

/// The result of one case.
package struct ExamOutcome: Sendable {
  package let examCase: ExamCase
  /// The questions to the server with its answers, in order.
  package var answers: [ExamAnswer] = []
  /// The type and subtype of each notification that the case's last (longest) world posted, oldest first.
  package var notifications: [String] = []
  /// The first failure; nil for a case that passed.
  package var failure: ExamFailure?
  package var seconds = 0.0

  package var isOk: Bool { failure == nil }

  /// The JSON document of one case.
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
  /// The answer as text: yes, no or unclear.
  package let answered: String
  /// The last notification before the question, such as `REFUND (2)`; empty before the first one.
  package let after: String
  package let isRight: Bool

  /// The expected answer as text, for tables.
  package var expectedText: String { expected ? say("yes") : say("no") }

  var document: JSONObject {
    [
      "user": .string(person), "product": .string(product), "expected": .bool(expected),
      "answered": .string(answered), "after": .string(after), "ok": .bool(isRight),
    ]
  }
}

/// The reason why a case failed.
package struct ExamFailure: Error, Sendable {
  /// One line with the expected and the actual answer, or with the reason why there is no answer.
  package let message: String
  /// The practice that prevents the failure; nil where the server did not answer at all.
  package var practice: ExamPractice?
  /// Whether the server did not answer in time: each further case would wait as long.
  var isSilence = false
}
