package import StoreModel

/// Something that the app's server did, in one line.
package struct AppServerEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case registered, credited, refused, overdue, refund, refundReversed, owner, policy, used, granted, closed
  }

  /// The number of the row.
  package var id: Int64
  /// The App Store's time.
  package var date: Timestamp
  package var kind: Kind
  /// Sanitised.
  package var text: String
  package var user: String?
  package var transactionId: String?
  package var orderId: String?
}
