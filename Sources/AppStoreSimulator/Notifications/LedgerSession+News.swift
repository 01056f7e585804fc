import Database
import SafeText
import SignedData
import StoreModel
import Texts

/// What an app's server in the same machine hears: all notifications and transactions, in the order of signing.
extension LedgerSession {
  /// News after a place, oldest first.
  func news(after place: Int64, limit: Int) throws -> AppStoreNews {
    try news("> ?", "", from: place, limit: limit) { $0 < $1 }
  }

  /// News before a place, newest first.
  func news(before place: Int64, limit: Int) throws -> AppStoreNews {
    try news("< ?", " DESC", from: place, limit: limit) { $0 > $1 }
  }

  private func news(
    _ comparison: SQL, _ direction: SQL, from place: Int64, limit: Int, precedes: (Int64, Int64) -> Bool
  ) throws -> AppStoreNews {
    let limit = min(max(limit, 1), 1000)
    let values = [place.databaseValue, (limit + 1).databaseValue]
    let notifications = try all(
      "SELECT" + NotificationRow.columns + "FROM notifications WHERE id " + comparison + " ORDER BY id" + direction
        + " LIMIT ?", values, NotificationRow.init(row:))
    let transactions = try all(
      "SELECT sequence AS number, signed FROM transactions WHERE sequence " + comparison + " ORDER BY sequence"
        + direction
        + " LIMIT ?", values, NumberedText.init(row:))
    var items = notifications.map { row in
      AppStoreNews.Item(place: row.id, notificationUUID: row.uuid, signed: text(row), hasArrived: hasArrived(row))
    }
    items += transactions.map { row in
      AppStoreNews.Item(place: row.number, notificationUUID: nil, signed: text(row.signed))
    }
    items.sort { precedes($0.place, $1.place) }
    return AppStoreNews(items: Array(items.prefix(limit)), hasMore: items.count > limit)
  }

  /// Whether a notification that nobody posts has come: neither lost nor late.
  private func hasArrived(_ row: NotificationRow) -> Bool {
    row.attempts > 0 || row.nextAttempt.map { $0 <= now } ?? false
  }
}

extension LedgerSession {
  /// The latest notifications for the App Store's side, newest first.
  func latestNotifications() throws -> [AppStoreNotification] {
    try notifications(of: nil, PageRequest(limit: 50)).rows.map { row in
      AppStoreNotification(
        notificationUUID: row.notificationUUID, type: row.notificationType, subtype: row.subtype,
        productId: row.productId, account: row.account, date: row.signedDate,
        delivery: row.delivery, attempts: row.sendAttempts.count,
        nextAttempt: row.nextAttempt)
    }
  }
}

/// The place in the notification history up to which somebody has read: text without meaning to its reader.
enum PaginationToken {
  static func text(_ id: Int64, _ state: LedgerState) -> String {
    String(decoding: Base64.url.encode("n:\(state.epoch):\(id)".utf8), as: UTF8.self)
  }

  /// The notification to read on after; 0 without a token.
  ///
  /// - Throws: a `StoreError` of kind `invalidPaginationToken`, also for one of before a fresh start.
  static func notification(_ token: String?, _ state: LedgerState) throws -> Int64 {
    guard let token else { return 0 }
    let parts = Base64.url.decode(token).map { String(decoding: $0, as: UTF8.self) }?
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let parts, parts.count == 3, parts[0] == "n", parts[1] == String(state.epoch), let id = Int64(parts[2]),
      (0...state.lastSequence).contains(id)
    else {
      throw StoreError(
        .invalidPaginationToken,
        say("\(safeText(token, limit: 40)) is no place in the notification history: read it from the start"))
    }
    return id
  }
}
