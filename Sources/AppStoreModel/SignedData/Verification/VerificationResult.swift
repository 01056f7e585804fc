package import Core

/// The verifier's result for one signed object.
package struct VerificationResult: Hashable, Sendable {
  /// Whether the object may be used, and if not, why.
  package var verdict: Verdict

  /// The check that failed; otherwise the last check that was started.
  package var reached = VerificationCheck.size

  /// The kind of the payload, recognized by its members; nil if it is unreadable or of an unknown kind.
  package var kind: SignedKind?

  /// The claims of the object if it was verified or skipped; nil otherwise.
  package var payload: SignedPayload?

  /// The claims of an object that failed verification, for display only.
  ///
  /// Nil if the payload cannot be read.
  package var unverifiedPayload: SignedPayload?

  /// The members of the payload, whatever the verdict; nil if they cannot be read.
  package var json: JSONObject?

  /// The bytes of the payload, whatever the verdict; empty if they cannot be read.
  package var payloadBytes: [UInt8] = []

  /// The date at which the certificates had to be valid; nil if verification ended before it was known.
  package var effectiveDate: Timestamp?

  /// The SHA-256 of the trusted root's DER form in lower-case hexadecimal; nil unless `verified`.
  package var rootFingerprint: String?

  /// The results for the signed objects inside an accepted notification, by their kind.
  ///
  /// Each object is verified independently: a valid notification may carry an invalid transaction.
  package var enclosed: [SignedKind: VerificationResult] = [:]

  /// Makes a result that has only a verdict.
  package init(verdict: Verdict) {
    self.verdict = verdict
  }
}

/// The claims of a signed object, by its kind.
package enum SignedPayload: Hashable, Sendable {
  case transaction(Transaction)
  case renewalInfo(RenewalInfo)
  case notification(ServerNotification)
  case appTransaction(AppTransaction)

  /// Reads a payload of a kind; throws a `JSONError` that names the invalid member.
  package init(_ kind: SignedKind, json: JSONObject) throws(JSONError) {
    switch kind {
    case .transaction: self = .transaction(try Transaction(json: json))
    case .renewalInfo: self = .renewalInfo(try RenewalInfo(json: json))
    case .notification: self = .notification(try ServerNotification(json: json))
    case .appTransaction: self = .appTransaction(try AppTransaction(json: json))
    }
  }

  /// The kind of the payload.
  package var kind: SignedKind {
    switch self {
    case .transaction: .transaction
    case .renewalInfo: .renewalInfo
    case .notification: .notification
    case .appTransaction: .appTransaction
    }
  }

  /// The transaction; nil if the payload is of another kind.
  package var transaction: Transaction? { if case .transaction(let value) = self { value } else { nil } }

  /// The renewal info; nil if the payload is of another kind.
  package var renewalInfo: RenewalInfo? { if case .renewalInfo(let value) = self { value } else { nil } }

  /// The notification; nil if the payload is of another kind.
  package var notification: ServerNotification? { if case .notification(let value) = self { value } else { nil } }

  /// The app transaction; nil if the payload is of another kind.
  package var appTransaction: AppTransaction? { if case .appTransaction(let value) = self { value } else { nil } }
}

