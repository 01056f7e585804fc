package import AppStoreModel

/// The app server's answer to an attempt; without a status the server gave none.
package struct ReceiverAnswer: Hashable, Sendable {
  /// The HTTP status.
  package let status: Int?
  /// The response time in milliseconds.
  package let milliseconds: Int?

  package init(status: Int? = nil, milliseconds: Int? = nil) {
    self.status = status
    self.milliseconds = milliseconds
  }
}

/// A notification with its delivery, for the App Store's side of the screen.
package struct SimulatedNotification: Hashable, Sendable {
  /// The notification's UUID; repeated attempts have the same.
  package let notificationUUID: String
  /// The event.
  package let notificationType: NotificationType
  /// The detail of the event.
  package let subtype: NotificationSubtype?
  /// The Apple Account that the notification is about; nil for a test and for the end of a mass extension.
  package let account: String?
  /// The product that the notification is about; nil for a test.
  package let productId: String?
  /// The id of the transaction in the notification; nil for a test and for the end of a mass extension.
  package let transactionId: String?
  /// The signing date, on the App Store's clock.
  package let signedDate: Timestamp
  /// The JWS, posted as `{"signedPayload": …}`.
  package let signedPayload: String
  /// The attempts to send the notification, oldest first.
  package let sendAttempts: [SendAttempt]
  /// The app server's answer to each attempt.
  package let answers: [ReceiverAnswer]
  /// The date of the next attempt, on the App Store's clock; nil once the notification was delivered or given up.
  package let nextAttempt: Timestamp?
  /// The date when the app server accepted the notification.
  package let deliveredDate: Timestamp?

  init(_ row: NotificationRow, signedPayload: String, sendAttempts: [SendAttempt], answers: [ReceiverAnswer]) {
    notificationUUID = row.uuid
    notificationType = row.type
    subtype = row.subtype
    account = row.account
    productId = row.productId
    transactionId = row.transactionId.map { String($0) }
    signedDate = Timestamp(milliseconds: row.signedDate)
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
    self.answers = answers
    nextAttempt = row.nextAttempt.map(Timestamp.init(milliseconds:))
    deliveredDate = row.deliveredDate.map(Timestamp.init(milliseconds:))
  }

  /// The state of the notification's delivery.
  package var delivery: AppStoreNotification.Delivery {
    if deliveredDate != nil { return .delivered }
    if nextAttempt != nil { return .waiting }
    return sendAttempts.isEmpty ? .notPosted : .failed
  }

  /// The token of Apple's answer to a test request, made of the UUID and the date.
  package var testNotificationToken: String { "\(notificationUUID)_\(signedDate.milliseconds)" }
}

/// A due notification, with only what decides the order of sending.
package struct DueNotification: Hashable, Sendable {
  /// The position in the signing order.
  package let place: Int64
  package let uuid: String
  /// The original transaction id of the purchase concerned; nil for a notification about the app.
  package let purchase: Int64?
  /// Whether no attempt was made yet.
  package var isFirst = true
  /// Whether a tester changed the notification's position.
  package var isReordered = false

  /// How often Apple posts a notification that no server accepts: six times, counting the first.
  package static let mostAttempts = 6

  /// Returns how often Apple posts a notification in an environment: in the sandbox once.
  package static func attempts(in environment: StoreEnvironment) -> Int {
    environment == .production ? mostAttempts : 1
  }
}

/// One page of the notification history.
package struct SimulatedNotificationPage: Hashable, Sendable {
  /// The notifications, at most 20, oldest first.
  package let notifications: [SimulatedNotification]
  /// The token for the next page; nil on the last page.
  package let paginationToken: String?
}

/// A filter for the notification history (Apple: NotificationHistoryRequest).
package struct NotificationFilter: Hashable, Sendable {
  /// The earliest signing date to include.
  package var startDate: Timestamp?
  /// The latest signing date to include.
  package var endDate: Timestamp?
  /// The notification type to include; nil for all.
  package var type: NotificationType?
  /// The subtype to include; nil for all.
  package var subtype: NotificationSubtype?
  /// A transaction id of the customer whose notifications are included; nil for all customers.
  package var transactionId: String?
  /// Whether only notifications are included that were sent and not accepted.
  package var onlyFailures = false

  /// The filter that matches all notifications.
  package static let everything = NotificationFilter()
}
