package import StoreModel

/// What the app's server answered to an attempt; without a status it did not.
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
  /// What happened.
  package let notificationType: NotificationType
  /// The detail of what happened.
  package let subtype: NotificationSubtype?
  /// The Apple Account whose purchase it is about; nil for a test and for the end of a mass extension.
  package let account: String?
  /// The product it is about; nil for a test.
  package let productId: String?
  /// The transaction inside; nil for a test and for the end of a mass extension.
  package let transactionId: String?
  /// When it was signed, on the App Store's clock.
  package let signedDate: Timestamp
  /// The JWS: what is posted as `{"signedPayload": …}`.
  package let signedPayload: String
  /// The attempts to deliver it, oldest first.
  package let sendAttempts: [SendAttempt]
  /// What the app's server answered to each of them.
  package let answers: [ReceiverAnswer]
  /// Whether it is sent one after the other with others of its kind, in their order.
  package let isOrdered: Bool
  /// When it is sent next, on the App Store's clock; nil once it was taken or given up.
  package let nextAttempt: Timestamp?
  /// When the app's server took it.
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
    isOrdered = row.sendOrder != nil
    nextAttempt = row.nextAttempt.map(Timestamp.init(milliseconds:))
    deliveredDate = row.deliveredDate.map(Timestamp.init(milliseconds:))
  }

  /// Where its delivery stands.
  package var delivery: AppStoreNotification.Delivery {
    if deliveredDate != nil { return .delivered }
    if nextAttempt != nil { return .waiting }
    return sendAttempts.isEmpty ? .notPosted : .failed
  }

  /// What Apple's answer to a test request is known by: the UUID and the date.
  package var testNotificationToken: String { "\(notificationUUID)_\(signedDate.milliseconds)" }
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
  /// Only the customer who has this transaction.
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
