package import StrictJSON

/// What the App Store says of how a subscription goes on (Apple: JWSRenewalInfoDecodedPayload).
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
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    expirationIntent: ExpirationIntent? = nil, originalTransactionId: String? = nil,
    autoRenewProductId: String? = nil, productId: String? = nil, autoRenewStatus: AutoRenewStatus? = nil,
    isInBillingRetryPeriod: Bool? = nil, priceIncreaseStatus: PriceIncreaseStatus? = nil,
    gracePeriodExpiresDate: Timestamp? = nil, offerType: OfferType? = nil, offerIdentifier: String? = nil,
    signedDate: Timestamp? = nil, environment: StoreEnvironment? = nil, recentSubscriptionStartDate: Timestamp? = nil,
    renewalDate: Timestamp? = nil, currency: String? = nil, renewalPrice: Int64? = nil,
    offerDiscountType: OfferDiscountType? = nil, eligibleWinBackOfferIds: [String]? = nil,
    appAccountToken: String? = nil, appTransactionId: String? = nil, offerPeriod: String? = nil,
    advancedCommerceInfo: JSONValue? = nil, commitmentInfo: RenewalCommitmentInfo? = nil,
    renewalBillingPlanType: RenewalBillingPlanType? = nil, otherMembers: JSONObject = JSONObject()
  ) {
    self.expirationIntent = expirationIntent
    self.originalTransactionId = originalTransactionId
    self.autoRenewProductId = autoRenewProductId
    self.productId = productId
    self.autoRenewStatus = autoRenewStatus
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
    self.priceIncreaseStatus = priceIncreaseStatus
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.offerType = offerType
    self.offerIdentifier = offerIdentifier
    self.signedDate = signedDate
    self.environment = environment
    self.recentSubscriptionStartDate = recentSubscriptionStartDate
    self.renewalDate = renewalDate
    self.currency = currency
    self.renewalPrice = renewalPrice
    self.offerDiscountType = offerDiscountType
    self.eligibleWinBackOfferIds = eligibleWinBackOfferIds
    self.appAccountToken = appAccountToken
    self.appTransactionId = appTransactionId
    self.offerPeriod = offerPeriod
    self.advancedCommerceInfo = advancedCommerceInfo
    self.commitmentInfo = commitmentInfo
    self.renewalBillingPlanType = renewalBillingPlanType
    self.otherMembers = otherMembers
  }
}
