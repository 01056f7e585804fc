package import StoreModel
package import StrictJSON

/// What a signed object says, by its kind.
package enum SignedPayload: Hashable, Sendable {
  case transaction(Transaction)
  case renewalInfo(RenewalInfo)
  case notification(ServerNotification)
  case appTransaction(AppTransaction)

  /// Reads a payload of a kind; throws a `JSONError` that names the member at fault.
  package init(_ kind: SignedKind, json: JSONObject) throws(JSONError) {
    switch kind {
    case .transaction: self = .transaction(try Transaction(json: json))
    case .renewalInfo: self = .renewalInfo(try RenewalInfo(json: json))
    case .notification: self = .notification(try ServerNotification(json: json))
    case .appTransaction: self = .appTransaction(try AppTransaction(json: json))
    }
  }

  /// The kind.
  package var kind: SignedKind {
    switch self {
    case .transaction: .transaction
    case .renewalInfo: .renewalInfo
    case .notification: .notification
    case .appTransaction: .appTransaction
    }
  }

  /// The transaction, if this is one.
  package var transaction: Transaction? { if case .transaction(let value) = self { value } else { nil } }

  /// The renewal info, if this is one.
  package var renewalInfo: RenewalInfo? { if case .renewalInfo(let value) = self { value } else { nil } }

  /// The notification, if this is one.
  package var notification: ServerNotification? { if case .notification(let value) = self { value } else { nil } }

  /// The app transaction, if this is one.
  package var appTransaction: AppTransaction? { if case .appTransaction(let value) = self { value } else { nil } }
}
