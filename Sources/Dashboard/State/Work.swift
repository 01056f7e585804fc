import Core
package import TerminalUI
package import Verbs

/// A running task.
package struct Work: Hashable, Sendable {
  /// The task's command or verb.
  package enum Kind: Hashable, Sendable {
    case command(Command)
    case verb(VerbCall)
  }

  package var id: TaskID
  package var kind: Kind
  /// The number of steps done, once the task has told it.
  package var progress: Int?
  /// Whether the user asked to stop the task.
  package var isStopping: Bool = false

  /// Whether Esc can stop the task; stopping a purchase does not undo a payment.
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

/// The running queries.
struct Reads: Hashable, Sendable {
  private struct Entry: Hashable {
    var id: TaskID
    /// Whether to repeat the query after its answer.
    var again = false
  }

  private var entries: [ReadSlot: Entry] = [:]

  var isEmpty: Bool { entries.isEmpty }

  func isUnderWay(_ slot: ReadSlot) -> Bool { entries[slot] != nil }

  /// Returns the subject of a query, or nil if a newer query has replaced it.
  func slot(of id: TaskID) -> ReadSlot? { entries.first { $0.value.id == id }?.key }

  mutating func begin(_ slot: ReadSlot, _ id: TaskID) { entries[slot] = Entry(id: id) }

  /// The desk's own queries, which do not depend on the open customer.
  var ofDesk: Reads { Reads(entries: entries.filter { if case .desk = $0.key { true } else { false } }) }

  /// Has a running query repeated after its answer; returns false if none is running.
  mutating func askAgain(_ slot: ReadSlot) -> Bool {
    guard entries[slot] != nil else { return false }
    entries[slot]?.again = true
    return true
  }

  /// Ends a query; returns whether it must be repeated.
  mutating func end(_ slot: ReadSlot) -> Bool { entries.removeValue(forKey: slot)?.again ?? false }
}

/// The tone of a message: good news, a warning, bad news, or neutral.
package enum Tone: Hashable, Sendable {
  case plain, good, warning, bad

  /// The style in which the message is drawn.
  package var style: Style {
    switch self {
    case .plain: .normal
    case .good: .good
    case .warning: .warning
    case .bad: .bad
    }
  }
}

/// A one-line message about what happened.
package struct Message: Hashable, Sendable {
  package var tone: Tone
  package var text: String

  package init(_ text: String, _ tone: Tone = .plain) {
    self.text = text
    self.tone = tone
  }
}

extension Message {
  /// The message of the very first start, with the five most important keys.
  package static func firstSteps(inDemo isDemo: Bool) -> Message {
    let third =
      isDemo
      ? say("\(ActionTable.key(of: "scenes")) plays a scene")
      : say("\(ActionTable.key(of: .refundCheck)) checks for refunds")
    return Message(
      say(
        "\(ActionTable.key(of: .buy)) buys, \(ActionTable.key(of: .appStore)) opens the App Store, \(third), "
          + "\(ActionTable.key(of: .help)) lists all keys, \(ActionTable.key(of: .quit)) quits."
      ))
  }
}

/// The report of an action's changes.
package struct Report: Hashable, Sendable {
  package var title: String
  /// The report in one line.
  package var summary: Message
  /// The changes in detail; may be empty.
  package var lines: [Message] = []
  /// The product that the report calls locked; an update that unlocks it closes the report.
  var locked: String?
}
