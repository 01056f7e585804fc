import AppStoreModel
import Core

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
    guard let bytes = Base64.url.decode(String(segment)), case .object(let header) = try JSONValue(parsing: bytes)
    else { return String(segment) }
    var spoiled: JSONObject = [:]
    for (name, value) in header {
      if name == "x5c", case .array(let certificates) = value {
        spoiled.append(name, .array(Array(certificates.prefix(1))))
      } else {
        spoiled.append(name, value)
      }
    }
    return String(decoding: Base64.url.encode(JSONValue.object(spoiled).serializedBytes()), as: UTF8.self)
  }

  /// Returns the payload without the members that name the app and the environment.
  private func anonymous(_ jws: String) throws -> JSONObject {
    guard case .object(let payload) = try JSONValue(parsing: CompactJWS(jws.utf8).payload()) else { return [:] }
    var spoiled: JSONObject = [:]
    for (name, value) in payload where name != "bundleId" && name != "environment" { spoiled.append(name, value) }
    return spoiled
  }
}
