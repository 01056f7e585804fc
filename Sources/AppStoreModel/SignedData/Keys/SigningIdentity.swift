import COpenSSL
package import Core

/// The certificates and the key with which the simulated App Store signs, made once for each ledger and kept in it.
///
/// The certificates have the shape of Apple's: root and intermediate on P-384, leaf on P-256, Apple's marks on
/// intermediate and leaf, valid from 2000 to 2100. The private keys of root and intermediate are discarded after
/// signing. Any number of threads may use one identity at once.
package struct SigningIdentity: Sendable {
  /// The DER forms of leaf, intermediate and root, in the order of `x5c`.
  package let certificates: [[UInt8]]

  private let root: Certificate
  let key: PrivateKey

  /// The first segment of every JWS of this identity, with the dot after it.
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

  /// Restores an identity from its stored parts: `certificates` and `signingKeyPEM()`.
  package init(certificates: [[UInt8]], signingKeyPEM: String) throws(SigningError) {
    let key = try PrivateKey(pem: signingKeyPEM)
    let parsed = certificates.compactMap { Certificate(der: $0) }
    guard certificates.count == 3, parsed.count == 3 else {
      throw SigningError(description: say("cannot read the signing certificates"))
    }
    guard X509_check_private_key(parsed[0].pointer, key.pointer) == 1 else {
      throw .openSSL(Words("use the signing key, because it does not match the certificate"))
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

  /// Returns the leaf's private key as PKCS#8 PEM without a password; it is kept in the ledger and never printed.
  package func signingKeyPEM() throws(SigningError) -> String { try key.pem() }

  /// The root certificate as PEM, for clients that have to trust this App Store.
  package var rootCertificatePEM: String { root.pem }

  /// The SHA-256 of the root's DER form in lower-case hexadecimal.
  package var rootFingerprint: String { root.fingerprint }

  /// This App Store's root as the only trusted root.
  package var trustedRoots: TrustedRoots { TrustedRoots(root) }

  /// Signs a payload and returns a JWS in compact form, with `alg` and `x5c` in its header.
  ///
  /// With `isCorrupted`, one bit of the signature is wrong and everything else is right. This simulates a purchase that
  /// cannot be verified.
  package func sign(_ payload: JSONObject, isCorrupted: Bool = false) throws(SigningError) -> String {
    try sign(JSONValue.object(payload).serializedBytes(), isCorrupted: isCorrupted)
  }

  /// Signs a payload that is already serialized.
  package func sign(_ payload: [UInt8], isCorrupted: Bool = false) throws(SigningError) -> String {
    var text = signedPart(payload)
    var signature = try key.sign(text[...])
    if isCorrupted { signature[signature.count - 1] ^= 1 }
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(signature)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns only the signature segment of a payload's JWS, for a caller that stores the rest in another form.
  package func signature(ofPayload payload: [UInt8]) throws(SigningError) -> String {
    String(decoding: Base64.url.encode(try key.sign(signedPart(payload)[...])), as: UTF8.self)
  }

  private func signedPart(_ payload: [UInt8]) -> [UInt8] {
    let segment = Base64.url.encode(payload)
    var text: [UInt8] = []
    text.reserveCapacity(headerSegment.count + segment.count + 100)
    text += headerSegment
    text += segment
    return text
  }
}

extension SigningIdentity {
  /// Returns content wrapped in PKCS#7 signed data like an app receipt, with the leaf's signature and all certificates.
  ///
  /// - Returns: The DER of a ContentInfo.
  package func signedData(_ content: [UInt8]) throws(SigningError) -> [UInt8] {
    guard let others = till_x509_stack_new() else { throw .openSSL(KeyText.signReceipt) }
    defer { till_x509_stack_free(others) }
    let chain = certificates.compactMap { Certificate(der: $0) }
    guard chain.count == 3, till_x509_stack_push(others, chain[1].pointer) == 1,
      till_x509_stack_push(others, chain[2].pointer) == 1
    else { throw .openSSL(KeyText.signReceipt) }
    guard let data = BIO_new(BIO_s_mem()) else { throw .openSSL(KeyText.signReceipt) }
    defer { BIO_free(data) }
    guard BIO_write(data, content, Int32(clamping: content.count)) == content.count else {
      throw .openSSL(KeyText.signReceipt)
    }
    let flags = UInt32(CMS_BINARY | CMS_NOSMIMECAP)
    // The stack does not own the certificates, so they are kept alive until OpenSSL is done.
    let container = withExtendedLifetime((chain, key)) { CMS_sign(chain[0].pointer, key.pointer, others, data, flags) }
    guard let signed = container else { throw .openSSL(KeyText.signReceipt) }
    defer { CMS_ContentInfo_free(signed) }
    let count = i2d_CMS_ContentInfo(signed, nil)
    guard count > 0 else { throw .openSSL(KeyText.writeReceipt) }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let written = bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var next = buffer.baseAddress
      return i2d_CMS_ContentInfo(signed, &next)
    }
    guard written == count else { throw .openSSL(KeyText.writeReceipt) }
    return bytes
  }

  /// Returns the content of PKCS#7 signed data that this identity's leaf signed; nil for any other bytes.
  package func content(ofSignedData der: [UInt8]) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard let signed = object(inDER: der, { d2i_CMS_ContentInfo(nil, $0, $1) }),
      let leaf = certificates.first.flatMap({ Certificate(der: $0) }), let trusted = till_x509_stack_new(),
      let output = BIO_new(BIO_s_mem())
    else { return nil }
    defer {
      CMS_ContentInfo_free(signed)
      till_x509_stack_free(trusted)
      BIO_free(output)
    }
    // The signer must be this identity's own leaf, so OpenSSL need not check a certificate path.
    let flags = UInt32(CMS_BINARY | CMS_NOINTERN | CMS_NO_SIGNER_CERT_VERIFY)
    let holds = withExtendedLifetime(leaf) {
      till_x509_stack_push(trusted, leaf.pointer) == 1 && CMS_verify(signed, trusted, nil, nil, output, flags) == 1
    }
    guard holds else { return nil }
    var start: UnsafeMutablePointer<CChar>?
    let count = till_bio_contents(output, &start)
    return Array(UnsafeRawBufferPointer(start: start, count: max(count, 0)))
  }
}

/// Makes one X.509 certificate for the simulator (RFC 5280).
struct CertificateBuilder {
  /// The issuer of a certificate: its certificate and its key; nil for a root, which signs itself.
  typealias Issuer = (certificate: Certificate, key: PrivateKey)

  /// The common name of the subject.
  let name: String

  /// The number of intermediate certificates allowed below this one; nil if it is no certificate authority.
  let pathLength: Int?

  /// The object identifier of Apple's mark; nil for none.
  let mark: String?

  /// The host names and addresses of a server certificate; empty for any other.
  var hosts: [String] = []

  /// The period of validity; by default 2000 to 2100, which no simulated clock leaves.
  var validity = (start: "20000101000000Z", end: "21000101000000Z")

  /// Makes a certificate for a key and signs it with ECDSA and SHA-384, as Apple does.
  func certificate(for key: PrivateKey, signedBy issuer: Issuer?) throws(SigningError) -> Certificate {
    guard let pointer = X509_new() else { throw .openSSL(KeyText.makeCertificate) }
    let certificate = Certificate(owning: pointer)
    let isFilled =
      X509_set_version(pointer, Int(X509_VERSION_3)) == 1
      && setSerialNumber(of: pointer)
      && setName(X509_get_subject_name(pointer))
      && X509_set_issuer_name(pointer, X509_get_subject_name(issuer?.certificate.pointer ?? pointer)) == 1
      && ASN1_TIME_set_string_X509(X509_getm_notBefore(pointer), validity.start) == 1
      && ASN1_TIME_set_string_X509(X509_getm_notAfter(pointer), validity.end) == 1
      && X509_set_pubkey(pointer, key.pointer) == 1
      && addExtensions(to: pointer, issuer: issuer?.certificate.pointer ?? pointer)
    guard isFilled, X509_sign(pointer, (issuer?.key ?? key).pointer, EVP_sha384()) > 0 else {
      throw .openSSL(KeyText.makeCertificate)
    }
    return certificate
  }

  /// Sets a random positive serial number of 63 bits, so that no two certificates of an issuer share one.
  private func setSerialNumber(of certificate: OpaquePointer) -> Bool {
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), UInt64.random(in: 1...(1 << 63 - 1))) == 1
  }

  private func setName(_ subject: OpaquePointer?) -> Bool {
    let parts = [("O", "Till"), ("OU", "Simulated by Till, not Apple"), ("CN", name)]
    return parts.allSatisfy { field, value in
      X509_NAME_add_entry_by_txt(subject, field, MBSTRING_UTF8, Array(value.utf8), Int32(value.utf8.count), -1, 0) == 1
    }
  }

  private func addExtensions(to certificate: OpaquePointer, issuer: OpaquePointer) -> Bool {
    let constraints = pathLength.map { "critical,CA:TRUE,pathlen:\($0)" } ?? "critical,CA:FALSE"
    let usage = pathLength == nil ? "critical,digitalSignature" : "critical,keyCertSign,cRLSign"
    // The order matters: a root's authority key identifier is its own subject key identifier, which must be set first.
    var extensions = [
      (NID_basic_constraints, constraints), (NID_key_usage, usage), (NID_subject_key_identifier, "hash"),
      (NID_authority_key_identifier, "keyid:always"),
    ]
    if !hosts.isEmpty {
      let names = hosts.map { host in
        let isAddress = host.contains(":") || host.split(separator: ".").allSatisfy { UInt8($0) != nil }
        return (isAddress ? "IP:" : "DNS:") + host
      }
      extensions += [(NID_ext_key_usage, "serverAuth"), (NID_subject_alt_name, names.joined(separator: ","))]
    }
    return extensions.allSatisfy { identifier, value in
      var context = X509V3_CTX()
      X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
      guard let addition = X509V3_EXT_conf_nid(nil, &context, identifier, value) else { return false }
      defer { X509_EXTENSION_free(addition) }
      return X509_add_ext(certificate, addition, -1) == 1
    } && addMark(to: certificate)
  }

  /// Adds Apple's mark, an extension with the content NULL; verifiers check only that it is present.
  private func addMark(to certificate: OpaquePointer) -> Bool {
    guard let mark else { return true }
    guard let object = OBJ_txt2obj(mark, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    guard let content = ASN1_OCTET_STRING_new() else { return false }
    defer { ASN1_OCTET_STRING_free(content) }
    guard ASN1_OCTET_STRING_set(content, [5, 0], 2) == 1,
      let addition = X509_EXTENSION_create_by_OBJ(nil, object, 0, content)
    else { return false }
    defer { X509_EXTENSION_free(addition) }
    return X509_add_ext(certificate, addition, -1) == 1
  }
}

/// An error: a key or certificate of the simulator could not be made, read or used.
package struct SigningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: what failed, and OpenSSL's reason.
  package let description: String

  /// Makes an error from OpenSSL's newest error of this thread, and clears the error queue.
  static func openSSL(_ deed: Words) -> SigningError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) }
    return SigningError(description: say("cannot \(deed.text)\(reason.map { say(": \($0)") } ?? "")"))
  }
}
