import AppStoreModel
import Core
import Simulator

/// The answer of `verifyReceipt` to a valid receipt; all values are strings except a few numbers of the app.
struct VerifyReceiptAnswer {
  private let contents: ReceiptContents
  private let bundleId: String

  init(_ contents: ReceiptContents, bundleId: String) {
    self.contents = contents
    self.bundleId = bundleId
  }

  /// Returns the answer as JSON.
  ///
  /// - Parameter withoutOld: Whether to list only the newest period of each subscription.
  func json(withoutOld: Bool) -> JSONObject {
    var json: JSONObject = [
      "status": 0, "environment": .string(contents.environment.rawValue), "receipt": .object(receipt),
    ]
    var shown = contents.transactions
    if withoutOld {
      var newest: [String: Transaction] = [:]
      for one in shown { newest[one.originalTransactionId ?? ""] = one }
      shown = shown.filter {
        $0.expiresDate == nil || newest[$0.originalTransactionId ?? ""]?.transactionId == $0.transactionId
      }
    }
    json.append("latest_receipt_info", .array(shown.reversed().map { .object(item($0, isLatest: true)) }))
    guard !contents.renewals.isEmpty else { return json }
    json.append("latest_receipt", .string(String(decoding: Base64.standard.encode(contents.receipt), as: UTF8.self)))
    json.append("pending_renewal_info", .array(contents.renewals.map { .object(renewal($0)) }))
    return json
  }

  private var receipt: JSONObject {
    let isProduction = contents.environment == .production
    var json: JSONObject = [
      "receipt_type": .string(isProduction ? "Production" : "ProductionSandbox"), "adam_id": 0, "app_item_id": 0,
      "bundle_id": .string(bundleId), "application_version": "1.0", "download_id": .number(contents.appTransactionId),
      "version_external_identifier": 0, "original_application_version": "1.0",
    ]
    append("receipt_creation_date", contents.created, to: &json)
    append("request_date", contents.now, to: &json)
    append("original_purchase_date", contents.transactions.first?.purchaseDate ?? contents.now, to: &json)
    json.append("in_app", .array(contents.transactions.map { .object(item($0, isLatest: false)) }))
    return json
  }

  private func item(_ transaction: Transaction, isLatest: Bool) -> JSONObject {
    var json: JSONObject = [
      "quantity": .string(String(transaction.quantity ?? 1)), "product_id": .string(transaction.productId ?? ""),
      "transaction_id": .string(transaction.transactionId ?? ""),
      "original_transaction_id": .string(transaction.originalTransactionId ?? ""),
    ]
    append("purchase_date", transaction.purchaseDate, to: &json)
    append("original_purchase_date", transaction.originalPurchaseDate, to: &json)
    append("expires_date", transaction.expiresDate, to: &json)
    append("cancellation_date", transaction.revocationDate, to: &json)
    json.append("cancellation_reason", ifPresent: transaction.revocationReason.map { .string(String($0.rawValue)) })
    json.append("web_order_line_item_id", ifPresent: transaction.webOrderLineItemId.map(JSONValue.string))
    let offer = transaction.offerType
    json.append("is_trial_period", text(offer == .introductoryOffer && transaction.offerDiscountType == .freeTrial))
    if transaction.expiresDate != nil {
      json.append(
        "is_in_intro_offer_period",
        text(offer == .introductoryOffer && transaction.offerDiscountType != .freeTrial))
    }
    if offer == .promotionalOffer {
      json.append("promotional_offer_id", ifPresent: transaction.offerIdentifier.map(JSONValue.string))
    }
    json.append("in_app_ownership_type", .string(transaction.inAppOwnershipType?.rawValue ?? "PURCHASED"))
    guard isLatest else { return json }
    json.append("app_account_token", ifPresent: transaction.appAccountToken.map(JSONValue.string))
    json.append(
      "subscription_group_identifier", ifPresent: transaction.subscriptionGroupIdentifier.map(JSONValue.string))
    if transaction.isUpgraded == true { json.append("is_upgraded", "true") }
    return json
  }

  private func renewal(_ info: RenewalInfo) -> JSONObject {
    var json: JSONObject = [
      "product_id": .string(info.productId ?? ""), "auto_renew_product_id": .string(info.autoRenewProductId ?? ""),
      "original_transaction_id": .string(info.originalTransactionId ?? ""),
      "auto_renew_status": info.autoRenewStatus == .on ? "1" : "0",
    ]
    json.append("expiration_intent", ifPresent: info.expirationIntent.map { .string(String($0.rawValue)) })
    if let isRetried = info.isInBillingRetryPeriod { json.append("is_in_billing_retry_period", isRetried ? "1" : "0") }
    append("grace_period_expires_date", info.gracePeriodExpiresDate, to: &json)
    if let status = info.priceIncreaseStatus {
      json.append("price_consent_status", .string(String(status.rawValue)))
      json.append("price_increase_status", .string(String(status.rawValue)))
    }
    return json
  }

