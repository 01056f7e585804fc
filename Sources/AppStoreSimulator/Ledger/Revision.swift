import SafeText
import SignedData
import StoreModel

/// The place in a history up to which somebody has read: text without meaning to its reader.
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
  /// - Throws: a `SimulatorError` of kind `invalidRevision`.
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
      throw SimulatorError(
        .invalidRevision, "\(safeText(revision, limit: 40)) is no revision of this history: read it from the start")
    }
    guard epoch == state.epoch else {
      throw SimulatorError(
        .invalidRevision, "this App Store started over since that revision: read the history from the start")
    }
    return sequence
  }
}
