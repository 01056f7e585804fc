package import AppStoreModel

/// The app server's answer to an attempt; without a status there was none.
package struct ReceiverAnswer: Hashable, Sendable {
  /// The status of HTTP.
  package let status: Int?
  /// How long it took.
  package let milliseconds: Int?

  package init(status: Int? = nil, milliseconds: Int? = nil) {
    self.status = status
    self.milliseconds = milliseconds
  }
}

/// A notification as the App Store's side sees it.
package struct SimulatedNotification: Hashable, Sendable {
  /// The notification's own id; a repetition has the same.
  package let notificationUUID: String
  /// The event.
  package let notificationType: NotificationType
  /// The detail of the event.
  package let subtype: NotificationSubtype?
  /// The Apple Account of its purchase; nil for a test and for the end of a mass extension.
  package let account: String?
  /// The product it is about; nil for a test.
  package let productId: String?
  /// The transaction inside; nil for a test and for the end of a mass extension.
  package let transactionId: String?
  /// When it was signed, on the App Store's clock.
  package let signedDate: Timestamp
  /// The JWS, posted as `{"signedPayload": …}`.
  package let signedPayload: String
  /// The attempts to deliver it, oldest first.
  package let sendAttempts: [SendAttempt]
  /// The app server's answer to each of them.
  package let answers: [ReceiverAnswer]
  /// When it is sent next, on the App Store's clock; nil once it was taken or given up.
  package let nextAttempt: Timestamp?
  /// When the app server took it.
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

  /// Where its delivery stands.
  package var delivery: AppStoreNotification.Delivery {
    if deliveredDate != nil { return .delivered }
    if nextAttempt != nil { return .waiting }
    return sendAttempts.isEmpty ? .notPosted : .failed
  }

  /// The token of Apple's answer to a test request: the UUID and the date.
  package var testNotificationToken: String { "\(notificationUUID)_\(signedDate.milliseconds)" }
}

/// A notification that is due, as far as its place among the others goes.
package struct DueNotification: Hashable, Sendable {
  /// Its place in the order of signing.
  package let place: Int64
  package let uuid: String
  /// The subscription or the purchase that it is about, by the original transaction id; nil for one about the app.
  package let purchase: Int64?
  /// Whether it was never posted.
  package let isFirst: Bool
  /// Whether a tester put it into another order.
  package let isReordered: Bool

  /// How often Apple posts a notification that no server takes: once, and five times more.
  package static let mostAttempts = 6

  package init(place: Int64, uuid: String, purchase: Int64?, isFirst: Bool = true, isReordered: Bool = false) {
    self.place = place
    self.uuid = uuid
    self.purchase = purchase
    self.isFirst = isFirst
    self.isReordered = isReordered
  }

  /// How often Apple posts a notification of an environment: in the sandbox once.
  package static func attempts(in environment: StoreEnvironment) -> Int {
    environment == .production ? mostAttempts : 1
  }
}

/// One page of the notification history.
package struct SimulatedNotificationPage: Hashable, Sendable {
  /// At most 20, oldest first.
  package let notifications: [SimulatedNotification]
  /// Asked for with it, the same history goes on; nil on the last page.
  package let paginationToken: String?
}

/// Which notifications a history holds (Apple: NotificationHistoryRequest).
package struct NotificationFilter: Hashable, Sendable {
  /// Signed at this instant or later.
  package var startDate: Timestamp?
  /// Signed at this instant or earlier.
  package var endDate: Timestamp?
  /// Only this type.
  package var type: NotificationType?
  /// Only this subtype.
  package var subtype: NotificationSubtype?
  /// Only the customer with this transaction.
  package var transactionId: String?
  /// Only those that were sent and not taken.
  package var onlyFailures: Bool

  /// Everything, unless something is named.
  package init(
    startDate: Timestamp? = nil, endDate: Timestamp? = nil, type: NotificationType? = nil,
    subtype: NotificationSubtype? = nil, transactionId: String? = nil, onlyFailures: Bool = false
  ) {
    self.startDate = startDate
    self.endDate = endDate
    self.type = type
    self.subtype = subtype
    self.transactionId = transactionId
    self.onlyFailures = onlyFailures
  }
}
