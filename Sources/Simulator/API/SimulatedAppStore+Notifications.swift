package import AppStoreModel
import Core

/// Notifications V2 to the app server. Every event leaves its notifications in the ledger;
/// a sender takes them from here, sends them and reports the results.
extension SimulatedAppStore {
  /// The notifications whose next attempt is due on the App Store's clock, oldest first.
  ///
  /// - Parameter limit: At most so many, up to 1000.
  package func dueNotifications(limit: Int = 100) throws(StoreError) -> [SimulatedNotification] {
    try read { session in try session.dueNotifications(limit: limit).map(session.listed) }
  }

  /// What is due, in the order of signing or as a tester reordered it, and whether the clock stands still.
  ///
  /// - Parameter limit: At most so many.
  package func deliveryQueue(
    limit: Int
  ) throws(StoreError) -> (notifications: [DueNotification], clockStandsStill: Bool) {
    try read { session in (try session.deliveryQueue(limit: limit), session.state.pausedAt != nil) }
  }

  /// How many notifications are due by now.
  package func countOfDueNotifications() throws(StoreError) -> Int { try read { try $0.countOfDueNotifications() } }

  /// How many notifications wait for an attempt, now or later.
  package func countOfWaitingNotifications() throws(StoreError) -> Int {
    try read { try $0.countOfWaitingNotifications() }
  }

  /// Keeps how an attempt ended.
  ///
  /// After a failure the next one follows 1, 12, 24, 48 and 72 hours after the one before; that many and no more.
  /// Success is an HTTP status of 200 to 206.
  ///
  /// - Parameter most: How many attempts are made.
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

  /// The instant of the next attempt that is not due yet, in the machine's time; nil when there is none, or the clock
  /// stands still.
  package func nextNotificationAttempt() throws(StoreError) -> Timestamp? {
    try read { session in
      guard session.state.pausedAt == nil, let next = try session.nextAttemptDate() else { return nil }
      return Timestamp(milliseconds: next).adding(milliseconds: -session.state.clockOffset)
    }
  }

  /// The notifications about one account's purchases or about all, newest first.
  package func notifications(
    of account: String? = nil, _ request: PageRequest
  ) throws(StoreError) -> Page<SimulatedNotification> {
    try read { try $0.notifications(of: account, request) }
  }

  /// A notification by its UUID.
  ///
  /// - Throws: `notificationNotFound`.
  package func notification(_ notificationUUID: String) throws(StoreError) -> SimulatedNotification {
    try read { session in try session.listed(session.notification(notificationUUID)) }
  }

  /// One page of Apple's notification history, oldest first, 20 a page.
  ///
  /// - Throws: `invalidPaginationToken`; `transactionNotFound` for a transaction in the filter that does not exist.
  package func notificationHistory(
    _ filter: NotificationFilter = NotificationFilter(), after paginationToken: String? = nil
  ) throws(StoreError) -> SimulatedNotificationPage {
    try read { try $0.notificationHistory(filter, after: paginationToken) }
  }

  /// The app server asks for a test: a TEST notification goes into the outbox.
  package func requestTestNotification() throws(StoreError) -> SimulatedNotification {
    try write { session in try session.listed(session.notifyOfTest()) }
  }

  /// The test notification of a token.
  ///
  /// - Throws: `invalidTestNotificationToken`, or `testNotificationNotFound` when it was not sent yet.
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

  /// The items signed after a place in the order of signing, oldest first: notifications and transactions.
  package func news(after place: Int64, limit: Int) throws(StoreError) -> AppStoreNews {
    try read { try $0.news(after: place, limit: limit) }
  }

  /// The items signed before a place, newest first.
  package func news(before place: Int64, limit: Int) throws(StoreError) -> AppStoreNews {
    try read { try $0.news(before: place, limit: limit) }
  }
}
