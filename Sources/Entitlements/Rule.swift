import AppStoreModel
import Core

/// The rules that a reason may name; the words are stable, so that a script or a test can rely on them.
package enum Rule: String, CaseIterable, Hashable, Sendable {
  // MARK: What may be weighed at all

  /// An Apple Account is signed in to the App Store: signed out, nothing entitles.
  case signedIn
  /// The signature was verified: only then does a transaction entitle.
  case verified
  /// The transaction has no signature of its own: it counts only if the store trusts the source that vouches for it
  /// instead.
  case attested
  /// The transaction is of the environment that this store is bound to; Production and Sandbox never mix.
  case environment
  /// The transaction has an id; without one Till cannot tell it from another.
  case identified
  /// The account's complete history still lists the transaction.
  case inHistory
  /// The product's type is one that Till knows: another grants nothing.
  case knownType
  /// The signed type is the catalogue's type.
  case sameType
  /// The ownership is one that Till knows: another grants nothing.
  case knownOwnership

  /// A purchase entitles a user only when the app server credited it to that user.
  case credited
  /// The purchase is the logged-in user's, as the app server has it; another user's does not entitle.
  case belongsToAnotherUser

  // MARK: What decides

  /// The deciding transaction was not taken back.
  case notRevoked
  /// Apple refunded the transaction.
  case refunded
  /// A family share ended.
  case familyShareEnded
  /// An organisation withdrew what it had assigned.
  case organisationWithdrew
  /// The purchase was moved to a bundle.
  case movedToBundle
  /// Apple's mark that takes something back is one that Till does not know: nothing is taken away by it.
  case knownRevocation
  /// A newer transaction of the same original transaction decides instead.
  case newestOfLineage
  /// An older purchase or a family share stands although the newest transaction of the product was taken back.
  case newestOfProduct
  /// The subscription's period has not ended.
  case notExpired
  /// The period has ended.
  case expired
  /// No end of the period is known, so that it cannot be said to run.
  case expiryUnknown
  /// Renewing failed, and access continues while Apple tries again.
  case gracePeriod
  /// Renewing failed, and access has ended while Apple tries again.
  case billingRetry
  /// The renewal that Apple signed ahead of its time counts, since the period before it has ended.
  case issuedAhead
  /// The transaction was replaced by another product of its group.
  case upgraded
  /// Another subscription of the group has a higher level of service.
  case highestServiceLevel
  /// The duration that was set for a non-renewing subscription.
  case duration
  /// No duration was set for a non-renewing subscription, so its end is unknown.
  case durationUnknown
  /// An auto-renewable subscription ran out, and its renewal is not confirmed yet.
  case renewalAwaited
  /// The app server credited the purchase to this user, wherever it was made.
  case creditedToUser
  /// The store trusts Apple while the app server cannot be reached.
  case serverGrace
  /// A consumable has a balance and is never an entitlement.
  case consumable

  // MARK: What is said besides

  /// The subscription does not renew.
  case autoRenewOff
  /// The app's own people granted access: granted by us, not bought.
  case grantedByUs
  /// The purchase carries no `appAccountToken`, and was credited to the user who was logged in when Till first saw it.
  case missingToken
  /// The `appAccountToken` matches no user here, and the restore policy decided.
  case foreignToken
  /// The next period is another product's.
  case pendingChange
  /// Apple waits for the customer to agree to a higher price.
  case priceIncrease
  /// A purchase is being made right now.
  case purchasing
  /// A purchase that the App Store did not answer: it may have been charged.
  case chargeUnknown
  /// Two purchases for the same thing were paid, or may have been.
  case chargedTwice
  /// A grant or duration that the app server has not received yet.
  case waitsForServer
  /// A purchase that the customer has to settle something for first.
  case interrupted
  /// A purchase waits for approval.
  case askToBuy
  /// Charged, and given up by hand, with the person's reason.
  case closedByHand
  /// The customer asked for a refund, and Apple has not decided as far as this device knows.
  case refundAsked
  /// This device has asked the App Store about the account, and the app server about the user and what is under way.
  case asked
  /// The last check is older than the validity that was asked for.
  case validity
  /// The product is in the catalogue.
  case inCatalogue
  /// There is a purchase at all.
  case everPurchased
}

extension Reason {
  /// A reason by a rule.
  ///
  /// The text is Till's own words: what others wrote stands nowhere but in `transactionId`.
  init(
    _ rule: Rule, supports: Bool, transactionId: String? = nil, orderId: String? = nil, intentId: String? = nil,
    grantId: String? = nil, _ text: String
  ) {
    self.init(
      supports: supports, rule: rule.rawValue, transactionId: transactionId, orderId: orderId, intentId: intentId,
      grantId: grantId, text: text)
  }

  /// How many reasons of one kind are listed one by one; the others are summed up.
  static let limit = 8

  /// So far the others are counted: further on there are "at least" so many.
  ///
  /// Thereby an answer depends on no more than so many transactions that are weighed alike.
  package static let counted = 64

  /// The reasons of a list that may be as long as a customer's history: the first ones, and how many more there are.
  static func list<Item>(_ items: [Item], reason: (Item) -> Reason) -> [Reason] {
    var reasons = items.prefix(limit).map(reason)
    if items.count > limit, let last = reasons.last, let rule = Rule(rawValue: last.rule) {
      let more = Words(
        "and \((items.count >= counted) ? say("at least ") : "")\(min(items.count, counted) - limit) more of this kind")
      reasons.append(Reason(rule, supports: last.supports, more.text))
    }
    return reasons
  }
}
