package import AppStoreModel
package import Core

/// The answer of `verifyReceipt` to a valid receipt.
package struct ReceiptAnswer: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleId: String
  /// The App Store's time of the answer, by which expiry is judged.
  package let requestDate: Timestamp
  /// The creation date of the receipt.
  package let creationDate: Timestamp
  /// The unchanged transactions, each once; entries of `latest_receipt_info` come first, since they have more members.
  package let entries: [JSONObject]
  /// The unchanged renewal information of the subscriptions.
  package let renewals: [JSONObject]

  /// Reads the body of an answer, from the server or from a file.
  ///
  /// - Throws: A `JSONError` that names the invalid member.
  package init(_ answer: JSONObject) throws(JSONError) {
    guard let environment = try answer.string("environment") else { throw .missing("environment") }
    guard let receipt = try answer.object("receipt") else { throw .missing("receipt") }
    guard let bundleId = try receipt.string("bundle_id") else { throw .missing("bundle_id").below("receipt") }
    self.environment = StoreEnvironment(rawValue: environment)
    self.bundleId = bundleId
    requestDate = try Self.date("request_date_ms", of: receipt)
    creationDate = try Self.date("receipt_creation_date_ms", of: receipt)
    var (entries, seen): ([JSONObject], Set<String>) = ([], [])
    let latest = try answer.objects("latest_receipt_info") ?? []
    for entry in latest + (try receipt.objects("in_app") ?? []) {
      guard let id = try entry.string("transaction_id") else { throw .missing("transaction_id") }
      if seen.insert(id).inserted { entries.append(entry) }
    }
    self.entries = entries
    renewals = try answer.objects("pending_renewal_info") ?? []
  }

  /// Returns the transactions in the format in which signed ones are stored, with their attestation.
  package func transactions(by attestation: Attestation) throws(JSONError) -> [String] {
    try entries.map { entry throws(JSONError) in
      try AttestedText.transaction(
        entry, by: attestation, bundleId: bundleId, environment: environment, date: requestDate)
    }
  }

  /// Returns the renewal information in the format in which signed ones are stored, with their attestation.
  package func renewalInfos(by attestation: Attestation) throws(JSONError) -> [String] {
    var texts: [String] = []
    for item in renewals {
      if let text = try AttestedText.renewalInfo(item, by: attestation, environment: environment, date: requestDate) {
        texts.append(text)
      }
    }
    return texts
  }

  private static func date(_ name: String, of receipt: JSONObject) throws(JSONError) -> Timestamp {
    guard let text = try receipt.string(name) else { throw .missing(name).below("receipt") }
    guard let date = Timestamp(milliseconds: text) else {
      throw .invalid(name, say("is no date in milliseconds, of the years 1 to 9999")).below("receipt")
    }
    return date
  }
}

/// The status in an answer of `verifyReceipt`, with its meaning and remedy.
struct ReceiptStatus: Hashable, Sendable {
  let code: Int64
  /// The server's advice about a retry (`is_retryable`), or nil if it gives none.
  private let isRetryable: Bool?

  init(_ code: Int64, in answer: JSONObject = [:]) {
    self.code = code
    // Live answers reportedly use `is-retryable`. The value may be a Boolean, a number or a text.
    let flag = answer["is_retryable"] ?? answer["is-retryable"]
    isRetryable = flag.map {
      $0 == .bool(true) || $0.numberValue?.int64 == 1 || ["1", "true"].contains($0.stringValue)
    }
  }

  /// Whether the receipt is valid.
  var isGood: Bool { code == 0 }

  /// The environment that the receipt belongs to, if it is the other one.
  var otherEnvironment: StoreEnvironment? {
    switch code {
    case 21_007: .sandbox
    case 21_008: .production
    default: nil
    }
  }

  /// Returns whether a retry with the same receipt may succeed.
  ///
  /// Status 21002 means a damaged receipt or a temporary failure. If Till can read the receipt, it is a temporary
  /// failure.
  func isTemporary(isReadable: Bool) -> Bool {
    switch code {
    case 21_002: isReadable
    case 21_005, 21_009: isRetryable ?? true
    case 21_100...21_199: isRetryable ?? false
    default: false
    }
  }

  var kind: FailureKind {
    switch code {
    case 21_004: .unauthorized
    case 21_005, 21_009, 21_100...21_199: .networkError
    case 21_007, 21_008, 21_010: .accountNotFound
    default: .failed
    }
  }

  /// Returns the meaning and the remedy, as a sentence without a full stop.
  func words(isReadable: Bool) -> String {
    switch code {
    case 0: say("the receipt is valid")
    case 21_000: say("the request did not arrive as a POST; check the address and the proxy")
    case 21_001: say("Apple no longer sends this status; check the address")
    case 21_002 where isReadable: say("Apple's server is temporarily unavailable; try again later")
    case 21_002: say("invalid or damaged receipt; have the app send the whole receipt again in base64")
    case 21_003: say("Apple could not authenticate the receipt; it is forged, damaged or not from the App Store")
    case 21_004:
      say(
        "the shared secret is missing or does not match App Store "
          + "Connect; set TILL_RECEIPT_SECRET or TILL_RECEIPT_SECRET_FILE"
      )
    case 21_005: say("Apple's receipt server is unavailable; try again later")
    case 21_006: say("an iOS 6 receipt whose subscription has expired; have the app send its app receipt")
    case 21_007: say("a sandbox receipt")
    case 21_008: say("a production receipt")
    case 21_009: say("Apple's data is temporarily unavailable; try again later")
    case 21_010: say("the customer's account was not found or has been deleted")
    case 21_100...21_199:
      BackendText.appleHasTrouble(isTemporary: isTemporary(isReadable: isReadable)).text
    default: say("unknown status")
    }
  }
}
