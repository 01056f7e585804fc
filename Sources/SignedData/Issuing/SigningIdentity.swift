import COpenSSL
package import StrictJSON

/// The certificates and the key with which a simulated App Store signs: made once per ledger and kept in it.
///
/// They have the shape of Apple's: root and intermediate on P-384, leaf on P-256, Apple's marks on both, valid from 2000
/// to 2100. The keys of root and intermediate are forgotten as soon as they have signed. May be used by any number of
/// threads at once.
package struct SigningIdentity: Sendable {
  /// The DER forms of leaf, intermediate and root, in the order of `x5c`.
  package let certificates: [[UInt8]]

  private let root: Certificate
  let key: PrivateKey

  /// The first segment of everything that is signed, with the dot after it.
  private let headerSegment: [UInt8]

  /// Makes new certificates and keys.
  package init() throws(SigningError) {
    let store = "Till Simulated App Store"
    let rootKey = try PrivateKey(on: .p384)
    let root = try CertificateBuilder(name: "\(store) Root CA", pathLength: 1, mark: nil)
      .certificate(for: rootKey, signedBy: nil)
    let intermediateKey = try PrivateKey(on: .p384)
    let intermediate = try CertificateBuilder(
      name: "\(store) Intermediate CA", pathLength: 0, mark: CertificateChain.Mark.intermediate
    ).certificate(for: intermediateKey, signedBy: (root, rootKey))
    let key = try PrivateKey(on: .p256)
    let leaf = try CertificateBuilder(
      name: "\(store) Receipt Signing", pathLength: nil, mark: CertificateChain.Mark.leaf
    ).certificate(for: key, signedBy: (intermediate, intermediateKey))
    self.init(certificates: [leaf.der, intermediate.der, root.der], root: root, key: key)
  }

  /// Takes up an identity from what was kept: `certificates` and `signingKeyPEM()`.
  package init(certificates: [[UInt8]], signingKeyPEM: String) throws(SigningError) {
    let key = try PrivateKey(pem: signingKeyPEM)
    let parsed = certificates.compactMap { Certificate(der: $0) }
    guard certificates.count == 3, parsed.count == 3 else {
      throw SigningError(description: "cannot read the signing certificates")
    }
    guard X509_check_private_key(parsed[0].pointer, key.pointer) == 1 else {
      throw .openSSL("use the signing key: it is not the certificate's")
    }
    self.init(certificates: certificates, root: parsed[2], key: key)
  }

  private init(certificates: [[UInt8]], root: Certificate, key: PrivateKey) {
    self.certificates = certificates
    self.root = root
    self.key = key
    let x5c = certificates.map { String(decoding: Base64.standard.encode($0), as: UTF8.self) }
    let header: JSONValue = ["alg": "ES256", "x5c": .array(x5c.map(JSONValue.string))]
    headerSegment = Base64.url.encode(header.serialized().utf8) + [UInt8(ascii: ".")]
  }

  /// The leaf's private key as PKCS#8 PEM without a password: to be kept in the ledger, never to be printed.
  package func signingKeyPEM() throws(SigningError) -> String { try key.pem() }

  /// The root certificate as PEM, for whoever is to believe this store.
  package var rootCertificatePEM: String { root.pem }

  /// The SHA-256 of the root's DER form in lower-case hexadecimal.
  package var rootFingerprint: String { root.fingerprint }

  /// This store's root, as the only trusted one.
  package var trustedRoots: TrustedRoots { TrustedRoots(root) }

  /// Signs a payload: a JWS in compact form whose header has `alg` and `x5c`.
  ///
  /// With `isCorrupted` one bit of the signature is wrong, so that everything but the signature is good: what a purchase
  /// looks like that cannot be verified.
  package func sign(_ payload: JSONObject, isCorrupted: Bool = false) throws(SigningError) -> String {
    var text = headerSegment
    text += Base64.url.encode(JSONValue.object(payload).serializedBytes())
    var signature = try key.sign(text[...])
    if isCorrupted { signature[signature.count - 1] ^= 1 }
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(signature)
    return String(decoding: text, as: UTF8.self)
  }
}
