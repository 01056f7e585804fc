import AppStoreModel
import Core
import Storage

extension LedgerSession {
  /// Makes a new version of a transaction and moves it to the end of the history; the caller stores the row.
  ///
  /// With `isCorrupted`, one bit of every signature of it is wrong.
  mutating func stateAnew(_ row: inout TransactionRow, isCorrupted: Bool = false) throws {
    row.sequence = nextSequence()
    row.isCorrupted = isCorrupted
    row.statement = Statement(
      payload(of: row, account: try account(row.account), signedDate: nextSignedDate()).json)
  }

  /// Stores a version of a transaction whose payload differs from the ledger's columns; `null` removes a member.
  ///
  /// A tester uses it for payloads that Apple might send one day or sends late: unknown types, meaningless dates, an
  /// older copy. A given `signedDate` is kept; any other statement is signed with the date of the answer. The next
  /// change of the transaction restores the true payload.
  mutating func restate(_ id: String, _ members: JSONObject) throws {
    var row = try knownTransaction(id)
    try stateAnew(&row)
    var said: JSONObject = [:]
    for (name, value) in try row.statement.json() where members[name] == nil { said.append(name, value) }
    for (name, value) in members where value != .null { said.append(name, value) }
    row.statement = Statement(said, keepsDate: members["signedDate"] != nil)
    try connection.update(row)
  }

  /// Makes new renewal information for a subscription; the caller stores the row.
  mutating func stateAnew(_ row: inout SubscriptionRow) throws {
    var payload = payload(of: row, account: try account(row.account), signedDate: nextSignedDate())
    if row.state == .grace, case let faults = try faults(), !faults.isEmpty {
      if try spend(.graceWithoutDate, among: faults) { payload.gracePeriodExpiresDate = nil }
      if try spend(.graceNotInRetry, among: faults) { payload.isInBillingRetryPeriod = false }
    }
    row.statement = Statement(payload.json)
  }

  /// The `signedDate` of answers given now: at least that of the last change, else one millisecond before now.
  ///
  /// All parts of an answer come from one state of the ledger, and the next change gets a later date than every answer
  /// before it. A client that keeps the newest `signedDate` therefore always keeps the newest facts.
  var answerDate: Int64 { max(now - 1, state.lastSigned) }

  /// Returns a transaction as a JWS, signed now.
  func text(of row: TransactionRow) throws -> String { try text(of: row.statement, isCorrupted: row.isCorrupted) }

  /// Returns a listed transaction as a JWS, signed now.
  func text(of row: NumberedStatement) throws -> String { try text(of: row.statement, isCorrupted: row.isCorrupted) }

  /// Returns a subscription's renewal information as a JWS, signed now.
  func text(of row: SubscriptionRow) throws -> String { try text(of: row.statement) }

  /// Returns a family member's renewal information as a JWS, signed now; nil if the product is no subscription.
  func text(of share: ShareRow) throws -> String? { try share.statement.map { try text(of: $0) } }

  private func text(of statement: Statement, isCorrupted: Bool = false) throws -> String {
    let payload = try statement.payload(at: answerDate)
    return try identity.signer.identity().sign(payload, isCorrupted: isCorrupted)
  }

  /// Returns a signed text without its header segment.
  func body(of text: String) throws -> String {
    let header = identity.headerSegment
    guard text.hasPrefix(header), let rest = String(text.utf8.dropFirst(header.utf8.count)) else {
      throw StoreError(.unusable, say("the ledger's certificates changed while it was open; open it again"))
    }
    return rest
  }

  /// Returns a transaction's payload (Apple: JWSTransactionDecodedPayload) with the members of real sandbox data.
  private func payload(of row: TransactionRow, account: AccountRow, signedDate: Int64) -> Transaction {
    var payload = Transaction()
    payload.transactionId = String(row.id)
    payload.originalTransactionId = String(row.originalId)
    payload.webOrderLineItemId = row.webOrderLineItemId.map { String($0) }
    payload.bundleId = identity.bundleId
    payload.productId = row.productId
    payload.subscriptionGroupIdentifier = row.groupId
    payload.purchaseDate = Timestamp(milliseconds: row.purchaseDate)
    payload.originalPurchaseDate = Timestamp(milliseconds: row.originalPurchaseDate)
    payload.expiresDate = row.expiresDate.map(Timestamp.init(milliseconds:))
    payload.quantity = row.quantity
    payload.type = row.type
    payload.appAccountToken = row.token
    payload.inAppOwnershipType = row.ownership
    payload.signedDate = Timestamp(milliseconds: signedDate)
    payload.environment = identity.environment
    payload.transactionReason = row.reason
    payload.storefront = row.storefront
    payload.storefrontId = Storefront(countryCode: row.storefront)?.id
    payload.price = row.price
    payload.currency = row.currency
    payload.appTransactionId = String(account.appTransactionId)
    if row.isUpgraded { payload.isUpgraded = true }
    if let offer = row.offer {
      payload.offerType = offer.type
      payload.offerIdentifier = offer.id
      payload.offerDiscountType = offer.discount
      payload.offerPeriod = offer.period.iso8601
    }
    if let plan = row.plan {
      payload.billingPlanType = plan.type
      payload.commitmentInfo = plan.commitment.map { commitment in
        var info = TransactionCommitmentInfo()
        info.billingPeriodNumber = commitment.number
        info.commitmentExpiresDate = Timestamp(milliseconds: commitment.expires)
        info.commitmentPrice = commitment.price
        info.totalBillingPeriods = commitment.total
        return info
      }
    }
    if let revocation = row.revocation {
      payload.revocationDate = Timestamp(milliseconds: revocation.date)
      payload.revocationReason = revocation.reason
      payload.revocationType = revocation.type
      payload.revocationPercentage = revocation.percentage
    }
    if state.signsShapeOf2025 {
      (payload.revocationType, payload.revocationPercentage) = (nil, nil)
      (payload.billingPlanType, payload.commitmentInfo) = (nil, nil)
    }
    return payload
  }

