package import Core

/// A verifier's result for one signed object.
package struct VerificationResult: Hashable, Sendable {
  /// Whether the object may be used, and if not, why.
  package var verdict: Verdict

  /// The check that failed, or the last one that was begun.
  package var reached = VerificationCheck.size

  /// The kind that the payload's members tell; nil when it cannot be read or is of no known kind.
  package var kind: SignedKind?

  /// The object's claims, when it was `verified` or `skipped`; nil otherwise.
  package var payload: SignedPayload?

  /// The claims of an object that failed verification, for display only.
  ///
  /// Nil when it cannot be read.
  package var unverifiedPayload: SignedPayload?

  /// The payload's members as they stand, whatever the verdict; nil when they cannot be read.
  package var json: JSONObject?

  /// The payload's bytes, whatever the verdict; empty when they cannot be read.
  package var payloadBytes: [UInt8] = []

  /// The moment at which the certificates had to be valid; nil when it did not come to that.
  package var effectiveDate: Timestamp?

  /// The SHA-256 of the trusted root's DER form in lower-case hexadecimal; nil unless `verified`.
  package var rootFingerprint: String?

  /// The results of the signed objects inside a notification that is not refused, by their kind.
  ///
  /// Each is judged for itself: a good notification may carry a bad transaction.
  package var enclosed: [SignedKind: VerificationResult] = [:]

  /// A result with a verdict and nothing else.
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

  /// Reads a payload of a kind; throws a `JSONError` that names the member at fault.
  package init(_ kind: SignedKind, json: JSONObject) throws(JSONError) {
    switch kind {
    case .transaction: self = .transaction(try Transaction(json: json))
    case .renewalInfo: self = .renewalInfo(try RenewalInfo(json: json))
    case .notification: self = .notification(try ServerNotification(json: json))
    case .appTransaction: self = .appTransaction(try AppTransaction(json: json))
    }
  }

  /// The kind.
  package var kind: SignedKind {
    switch self {
    case .transaction: .transaction
    case .renewalInfo: .renewalInfo
    case .notification: .notification
    case .appTransaction: .appTransaction
    }
  }

  /// The transaction, if this is one.
  package var transaction: Transaction? { if case .transaction(let value) = self { value } else { nil } }

  /// The renewal info, if this is one.
  package var renewalInfo: RenewalInfo? { if case .renewalInfo(let value) = self { value } else { nil } }

  /// The notification, if this is one.
  package var notification: ServerNotification? { if case .notification(let value) = self { value } else { nil } }

  /// The app transaction, if this is one.
  package var appTransaction: AppTransaction? { if case .appTransaction(let value) = self { value } else { nil } }
}

/// The kinds of signed objects of the App Store.
package enum SignedKind: String, Hashable, Sendable, CaseIterable {
  /// Apple: JWSTransactionDecodedPayload.
  case transaction

  /// Apple: JWSRenewalInfoDecodedPayload.
  case renewalInfo

  /// Apple: ResponseBodyV2DecodedPayload.
  case notification

  /// Apple: JWSAppTransactionDecodedPayload.
  case appTransaction

  /// The kind that a payload's members tell; nil when it is none of them.
  package init?(of payload: JSONObject) {
    let order: [SignedKind] = [.notification, .appTransaction, .transaction, .renewalInfo]
    let kind = order.first { payload[$0.mark].map { $0 != .null } ?? false }
    guard let kind else { return nil }
    self = kind
  }

  /// The kind that a payload's members tell, or the one that was asked for when they tell none.
  ///
  /// Apple's own test data leave every id out, and are good where the kind is known. An id that is there and null is
  /// none.
  init?(of payload: JSONObject, expected: SignedKind?) {
    if let kind = SignedKind(of: payload) {
      self = kind
    } else if let expected, payload[expected.mark] == nil {
      self = expected
    } else {
      return nil
    }
  }

  /// The member by which a payload of this kind is known.
  private var mark: String {
    switch self {
    case .transaction: "transactionId"
    case .renewalInfo: "autoRenewProductId"
    case .notification: "notificationType"
    case .appTransaction: "receiptType"
    }
  }

  /// The kind in words with an article.
  package var name: String {
    switch self {
    case .transaction: say("a transaction")
    case .renewalInfo: say("a renewal info")
    case .notification: say("a notification")
    case .appTransaction: say("an app transaction")
    }
  }
}

/// The relevant header fields of a signed object: RFC 7515 section 4.
///
/// `kid`, `typ`, `zip`, `jwk`, `jku` and `x5u` have no effect: the key comes from `x5c` alone, and nothing is fetched.
struct SignedHeader {
  /// The certificates as they stand in the header.
  let x5c: [String]

  /// Reads a header; throws `format` when it is not a JSON object.
  static func object(_ bytes: [UInt8]) throws(VerificationFailure) -> JSONObject {
    try JSONObject(signed: bytes, part: "header")
  }

  /// Takes from a header what counts; throws `format`, or `chainLength` when `x5c` is no list of three strings.
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

  /// The failure of a header with another number of certificates; what Xcode signed has one, and says so.
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
  /// Reads the JSON object of a header or payload; throws `format` naming the part.
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
