import Locks

/// What was answered last, and what is to be said besides; shared by the copies of a backend.
final class ReceiptMemory: Sendable {
  private let answers = Mutex<[String: ReceiptAnswer]>([:])
  private let notes = Mutex<[String]>([])

  /// So many lines are kept until somebody asks for them.
  private static let limit = 100

  func answer(for name: String) -> ReceiptAnswer? { answers.withLock { $0[name] } }

  func keep(_ answer: ReceiptAnswer, for name: String) { answers.withLock { $0[name] = answer } }

  func note(_ line: String) {
    notes.withLock { if $0.count < Self.limit { $0.append(line) } }
  }

  func takeNotes() -> [String] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}
