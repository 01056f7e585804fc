package import Screen

/// Whether something said is good news, bad news, or neither.
package enum Tone: Hashable, Sendable {
  case plain, good, warning, bad

  /// How it is drawn.
  package var style: Style {
    switch self {
    case .plain: .normal
    case .good: .good
    case .warning: .warning
    case .bad: .bad
    }
  }
}

/// One line that says what happened.
package struct Message: Hashable, Sendable {
  package var tone: Tone
  package var text: String

  package init(_ text: String, _ tone: Tone = .plain) {
    self.text = text
    self.tone = tone
  }
}

/// What an action changed, in full.
package struct Report: Hashable, Sendable {
  package var title: String
  /// The whole report in one line.
  package var summary: Message
  /// Product by product, transaction by transaction; may be empty.
  package var lines: [Message]

  package init(title: String, summary: Message, lines: [Message] = []) {
    self.title = title
    self.summary = summary
    self.lines = lines
  }
}
