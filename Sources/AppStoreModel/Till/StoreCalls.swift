package import Core

/// A request to the App Store to sell a product.
package struct PurchaseRequest: Hashable, Sendable {
  package var account: String
  package var productId: String
  package var quantity: Int
  package var appAccountToken: String?
  /// The customer's choice on a simulated payment sheet; other backends ignore it.
  package var outcome: SimulatedOutcome
  /// The offer or billing plan that the purchase requests.
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

/// The App Store's answer to a purchase request.
package enum PurchaseAnswer: Hashable, Sendable {
  /// The signed transaction of a paid purchase; with `alreadyOwned`, of an earlier purchase, and nothing was charged.
  case success(signedTransaction: String, alreadyOwned: Bool)
  /// The purchase waits for a parent's approval; the final answer comes later, or never.
  case pending(transactionId: String)
  /// The customer must resolve a problem with the App Store; the transaction then arrives as an update, or never.
  case interrupted(transactionId: String)
  case cancelled
}

/// The products that an App Store offers.
package struct ProductListing: Hashable, Sendable {
  package var products: [Product]
  /// The requested ids that the App Store does not know.
  package var unknownIds: [String]
  /// Whether the device is allowed to make payments.
  package var canMakePayments: Bool

  package init(products: [Product], unknownIds: [String] = [], canMakePayments: Bool = true) {
    self.products = products
    self.unknownIds = unknownIds
    self.canMakePayments = canMakePayments
  }
}

/// One page of an account's transaction history.
package struct HistoryPage: Hashable, Sendable {
  /// The signed transactions as JWS in compact form, at most 20.
  package var signedTransactions: [String]
  /// The revision after this page; it stays valid after the last page and then returns later changes.
  package var revision: String
  package var hasMore: Bool
  /// Whether the App Store lists every charge by now, so that nothing was charged for what it does not list.
  package var listsAll: Bool

  package init(signedTransactions: [String], revision: String, hasMore: Bool, listsAll: Bool = false) {
    self.signedTransactions = signedTransactions
    self.revision = revision
    self.hasMore = hasMore
    self.listsAll = listsAll
  }

  /// Returns the same page with other signed transactions.
  package func with(_ texts: [String]) -> HistoryPage {
    HistoryPage(signedTransactions: texts, revision: revision, hasMore: hasMore, listsAll: listsAll)
  }
}

/// The App Store's clock.
package struct StoreClock: Hashable, Sendable {
  /// The current time at the App Store.
  package var now: Timestamp
  /// The number of times that a simulated App Store was started afresh, from 1; older revisions are invalid.
  package var epoch: Int64?
  /// The machine's time of this reading, if the machine's clock was changed and is not trusted; else nil.
  package var heldAt: Timestamp?

  package init(now: Timestamp, epoch: Int64? = nil, heldAt: Timestamp? = nil) {
    self.now = now
    self.epoch = epoch
    self.heldAt = heldAt
  }
}

extension StoreClock {
  /// Reads `{now, epoch?}`; nil without `now`, in which case the machine's own clock is used.
  package init?(_ json: JSONObject) throws(JSONError) {
    guard let now = try json.milliseconds("now") else { return nil }
    self.init(now: Timestamp(milliseconds: now), epoch: try json.int64("epoch"))
  }
}