  /// Returns the payload of renewal information (Apple: JWSRenewalInfoDecodedPayload).
  ///
  /// As in Apple's sandbox, price and currency are absent while auto-renewal is off, and `isInBillingRetryPeriod` is
  /// absent until a renewal has failed.
  private func payload(of row: SubscriptionRow, account: AccountRow, signedDate: Int64) -> RenewalInfo {
    var payload = RenewalInfo()
    payload.originalTransactionId = String(row.originalId)
    payload.autoRenewProductId = row.nextChargedProductId
    payload.productId = row.productId
    payload.autoRenewStatus = row.renewsNext ? .on : .off
    // During billing retry the paid period is over because the charge failed.
    payload.expirationIntent = row.state == .retry ? .billingError : row.expirationIntent
    switch row.state {
    case .active: break
    case .grace, .retry: payload.isInBillingRetryPeriod = true
    case .expired, .revoked: payload.isInBillingRetryPeriod = false
    }
    if row.state == .grace { payload.gracePeriodExpiresDate = row.graceEnd.map(Timestamp.init(milliseconds:)) }
    payload.renewalDate = Timestamp(milliseconds: row.graceEnd ?? row.expiresDate)
    if row.renewsNext, let price = renewalPrice(of: row) {
      payload.renewalPrice = price
      payload.currency = account.currency
    }
    switch row.consent {
    case .pending: payload.priceIncreaseStatus = .customerHasNotResponded
    case .agreed: payload.priceIncreaseStatus = .customerConsentedOrWasNotifiedWithoutNeedingConsent
    case .refused, nil: break
    }
    if row.renewsNext, row.nextProductId == nil, let offer = row.nextOffer?.applied {
      payload.offerType = offer.type
      payload.offerIdentifier = offer.id
      payload.offerDiscountType = offer.discount
      payload.offerPeriod = offer.period.iso8601
    }
    payload.eligibleWinBackOfferIds = eligibleWinBackOfferIds(of: row)
    if row.state.isRunning, let plan = row.plan {
      // During a commitment `autoRenewStatus` is about the next payment; `commitmentInfo` has the customer's choice for
      // its end.
      let next = row.isCommitted ? plan.type : row.nextPlan ?? plan.type
      payload.renewalBillingPlanType = next
      payload.commitmentInfo = plan.commitment.map { commitmentInfo(of: row, plan, $0) }
    }
    if state.signsShapeOf2025 { (payload.renewalBillingPlanType, payload.commitmentInfo) = (nil, nil) }
    payload.recentSubscriptionStartDate = Timestamp(milliseconds: row.startDate)
    payload.signedDate = Timestamp(milliseconds: signedDate)
    payload.environment = identity.environment
    payload.appAccountToken = row.token
    payload.appTransactionId = String(account.appTransactionId)
    return payload
  }

  /// Returns the information about the renewal at the commitment's end (Apple: RenewalCommitmentInfo).
  private func commitmentInfo(
    of row: SubscriptionRow, _ plan: BilledPlan, _ commitment: BilledPlan.Commitment
  ) -> RenewalCommitmentInfo {
    var info = RenewalCommitmentInfo()
    let next = row.nextPlan ?? plan.type
    info.commitmentAutoRenewProductId = row.renewingProductId
    info.commitmentAutoRenewStatus = row.autoRenew ? .on : .off
    info.commitmentRenewalDate = Timestamp(milliseconds: commitment.expires)
    guard row.autoRenew else { return info }
    info.commitmentRenewalBillingPlanType = next
    let plans = catalogue.product(row.renewingProductId)?.subscription?.billingPlans ?? []
    info.commitmentRenewalPrice = plans.first { $0.type == next }?.commitmentPrice
    return info
  }
}

/// Changes signed texts so that their verification fails, in a different way for each kind of failure.
///
/// The ledger's own copies stay valid. A device cannot check certificate revocation or device verification without
/// Apple. These two kinds therefore appear as an untrusted chain and as an invalid signature.
struct SignatureSpoiler {
  let kind: FailureKind
  let signer: LedgerSigner

  func spoiled(_ jws: String) throws -> String {
    let segments = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard segments.count == 3 else { return jws }
    switch kind {
    case .invalidEncoding:
      return "\(segments[0]).!\(segments[1].dropFirst()).\(segments[2])"
    case .revokedCertificate, .invalidCertificateChain:
      return "\(try leafOnly(segments[0])).\(segments[1]).\(segments[2])"
    case .missingRequiredProperties:
      return try signer.identity().sign(anonymous(jws))
    default:
      let first = segments[2].first == "A" ? "B" : "A"
      return "\(segments[0]).\(segments[1]).\(first)\(segments[2].dropFirst())"
    }
  }

  /// Returns the header with only the leaf certificate.
  private func leafOnly(_ segment: Substring) throws -> String {
    guard let bytes = Base64.url.decode(String(segment)), case .object(var header) = try JSONValue(parsing: bytes)
    else { return String(segment) }
    if let certificates = header["x5c"]?.arrayValue { header["x5c"] = .array(Array(certificates.prefix(1))) }
    return String(decoding: Base64.url.encode(JSONValue.object(header).serializedBytes()), as: UTF8.self)
  }

  /// Returns the payload without the members that name the app and the environment.
  private func anonymous(_ jws: String) throws -> JSONObject {
    var payload = try CompactJWS(jws.utf8).claims()
    payload["bundleId"] = nil
    payload["environment"] = nil
    return payload
  }
}
