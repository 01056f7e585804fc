package import Core

/// A purchase as it is asked of the App Store.
package struct PurchaseRequest: Hashable, Sendable {
  package var account: String
  package var productId: String
  package var quantity: Int
  package var appAccountToken: String?
  /// The customer's action on a simulated payment sheet; other backends ignore it.
  package var outcome: SimulatedOutcome
  /// The offer that the purchase asks for.
  package var offer: PurchaseOffer?

  package init(
    account: String, productId: String, quantity: Int = 1, appAccountToken: String? = nil,
    outcome: SimulatedOutcome = .success, offer: PurchaseOffer? = nil
  ) {
    self.account = account
    self.productId = productId
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.outcome = outcome
    self.offer = offer
  }
}

/// The App Store's answer to a purchase.
package enum PurchaseAnswer: Hashable, Sendable {
  /// Paid; the signed transaction. `alreadyOwned` when it is an earlier one and nothing was charged.
  case success(signedTransaction: String, alreadyOwned: Bool)
  /// A parent has to approve first; the answer comes later or never.
  case pending(transactionId: String)
  /// The customer has to settle something first; the transaction arrives as an update then, or never.
  case interrupted(transactionId: String)
  case cancelled
}

/// The products that an App Store lists.
package struct ProductListing: Hashable, Sendable {
  package var products: [Product]
  /// Asked for, and not known to the App Store.
  package var unknownIds: [String]
  /// Whether the device may make payments.
  package var canMakePayments: Bool

  package init(products: [Product], unknownIds: [String] = [], canMakePayments: Bool = true) {
    self.products = products
    self.unknownIds = unknownIds
    self.canMakePayments = canMakePayments
  }
}

/// One page of signed transactions.
package struct HistoryPage: Hashable, Sendable {
  /// JWS in compact serialization, at most 20.
  package var signedTransactions: [String]
  /// Stays valid after the last page: asked for later, it gives the changes since then.
  package var revision: String
  package var hasMore: Bool

  package init(signedTransactions: [String], revision: String, hasMore: Bool) {
    self.signedTransactions = signedTransactions
    self.revision = revision
    self.hasMore = hasMore
  }

  /// The same page with other texts.
  package func with(_ texts: [String]) -> HistoryPage {
    HistoryPage(signedTransactions: texts, revision: revision, hasMore: hasMore)
  }
}

/// The App Store's time.
package struct StoreClock: Hashable, Sendable {
  /// The present instant.
  package var now: Timestamp
  /// Counts the fresh starts of a simulated App Store, from 1: revisions of an earlier epoch are refused.
  package var epoch: Int64?
  /// The machine's time that this was read at where the machine's own clock jumped and is not believed; nil for an
  /// answer.
  package var heldAt: Timestamp?

  package init(now: Timestamp, epoch: Int64? = nil, heldAt: Timestamp? = nil) {
    self.now = now
    self.epoch = epoch
    self.heldAt = heldAt
  }
}

extension StoreClock {
  /// Reads `{now, epoch?}`; nil without `now`: the machine's own clock is as good.
  package init?(_ json: JSONObject) throws(JSONError) {
    guard let now = try json.milliseconds("now") else { return nil }
    self.init(now: Timestamp(milliseconds: now), epoch: try json.int64("epoch"))
  }
}