  private func text(_ truth: Bool) -> JSONValue { truth ? "true" : "false" }

  /// Appends a date in its three forms: UTC, milliseconds, Pacific time.
  private func append(_ name: String, _ date: Timestamp?, to json: inout JSONObject) {
    guard let date else { return }
    json.append(name, .string(date.formatted(.second) + " Etc/GMT"))
    json.append(name + "_ms", .string(String(date.milliseconds)))
    let pacific = date.formatted(.second, secondsFromUTC: PacificTime.secondsFromUTC(at: date))
    json.append(name + "_pst", .string(pacific + " America/Los_Angeles"))
  }
}

/// The time zone of Apple's head office, which `verifyReceipt` writes beside UTC (`_pst`).
///
/// It follows the rule of the United States since 2007: an hour ahead from the second Sunday in March to the first
/// Sunday in November, at two o'clock. Nothing that the App Store sold is older.
enum PacificTime {
  /// Returns the offset at an instant, in seconds east of UTC.
  static func secondsFromUTC(at date: Timestamp) -> Int {
    guard let year = Int(date.formatted(.day).prefix(4)),
      let march = Timestamp(utc: "\(year)-03-01"), let november = Timestamp(utc: "\(year)-11-01")
    else { return -8 * 3600 }
    // Two o'clock is 10:00 UTC in winter time, and 9:00 UTC in summer time.
    let start = sunday(2, from: march).adding(milliseconds: 10 * 3_600_000)
    let end = sunday(1, from: november).adding(milliseconds: 9 * 3_600_000)
    return (start..<end).contains(date) ? -7 * 3600 : -8 * 3600
  }

  /// Returns the midnight of a month's nth Sunday.
  private static func sunday(_ number: Int64, from first: Timestamp) -> Timestamp {
    let day = first.day
    // The first day of 1970 was a Thursday.
    let untilSunday = (7 - (day + 4) % 7) % 7
    return first.adding(milliseconds: (untilSunday + (number - 1) * 7) * Timestamp.millisecondsPerDay)
  }
}

/// The legacy `verifyReceipt` endpoint for one of the two environments.
struct VerifyReceipt: Sendable {
  let store: SimulatedAppStore
  /// The shared secret, which a request with a subscription's receipt must contain.
  let secret: String
  /// The endpoint's environment; a receipt of the other one gets the status that names that one (21007, 21008).
  let environment: StoreEnvironment

  /// The largest body in bytes: receipts of customers with long histories are large.
  static let bodyLimit = 4 << 20

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == "POST" else { return status(21_000) }
    guard case .object(let json) = try? JSONValue(parsing: request.body, limits: .request(depth: 8)),
      let text = json["receipt-data"]?.stringValue, let der = Base64.standard.decode(text.filter { !$0.isNewline }),
      Self.isContainer(der)
    else { return status(21_002) }
    do {
      guard let contents = try store.contents(ofReceipt: der) else { return status(21_003) }
      guard contents.environment == environment else { return status(environment == .production ? 21_007 : 21_008) }
      guard contents.renewals.isEmpty || json["password"]?.stringValue == secret else { return status(21_004) }
      let isShort = json["exclude-old-transactions"] == .bool(true)
      return HTTPResponse(json: VerifyReceiptAnswer(contents, bundleId: store.bundleId).json(withoutOld: isShort))
    } catch {
      return HTTPResponse(json: ["status": 21_100, "is_retryable": true])
    }
  }

  /// Returns whether the bytes look like a receipt from outside: one complete DER sequence.
  ///
  /// Other bytes are malformed (21002); only bytes of this form can be a forged receipt (21003).
  private static func isContainer(_ der: [UInt8]) -> Bool {
    guard der.count > 1, der[0] == 0x30 else { return false }
    guard der[1] >= 0x80 else { return der.count == 2 + Int(der[1]) }
    let size = Int(der[1] & 0x7F)
    guard (1...4).contains(size), der.count > 2 + size else { return false }
    let length = der[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
    return der.count == 2 + size + length
  }

  private func status(_ code: Int) -> HTTPResponse { HTTPResponse(json: ["status": .number(code)]) }
}
