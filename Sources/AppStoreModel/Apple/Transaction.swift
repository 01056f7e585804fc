package import Core

/// The signed record of one purchase or one subscription period (Apple: JWSTransactionDecodedPayload).
///
/// Prices are in milliunits of ``currency``, for the whole quantity. Ids are strings.
package struct Transaction: Hashable, Sendable {
  /// The id of the first transaction; every renewal, resubscription and change of product repeats it.
  package var originalTransactionId: String?
  /// The id of this purchase or period.
  package var transactionId: String?
  /// The id of the subscription event, the same on all devices.
  package var webOrderLineItemId: String?
  /// The bundle id of the app.
  package var bundleId: String?
  /// The product id.
  package var productId: String?
  /// The subscription group; auto-renewable subscriptions only.
  package var subscriptionGroupIdentifier: String?
  /// When Apple charged the customer; may be later than `signedDate`, because Apple issues renewals ahead.
  package var purchaseDate: Timestamp?
  /// The purchase date of the original transaction.
  package var originalPurchaseDate: Timestamp?
  /// When the subscription period ends or renews; auto-renewable subscriptions only.
  package var expiresDate: Timestamp?
  /// The number of units bought.
  package var quantity: Int32?
  /// The type of the product.
  package var type: ProductType?
  /// The UUID that the app attached to the purchase, spelled as Apple sent it.
  package var appAccountToken: String?
  /// Whether the customer bought the product or has it through Family Sharing.
  package var inAppOwnershipType: InAppOwnershipType?
  /// When Apple signed this payload; of several payloads for one transaction, the newest counts.
  package var signedDate: Timestamp?
  /// Why Apple refunded or revoked the transaction.
  package var revocationReason: RevocationReason?
  /// When Apple refunded or revoked the transaction; absent again after a reversed refund.
  package var revocationDate: Timestamp?
  /// Whether an upgrade replaced this transaction; the App Store sends it only when true.
  package var isUpgraded: Bool?
  /// The type of the offer that applied.
  package var offerType: OfferType?
  /// The id of the offer, or the offer code.
  package var offerIdentifier: String?
  /// The App Store environment that signed this payload.
  package var environment: StoreEnvironment?
  /// The storefront as an ISO 3166-1 alpha-3 code, such as `USA`.
  package var storefront: String?
  /// Apple's number of the storefront, such as `143441`.
  package var storefrontId: String?
  /// What caused the transaction: a purchase or a renewal.
  package var transactionReason: TransactionReason?
  /// The ISO 4217 code of the price's currency.
  package var currency: String?
  /// The price of the whole quantity in milliunits of the currency.
  package var price: Int64?
  /// How the customer pays under the offer: free, each period, or once in advance.
  package var offerDiscountType: OfferDiscountType?
  /// The id of this Apple Account's download of the app.
  package var appTransactionId: String?
  /// The ISO 8601 duration of the offer.
  package var offerPeriod: String?
  /// The type of the revocation: a full refund, a partial refund, or the end of Family Sharing.
  package var revocationType: RevocationType?
  /// The refunded share in thousandths of a percent: 50000 is 50 %.
  package var revocationPercentage: Int32?
  /// The Advanced Commerce data, kept unchanged.
  package var advancedCommerceInfo: JSONValue?
  /// How the customer pays for a subscription with a commitment.
  package var billingPlanType: BillingPlanType?
  /// The commitment to which this period belongs.
  package var commitmentInfo: TransactionCommitmentInfo?
  /// The id of the subscription's original transaction before a migration.
  package var previousOriginalTransactionId: String?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension Transaction: Payload {
  /// The members in the order in which they are written, which is Apple's order.
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

/// The commitment to which a billing period belongs (Apple: TransactionCommitmentInfo).
package struct TransactionCommitmentInfo: Hashable, Sendable {
  /// The number of this period within the commitment, counted from 1.
  package var billingPeriodNumber: Int32?
  /// When the commitment ends.
  package var commitmentExpiresDate: Timestamp?
  /// The price of the whole commitment in milliunits of the currency.
  package var commitmentPrice: Int64?
  /// The number of periods in the commitment.
  package var totalBillingPeriods: Int32?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension TransactionCommitmentInfo {
  /// Whether payments of the commitment are left after this period.
  package var hasPaymentsLeft: Bool {
    guard let billingPeriodNumber, let totalBillingPeriods else { return false }
    return billingPeriodNumber < totalBillingPeriods
  }
}

extension TransactionCommitmentInfo: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("billingPeriodNumber", \.billingPeriodNumber),
    Field("commitmentExpiresDate", \.commitmentExpiresDate),
    Field("commitmentPrice", \.commitmentPrice),
    Field("totalBillingPeriods", \.totalBillingPeriods))
}