/// The kinds of objects that the App Store signs.
package enum SignedKind: String, Hashable, Sendable, CaseIterable {
  /// A purchase or subscription period (Apple: JWSTransactionDecodedPayload).
  case transaction

  /// The renewal info of a subscription (Apple: JWSRenewalInfoDecodedPayload).
  case renewalInfo

  /// A server notification (Apple: ResponseBodyV2DecodedPayload).
  case notification

  /// The purchase or download of the app itself (Apple: JWSAppTransactionDecodedPayload).
  case appTransaction

  /// Recognizes the kind by the payload's members; nil for an unknown kind.
  package init?(of payload: JSONObject) {
    let order: [SignedKind] = [.notification, .appTransaction, .transaction, .renewalInfo]
    let kind = order.first { payload[$0.mark].map { $0 != .null } ?? false }
    guard let kind else { return nil }
    self = kind
  }

  /// Recognizes the kind by the payload's members; without a recognizable member, the expected kind is used.
  ///
  /// Apple's own test data leave out every id; they are accepted if the caller expects a kind. A member that is present
  /// but null does not count as left out.
  init?(of payload: JSONObject, expected: SignedKind?) {
    if let kind = SignedKind(of: payload) {
      self = kind
    } else if let expected, payload[expected.mark] == nil {
      self = expected
    } else {
      return nil
    }
  }

  /// The member by which a payload of this kind is recognized.
  private var mark: String {
    switch self {
    case .transaction: "transactionId"
    case .renewalInfo: "autoRenewProductId"
    case .notification: "notificationType"
    case .appTransaction: "receiptType"
    }
  }

  /// The kind in words, with an article.
  package var name: String {
    switch self {
    case .transaction: say("a transaction")
    case .renewalInfo: say("a renewal info")
    case .notification: say("a notification")
    case .appTransaction: say("an app transaction")
    }
  }
}

/// The header fields of a signed object that Till uses (RFC 7515 section 4).
///
/// `kid`, `typ`, `zip`, `jwk`, `jku` and `x5u` have no effect: the key comes only from `x5c`, and nothing is
/// downloaded.
struct SignedHeader {
  /// The certificates as they are written in the header, in base64.
  let x5c: [String]

  /// Parses the header of a signed object; throws `format` if it is not a JSON object.
  static func object(_ bytes: [UInt8]) throws(VerificationFailure) -> JSONObject {
    try JSONObject(signed: bytes, part: "header")
  }

  /// Reads the header fields; throws `format`, or `chainLength` or `certificate` if `x5c` is not three strings.
  init(_ header: JSONObject) throws(VerificationFailure) {
    guard header["alg"]?.stringValue == "ES256" else {
      throw VerificationFailure(.format, say("the header does not name ES256 as the signature"))
    }
    guard header["crit"] == nil, header["b64"] == nil else {
      throw VerificationFailure(
        .format,
        say(
          "the header requires an extension that Apple's signed data do not "
            + "have"))
    }
    guard let elements = header["x5c"]?.arrayValue else {
      throw VerificationFailure(.chainLength, say("the header has no certificates (x5c)"))
    }
    guard elements.count == 3 else { throw Self.wrongLength(elements.count, header) }
    x5c = elements.compactMap(\.stringValue)
    guard x5c.count == 3 else {
      throw VerificationFailure(.certificate, say("the certificates in the header are not text"))
    }
  }

  /// Returns the failure for a number of certificates other than three; Xcode signs with one, which gets its own text.
  private static func wrongLength(_ count: Int, _ header: JSONObject) -> VerificationFailure {
    let isFromXcode = count == 1 && header["kid"]?.stringValue == "Apple_Xcode_Key"
    return VerificationFailure(
      .chainLength,
      isFromXcode
        ? say("signed by Xcode for tests, not by the App Store; only the environment Xcode accepts it")
        : VerificationText.threeCertificates(count).text)
  }
}

extension JSONObject {
  /// Reads the JSON object of a header or payload; throws `format` with the name of the part.
  init(signed bytes: [UInt8], part: String) throws(VerificationFailure) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, limits: Self.signedLimits)
    } catch {
      throw VerificationFailure(.format, say("the \(part) is not valid JSON: \("\(error)")"))
    }
    guard case .object(let object) = value else {
      throw VerificationFailure(.format, say("the \(part) is \(value.kindName) instead of a JSON object"))
    }
    self = object
  }

  private static let signedLimits = JSONLimits(depth: 32, bytes: CompactJWS.sizeLimit)
}

/// The texts that explain why signed data is rejected.
enum VerificationText {
  static func threeCertificates(_ count: Int) -> Words {
    "the header has \(count) certificates (x5c) instead of three"
  }
  static var notEnoughMemory: Words { "not enough memory to check the certificates" }
}
