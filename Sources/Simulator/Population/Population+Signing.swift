package import AppStoreModel

extension Population.Event {
  /// The transaction as the App Store signs it.
  package func signedTransaction(by identity: SigningIdentity) throws -> String { try identity.sign(transaction.json) }

  /// The renewal information as the App Store signs it; nil where there is none.
  package func signedRenewal(by identity: SigningIdentity) throws -> String? {
    try renewal.map { try identity.sign($0.json) }
  }

  /// The notification that carries both.
  package func signedNotification(by identity: SigningIdentity) throws -> String {
    let (transaction, renewal) = (try signedTransaction(by: identity), try signedRenewal(by: identity))
    let event = self
    return try identity.sign(
      ServerNotification {
        $0.notificationType = event.type
        $0.subtype = event.subtype
        $0.notificationUUID = event.uuid
        $0.version = "2.0"
        $0.signedDate = event.date
        $0.data = NotificationData {
          $0.environment = .sandbox
          $0.bundleId = event.transaction.bundleId
          $0.bundleVersion = "1"
          $0.signedTransactionInfo = transaction
          $0.signedRenewalInfo = renewal
        }
      }.json)
  }
}
