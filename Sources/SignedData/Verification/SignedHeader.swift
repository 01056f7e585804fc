import StoreModel
import StrictJSON

/// What counts in the header of a signed object: RFC 7515 section 4.
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
      throw VerificationFailure(.format, "the header does not say that the signature is ES256")
    }
    guard header["crit"] == nil, header["b64"] == nil else {
      throw VerificationFailure(.format, "the header demands an extension that signed App Store data do not have")
    }
    guard let elements = header["x5c"]?.arrayValue else {
      throw VerificationFailure(.chainLength, "the header holds no certificates (x5c)")
    }
    guard elements.count == 3 else { throw Self.wrongLength(elements.count, header) }
    x5c = elements.compactMap(\.stringValue)
    guard x5c.count == 3 else {
      throw VerificationFailure(.certificate, "the certificates in the header are not text")
    }
  }

  /// The failure of a header with another number of certificates; what Xcode signed has one, and says so.
  private static func wrongLength(_ count: Int, _ header: JSONObject) -> VerificationFailure {
    let isFromXcode = count == 1 && header["kid"]?.stringValue == "Apple_Xcode_Key"
    return VerificationFailure(
      .chainLength,
      isFromXcode
        ? "signed by Xcode for tests, not by the App Store; only the environment Xcode takes it"
        : "the header does not hold three certificates (x5c) but \(count)")
  }
}

extension JSONObject {
  /// Reads the JSON object of a header or payload; throws `format` naming the part.
  init(signed bytes: [UInt8], part: String) throws(VerificationFailure) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, limits: Self.signedLimits)
    } catch {
      throw VerificationFailure(.format, "the \(part) is not JSON as it must be: \(error)")
    }
    guard case .object(let object) = value else {
      throw VerificationFailure(.format, "the \(part) is \(value.kindName) instead of a JSON object")
    }
    self = object
  }

  private static let signedLimits = JSONLimits(depth: 32, bytes: CompactJWS.sizeLimit)
}
