import AppStoreModel
import Core

/// The rules that a reason can name; the names never change, so that scripts and tests can rely on them.
package enum Rule: String, CaseIterable, Hashable, Sendable {
  // MARK: Which transactions count

  /// An Apple Account is signed in to the App Store; when signed out, Apple's evidence does not entitle.
  case signedIn
  /// The signature was verified: only then does a transaction entitle.
  case verified
  /// A transaction without its own signature counts only if the store trusts the source that vouches for it.
  case attested
  /// The transaction is from the environment that this store is bound to; Production and Sandbox never mix.
  case environment
  /// The transaction has an id; without one Till cannot tell it from another.
  case identified
  /// The account's complete history still lists the transaction.
  case inHistory
  /// Till knows the product's type; an unknown type grants nothing.
  case knownType
  /// The signed product type is the catalogue's.
  case sameType
  /// The transaction's ownership type is unknown to Till, which removes no access.
  case knownOwnership

  /// A purchase entitles a user only when the app server credited it to that user.
  case credited
  /// According to the app server, the purchase belongs to the logged-in user; another user's does not entitle.
  case belongsToAnotherUser

  // MARK: What decides

  /// The deciding transaction was not revoked.
  case notRevoked
  /// Apple refunded the transaction.
  case refunded
  /// A family share ended.
  case familyShareEnded
  /// An organization withdrew what it had assigned.
  case organisationWithdrew
  /// The purchase was moved to a bundle.
  case movedToBundle
  /// Till does not know Apple's value for the revocation, which then removes no access.
  case knownRevocation
  /// A newer transaction of the same original transaction decides instead.
  case newestOfLineage
  /// An older purchase or a family share is valid, although the product's newest transaction was revoked.
  case newestOfProduct
  /// The subscription's period has not ended.
  case notExpired
  /// The period has ended.
  case expired
  /// The end of the period is unknown, so it cannot count as running.
  case expiryUnknown
  /// The renewal failed, and access continues while Apple retries.
  case gracePeriod
  /// The renewal failed, and access has ended while Apple retries.
  case billingRetry
  /// A renewal that Apple signed ahead of its time counts, because the period before it has ended.
  case issuedAhead
  /// The transaction was replaced by another product of its group.
  case upgraded
  /// Another subscription of the group has a higher service level.
  case highestServiceLevel
  /// The duration that was set for a non-renewing subscription decides.
  case duration
  /// No duration was set for a non-renewing subscription, so its end is unknown.
  case durationUnknown
  /// An auto-renewable subscription expired, and its renewal is not confirmed yet.
  case renewalAwaited
  /// The app server credited the purchase to this user, wherever it was made.
  case creditedToUser
  /// The store trusts Apple's evidence while the app server is unreachable.
  case serverGrace
  /// A consumable has a balance and is never an entitlement.
  case consumable

  // MARK: Further notes

  /// The subscription does not renew.
  case autoRenewOff
  /// Support granted access: granted by us, not bought.
  case grantedByUs
  /// The purchase carries no `appAccountToken`, and was credited to the user who was logged in when Till first saw it.
  case missingToken
  /// The `appAccountToken` matches no user here, and the restore policy decided.
  case foreignToken
  /// The next period is for another product.
  case pendingChange
  /// Apple waits for the customer to agree to a higher price.
  case priceIncrease
  /// A purchase is in progress.
  case purchasing
  /// A purchase that the App Store did not answer: it may have been charged.
  case chargeUnknown
  /// Two purchases for the same thing were paid, or may have been.
  case chargedTwice
  /// The app server has not received a grant, duration or login yet.
  case waitsForServer
  /// A purchase waits until the customer has resolved something with Apple.
  case interrupted
  /// A purchase waits for approval.
  case askToBuy
  /// A person gave up a charged purchase, with a reason.
  case closedByHand
  /// The customer asked for a refund, and Apple has not decided as far as this device knows.
  case refundAsked
  /// Apple declined a refund that the customer asked for, according to a notification to the app server.
  case refundDeclined
  /// This device has asked the App Store about the account, and the app server about the user's purchases in progress.
  case asked
  /// The last check is older than the requested validity.
  case validity
  /// The product is in the catalogue.
  case inCatalogue
  /// The account ever purchased the product.
  case everPurchased
}

extension RevocationCause {
  var rule: Rule {
    switch self {
    case .refunded, .refundedInPart: .refunded
    case .familyEnded: .familyShareEnded
    case .organisationWithdrew: .organisationWithdrew
    case .movedToBundle: .movedToBundle
    case .unknown: .knownRevocation
    }
  }
}

extension Reason {
  /// Makes a reason from a rule.
  ///
  /// The text is Till's own words; text from other sources appears only in `transactionId`.
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

  /// Up to how many reasons of one kind are counted; beyond that, the text says "at least".
  ///
  /// So an answer depends only on a limited number of similar transactions.
  package static let counted = 64

  /// Returns the first reasons of a long list, and one reason with the number of the others.
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
