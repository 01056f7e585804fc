/// An enumeration to which Apple may add values: unknown raw values are kept and written back unchanged.
package protocol OpenEnum: RawRepresentable, JSONMember, Hashable, Sendable, CustomStringConvertible
where RawValue: JSONMember & Hashable & Sendable & CustomStringConvertible {
  /// Makes a value from any raw value, known or unknown; it never fails.
  init(rawValue: RawValue)

  /// The values that Apple documents, in Apple's order.
  static var known: [Self] { get }
}

extension OpenEnum {
  /// Whether Apple documents this value.
  package var isKnown: Bool { Self.known.contains(self) }
  package var unknownName: String? { isKnown ? nil : description }

  /// The raw value as text; it comes from outside Till, so callers must sanitize it before showing it.
  package var description: String { rawValue.description }
}

/// The App Store environment that signed a payload (Apple: AppStoreEnvironment).
package struct StoreEnvironment: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Apple's test environment; the simulator's payloads name it too.
  package static let sandbox = StoreEnvironment(rawValue: "Sandbox")
  /// The production environment, in which customers pay real money.
  package static let production = StoreEnvironment(rawValue: "Production")
  /// StoreKit testing in Xcode, which signs with a local key.
  package static let xcode = StoreEnvironment(rawValue: "Xcode")
  /// Local tests with StoreKit; not signed by Apple.
  package static let localTesting = StoreEnvironment(rawValue: "LocalTesting")

  /// Whether Apple signs the data of this environment; a signature of any other environment proves nothing.
  package var isSignedByApple: Bool { self != .xcode && self != .localTesting }

  package static let known: [Self] = [sandbox, production, xcode, localTesting]
}

/// The type of an in-app purchase (Apple: ProductType, as signed transactions spell it).
package struct ProductType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// A subscription that renews until it is cancelled.
  package static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")
  /// A product that the customer buys once and owns permanently.
  package static let nonConsumable = ProductType(rawValue: "Non-Consumable")
  /// A product that the customer uses up and can buy again, such as coins.
  package static let consumable = ProductType(rawValue: "Consumable")
  /// A subscription that does not renew; the app defines how long it lasts.
  package static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

  package static let known: [Self] = [autoRenewableSubscription, nonConsumable, consumable, nonRenewingSubscription]
}

/// Whether the customer bought the product or has it through Family Sharing (Apple: InAppOwnershipType).
package struct InAppOwnershipType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// A family member bought the product and shares it through Family Sharing.
  package static let familyShared = InAppOwnershipType(rawValue: "FAMILY_SHARED")
  /// This customer bought the product.
  package static let purchased = InAppOwnershipType(rawValue: "PURCHASED")

  package static let known: [Self] = [familyShared, purchased]
}

/// What caused a transaction: a purchase or a renewal (Apple: TransactionReason).
package struct TransactionReason: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The customer bought the product; an upgrade counts as a purchase.
  package static let purchase = TransactionReason(rawValue: "PURCHASE")
  /// The App Store renewed the subscription.
  package static let renewal = TransactionReason(rawValue: "RENEWAL")

  package static let known: [Self] = [purchase, renewal]
}

/// The platform on which the app was first bought (Apple: PurchasePlatform).
package struct PurchasePlatform: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The platform of iPhone and iPad.
  package static let iOS = PurchasePlatform(rawValue: "iOS")
  /// The platform of the Mac.
  package static let macOS = PurchasePlatform(rawValue: "macOS")
  /// The platform of Apple TV.
  package static let tvOS = PurchasePlatform(rawValue: "tvOS")
  /// The platform of Apple Vision.
  package static let visionOS = PurchasePlatform(rawValue: "visionOS")

  package static let known: [Self] = [iOS, macOS, tvOS, visionOS]
}

/// The type of an offer (Apple: OfferType).
package struct OfferType: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// An introductory offer, for customers who are new to the subscription group.
  package static let introductoryOffer = OfferType(rawValue: 1)
  /// A promotional offer, for customers whom the app selects.
  package static let promotionalOffer = OfferType(rawValue: 2)
  /// An offer that the customer redeems with a code.
  package static let offerCode = OfferType(rawValue: 3)
  /// A win-back offer, for customers whose subscription has ended.
  package static let winBackOffer = OfferType(rawValue: 4)

  package static let known: [Self] = [introductoryOffer, promotionalOffer, offerCode, winBackOffer]
}

/// How the customer pays under an offer (Apple: OfferDiscountType).
package struct OfferDiscountType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The offer period is free.
  package static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
  /// The customer pays a reduced price for each period of the offer.
  package static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
  /// The customer pays one reduced price for the whole offer, in advance.
  package static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
  /// The customer pays a reduced price once; for products that do not renew.
  package static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")

  package static let known: [Self] = [freeTrial, payAsYouGo, payUpFront, oneTime]
}

/// How the customer pays for a subscription with a commitment (Apple: BillingPlanType, RenewalBillingPlanType).
package struct BillingPlanType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The customer pays for the whole commitment at once.
  package static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
  /// The customer pays each month.
  package static let monthly = BillingPlanType(rawValue: "MONTHLY")

  package static let known: [Self] = [billedUpfront, monthly]
}
