package import Core

/// Receipt data from Apple's `verifyReceipt` server, stored in the form of signed data but without a signature.
///
/// The text is an unsecured JWS (RFC 7515, appendix A.5). Its header states that there is no signature, and who attests
/// the data instead. Its payload has Apple's member names for transactions, and the unchanged receipt entry
/// (`receiptEntry`). A verifier accepts only data from Apple's server, and only on a device that uses that server.
package enum AttestedText {
  /// The member with the receipt entry, which Till adds to Apple's names.
  static let entryMember = "receiptEntry"

  private static func header(_ attestation: Attestation) -> [UInt8] {
    Base64.url.encode(#"{"alg":"none","attested":"\#(attestation.rawValue)"}"#.utf8)
  }

  /// Returns the text for an entry of `latest_receipt_info` or `in_app`.
  ///
  /// - Parameter date: When the server answered; it is used as the signing date.
  /// - Throws: A `JSONError` that names a member of the entry that is missing or not in Apple's form.
  package static func transaction(
    _ entry: JSONObject, by attestation: Attestation, bundleId: String, environment: StoreEnvironment, date: Timestamp
  ) throws(JSONError) -> String {
    guard let transactionId = try entry.string("transaction_id") else { throw .missing("transaction_id") }
    guard try entry.string("product_id") != nil else { throw .missing("product_id") }
    var payload: JSONObject = [
      "transactionId": .string(transactionId),
      "originalTransactionId": .string(try entry.string("original_transaction_id") ?? transactionId),
      "bundleId": .string(bundleId), "environment": .string(environment.rawValue),
      "signedDate": .number(date.milliseconds), "quantity": .number(try number(entry, "quantity") ?? 1),
    ]
    try copy(texts, of: entry, to: &payload)
    try copy(dates, of: entry, to: &payload)
    payload.append("revocationReason", ifPresent: try number(entry, "cancellation_reason").map { .number($0) })
    // Receipts have strings here: `is_upgraded` is "true", never a JSON Boolean.
    if try entry.string("is_upgraded") == "true" { payload.append("isUpgraded", .bool(true)) }
    // A receipt does not state the product type. Only a subscription with an expiry is certain, so nothing else is set.
    if payload["expiresDate"] != nil {
      payload.append("type", .string(ProductType.autoRenewableSubscription.rawValue))
    }
    try appendOffer(of: entry, to: &payload)
    payload.append(entryMember, .object(entry))
    return text(payload, by: attestation)
  }

  /// Returns the text for an item of `pending_renewal_info`; nil if the item names no product for the next period.
  ///
  /// - Parameter date: When the server answered; it is used as the signing date.
  /// - Throws: A `JSONError` that names a member that is not in Apple's form.
  package static func renewalInfo(
    _ item: JSONObject, by attestation: Attestation, environment: StoreEnvironment, date: Timestamp
  ) throws(JSONError) -> String? {
    guard try item.string("auto_renew_product_id") != nil, try item.string("original_transaction_id") != nil else {
      return nil
    }
    var payload: JSONObject = ["environment": .string(environment.rawValue), "signedDate": .number(date.milliseconds)]
    try copy(renewalTexts, of: item, to: &payload)
    try copy([("gracePeriodExpiresDate", "grace_period_expires_date")], of: item, to: &payload)
    for (name, member) in renewalNumbers {
      payload.append(name, ifPresent: try number(item, member).map { .number($0) })
    }
    if let isRetried = try number(item, "is_in_billing_retry_period") {
      payload.append("isInBillingRetryPeriod", .bool(isRetried == 1))
    }
    payload.append(entryMember, .object(item))
    return text(payload, by: attestation)
  }

  /// Reads the claims of a text made by this type; the caller decides whether to trust them.
  package static func read(_ text: String) throws(JSONError) -> Transaction {
    let segment = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first ?? ""
    guard let bytes = Base64.url.decode(String(segment)), case .object(let payload) = try JSONValue(parsing: bytes)
    else { throw JSONError(.wrongType, say("is not a stored receipt entry")) }
    return try Transaction(json: payload)
  }

  /// Returns the payload's bytes of a text made by this type; nil for any other text, such as a signed one.
  static func payload(of text: some Collection<UInt8>, by attestation: Attestation) -> [UInt8]? {
    let start = header(attestation) + [UInt8(ascii: ".")]
    guard text.starts(with: start), text.count > start.count + 1, text.count <= CompactJWS.sizeLimit else { return nil }
    let rest = Array(text.dropFirst(start.count))
    guard rest.last == UInt8(ascii: ".") else { return nil }
    return Base64.url.decode(rest.dropLast())
  }

  private static func text(_ payload: JSONObject, by attestation: Attestation) -> String {
    let dot = [UInt8(ascii: ".")]
    let bytes = header(attestation) + dot + Base64.url.encode(JSONValue.object(payload).serializedBytes()) + dot
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Members

  private static let texts = [
    ("productId", "product_id"), ("webOrderLineItemId", "web_order_line_item_id"),
    ("appAccountToken", "app_account_token"), ("inAppOwnershipType", "in_app_ownership_type"),
    ("subscriptionGroupIdentifier", "subscription_group_identifier"),
  ]

  private static let dates = [
    ("purchaseDate", "purchase_date"), ("originalPurchaseDate", "original_purchase_date"),
    ("expiresDate", "expires_date"), ("revocationDate", "cancellation_date"),
  ]

  private static let renewalTexts = [
    ("originalTransactionId", "original_transaction_id"), ("productId", "product_id"),
    ("autoRenewProductId", "auto_renew_product_id"),
  ]

  private static let renewalNumbers = [
    ("autoRenewStatus", "auto_renew_status"), ("expirationIntent", "expiration_intent"),
    ("priceIncreaseStatus", "price_increase_status"),
  ]

  /// Copies strings unchanged, and dates from their `_ms` form.
  private static func copy(
    _ names: [(String, String)], of entry: JSONObject, to payload: inout JSONObject
  ) throws(JSONError) {
    for (name, member) in names {
      if member.hasSuffix("_date") {
        payload.append(name, ifPresent: try number(entry, member + "_ms").map { .number($0) })
      } else {
        payload.append(name, ifPresent: try entry.string(member).map { .string($0) })
      }
    }
  }

  private static func appendOffer(of entry: JSONObject, to payload: inout JSONObject) throws(JSONError) {
    let isTrial = try entry.string("is_trial_period") == "true"
    let isIntroductory = try entry.string("is_in_intro_offer_period") == "true"
    let (promotion, code) = (try entry.string("promotional_offer_id"), try entry.string("offer_code_ref_name"))
    let type: OfferType? =
      if promotion != nil {
        .promotionalOffer
      } else if code != nil {
        .offerCode
      } else if isTrial || isIntroductory {
        .introductoryOffer
      } else {
        nil
      }
    payload.append("offerType", ifPresent: type.map { .number(Int64($0.rawValue)) })
    payload.append("offerIdentifier", ifPresent: (promotion ?? code).map { .string($0) })
    if isTrial { payload.append("offerDiscountType", .string(OfferDiscountType.freeTrial.rawValue)) }
  }

  /// Returns a numeric member, which receipts write as a string.
  private static func number(_ entry: JSONObject, _ member: String) throws(JSONError) -> Int64? {
    guard let text = try entry.string(member) else { return nil }
    guard let number = Int64(text) else { throw .invalid(member, say("must be a whole number")) }
    return number
  }
}
