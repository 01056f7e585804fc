package import StoreModel

/// What a backend can do; each nil is a yes, each text the reason for a no.
package struct BackendCapabilities: Hashable, Sendable {
  package var buy: String?
  package var restore: String?
  package var refundCheck: String?
  package var askRefund: String?
  /// Whether the history holds non-renewing subscriptions.
  package var restoresNonRenewing: Bool
  /// Whether the backend's word "updates" means that news may appear by itself from the start.
  package var updates: UpdatesMode
  /// Whether it is the real App Store: shown so that nobody mistakes it.
  package var isReal: Bool
  /// Whether reading its clock contacts nobody (the ledger in the store's own directory).
  package var isEmbedded: Bool
  /// Whether it lists what the app sells; without a list, the products are those of the transactions seen.
  package var listsProducts: Bool

  package init(
    buy: String? = nil, restore: String? = nil, refundCheck: String? = nil, askRefund: String? = nil,
    restoresNonRenewing: Bool = true, updates: UpdatesMode = .held, isReal: Bool = false, isEmbedded: Bool = false,
    listsProducts: Bool = true
  ) {
    self.buy = buy
    self.restore = restore
    self.refundCheck = refundCheck
    self.askRefund = askRefund
    self.restoresNonRenewing = restoresNonRenewing
    self.updates = updates
    self.isReal = isReal
    self.isEmbedded = isEmbedded
    self.listsProducts = listsProducts
  }
}

/// Why a backend did not do what was asked.
package struct BackendError: Error, Hashable, Sendable, CustomStringConvertible {
  /// StoreKit's name for it, or one of Till's own below.
  package var kind: FailureKind
  /// One line for a person, sanitised.
  package var message: String
  /// Whether the same call may go through later.
  package var isTemporary: Bool

  package init(_ kind: FailureKind, _ message: String, isTemporary: Bool = false) {
    self.kind = kind
    self.message = message
    self.isTemporary = isTemporary
  }

  package var description: String { message }
}

extension FailureKind {
  /// The revision is of an earlier epoch or unknown (Apple: error 4000005): read from the start.
  package static let invalidRevision = Self(rawValue: "invalidRevision")
  /// The Apple Account is not known to this App Store.
  package static let accountNotFound = Self(rawValue: "accountNotFound")
  /// The transaction is not known to this App Store (Apple: error 4040010).
  package static let transactionNotFound = Self(rawValue: "transactionNotFound")
  /// The call was cancelled from this side.
  package static let cancelled = Self(rawValue: "cancelled")
  /// The backend itself could not be used: its ledger is locked, damaged or newer.
  package static let unusable = Self(rawValue: "unusable")
}
