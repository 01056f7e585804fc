/// A subscription product as its group ranks it.
package struct SubscriptionPlan: Hashable, Sendable {
  /// The level of service: 1 is the highest, equal numbers are the same level.
  package var level: Int
  package var period: SubscriptionPeriod

  package init(level: Int, period: SubscriptionPeriod) {
    self.level = level
    self.period = period
  }
}

/// The effect of buying a subscription, by the customer's other subscriptions of the group.
package enum PlanChange: String, Hashable, Sendable, CaseIterable {
  /// The first subscription in the group.
  case first
  /// A new run after an earlier one ended, or while its billing is retried without access.
  case again
  /// Exactly this runs already: nothing is charged.
  case owned
  /// A change that was chosen for the next renewal is taken back.
  case takenBack
  /// Exactly this change was chosen for the next renewal already.
  case alreadyChosen
  /// A higher level: at once, and the rest of the period is paid back.
  case upgrade
  /// The same level and the same duration: at once, and the rest of the period is paid back.
  case crossgrade
  /// The same level with another duration: at the next renewal.
  case crossgradeAtRenewal
  /// A lower level: at the next renewal.
  case downgrade

  /// The change between two products of a group.
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
    case .owned, .takenBack, .alreadyChosen, .crossgradeAtRenewal, .downgrade: false
    }
  }

  /// Whether another product's running period ends with it.
  package var replacesPeriod: Bool { self == .upgrade || self == .crossgrade }

  /// Whether it waits for the next renewal.
  package var waitsForRenewal: Bool { self == .crossgradeAtRenewal || self == .downgrade }
}

/// An offer that a purchase asks for.
package enum PurchaseOffer: Hashable, Sendable {
  /// A promotional offer by its id, with the developer's signature.
  case promotional(id: String, signature: OfferSignature)
  /// An offer code by its reference name.
  case code(String)
  /// A win-back offer by its id.
  case winBack(String)
  /// A billing plan of the product, without an offer; an offer may be of a plan itself.
  case plan(BillingPlanType)
  /// The introductory offer as the developer's server decides it, by a JWS with the audience
  /// `introductory-offer-eligibility`.
  case introductory(eligibility: String)
}

/// The developer's word that a customer may have a promotional offer.
package enum OfferSignature: Hashable, Sendable {
  /// A JWS in compact form with the audience `promotional-offer`.
  case jws(String)
  /// The older form: ECDSA over the joined fields, in base64 of DER; `timestamp` in milliseconds.
  case legacy(keyId: String, nonce: String, timestamp: Int64, signature: String)
}

/// An offer that a product has, and whether a customer may take it.
package struct PreviewedOffer: Hashable, Sendable {
  /// Its kind; nil for a billing plan.
  package var type: OfferType?
  /// The promotional offer's id or the offer code's name; nil for an introductory offer, which applies by itself.
  package var id: String?
  /// The billing plan, where it is no offer but a way to pay.
  package var plan: BillingPlanType?
  /// Its charge, in words: `free for 1 week`.
  package var words: String
  /// Why the customer cannot take it now; nil where it can be taken.
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

  /// The offer as a purchase names it; nil for one that applies by itself.
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

/// An offer by its name, before it is signed.
package enum OfferName: Hashable, Sendable {
  /// A promotional offer by its id.
  case promotional(String)
  /// An offer code by its reference name.
  case code(String)
  /// A win-back offer by its id.
  case winBack(String)
  /// A billing plan of the product.
  case plan(BillingPlanType)
  /// The introductory offer, allowed or not by the developer's server.
  case introductory(allowed: Bool)
}
