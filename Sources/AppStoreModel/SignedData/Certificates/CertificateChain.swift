import COpenSSL
import Core

/// The certificates in the `x5c` header of a JWS, or in an app receipt.
struct CertificateChain {
  let leaf: Certificate
  let intermediate: Certificate

  /// The DER form of the third certificate; nil if it was left out.
  ///
  /// It tells which root the chain claims. It is not trusted by itself.
  let third: [UInt8]?

  /// The certificate extensions with which Apple marks certificates that sign App Store data.
  enum Mark {
    /// The mark of the intermediate certificate: Apple Worldwide Developer Relations.
    static let intermediate = "1.2.840.113635.100.6.2.1"

    /// The mark of the leaf certificate: receipt signing.
    static let leaf = "1.2.840.113635.100.6.11.1"
  }

  /// Reads the certificates of `x5c`, DER in standard base64; throws `chainLength` or `certificate`.
  init(x5c: [String]) throws(VerificationFailure) {
    guard x5c.count == 3 else {
      throw VerificationFailure(.chainLength, VerificationText.threeCertificates(x5c.count).text)
    }
    leaf = try Self.certificate(x5c[0], "signing")
    intermediate = try Self.certificate(x5c[1], "intermediate")
    guard let third = Base64.standard.decode(x5c[2]) else { throw Self.unreadable("root") }
    self.third = third
  }

  /// Makes a chain from the certificates of an app receipt; `root` is nil if the receipt leaves it out.
  init(leaf: Certificate, intermediate: Certificate, root: Certificate?) {
    self.leaf = leaf
    self.intermediate = intermediate
    third = root?.der
  }

  /// Finds the path to a trusted root; throws `chain`.
  ///
  /// It does not check the dates: the result is the same for every date and can be cached. The result holds the
  /// validity periods, which the caller checks at each use.
  ///
  /// - Parameter check: Set to each check as it begins, so that a failure can be attributed to it.
  func verified(
    by roots: TrustedRoots, reaching check: inout VerificationCheck
  ) throws(VerificationFailure) -> VerifiedChain {
    let anchors = try roots.anchors(matching: third, pinned: [TrustedRoots.appleRootG3Fingerprint])
    let root = try markedPath(to: anchors, reaching: &check)
    check = .key
    guard let key = leaf.publicKey else {
      throw VerificationFailure(.signature, say("the signing certificate's key is not on the curve P-256"))
    }
    check = .dates
    return VerifiedChain(key: key, times: try times(to: root), rootFingerprint: root.fingerprint)
  }

  /// Finds the path to one of the anchors and checks Apple's marks on it, for any type of key; throws `chain`.
  func markedPath(
    to anchors: [Certificate], reaching check: inout VerificationCheck
  ) throws(VerificationFailure) -> Certificate {
    check = .path
    guard !anchors.isEmpty else { throw Self.untrusted }
    let root = try path(to: anchors)
    check = .marks
    guard intermediate.hasExtension(Mark.intermediate) else {
      throw VerificationFailure(.chain, say("the intermediate certificate lacks Apple's mark for it"))
    }
    guard leaf.hasExtension(Mark.leaf) else {
      throw VerificationFailure(.chain, say("the signing certificate lacks Apple's mark for signing App Store data"))
    }
    guard leaf.allowsDigitalSignature else {
      throw VerificationFailure(.chain, say("the signing certificate is not for signatures"))
    }
    return root
  }

  /// Returns the periods in which the certificates of the path are valid; throws `certificate`.
  func times(to root: Certificate) throws(VerificationFailure) -> ChainTimes {
    guard let leafTimes = leaf.validity, let intermediateTimes = intermediate.validity, let rootTimes = root.validity
    else { throw VerificationFailure(.certificate, say("a certificate's dates are unreadable")) }
    return ChainTimes(leaf: leafTimes, intermediate: intermediateTimes, root: rootTimes)
  }

