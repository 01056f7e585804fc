/// A notification that the simulated App Store sends to the app's server, as its own side lists it.
package struct AppStoreNotification: Hashable, Sendable {
  /// Where its delivery stands.
  package enum Delivery: String, Hashable, Sendable {
    case waiting, delivered, failed
  }

  package var notificationUUID: String
  package var type: NotificationType
  package var subtype: NotificationSubtype?
  /// The product that it is about; nil for a test.
  package var productId: String?
  package var account: String?
  /// When it was signed, on the App Store's clock.
  package var date: Timestamp
  package var delivery: Delivery
  /// Attempts so far.
  package var attempts: Int
  /// When it is sent next, on the App Store's clock; nil once it was taken or given up.
  package var nextAttempt: Timestamp?

  package init(
    notificationUUID: String, type: NotificationType, subtype: NotificationSubtype? = nil, productId: String?,
    account: String?, date: Timestamp, delivery: Delivery, attempts: Int, nextAttempt: Timestamp? = nil
  ) {
    self.notificationUUID = notificationUUID
    self.type = type
    self.subtype = subtype
    self.productId = productId
    self.account = account
    self.date = date
    self.delivery = delivery
    self.attempts = attempts
    self.nextAttempt = nextAttempt
  }
}
