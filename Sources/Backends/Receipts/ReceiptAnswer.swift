import Purchasing
import SignedData
package import StoreModel
package import StrictJSON
import Texts

/// What the App Store says of a good receipt.
package struct ReceiptAnswer: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleId: String
  /// The App Store's time of the answer, which expiry is judged by.
  package let requestDate: Timestamp
  /// When the receipt that was sent was made.
  package let creationDate: Timestamp
  /// Every transaction once, as it came; what `latest_receipt_info` says of one counts, which knows more.
  package let entries: [JSONObject]
  /// The subscriptions' next periods, as they came.
  package let renewals: [JSONObject]

  /// Reads the body of an answer, whether asked for now or read from a file.
  ///
  /// - Throws: A `JSONError` that names the member at fault.
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

  /// The transactions in the form in which signed ones are kept, with who vouches for them.
  package func transactions(by attestation: Attestation) throws(JSONError) -> [String] {
    var texts: [String] = []
    for entry in entries {
      texts.append(
        try AttestedText.transaction(
          entry, by: attestation, bundleId: bundleId, environment: environment, date: requestDate))
    }
    return texts
  }

  /// The renewal information, likewise.
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

/// The status in an answer of `verifyReceipt`, in words and with what to do.
struct ReceiptStatus: Hashable, Sendable {
  let code: Int64
  /// What the server says of trying again (`is_retryable`); nil where it says nothing.
  private let isRetryable: Bool?

  init(_ code: Int64, in answer: JSONObject = [:]) {
    self.code = code
    // Live answers are said to spell it with a hyphen; a Boolean, a number and a text have been seen.
    let flag = answer["is_retryable"] ?? answer["is-retryable"]
    isRetryable = flag.map {
      $0 == .bool(true) || $0.numberValue?.int64 == 1 || ["1", "true"].contains($0.stringValue)
    }
  }

  /// Whether the receipt is good.
  var isGood: Bool { code == 0 }

  /// The environment to which the receipt belongs, where that is the other one.
  var otherEnvironment: StoreEnvironment? {
    switch code {
    case 21_007: .sandbox
    case 21_008: .production
    default: nil
    }
  }

  /// Whether the same receipt may be good later; 21002 stands for two things, of which only a receipt that can be read
  /// here leaves the temporary one.
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

  /// What it means and what to do, as a sentence without an end.
  func words(isReadable: Bool) -> String {
    switch code {
    case 0: say("the receipt is good")
    case 21_000: say("the request did not arrive as a POST: check the address and the proxy")
    case 21_001: say("an answer that Apple no longer sends: check the address")
    case 21_002 where isReadable: say("Apple has a bad moment: try again later")
    case 21_002: say("it is no receipt, or was damaged on its way: have the app send it again, whole and in base64")
    case 21_003: say("the receipt could not be authenticated: it is forged, damaged or not of the App Store")
    case 21_004:
      say(
        "the shared secret does not match the app's in App Store Connect, or is missing: set TILL_RECEIPT_SECRET or "
          + "TILL_RECEIPT_SECRET_FILE"
      )
    case 21_005: say("Apple's receipt server is not available: try again later")
    case 21_006: say("a receipt of the iOS 6 kind whose subscription has expired: have the app send its app receipt")
    case 21_007: say("it is a receipt of the sandbox")
    case 21_008: say("it is a receipt of production")
    case 21_009: say("Apple cannot reach its data: try again later")
    case 21_010: say("the customer's account was not found, or was deleted")
    case 21_100...21_199:
      ReceiptText.appleHasTrouble(isTemporary: isTemporary(isReadable: isReadable)).text
    default: say("an answer without a meaning known here")
    }
  }
}
