import Core
package import TerminalUI
package import Verbs

/// A task under way.
package struct Work: Hashable, Sendable {
  /// Its work.
  package enum Kind: Hashable, Sendable {
    case command(Command)
    case verb(VerbCall)
  }

  package var id: TaskID
  package var kind: Kind
  package var progress: Progress?
  /// Whether the person asked to stop it.
  package var isStopping: Bool = false

  /// Whether Esc may stop it: what is paid cannot be taken back by leaving.
  package var isCancellable: Bool {
    switch kind {
    case .command(.restore), .command(.refundCheck), .command(.start): !isStopping
    case .command(.buy), .command(.lookUp), .command(.helpCustomer): !isStopping
    default: false
    }
  }
}

/// The subject of a query; a newer query about the same subject replaces the older one.
enum ReadSlot: Hashable, Sendable {
  case overview, situation, refundable, orderJournal, preview, lives, past, signedItem, forgery, export
  case tab(Tab)
  case desk(DeskSlot)
}

/// The questions under way.
struct Reads: Hashable, Sendable {
  private struct Entry: Hashable {
    var id: TaskID
    /// Whether to ask again once it is answered.
    var again = false
  }

  private var entries: [ReadSlot: Entry] = [:]

  var isEmpty: Bool { entries.isEmpty }

  func isUnderWay(_ slot: ReadSlot) -> Bool { entries[slot] != nil }

  /// The question that this answer is to, if it is still wanted.
  func slot(of id: TaskID) -> ReadSlot? { entries.first { $0.value.id == id }?.key }

  mutating func begin(_ slot: ReadSlot, _ id: TaskID) { entries[slot] = Entry(id: id) }

  /// Only the queries about these subjects.
  func keeping(_ isKept: (ReadSlot) -> Bool) -> Reads {
    var kept = self
    kept.entries = entries.filter { isKept($0.key) }
    return kept
  }

  /// Marks a question under way to be asked again; false when none is.
  mutating func askAgain(_ slot: ReadSlot) -> Bool {
    guard entries[slot] != nil else { return false }
    entries[slot]?.again = true
    return true
  }

  /// Ends a question and tells whether it is to be asked again.
  mutating func end(_ slot: ReadSlot) -> Bool { entries.removeValue(forKey: slot)?.again ?? false }
}

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

extension Message {
  /// The five keys that the very first start shows, once.
  package static var firstSteps: Message {
    Message(
      say(
        "\(ActionTable.key(of: .buy)) buys, \(ActionTable.key(of: .appStore)) opens the App Store, "
          + "\(ActionTable.key(of: .refundCheck)) checks for refunds, \(ActionTable.key(of: .help)) lists "
          + "all keys, \(ActionTable.key(of: .quit)) quits."
      ))
  }
}

/// The full report of an action's changes.
package struct Report: Hashable, Sendable {
  package var title: String
  /// The whole report in one line.
  package var summary: Message
  /// Product by product, transaction by transaction; may be empty.
  package var lines: [Message]
  /// The product that it says is locked: it holds until news unlocks that one.
  var locked: String?

  package init(title: String, summary: Message, lines: [Message] = [], locked: String? = nil) {
    self.title = title
    self.summary = summary
    self.lines = lines
    self.locked = locked
  }
}