  /// Builds the path leaf → intermediate → anchor with OpenSSL, and returns the anchor.
  func path(to anchors: [Certificate]) throws(VerificationFailure) -> Certificate {
    guard let context = X509_STORE_CTX_new(), let untrusted = till_x509_stack_new(),
      let trusted = till_x509_stack_new()
    else { throw VerificationFailure(.chain, VerificationText.notEnoughMemory.text) }
    defer {
      X509_STORE_CTX_free(context)
      till_x509_stack_free(untrusted)
      till_x509_stack_free(trusted)
      ERR_clear_error()
    }
    let stacked =
      till_x509_stack_push(untrusted, intermediate.pointer) == 1
      && anchors.allSatisfy { till_x509_stack_push(trusted, $0.pointer) == 1 }
    guard stacked, X509_STORE_CTX_init(context, nil, leaf.pointer, untrusted) == 1 else {
      throw VerificationFailure(.chain, VerificationText.notEnoughMemory.text)
    }
    X509_STORE_CTX_set0_trusted_stack(context, trusted)
    X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_X509_STRICT | X509_V_FLAG_NO_CHECK_TIME))
    X509_STORE_CTX_set_verify_cb(context) { passed, context in
      guard passed == 0, CertificateChain.forgives(X509_STORE_CTX_get_error(context)) else { return passed }
      X509_STORE_CTX_set_error(context, X509_V_OK)
      return 1
    }
    guard X509_verify_cert(context) == 1 else { throw Self.failure(of: context) }
    let path = X509_STORE_CTX_get0_chain(context)
    guard till_x509_stack_count(path) == 3, let end = till_x509_stack_at(path, 2) else {
      throw VerificationFailure(.chain, say("the signing certificate was not issued by the intermediate certificate"))
    }
    guard let root = anchors.first(where: { X509_cmp($0.pointer, end) == 0 }) else { throw Self.untrusted }
    return root
  }

  /// Returns whether to ignore an error of OpenSSL's strict mode.
  ///
  /// Apple's own test certificates cause these errors and must be accepted: they have no key identifiers, a basic
  /// constraint that is not critical, and a path length or a CA flag without key usage.
  private static func forgives(_ error: Int32) -> Bool {
    switch error {
    case X509_V_ERR_PATHLEN_WITHOUT_KU_KEY_CERT_SIGN, X509_V_ERR_MISSING_AUTHORITY_KEY_IDENTIFIER,
      X509_V_ERR_MISSING_SUBJECT_KEY_IDENTIFIER, X509_V_ERR_CA_BCONS_NOT_CRITICAL,
      X509_V_ERR_CA_CERT_MISSING_KEY_USAGE:
      true
    default: false
    }
  }

  private static var untrusted: VerificationFailure {
    VerificationFailure(.chain, say("the chain does not end at a trusted root"))
  }

  /// Returns the failure for OpenSSL's error, with its reason as a sentence.
  private static func failure(of context: OpaquePointer) -> VerificationFailure {
    let error = X509_STORE_CTX_get_error(context)
    switch error {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
      X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return untrusted
    default:
      let names = [
        say("signing certificate"), say("intermediate certificate"),
        say("root certificate"),
      ]
      let depth = Int(X509_STORE_CTX_get_error_depth(context))
      let name = names.indices.contains(depth) ? names[depth] : "chain"
      let reason = String(cString: X509_verify_cert_error_string(Int(error)))
      return VerificationFailure(.chain, say("the \(name) is invalid: \(reason)"))
    }
  }

  /// Returns the failure for a certificate that is not DER in base64.
  static func unreadable(_ name: String) -> VerificationFailure {
    VerificationFailure(.certificate, say("certificate \(name) in the header is unreadable"))
  }

  private static func certificate(_ text: String, _ name: String) throws(VerificationFailure) -> Certificate {
    guard let der = Base64.standard.decode(text), let certificate = Certificate(der: der) else {
      throw unreadable(name)
    }
    return certificate
  }
}

/// The result of checking a chain: the leaf's key, and the validity periods of the certificates.
struct VerifiedChain: Sendable {
  /// The public key of the leaf certificate.
  let key: PublicKey

  let times: ChainTimes

  /// The SHA-256 of the root's DER form in lower-case hexadecimal.
  let rootFingerprint: String
}

/// The validity periods of the three certificates of a chain.
struct ChainTimes: Hashable, Sendable {
  let leaf: Validity
  let intermediate: Validity
  let root: Validity

  /// Checks that all three certificates were valid at a moment; throws `chain`.
  func check(at date: Timestamp) throws(VerificationFailure) {
    try Self.check(leaf, say("signed with a certificate"), at: date)
    try Self.check(intermediate, say("signed under an intermediate certificate"), at: date)
    try Self.check(root, say("signed under a root certificate"), at: date)
  }

  private static func check(
    _ validity: Validity, _ signed: @autoclosure () -> String, at date: Timestamp
  ) throws(VerificationFailure) {
    let second = date.milliseconds.flooredQuotient(by: 1000)
    guard !validity.contains(second) else { return }
    let (how, day) = (signed(), date.formatted(.day))
    throw VerificationFailure(
      .chain,
      second > validity.end
        ? say("\(how) that expired on \(validity.lastDay) (checked at \(day))")
        : say("\(how) that is valid only from \(validity.firstDay) on (checked at \(day))"))
  }
}
