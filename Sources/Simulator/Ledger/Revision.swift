import AppStoreModel
import Core

/// A place in a history, for reading on: an opaque text.
///
/// It carries the epoch, so that one of before a fresh start is refused (Apple: error 4000005), the list and the
/// account.
enum Revision {
  /// The two histories, which are not in the same order.
  enum List: String {
    case history = "h"
    case refunds = "r"
  }

  static func text(list: List, sequence: Int64, _ account: AccountRow, _ state: LedgerState) -> String {
    let text = "\(list.rawValue):\(state.epoch):\(sequence):\(account.appTransactionId)"
    return String(decoding: Base64.url.encode(text.utf8), as: UTF8.self)
  }

  /// The number to read on after; 0 without a revision.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  static func sequence(
    of revision: String?, list: List, _ account: AccountRow, _ state: LedgerState
  ) throws -> Int64 {
    guard let revision else { return 0 }
    let parts = Base64.url.decode(revision).map { String(decoding: $0, as: UTF8.self) }?
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let parts, parts.count == 4, parts[0] == list.rawValue, let epoch = Int64(parts[1]),
      let sequence = Int64(parts[2]), sequence >= 0, sequence <= state.lastSequence,
      parts[3] == String(account.appTransactionId)
    else {
      throw StoreError(
        .invalidRevision, LedgerText.noRevision(safeText(revision, limit: 40)).text)
    }
    guard epoch == state.epoch else {
      throw StoreError(
        .invalidRevision, say("this App Store has been reset since that revision; read the history from the start"))
    }
    return sequence
  }
}

/// A place in a history that is read from the newest modification down: an opaque text.
///
/// A modification during the reading is above the ceiling and comes with the next round, whose floor is this one's
/// ceiling.
struct DescendingRevision: Hashable {
  /// Up to here everything was read in an earlier round.
  var floor: Int64
  /// The newest modification when this round began.
  var ceiling: Int64
  /// The modification that was read last; the ones below it follow.
  var position: Int64

  /// The first round.
  static func start(_ state: LedgerState) -> DescendingRevision {
    DescendingRevision(floor: 0, ceiling: state.lastSequence, position: .max)
  }

  /// The round after this one.
  func next(_ state: LedgerState) -> DescendingRevision {
    DescendingRevision(floor: ceiling, ceiling: state.lastSequence, position: .max)
  }

  func text(_ account: AccountRow, _ state: LedgerState) -> String {
    // A round that was read to its end is known by its position.
    let text = "d:\(state.epoch):\(floor):\(ceiling):\(position):\(account.appTransactionId)"
    return String(decoding: Base64.url.encode(text.utf8), as: UTF8.self)
  }

  /// The place that a text names, with the round after it where one was read to its end.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  static func of(_ text: String?, _ account: AccountRow, _ state: LedgerState) throws -> DescendingRevision {
    guard let text else { return start(state) }
    let parts = Base64.url.decode(text).map { String(decoding: $0, as: UTF8.self) }?
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let parts, parts.count == 6, parts[0] == "d", parts[1] == String(state.epoch), let floor = Int64(parts[2]),
      let ceiling = Int64(parts[3]), let position = Int64(parts[4]), parts[5] == String(account.appTransactionId),
      0 <= floor, floor <= ceiling, ceiling <= state.lastSequence, position >= 0
    else {
      throw StoreError(
        .invalidRevision, LedgerText.noRevision(safeText(text, limit: 40)).text)
    }
    let revision = DescendingRevision(floor: floor, ceiling: ceiling, position: position)
    return position <= floor ? revision.next(state) : revision
  }
}
