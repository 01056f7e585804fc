import COpenSSL
import Core

/// The certificates of a header.
struct CertificateChain {
  let leaf: Certificate
  let intermediate: Certificate

  /// The DER form of the third certificate, which names the root but is not the anchor.
  ///
  /// Nil where it was left out.
  let third: [UInt8]?

  /// The extensions by which Apple marks certificates that sign App Store data.
  enum Mark {
    /// On the intermediate: Worldwide Developer Relations.
    static let intermediate = "1.2.840.113635.100.6.2.1"

    /// On the leaf: receipt signing.
    static let leaf = "1.2.840.113635.100.6.11.1"
  }

  /// Reads the certificates of `x5c`: standard base64 of DER; throws `chainLength` or `certificate`.
  init(x5c: [String]) throws(VerificationFailure) {
    guard x5c.count == 3 else {
      throw VerificationFailure(.chainLength, VerificationText.threeCertificates(x5c.count).text)
    }
    leaf = try Self.certificate(x5c[0], "signing")
    intermediate = try Self.certificate(x5c[1], "intermediate")
    guard let third = Base64.standard.decode(x5c[2]) else { throw Self.unreadable("root") }
    self.third = third
  }

  /// The certificates of another signed form; the third is nil where the root was left out.
  init(leaf: Certificate, intermediate: Certificate, root: Certificate?) {
    self.leaf = leaf
    self.intermediate = intermediate
    third = root?.der
  }

  /// Finds the path to a trusted root; throws `chain`.
  ///
  /// The dates are not checked here: the result is the same at every date, so that it can be cached, and holds the
  /// times that each use checks.
  ///
  /// - Parameter check: Told what is being checked.
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

  /// Finds the path to one of the anchors with Apple's marks on it, whatever the kind of the keys; throws `chain`.
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

  /// The times in which the certificates of the path are valid; throws `certificate`.
  func times(to root: Certificate) throws(VerificationFailure) -> ChainTimes {
    guard let leafTimes = leaf.validity, let intermediateTimes = intermediate.validity, let rootTimes = root.validity
    else { throw VerificationFailure(.certificate, say("a certificate's dates are unreadable")) }
    return ChainTimes(leaf: leafTimes, intermediate: intermediateTimes, root: rootTimes)
  }

  /// Builds leaf → intermediate → one of the anchors with OpenSSL, and returns that anchor.
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

  /// Whether strictness goes further than Apple's own test certificates, which must be accepted.
  ///
  /// They have no key identifiers, a basic constraint that is not critical, and a path length or a CA without key
  /// usage.
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
    VerificationFailure(.chain, say("the chain does not end at a root that this store trusts"))
  }

  /// OpenSSL's objection, as a sentence.
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

  /// The failure of a certificate that is not base64 of DER.
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

/// A chain that leads to a trusted root: the leaf's key, and the times in which each certificate is valid.
struct VerifiedChain: Sendable {
  /// The leaf's public key.
  let key: PublicKey

  let times: ChainTimes

  /// The SHA-256 of the root's DER form in lower-case hexadecimal.
  let rootFingerprint: String
}

/// The times in which each certificate of a chain is valid.
struct ChainTimes: Hashable, Sendable {
  let leaf: Validity
  let intermediate: Validity
  let root: Validity

  /// Checks that all three certificates were valid at a moment; throws `chain`.
  func check(at date: Timestamp) throws(VerificationFailure) {
    try Self.check(leaf, .signing, at: date)
    try Self.check(intermediate, .intermediate, at: date)
    try Self.check(root, .root, at: date)
  }

  private static func check(
    _ validity: Validity, _ rank: VerificationText.Rank, at date: Timestamp
  ) throws(VerificationFailure) {
    let second = date.milliseconds.quotientRoundedDown(by: 1000)
    guard !validity.contains(second) else { return }
    let text: Words =
      second > validity.end
      ? VerificationText.hadExpired(rank, on: validity.lastDay, checked: date.formatted(.day))
      : VerificationText.wasNotValidBefore(rank, validity.firstDay, checked: date.formatted(.day))
    throw VerificationFailure(.chain, text.text)
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
