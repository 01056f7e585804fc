import COpenSSL
import Core

extension Verifier {
  /// Verifies an object without any cache, and returns each check and the certificates for display.
  package func examination(
    of jws: some Collection<UInt8>, as kind: SignedKind? = nil
  ) -> (result: VerificationResult, shown: TrustExamination) {
    let result = unhurried.verify(jws, as: kind)
    let chain = (try? CompactJWS(jws)).flatMap(certificates) ?? []
    return (
      result,
      TrustExamination(
        verdict: result.verdict, steps: steps(of: result, expecting: kind), chain: chain,
        effectiveDate: result.effectiveDate)
    )
  }

  private func steps(of result: VerificationResult, expecting kind: SignedKind?) -> [TrustExamination.Step] {
    let failure = result.verdict.failure
    return VerificationCheck.allCases.map { check in
      if let failure {
        if check == result.reached { return TrustExamination.Step(check, .failed(failure.message)) }
        if check > result.reached { return TrustExamination.Step(check, .notReached) }
      }
      return TrustExamination.Step(check, isAsked(check, of: result, expecting: kind) ? .passed : .notAsked)
    }
  }

  /// Returns whether a check that did not fail was made at all.
  private func isAsked(
    _ check: VerificationCheck, of result: VerificationResult, expecting kind: SignedKind?
  ) -> Bool {
    switch check {
    case .kind: kind != nil
    case .app: result.kind != .renewalInfo && (expected.bundleId != nil || expected.appAppleId != nil)
    case .environment: expected.environment != nil
    default: !check.isAboutSignature || (!expected.skipsSignatures && result.verdict != .attested(.answer))
    }
  }

  /// Returns the certificates in the header; the last one is replaced by the trusted root that it names.
  private func certificates(of jws: CompactJWS) -> [CertificateFacts] {
    guard let header = try? SignedHeader.object(jws.header()), let x5c = header["x5c"]?.arrayValue, x5c.count == 3
    else { return [] }
    let ders = x5c.map { $0.stringValue.flatMap { Base64.standard.decode($0) } }
    var certificates = ders.map { $0.flatMap(Certificate.init(der:)) }
    let pinned: Set = [TrustedRoots.appleRootG3Fingerprint]
    let anchor = ders[2].flatMap { try? roots.anchors(matching: $0, pinned: pinned).first }
    if let anchor { certificates[2] = anchor }
    let roles: [CertificateFacts.Role] = [.leaf, .intermediate, .root]
    return roles.indices.compactMap { index in
      guard let certificate = certificates[index] else { return nil }
      let next = certificates[min(index + 1, 2)]
      return certificate.facts(
        roles[index], isSignedByNext: next.map(certificate.isSigned) ?? false, isTrusted: index == 2 && anchor != nil)
    }
  }
}

extension VerificationFailure {
  /// Returns the check that failed, given the check that was last started.
  ///
  /// Several checks are one step of the code, such as splitting the JWS. The failure's kind then tells which of them
  /// failed.
  func check(after reached: VerificationCheck) -> VerificationCheck {
    switch kind {
    case .size: .size
    case .format where reached == .size: .form
    case .chainLength: .certificateCount
    case .certificate where reached == .algorithm: .certificates
    case .environment: .environment
    default: reached
    }
  }
}

extension Certificate {
  fileprivate func facts(_ role: CertificateFacts.Role, isSignedByNext: Bool, isTrusted: Bool) -> CertificateFacts {
    let mark =
      switch role {
      case .leaf: hasExtension(CertificateChain.Mark.leaf)
      case .intermediate: hasExtension(CertificateChain.Mark.intermediate)
      case .root: true
      }
    return CertificateFacts(
      role: role, subject: Self.name(X509_get_subject_name(pointer)), issuer: Self.name(X509_get_issuer_name(pointer)),
      key: keyName, serial: serial, validFrom: validity.map { Timestamp(milliseconds: $0.start * 1000) },
      validUntil: validity.map { Timestamp(milliseconds: $0.end * 1000) }, fingerprint: fingerprint, isMarked: mark,
      isSignedByNext: isSignedByNext, isTrusted: isTrusted)
  }

  /// Returns whether another certificate's key, or this certificate's own, signed this certificate.
  fileprivate func isSigned(by other: Certificate) -> Bool {
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(other.pointer) else { return false }
    return X509_verify(pointer, key) == 1
  }

  /// Returns the common name; without one, the whole name.
  private static func name(_ name: OpaquePointer?) -> String {
    guard let name else { return "" }
    var buffer = [CChar](repeating: 0, count: 256)
    let length = X509_NAME_get_text_by_NID(name, NID_commonName, &buffer, Int32(buffer.count))
    if length > 0 { return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    return X509_NAME_oneline(name, &buffer, Int32(buffer.count)).map { String(cString: $0) } ?? ""
  }

  /// The type of the public key: `P-256`, `P-384`, another curve's name, or the number of bits of any other key.
  private var keyName: String {
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(pointer) else { return "" }
    var buffer = [CChar](repeating: 0, count: 64)
    var length = 0
    guard EVP_PKEY_get_group_name(key, &buffer, buffer.count, &length) == 1 else {
      return "\(EVP_PKEY_get_bits(key)) bits"
    }
    let curve = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return ["prime256v1": "P-256", "secp384r1": "P-384"][curve] ?? curve
  }

  private var serial: String {
    guard let number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(pointer), nil) else { return "" }
    defer { BN_free(number) }
    guard let text = BN_bn2hex(number) else { return "" }
    defer { till_free(text) }
    return String(cString: text)
  }
}

extension CompactJWS {
  /// Returns the JWS with one letter of the payload changed: still valid JSON, but no longer what was signed.
  ///
  /// - Returns: The JWS, and the member whose value was changed; nil if no string in the payload can be changed.
  package func flippingALetter() -> (jws: String, member: String, before: String, after: String)? {
    guard var bytes = try? payload(), case .object(let json)? = try? JSONValue(parsing: bytes),
      let (member, value) = Self.telling(json), let place = Self.place(of: value, of: member, in: bytes)
    else { return nil }
    let old = bytes[place]
    bytes[place] = old == UInt8(ascii: "z") || old == UInt8(ascii: "Z") || old == UInt8(ascii: "9") ? old - 1 : old + 1
    let after = String(decoding: value.utf8.dropLast() + [bytes[place]], as: UTF8.self)
    guard let signature = try? signature() else { return nil }
    let jws = Self.text(headerSegment: headerSegment, payload: bytes, signature: signature)
    return (jws, member, value, after)
  }

  /// Returns the member to change: the most recognizable one whose value ends with a letter or digit.
  private static func telling(_ json: JSONObject) -> (String, String)? {
    let wanted = ["productId", "notificationType", "transactionId", "bundleId"].compactMap { name in
      json[name]?.stringValue.map { (name, $0) }
    }
    let all = wanted + json.compactMap { name, value in value.stringValue.map { (name, $0) } }
    return all.first { _, value in value.last.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false }
  }

  /// Returns the position of the last letter of a member's value.
  private static func place(of value: String, of member: String, in bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: Array("\"\(member)\":\"\(value)\"".utf8)).map { $0.upperBound - 2 }
  }
}
