import AppStoreModel
import Core
import Storage

/// The feed for an app server on the same machine: all notifications and transactions, in the order of signing.
extension LedgerSession {
  /// Returns the items after a position, oldest first.
  func news(after place: Int64, limit: Int) throws -> AppStoreNews {
    try news("> ?", "", from: place, limit: limit) { $0 < $1 }
  }

  /// Returns the items before a position, newest first.
  func news(before place: Int64, limit: Int) throws -> AppStoreNews {
    try news("< ?", " DESC", from: place, limit: limit) { $0 > $1 }
  }

  private func news(
    _ comparison: SQL, _ direction: SQL, from place: Int64, limit: Int, precedes: (Int64, Int64) -> Bool
  ) throws -> AppStoreNews {
    let limit = min(max(limit, 1), 1000)
    let values: [DatabaseValue] = [.integer(place), .integer(Int64(limit + 1))]
    let notifications = try connection.all(
      NotificationRow.self,
      "WHERE id " + comparison + " ORDER BY id" + direction
        + " LIMIT ?", values: values)
    let transactions = try connection.rows(
      "SELECT sequence AS number, signed, corrupted FROM transactions WHERE sequence " + comparison
        + " ORDER BY sequence"
        + direction
        + " LIMIT ?", values: values, map: NumberedStatement.init(row:))
    var items = notifications.map { row in
      AppStoreNews.Item(place: row.id, notificationUUID: row.uuid, signed: text(row), hasArrived: hasArrived(row))
    }
    items += try transactions.map { row in
      AppStoreNews.Item(place: row.number, notificationUUID: nil, signed: try text(of: row))
    }
    items.sort { precedes($0.place, $1.place) }
    return AppStoreNews(items: Array(items.prefix(limit)), hasMore: items.count > limit)
  }

  /// Returns whether a notification has reached the app server on this machine: it is neither lost nor delayed.
  private func hasArrived(_ row: NotificationRow) -> Bool {
    row.attempts > 0 || row.nextAttempt.map { $0 <= now } ?? false
  }
}

extension LedgerSession {
  /// Returns the latest notifications for the App Store's side of the screen, newest first.
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

/// A position in the notification history from which a client can continue to read: an opaque text.
enum PaginationToken {
  static func text(_ id: Int64, _ state: LedgerState) -> String {
    PositionText.encoded("n:\(state.epoch):\(id)")
  }

  /// Returns the id of the last notification that was read; 0 if there is no token.
  ///
  /// - Throws: a `StoreError` of kind `invalidPaginationToken`, or `paginationTokenExpired` for a token from before a
  ///   reset.
  static func notification(_ token: String?, _ state: LedgerState) throws -> Int64 {
    guard let token else { return 0 }
    guard let parts = PositionText.parts(of: token, 3), parts[0] == "n", let epoch = Int64(parts[1]),
      let id = Int64(parts[2]),
      (0...state.lastSequence).contains(id), epoch <= state.epoch
    else {
      throw StoreError(
        .invalidPaginationToken,
        say("invalid position “\(safeText(token, limit: 40))” in the notification history; read it from the start"))
    }
    guard epoch == state.epoch else {
      throw StoreError(
        FailureKind(rawValue: "paginationTokenExpired"),
        say("this App Store started over since that token: read the history from the start"))
    }
    return id
  }
}
