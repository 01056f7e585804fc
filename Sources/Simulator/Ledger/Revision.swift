import AppStoreModel
import Core

/// The opaque texts with which clients continue to read: parts with colons between them, in Base64.
enum PositionText {
  static func encoded(_ text: String) -> String { String(decoding: Base64.url.encode(text.utf8), as: UTF8.self) }

  /// Returns the parts of an opaque text; nil if it is none of ours, or does not have this number of parts.
  static func parts(of text: String, _ count: Int) -> [Substring]? {
    let parts = Base64.url.decode(text).map { String(decoding: $0, as: UTF8.self) }?
      .split(separator: ":", omittingEmptySubsequences: false)
    return parts?.count == count ? parts : nil
  }
}

/// A position in a history from which a client can continue to read: an opaque text.
///
/// It contains the list, the account and the epoch, so that a revision from before a reset is refused (Apple: error
/// 4000005).
enum Revision {
  /// The two histories, whose orders differ.
  enum List: String {
    case history = "h"
    case refunds = "r"
  }

  static func text(list: List, sequence: Int64, _ account: AccountRow, _ state: LedgerState) -> String {
    PositionText.encoded("\(list.rawValue):\(state.epoch):\(sequence):\(account.appTransactionId)")
  }

  /// Returns the modification number that a revision names; 0 if there is no revision.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  static func sequence(
    of revision: String?, list: List, _ account: AccountRow, _ state: LedgerState
  ) throws -> Int64 {
    guard let revision else { return 0 }
    guard let parts = PositionText.parts(of: revision, 4), parts[0] == list.rawValue, let epoch = Int64(parts[1]),
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

/// A position in a history that is read from the newest modification down: an opaque text.
///
/// Reading goes in rounds: a round returns the modifications from its ceiling down to its floor. What is modified
/// during a round lies above its ceiling. The next round returns it, because its floor is the ceiling of the round
/// before.
struct DescendingRevision: Hashable {
  /// The newest modification that an earlier round has already returned.
  var floor: Int64
  /// The newest modification when this round began.
  var ceiling: Int64
  /// The modification that was returned last; the next page continues below it.
  var position: Int64

  /// Returns the first round.
  static func start(_ state: LedgerState) -> DescendingRevision {
    DescendingRevision(floor: 0, ceiling: state.lastSequence, position: .max)
  }

  /// Returns the round after this one.
  func next(_ state: LedgerState) -> DescendingRevision {
    DescendingRevision(floor: ceiling, ceiling: state.lastSequence, position: .max)
  }

  func text(_ account: AccountRow, _ state: LedgerState) -> String {
    // A round read to its end is recognised by its position, which is then at or below the floor.
    PositionText.encoded("d:\(state.epoch):\(floor):\(ceiling):\(position):\(account.appTransactionId)")
  }

  /// Parses a position; at the end of a round, returns the start of the next one.
  ///
  /// - Throws: a `StoreError` of kind `invalidRevision`.
  static func of(_ text: String?, _ account: AccountRow, _ state: LedgerState) throws -> DescendingRevision {
    guard let text else { return start(state) }
    guard let parts = PositionText.parts(of: text, 6), parts[0] == "d", parts[1] == String(state.epoch),
      let floor = Int64(parts[2]), let ceiling = Int64(parts[3]), let position = Int64(parts[4]),
      parts[5] == String(account.appTransactionId),
      0 <= floor, floor <= ceiling, ceiling <= state.lastSequence, position >= 0
    else {
      throw StoreError(
        .invalidRevision, LedgerText.noRevision(safeText(text, limit: 40)).text)
    }
    let revision = DescendingRevision(floor: floor, ceiling: ceiling, position: position)
    return position <= floor ? revision.next(state) : revision
  }
}
