package import AppStoreModel

/// One call to an app server; `VerificationService` says what each does.
package enum AppServerCall: Hashable, Sendable {
  case register(Intent)
  case upload(OrderUpload)
  case status(orderId: String)
  case close(OrderClosing)
  case reopen(orderId: String, transactionId: String?, reason: String)
  case claim(OwnershipClaim)
  case login(LoginClaim)
  case account(user: String)
  case use(productId: String, count: Int, user: String, id: String)
  case grant(Grant)
  case duration(ProductDuration)
  case endGrant(id: String, reason: String)
  case transfer(PurchaseTransfer)
  case record(OtherPurchase)
  case owner(token: String)
  case notification(signedPayload: String)
}

/// An app server's answer to a call.
package enum AppServerAnswer: Hashable, Sendable {
  /// The answer to every call without an answer of its own.
  case done
  case order(OrderAnswer)
  case closed(Bool)
  case ownerships([Ownership])
  case claimed(Bool)
  case account(UserAccount)
  /// The balance after a use; nil when it was too small.
  case left(Int?)
}
