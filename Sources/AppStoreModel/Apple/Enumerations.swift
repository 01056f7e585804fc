/// An enumeration of Apple's that may grow: every raw value is kept, known or not, and is written again as it was read.
package protocol OpenEnum: RawRepresentable, JSONMember, Hashable, Sendable, CustomStringConvertible
where RawValue: JSONMember & Hashable & Sendable & CustomStringConvertible {
  /// Every raw value makes one.
  init(rawValue: RawValue)

  /// The values that Apple documents, in Apple's order.
  static var known: [Self] { get }
}

extension OpenEnum {
  /// Whether Apple documents this value.
  package var isKnown: Bool { Self.known.contains(self) }

  /// The raw value as text, which comes from outside: make it safe before it is shown.
  package var description: String { rawValue.description }
}

/// The App Store that signed something (Apple: AppStoreEnvironment).
package struct StoreEnvironment: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The test environment of Apple; the simulator signs with it too.
  package static let sandbox = StoreEnvironment(rawValue: "Sandbox")
  /// The real App Store.
  package static let production = StoreEnvironment(rawValue: "Production")
  /// StoreKit testing in Xcode, signed with a local key.
  package static let xcode = StoreEnvironment(rawValue: "Xcode")
  /// Tests on one machine.
  package static let localTesting = StoreEnvironment(rawValue: "LocalTesting")

  /// Whether Apple signs the data of this environment; elsewhere it proves nothing.
  package var isSignedByApple: Bool { self != .xcode && self != .localTesting }

  package static let known: [StoreEnvironment] = [
    sandbox, production, xcode, localTesting,
  ]
}

/// The type of an in-app purchase (Apple: ProductType, as signed transactions spell it).
package struct ProductType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A subscription that renews until it is cancelled.
  package static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")
  /// Bought once, owned for good.
  package static let nonConsumable = ProductType(rawValue: "Non-Consumable")
  /// Used up, and bought again.
  package static let consumable = ProductType(rawValue: "Consumable")
  /// Access for a time that the app itself counts.
  package static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

  package static let known: [ProductType] = [
    autoRenewableSubscription, nonConsumable, consumable, nonRenewingSubscription,
  ]
}

/// How the customer came to own a purchase (Apple: InAppOwnershipType).
package struct InAppOwnershipType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Shared by a member of the family.
  package static let familyShared = InAppOwnershipType(rawValue: "FAMILY_SHARED")
  /// Bought by this customer.
  package static let purchased = InAppOwnershipType(rawValue: "PURCHASED")

  package static let known: [InAppOwnershipType] = [
    familyShared, purchased,
  ]
}

/// Why a transaction came to be (Apple: TransactionReason).
package struct TransactionReason: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The customer bought it; an upgrade counts as a purchase.
  package static let purchase = TransactionReason(rawValue: "PURCHASE")
  /// The App Store renewed a subscription.
  package static let renewal = TransactionReason(rawValue: "RENEWAL")

  package static let known: [TransactionReason] = [
    purchase, renewal,
  ]
}

/// The platform on which the app was first bought (Apple: PurchasePlatform).
package struct PurchasePlatform: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// iPhone and iPad.
  package static let iOS = PurchasePlatform(rawValue: "iOS")
  /// Mac.
  package static let macOS = PurchasePlatform(rawValue: "macOS")
  /// Apple TV.
  package static let tvOS = PurchasePlatform(rawValue: "tvOS")
  /// Apple Vision.
  package static let visionOS = PurchasePlatform(rawValue: "visionOS")

  package static let known: [PurchasePlatform] = [
    iOS, macOS, tvOS, visionOS,
  ]
}

/// The kind of an offer (Apple: OfferType).
package struct OfferType: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// For customers who are new to the group.
  package static let introductoryOffer = OfferType(rawValue: 1)
  /// For customers the app chooses.
  package static let promotionalOffer = OfferType(rawValue: 2)
  /// Redeemed with a code.
  package static let offerCode = OfferType(rawValue: 3)
  /// For customers whose subscription has ended.
  package static let winBackOffer = OfferType(rawValue: 4)

  package static let known: [OfferType] = [
    introductoryOffer, promotionalOffer, offerCode, winBackOffer,
  ]
}

/// How an offer is paid (Apple: OfferDiscountType).
package struct OfferDiscountType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Free for a time.
  package static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
  /// A lower price each period.
  package static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
  /// One lower price for several periods.
  package static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
  /// A lower price once, for products that do not renew.
  package static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")

  package static let known: [OfferDiscountType] = [
    freeTrial, payAsYouGo, payUpFront, oneTime,
  ]
}

/// How a subscription with a commitment is charged (Apple: BillingPlanType).
package struct BillingPlanType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// At once for the whole time.
  package static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
  /// Each month.
  package static let monthly = BillingPlanType(rawValue: "MONTHLY")

  package static let known: [BillingPlanType] = [
    billedUpfront, monthly,
  ]
}

/// How the next period of a subscription is charged (Apple: RenewalBillingPlanType).
package struct RenewalBillingPlanType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// At once for the whole time.
  package static let billedUpfront = RenewalBillingPlanType(rawValue: "BILLED_UPFRONT")
  /// Each month.
  package static let monthly = RenewalBillingPlanType(rawValue: "MONTHLY")

  package static let known: [RenewalBillingPlanType] = [
    billedUpfront, monthly,
  ]
}
