package import StrictJSON

/// What the App Store says of one purchase or one period of a subscription
/// (Apple: JWSTransactionDecodedPayload).
///
/// Prices are milliunits of ``currency``, the total for the quantity. Ids are text.
package struct Transaction: Hashable, Sendable {
  /// The first transaction of the lineage; the same for every renewal, resubscription and change of product.
  package var originalTransactionId: String?
  /// This purchase or period.
  package var transactionId: String?
  /// The subscription event across devices.
  package var webOrderLineItemId: String?
  /// The app.
  package var bundleId: String?
  /// The product.
  package var productId: String?
  /// The group of an auto-renewable subscription.
  package var subscriptionGroupIdentifier: String?
  /// When it was charged; may be later than `signedDate`, since renewals are issued ahead.
  package var purchaseDate: Timestamp?
  /// When the original transaction was bought.
  package var originalPurchaseDate: Timestamp?
  /// When the period ends or renews; auto-renewable subscriptions only.
  package var expiresDate: Timestamp?
  /// How many were bought.
  package var quantity: Int32?
  /// The type of the product.
  package var type: ProductType?
  /// The UUID that the app attached, as it was sent.
  package var appAccountToken: String?
  /// Bought, or shared by the family.
  package var inAppOwnershipType: InAppOwnershipType?
  /// When this statement was signed: of several about one transaction the newest counts.
  package var signedDate: Timestamp?
  /// Why it was refunded or revoked.
  package var revocationReason: RevocationReason?
  /// When it was refunded or revoked; absent again after a refund was reversed.
  package var revocationDate: Timestamp?
  /// Whether an upgrade took its place; the App Store sends it only when true.
  package var isUpgraded: Bool?
  /// The kind of offer that applied.
  package var offerType: OfferType?
  /// The offer code or the id of the offer.
  package var offerIdentifier: String?
  /// The App Store that signed it.
  package var environment: StoreEnvironment?
  /// The storefront by ISO 3166-1 alpha-3, such as `USA`.
  package var storefront: String?
  /// Apple's number of the storefront, such as `143441`.
  package var storefrontId: String?
  /// A purchase, or a renewal.
  package var transactionReason: TransactionReason?
  /// The ISO 4217 code of the price's currency.
  package var currency: String?
  /// Milliunits of the currency for the whole quantity.
  package var price: Int64?
  /// How the offer is paid.
  package var offerDiscountType: OfferDiscountType?
  /// The customer's download of the app.
  package var appTransactionId: String?
  /// The ISO 8601 duration of the offer.
  package var offerPeriod: String?
  /// What the revocation gave back.
  package var revocationType: RevocationType?
  /// The share given back in milliunits of a percent: 50000 is 50 %.
  package var revocationPercentage: Int32?
  /// Members of the Advanced Commerce API, as they came.
  package var advancedCommerceInfo: JSONValue?
  /// How a subscription with a commitment is charged.
  package var billingPlanType: BillingPlanType?
  /// The commitment that this period belongs to.
  package var commitmentInfo: TransactionCommitmentInfo?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    originalTransactionId: String? = nil, transactionId: String? = nil, webOrderLineItemId: String? = nil,
    bundleId: String? = nil, productId: String? = nil, subscriptionGroupIdentifier: String? = nil,
    purchaseDate: Timestamp? = nil, originalPurchaseDate: Timestamp? = nil, expiresDate: Timestamp? = nil,
    quantity: Int32? = nil, type: ProductType? = nil, appAccountToken: String? = nil,
    inAppOwnershipType: InAppOwnershipType? = nil, signedDate: Timestamp? = nil,
    revocationReason: RevocationReason? = nil, revocationDate: Timestamp? = nil, isUpgraded: Bool? = nil,
    offerType: OfferType? = nil, offerIdentifier: String? = nil, environment: StoreEnvironment? = nil,
    storefront: String? = nil, storefrontId: String? = nil, transactionReason: TransactionReason? = nil,
    currency: String? = nil, price: Int64? = nil, offerDiscountType: OfferDiscountType? = nil,
    appTransactionId: String? = nil, offerPeriod: String? = nil, revocationType: RevocationType? = nil,
    revocationPercentage: Int32? = nil, advancedCommerceInfo: JSONValue? = nil,
    billingPlanType: BillingPlanType? = nil, commitmentInfo: TransactionCommitmentInfo? = nil,
    otherMembers: JSONObject = JSONObject()
  ) {
    self.originalTransactionId = originalTransactionId
    self.transactionId = transactionId
    self.webOrderLineItemId = webOrderLineItemId
    self.bundleId = bundleId
    self.productId = productId
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.expiresDate = expiresDate
    self.quantity = quantity
    self.type = type
    self.appAccountToken = appAccountToken
    self.inAppOwnershipType = inAppOwnershipType
    self.signedDate = signedDate
    self.revocationReason = revocationReason
    self.revocationDate = revocationDate
    self.isUpgraded = isUpgraded
    self.offerType = offerType
    self.offerIdentifier = offerIdentifier
    self.environment = environment
    self.storefront = storefront
    self.storefrontId = storefrontId
    self.transactionReason = transactionReason
    self.currency = currency
    self.price = price
    self.offerDiscountType = offerDiscountType
    self.appTransactionId = appTransactionId
    self.offerPeriod = offerPeriod
    self.revocationType = revocationType
    self.revocationPercentage = revocationPercentage
    self.advancedCommerceInfo = advancedCommerceInfo
    self.billingPlanType = billingPlanType
    self.commitmentInfo = commitmentInfo
    self.otherMembers = otherMembers
  }
}
