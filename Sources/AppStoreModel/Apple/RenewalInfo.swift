package import Core

/// The signed record of a subscription's next renewal (Apple: JWSRenewalInfoDecodedPayload).
///
/// The payload does not name the app: it has no `bundleId`.
package struct RenewalInfo: Hashable, Sendable {
  /// Why the subscription expired; absent while it is active.
  package var expirationIntent: ExpirationIntent?
  /// The id of the subscription's first transaction, shared by all its renewals.
  package var originalTransactionId: String?
  /// The product of the next period; it differs from `productId` after a downgrade.
  package var autoRenewProductId: String?
  /// The product of the current period.
  package var productId: String?
  /// Whether the subscription renews at the end of the period.
  package var autoRenewStatus: AutoRenewStatus?
  /// Whether Apple is retrying a failed charge (billing retry).
  package var isInBillingRetryPeriod: Bool?
  /// Whether the customer agreed to a price increase.
  package var priceIncreaseStatus: PriceIncreaseStatus?
  /// When the Billing Grace Period ends; the customer keeps access until then.
  package var gracePeriodExpiresDate: Timestamp?
  /// The type of the offer that applies to the next period.
  package var offerType: OfferType?
  /// The id of the offer, or the offer code.
  package var offerIdentifier: String?
  /// When Apple signed this payload.
  package var signedDate: Timestamp?
  /// The App Store environment that signed this payload.
  package var environment: StoreEnvironment?
  /// When the customer's latest continuous subscription began; gaps of up to 60 days do not interrupt it.
  package var recentSubscriptionStartDate: Timestamp?
  /// When the current period ends; present even if the subscription will not renew.
  package var renewalDate: Timestamp?
  /// The ISO 4217 code of the renewal price's currency.
  package var currency: String?
  /// The price of the next period in milliunits of the currency; absent if the subscription will not renew.
  package var renewalPrice: Int64?
  /// How the customer pays under the offer: free, each period, or once in advance.
  package var offerDiscountType: OfferDiscountType?
  /// The win-back offers for which the customer is eligible.
  package var eligibleWinBackOfferIds: [String]?
  /// The UUID that the app attached to the purchase, spelled as Apple sent it.
  package var appAccountToken: String?
  /// The id of this Apple Account's download of the app.
  package var appTransactionId: String?
  /// The ISO 8601 duration of the offer.
  package var offerPeriod: String?
  /// The Advanced Commerce data, kept unchanged.
  package var advancedCommerceInfo: JSONValue?
  /// The commitment to which the next period belongs.
  package var commitmentInfo: RenewalCommitmentInfo?
  /// How the customer pays for the next period.
  package var renewalBillingPlanType: BillingPlanType?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension RenewalInfo: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("expirationIntent", \.expirationIntent),
    Field("originalTransactionId", \.originalTransactionId),
    Field("autoRenewProductId", \.autoRenewProductId),
    Field("productId", \.productId),
    Field("autoRenewStatus", \.autoRenewStatus),
    Field("isInBillingRetryPeriod", \.isInBillingRetryPeriod),
    Field("priceIncreaseStatus", \.priceIncreaseStatus),
    Field("gracePeriodExpiresDate", \.gracePeriodExpiresDate),
    Field("offerType", \.offerType),
    Field("offerIdentifier", \.offerIdentifier),
    Field("signedDate", \.signedDate),
    Field("environment", \.environment),
    Field("recentSubscriptionStartDate", \.recentSubscriptionStartDate),
    Field("renewalDate", \.renewalDate),
    Field("currency", \.currency),
    Field("renewalPrice", \.renewalPrice),
    Field("offerDiscountType", \.offerDiscountType),
    Field("eligibleWinBackOfferIds", \.eligibleWinBackOfferIds),
    Field("appAccountToken", \.appAccountToken),
    Field("appTransactionId", \.appTransactionId),
    Field("offerPeriod", \.offerPeriod),
    Field("advancedCommerceInfo", \.advancedCommerceInfo),
    Field("commitmentInfo", \.commitmentInfo),
    Field("renewalBillingPlanType", \.renewalBillingPlanType))
}

/// The commitment to which a subscription renews next (Apple: RenewalCommitmentInfo).
package struct RenewalCommitmentInfo: Hashable, Sendable {
  /// The product of the next commitment.
  package var commitmentAutoRenewProductId: String?
  /// Whether the commitment renews.
  package var commitmentAutoRenewStatus: AutoRenewStatus?
  /// How the customer pays for the next commitment.
  package var commitmentRenewalBillingPlanType: BillingPlanType?
  /// When the commitment renews.
  package var commitmentRenewalDate: Timestamp?
  /// The price of the next commitment in milliunits of the currency.
  package var commitmentRenewalPrice: Int64?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension RenewalCommitmentInfo: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("commitmentAutoRenewProductId", \.commitmentAutoRenewProductId),
    Field("commitmentAutoRenewStatus", \.commitmentAutoRenewStatus),
    Field("commitmentRenewalBillingPlanType", \.commitmentRenewalBillingPlanType),
    Field("commitmentRenewalDate", \.commitmentRenewalDate),
    Field("commitmentRenewalPrice", \.commitmentRenewalPrice))
}
