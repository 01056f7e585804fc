import AppStoreModel
import Core
import Storage

/// The outbox: notifications that were sent, wait to be sent, or failed.
extension LedgerSession {
  /// Apple's schedule: the time between each failed attempt and the next, in milliseconds.
  static let retryDelays: [Int64] = [1, 12, 24, 48, 72].map { $0 * 3_600_000 }

  /// Returns the notifications whose next attempt is due, in sending order; empty while notifications are held.
  func dueNotifications(limit: Int) throws -> [NotificationRow] {
    try holdsNotifications() ? [] : dueRows(limit: limit)
  }

  /// Returns how many notifications are due; 0 while notifications are held.
  func countOfDueNotifications() throws -> Int {
    guard try !holdsNotifications() else { return 0 }
    return try connection.value(
      "SELECT count(*) FROM notifications WHERE next_attempt IS NOT NULL AND next_attempt <= ?", now)
      ?? 0
  }

  /// Returns how many notifications wait for an attempt, due or not.
  func countOfWaitingNotifications() throws -> Int {
    try connection.value("SELECT count(*) FROM notifications WHERE next_attempt IS NOT NULL AND delivered_date IS NULL")
      ?? 0
  }

  /// Returns the notifications whose next attempt is due, in sending order, even while they are held.
  func dueRows(limit: Int) throws -> [NotificationRow] {
    try connection.all(
      NotificationRow.self,
      """
      WHERE next_attempt IS NOT NULL AND next_attempt <= ?
      ORDER BY coalesce(send_order, id) LIMIT ?
      """, now, min(max(limit, 1), 1000))
  }

  /// Returns the due notifications with only the columns that decide their order.
  func deliveryQueue(limit: Int) throws -> [DueNotification] {
    guard try !holdsNotifications() else { return [] }
    return try connection.rows(
      """
      SELECT id, uuid, original_id, attempts, send_order
      FROM notifications WHERE next_attempt IS NOT NULL AND next_attempt <= ?
      ORDER BY coalesce(send_order, id) LIMIT ?
      """, now, limit
    ) { row in
      let (original, attempts, order): (Int64?, Int, Int64?) =
        (try row["original_id"], try row["attempts"], try row["send_order"])
      return DueNotification(
        place: try row["id"], uuid: try row["uuid"], purchase: original, isFirst: attempts == 0,
        isReordered: order != nil)
    }
  }

  /// Returns the date of the next attempt that is not due yet.
  func nextAttemptDate() throws -> Int64? {
    try connection.value(
      "SELECT next_attempt FROM notifications WHERE next_attempt > ? ORDER BY next_attempt LIMIT 1", now)
  }

  /// Stores the result of an attempt and schedules the next one: none after a success or the last attempt.
  ///
  /// - Parameters:
  ///   - answer: The receiver's HTTP status and response time.
  ///   - most: How many attempts are made at most.
  mutating func recordAttempt(
    _ uuid: String, _ result: SendAttemptResult, answer: ReceiverAnswer = ReceiverAnswer(),
    most: Int = DueNotification.mostAttempts
  ) throws -> NotificationRow {
    var row = try notification(uuid)
    let attempts = row.attempts
    row.attempts += 1
    if result == .success { row.deliveredDate = row.deliveredDate ?? now }
    row.nextAttempt =
      row.deliveredDate == nil && row.attempts < most && attempts < Self.retryDelays.count
      ? Timestamp(milliseconds: now).adding(milliseconds: Self.retryDelays[attempts]).milliseconds : nil
    row.sendOrder = nil
    if result == .success, row.copies > 0 {
      row.nextAttempt = now
      row.copies -= 1
    }
    if answer.status == 400, row.nextAttempt != nil, try spend(.noRetryAfter400) { row.nextAttempt = nil }
    try connection.execute(
      """
      INSERT INTO notification_attempts (notification_id, attempt, date, result, status, milliseconds)
      VALUES (?, ?, ?, ?, ?, ?)
      """, row.id, row.attempts, now, result.rawValue, answer.status, answer.milliseconds)
    try connection.update(row)
    return row
  }

  /// Returns a notification by its UUID.
  ///
  /// - Throws: a `StoreError` of kind `notificationNotFound`.
  func notification(_ uuid: String) throws -> NotificationRow {
    let row = try connection.first(NotificationRow.self, "WHERE uuid = ?", uuid.lowercased())
    guard let row else {
      throw StoreError(
        .notificationNotFound,
        say("unknown notification \(safeText(uuid)); list the notifications to see their ids"))
    }
    return row
  }

  /// Returns a notification with its signed text, its attempts and the receiver's answer to each, oldest first.
  func listed(_ row: NotificationRow) throws -> SimulatedNotification {
    let attempts: [(SendAttempt, ReceiverAnswer)] = try connection.rows(
      "SELECT date, result, status, milliseconds FROM notification_attempts WHERE notification_id = ? ORDER BY attempt",
      row.id
    ) { row in
      let attempt = SendAttempt(
        attemptDate: Timestamp(milliseconds: try row["date"]),
        sendAttemptResult: SendAttemptResult(rawValue: try row["result"]))
      return (attempt, ReceiverAnswer(status: try row["status"], milliseconds: try row["milliseconds"]))
    }
    return SimulatedNotification(
      row, signedPayload: text(row), sendAttempts: attempts.map(\.0), answers: attempts.map(\.1))
  }

  /// Returns one page of the notifications about one account's purchases, or about all, newest first.
  func notifications(of name: String?, _ request: PageRequest) throws -> Page<SimulatedNotification> {
    let account = try name.map { try self.account($0).name }
    guard request.limit > 0, request.direction == .newestFirst else {
      throw StoreError(.usage, say("notifications are listed newest first, at least one at a time"))
    }
    let start = try request.start()
    let limit = min(request.limit, 10_000)
    let rows = try connection.all(
      NotificationRow.self,
      """
      WHERE id < ? AND (? IS NULL OR account = ?) AND (? IS NULL OR product_id = ?) ORDER BY id DESC LIMIT ?
      """, start, account, account, request.productId, request.productId, limit + 1)
    let shown = rows.prefix(limit)
    return Page(
      rows: try shown.map(listed), next: rows.count > shown.count ? shown.last.map { String($0.id) } : nil)
  }

  /// Returns one page of Apple's notification history, oldest first.
  ///
  /// - Throws: a `StoreError` of kind `invalidPaginationToken`, or `transactionNotFound`.
  func notificationHistory(_ filter: NotificationFilter, after token: String?) throws -> SimulatedNotificationPage {
    let account = try filter.transactionId.map { try knownTransaction($0).account }
    let start = try PaginationToken.notification(token, state)
    let rows = try connection.all(
      NotificationRow.self,
      """
      WHERE id > ? AND signed_date >= ? AND signed_date <= ? AND (? IS NULL OR account = ?)
        AND (? IS NULL OR type = ?) AND (? IS NULL OR subtype = ?)
        AND (? = 0 OR (attempts > 0 AND delivered_date IS NULL))
      ORDER BY id LIMIT ?
      """, start, filter.startDate?.milliseconds ?? .min, filter.endDate?.milliseconds ?? .max, account, account,
      filter.type?.rawValue, filter.type?.rawValue, filter.subtype?.rawValue, filter.subtype?.rawValue,
      filter.onlyFailures, Self.pageSize + 1)
    let shown = rows.prefix(Self.pageSize)
    let next = rows.count > shown.count ? shown.last?.id : nil
    return SimulatedNotificationPage(
      notifications: try shown.map(listed),
      paginationToken: next.map { PaginationToken.text($0, state) })
  }
}
