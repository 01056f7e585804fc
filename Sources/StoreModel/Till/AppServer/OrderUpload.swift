/// What a device sends to the app's server for an order: the first step of its verification.
package struct OrderUpload: Hashable, Sendable {
  /// The order's UUID; uploading an order again changes nothing.
  package var orderId: String
  /// The purchase that led to it; nil for a renewal, or for one made on another device.
  package var intentId: String?
  /// The user that the purchase was made for; nil where no purchase of this device led to it.
  package var intendedUser: String?
  /// The user who is logged in to the app as it is uploaded.
  package var currentUser: String?
  package var transactionId: String
  /// The signed transaction; nil where only its id is known: the server then asks the App Store.
  package var signedTransactionInfo: String?

  package init(
    orderId: String, intentId: String? = nil, intendedUser: String? = nil, currentUser: String? = nil,
    transactionId: String, signedTransactionInfo: String?
  ) {
    self.orderId = orderId
    self.intentId = intentId
    self.intendedUser = intendedUser
    self.currentUser = currentUser
    self.transactionId = transactionId
    self.signedTransactionInfo = signedTransactionInfo
  }
}
