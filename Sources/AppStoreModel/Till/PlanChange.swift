/// The service level and the period of a subscription product, which decide what a change of plan means.
package struct SubscriptionPlan: Hashable, Sendable {
  /// The level of service: 1 is the highest; products may share a level.
  package var level: Int
  package var period: SubscriptionPeriod

  package init(level: Int, period: SubscriptionPeriod) {
    self.level = level
    self.period = period
  }
}

/// The effect of buying a subscription, given the customer's other subscriptions of the group.
package enum PlanChange: String, Hashable, Sendable, CaseIterable {
  /// The customer's first subscription in the group.
  case first
  /// A new subscription after an earlier one ended, or during billing retry without access.
  case again
  /// The customer already has this product: nothing is charged.
  case owned
  /// Auto-renewal was off and is switched on again, for the current product or the one chosen for the next period.
  case resumed
  /// A change that was planned for the next renewal is cancelled.
  case takenBack
  /// The same change is already planned for the next renewal.
  case alreadyChosen
  /// A change to a higher level of service: it happens at once, and Apple refunds the rest of the period.
  case upgrade
  /// A change to the same level and duration: it happens at once, and Apple refunds the rest of the period.
  case crossgrade
  /// A change to the same level of service with another duration: it happens at the next renewal.
  case crossgradeAtRenewal
  /// A change to a lower level of service: it happens at the next renewal.
  case downgrade

  /// Finds the kind of change between two products of a group.
  package init(from current: SubscriptionPlan, to next: SubscriptionPlan) {
    if next.level < current.level {
      self = .upgrade
    } else if next.level > current.level {
      self = .downgrade
    } else {
      self = next.period == current.period ? .crossgrade : .crossgradeAtRenewal
    }
  }

  /// Whether the customer is charged now.
  package var chargesNow: Bool {
    switch self {
    case .first, .again, .upgrade, .crossgrade: true
    case .owned, .resumed, .takenBack, .alreadyChosen, .crossgradeAtRenewal, .downgrade: false
    }
  }

  /// Whether the current period of another product ends at once.
  package var replacesPeriod: Bool { self == .upgrade || self == .crossgrade }

  /// Whether the change happens at the next renewal.
  package var waitsForRenewal: Bool { self == .crossgradeAtRenewal || self == .downgrade }
}

/// The offer or the billing plan that a purchase requests.
package enum PurchaseOffer: Hashable, Sendable {
  /// A promotional offer by its id, with the developer's signature.
  case promotional(id: String, signature: OfferSignature)
  /// An offer code by its reference name.
  case code(String)
  /// A win-back offer by its id.
  case winBack(String)
  /// A billing plan of the product, without an offer; an offer can be for a billing plan itself.
  case plan(BillingPlanType)
  /// The introductory offer, as the developer's server allows or denies it.
  ///
  /// The server's decision is a JWS with the audience `introductory-offer-eligibility`.
  case introductory(eligibility: String)
}

extension PurchaseOffer {
  /// The name of the offer, without the developer's signature; nil where only the developer's server knows the answer.
  package var name: OfferName? {
    switch self {
    case .promotional(let id, _): .promotional(id)
    case .code(let name): .code(name)
    case .winBack(let id): .winBack(id)
    case .plan(let plan): .plan(plan)
    case .introductory: nil
    }
  }
}

/// The developer's signature that allows a customer to use a promotional offer.
package enum OfferSignature: Hashable, Sendable {
  /// A JWS in compact form with the audience `promotional-offer`.
  case jws(String)
  /// The older form: ECDSA over the joined fields, DER in base64; `timestamp` is in milliseconds.
  case legacy(keyId: String, nonce: String, timestamp: Int64, signature: String)
}

/// An offer of a product, and whether the customer is eligible for it.
package struct PreviewedOffer: Hashable, Sendable {
  /// The type of the offer; nil for a billing plan.
  package var type: OfferType?
  /// The promotional offer's id or the offer code's name; nil for an introductory offer, which applies automatically.
  package var id: String?
  /// The billing plan, if this is a billing plan and not an offer.
  package var plan: BillingPlanType?
  /// The price in words, such as `free for 1 week`.
  package var words: String
  /// Why the customer is not eligible now; nil if the customer is eligible.
  package var reason: String?

  package init(
    type: OfferType?, id: String? = nil, plan: BillingPlanType? = nil, words: String, reason: String? = nil
  ) {
    self.type = type
    self.id = id
    self.plan = plan
    self.words = words
    self.reason = reason
  }

  /// The name of the offer in a purchase; nil for an offer that applies automatically.
  package var name: OfferName? {
    switch type {
    case .promotionalOffer: id.map(OfferName.promotional)
    case .offerCode: id.map(OfferName.code)
    case .winBackOffer: id.map(OfferName.winBack)
    case nil: plan.map(OfferName.plan)
    default: nil
    }
  }
}

/// The name of an offer, before the developer signs it.
package enum OfferName: Hashable, Sendable {
  /// A promotional offer by its id.
  case promotional(String)
  /// An offer code by its reference name.
  case code(String)
  /// A win-back offer by its id.
  case winBack(String)
  /// A billing plan of the product.
  case plan(BillingPlanType)
  /// The introductory offer, allowed or denied by the developer's server.
  case introductory(allowed: Bool)
}
