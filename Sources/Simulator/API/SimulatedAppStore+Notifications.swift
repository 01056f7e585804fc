package import AppStoreModel
import Core

/// Notifications V2 to the app server.
///
/// Every event stores its notifications in the ledger. A sender reads them with these calls, sends them and reports the
/// results.
extension SimulatedAppStore {
  /// Returns the notifications whose next attempt is due on the App Store's clock, oldest first.
  ///
  /// - Parameter limit: The largest number to return, up to 1000.
  package func dueNotifications(limit: Int = 100) throws(StoreError) -> [SimulatedNotification] {
    try read { session in try session.dueNotifications(limit: limit).map(session.listed) }
  }

  /// Returns the due notifications and whether the clock is paused.
  ///
  /// They are in the order of signing, unless a tester reordered them.
  ///
  /// - Parameter limit: The largest number to return.
  package func deliveryQueue(
    limit: Int
  ) throws(StoreError) -> (notifications: [DueNotification], clockStandsStill: Bool) {
    try read { session in (try session.deliveryQueue(limit: limit), session.state.pausedAt != nil) }
  }

  /// Returns how many notifications are due now.
  package func countOfDueNotifications() throws(StoreError) -> Int { try read { try $0.countOfDueNotifications() } }

  /// Returns how many notifications wait for an attempt, now or later.
  package func countOfWaitingNotifications() throws(StoreError) -> Int {
    try read { try $0.countOfWaitingNotifications() }
  }

  /// Stores the result of an attempt to send a notification.
  ///
  /// After a failure the next attempts follow 1, 12, 24, 48 and 72 hours after the one before; then no more are made.
  /// Success is an HTTP status of 200 to 206.
  ///
  /// - Parameter most: How many attempts are made at most.
  /// - Throws: `notificationNotFound`.
  @discardableResult
  package func recordAttempt(
    _ notificationUUID: String, _ result: SendAttemptResult, answer: ReceiverAnswer = ReceiverAnswer(),
    most: Int = DueNotification.mostAttempts
  ) throws(StoreError) -> SimulatedNotification {
    try write { session in
      try session.listed(session.recordAttempt(notificationUUID, result, answer: answer, most: most))
    }
  }

  /// Returns the date of the next attempt that is not due yet, on the machine's clock.
  ///
  /// It is nil if there is none, or if the App Store's clock is paused.
  package func nextNotificationAttempt() throws(StoreError) -> Timestamp? {
    try read { session in
      guard session.state.pausedAt == nil, let next = try session.nextAttemptDate() else { return nil }
      return Timestamp(milliseconds: next).adding(milliseconds: -session.state.clockOffset)
    }
  }

  /// Returns the notifications about one account's purchases, or about all accounts', newest first.
  package func notifications(
    of account: String? = nil, _ request: PageRequest
  ) throws(StoreError) -> Page<SimulatedNotification> {
    try read { try $0.notifications(of: account, request) }
  }

  /// Returns a notification by its UUID.
  ///
  /// - Throws: `notificationNotFound`.
  package func notification(_ notificationUUID: String) throws(StoreError) -> SimulatedNotification {
    try read { session in try session.listed(session.notification(notificationUUID)) }
  }

  /// Returns one page of Apple's notification history: 20 notifications, oldest first.
  ///
  /// - Throws: `invalidPaginationToken`; `transactionNotFound` if the filter names an unknown transaction.
  package func notificationHistory(
    _ filter: NotificationFilter = .everything, after paginationToken: String? = nil
  ) throws(StoreError) -> SimulatedNotificationPage {
    try read { try $0.notificationHistory(filter, after: paginationToken) }
  }

  /// Puts a TEST notification into the outbox, as the app server's request for a test does.
  package func requestTestNotification() throws(StoreError) -> SimulatedNotification {
    try write { session in try session.listed(session.notifyOfTest()) }
  }

  /// Returns the test notification that a token was issued for.
  ///
  /// - Throws: `invalidTestNotificationToken`, or `testNotificationNotFound` if it has not been sent yet.
  package func testNotification(_ token: String) throws(StoreError) -> SimulatedNotification {
    try read { session in
      let uuid = token.prefix { $0 != "_" }
      guard let row = try? session.notification(String(uuid)), row.type == .test,
        try session.listed(row).testNotificationToken == token
      else { throw StoreError(.invalidTestNotificationToken, say("invalid token of a test notification")) }
      guard row.attempts > 0 else {
        throw StoreError(.testNotificationNotFound, say("the test notification has not been sent yet; try again later"))
      }
      return try session.listed(row)
    }
  }

  /// Returns the notifications and transactions signed after a position in the signing order, oldest first.
  package func news(after place: Int64, limit: Int) throws(StoreError) -> AppStoreNews {
    try read { try $0.news(after: place, limit: limit) }
  }

  /// Returns the notifications and transactions signed before a position, newest first.
  package func news(before place: Int64, limit: Int) throws(StoreError) -> AppStoreNews {
    try read { try $0.news(before: place, limit: limit) }
  }
}
