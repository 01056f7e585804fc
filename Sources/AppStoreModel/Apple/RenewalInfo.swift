package import Core

/// The App Store's statement of a subscription's next renewal (Apple: JWSRenewalInfoDecodedPayload).
///
/// It names no app: there is no `bundleId`.
package struct RenewalInfo: Hashable, Sendable {
  /// Why the subscription expired.
  package var expirationIntent: ExpirationIntent?
  /// The lineage.
  package var originalTransactionId: String?
  /// The product of the next period; differs from `productId` after a downgrade.
  package var autoRenewProductId: String?
  /// The product of the current period.
  package var productId: String?
  /// Whether it renews.
  package var autoRenewStatus: AutoRenewStatus?
  /// Whether a failed renewal is being tried again.
  package var isInBillingRetryPeriod: Bool?
  /// Whether the customer agreed to a higher price.
  package var priceIncreaseStatus: PriceIncreaseStatus?
  /// Until when access stays although the renewal failed.
  package var gracePeriodExpiresDate: Timestamp?
  /// The kind of offer of the next period.
  package var offerType: OfferType?
  /// The offer code or the id of the offer.
  package var offerIdentifier: String?
  /// When this statement was signed.
  package var signedDate: Timestamp?
  /// The App Store that signed it.
  package var environment: StoreEnvironment?
  /// When the current run without a gap of more than 60 days began.
  package var recentSubscriptionStartDate: Timestamp?
  /// When the current cycle ends; present even when it will not renew.
  package var renewalDate: Timestamp?
  /// The ISO 4217 code of the renewal price's currency.
  package var currency: String?
  /// Milliunits of the currency for the next period; absent when it will not renew.
  package var renewalPrice: Int64?
  /// How the offer is paid.
  package var offerDiscountType: OfferDiscountType?
  /// Win-back offers that the customer may use.
  package var eligibleWinBackOfferIds: [String]?
  /// The UUID that the app attached, as it was sent.
  package var appAccountToken: String?
  /// The customer's download of the app.
  package var appTransactionId: String?
  /// The ISO 8601 duration of the offer.
  package var offerPeriod: String?
  /// Members of the Advanced Commerce API, as they came.
  package var advancedCommerceInfo: JSONValue?
  /// The commitment of the next period.
  package var commitmentInfo: RenewalCommitmentInfo?
  /// How the next period is charged.
  package var renewalBillingPlanType: RenewalBillingPlanType?
  /// Members that this model does not know, as they came.
  package var otherMembers = JSONObject()

  package init() {}
}

extension RenewalInfo: Payload {
  /// In the order of writing, which is Apple's.
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

/// The commitment that a subscription renews into (Apple: RenewalCommitmentInfo).
package struct RenewalCommitmentInfo: Hashable, Sendable {
  /// The product of the next commitment.
  package var commitmentAutoRenewProductId: String?
  /// Whether the commitment renews.
  package var commitmentAutoRenewStatus: AutoRenewStatus?
  /// How the next commitment is charged.
  package var commitmentRenewalBillingPlanType: RenewalBillingPlanType?
  /// When the commitment renews.
  package var commitmentRenewalDate: Timestamp?
  /// Milliunits for the next commitment.
  package var commitmentRenewalPrice: Int64?
  /// Members that this model does not know, as they came.
  package var otherMembers = JSONObject()

  package init() {}
}

extension RenewalCommitmentInfo: Payload {
  /// In the order of writing, which is Apple's.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("commitmentAutoRenewProductId", \.commitmentAutoRenewProductId),
    Field("commitmentAutoRenewStatus", \.commitmentAutoRenewStatus),
    Field("commitmentRenewalBillingPlanType", \.commitmentRenewalBillingPlanType),
    Field("commitmentRenewalDate", \.commitmentRenewalDate),
    Field("commitmentRenewalPrice", \.commitmentRenewalPrice))
}
