package import Core

/// The App Store's statement of one purchase or one period of a subscription
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
  /// The kind of the revocation.
  package var revocationType: RevocationType?
  /// The share given back in milliunits of a percent: 50000 is 50 %.
  package var revocationPercentage: Int32?
  /// Members of the Advanced Commerce API, as they came.
  package var advancedCommerceInfo: JSONValue?
  /// How a subscription with a commitment is charged.
  package var billingPlanType: BillingPlanType?
  /// The commitment that this period belongs to.
  package var commitmentInfo: TransactionCommitmentInfo?
  /// The subscription's original transaction before a migration.
  package var previousOriginalTransactionId: String?
  /// Members that this model does not know, as they came.
  package var otherMembers = JSONObject()

  package init() {}
}

extension Transaction: Payload {
  /// In the order of writing, which is Apple's.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("originalTransactionId", \.originalTransactionId),
    Field("transactionId", \.transactionId),
    Field("webOrderLineItemId", \.webOrderLineItemId),
    Field("bundleId", \.bundleId),
    Field("productId", \.productId),
    Field("subscriptionGroupIdentifier", \.subscriptionGroupIdentifier),
    Field("purchaseDate", \.purchaseDate),
    Field("originalPurchaseDate", \.originalPurchaseDate),
    Field("expiresDate", \.expiresDate),
    Field("quantity", \.quantity),
    Field("type", \.type),
    Field("appAccountToken", \.appAccountToken),
    Field("inAppOwnershipType", \.inAppOwnershipType),
    Field("signedDate", \.signedDate),
    Field("revocationReason", \.revocationReason),
    Field("revocationDate", \.revocationDate),
    Field("isUpgraded", \.isUpgraded),
    Field("offerType", \.offerType),
    Field("offerIdentifier", \.offerIdentifier),
    Field("environment", \.environment),
    Field("storefront", \.storefront),
    Field("storefrontId", \.storefrontId),
    Field("transactionReason", \.transactionReason),
    Field("currency", \.currency),
    Field("price", \.price),
    Field("offerDiscountType", \.offerDiscountType),
    Field("appTransactionId", \.appTransactionId),
    Field("offerPeriod", \.offerPeriod),
    Field("revocationType", \.revocationType),
    Field("revocationPercentage", \.revocationPercentage),
    Field("advancedCommerceInfo", \.advancedCommerceInfo),
    Field("billingPlanType", \.billingPlanType),
    Field("commitmentInfo", \.commitmentInfo),
    Field("previousOriginalTransactionId", \.previousOriginalTransactionId))
}

/// The commitment that a billing period belongs to (Apple: TransactionCommitmentInfo).
package struct TransactionCommitmentInfo: Hashable, Sendable {
  /// Which period of the commitment this is, from 1.
  package var billingPeriodNumber: Int32?
  /// When the commitment ends.
  package var commitmentExpiresDate: Timestamp?
  /// Milliunits for the whole commitment.
  package var commitmentPrice: Int64?
  /// How many periods the commitment has.
  package var totalBillingPeriods: Int32?
  /// Members that this model does not know, as they came.
  package var otherMembers = JSONObject()

  package init() {}
}

extension TransactionCommitmentInfo: Payload {
  /// In the order of writing, which is Apple's.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("billingPeriodNumber", \.billingPeriodNumber),
    Field("commitmentExpiresDate", \.commitmentExpiresDate),
    Field("commitmentPrice", \.commitmentPrice),
    Field("totalBillingPeriods", \.totalBillingPeriods))
}
