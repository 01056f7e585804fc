package import StrictJSON

/// The kinds of signed objects of the App Store.
package enum SignedKind: String, Hashable, Sendable, CaseIterable {
  /// Apple: JWSTransactionDecodedPayload.
  case transaction

  /// Apple: JWSRenewalInfoDecodedPayload.
  case renewalInfo

  /// Apple: ResponseBodyV2DecodedPayload.
  case notification

  /// Apple: JWSAppTransactionDecodedPayload.
  case appTransaction

  /// The kind that a payload's members tell; nil when it is none of them.
  package init?(of payload: JSONObject) {
    let order: [SignedKind] = [.notification, .appTransaction, .transaction, .renewalInfo]
    let kind = order.first { payload[$0.mark].map { $0 != .null } ?? false }
    guard let kind else { return nil }
    self = kind
  }

  /// The kind that a payload's members tell, or the one that was asked for when they tell none.
  ///
  /// Apple's own test data leave every id out, and are good where the kind is known. An id that is there and null is none.
  init?(of payload: JSONObject, expected: SignedKind?) {
    if let kind = SignedKind(of: payload) {
      self = kind
    } else if let expected, payload[expected.mark] == nil {
      self = expected
    } else {
      return nil
    }
  }

  /// The member by which a payload of this kind is known.
  private var mark: String {
    switch self {
    case .transaction: "transactionId"
    case .renewalInfo: "autoRenewProductId"
    case .notification: "notificationType"
    case .appTransaction: "receiptType"
    }
  }

  /// The kind in words with an article.
  package var name: String {
    switch self {
    case .transaction: "a transaction"
    case .renewalInfo: "a renewal info"
    case .notification: "a notification"
    case .appTransaction: "an app transaction"
    }
  }
}
