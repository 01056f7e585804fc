import COpenSSL
import Core

/// PKCS#7 signed data, parsed but not yet verified.
final class SignedContainer {
  private let pointer: OpaquePointer

  /// Reads DER or BER; nil for anything but PKCS#7 signed data.
  init?(_ bytes: [UInt8]) {
    guard let container = object(inDER: bytes, { d2i_CMS_ContentInfo(nil, $0, $1) }) else { return nil }
    guard OBJ_obj2nid(CMS_get0_type(container)) == NID_pkcs7_signed else {
      CMS_ContentInfo_free(container)
      return nil
    }
    pointer = container
  }

  deinit { CMS_ContentInfo_free(pointer) }

  /// The signed content; nil if it is detached.
  var content: [UInt8]? {
    guard let octets = CMS_get0_content(pointer)?.pointee, let bytes = ASN1_STRING_get0_data(octets) else {
      ERR_clear_error()
      return nil
    }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(max(ASN1_STRING_length(octets), 0))))
  }

  /// Checks the single signature, and its certificates up to a trusted root, as of a date.
  ///
  /// - Returns: The fingerprint of the root.
  /// - Throws: `signature`, `chainLength` or `chain`.
  func verifiedRoot(among roots: TrustedRoots, at date: Timestamp) throws(VerificationFailure) -> String {
    defer { ERR_clear_error() }
    // OpenSSL checks only the signature here; the certificate path is checked below, as for every other signed object.
    let flags = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
    guard CMS_verify(pointer, nil, nil, nil, nil, flags) == 1 else {
      throw VerificationFailure(.signature, say("the receipt's signature does not match its contents"))
    }
    let certificates = self.certificates
    let signers = CMS_get0_signers(pointer)
    defer { till_x509_stack_free(signers) }
    guard till_x509_stack_count(signers) == 1, let signer = till_x509_stack_at(signers, 0),
      let leaf = certificates.first(where: { X509_cmp($0.pointer, signer) == 0 })
    else {
      throw VerificationFailure(.chainLength, say("the receipt lacks its signer's certificate"))
    }
    let others = certificates.filter { X509_cmp($0.pointer, signer) != 0 }
    guard let intermediate = others.first(where: { X509_check_issued($0.pointer, leaf.pointer) == X509_V_OK }) else {
      throw VerificationFailure(
        .chainLength,
        X509_check_issued(leaf.pointer, leaf.pointer) == X509_V_OK
          ? say(
            "the receipt's signer signed its own certificate, as Xcode does for tests; use a receipt from the App "
              + "Store")
          : say("the receipt lacks the certificate of its signer's issuer"))
    }
    let root = others.first {
      X509_cmp($0.pointer, intermediate.pointer) != 0
        && X509_check_issued($0.pointer, intermediate.pointer) == X509_V_OK
    }
    let chain = CertificateChain(leaf: leaf, intermediate: intermediate, root: root)
    var check = VerificationCheck.certificates
    let anchor = try chain.markedPath(
      to: roots.anchors(
        matching: chain.third, pinned: [TrustedRoots.appleRootG3Fingerprint, TrustedRoots.appleRootFingerprint]),
      reaching: &check)
    try chain.times(to: anchor).check(at: date)
    return anchor.fingerprint
  }

  /// The certificates in the container; only the first 16 are read, more than any receipt needs.
  private var certificates: [Certificate] {
    let stack = CMS_get1_certs(pointer)
    defer { till_x509_stack_free_all(stack) }
    return (0..<min(till_x509_stack_count(stack), 16)).compactMap { index in
      guard let certificate = till_x509_stack_at(stack, index), X509_up_ref(certificate) == 1 else { return nil }
      return Certificate(owning: certificate)
    }
  }
}

/// Reads the subset of ASN.1 in DER that an app receipt uses; it is safe with untrusted bytes.
package struct DERReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Returns the next element's tag and content; nil at the end, or for bytes that are not an element.
  package mutating func next() -> (tag: UInt8, content: [UInt8])? {
    guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), rest.count >= count else { return nil }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(count)
    }
    guard length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return (tag, Array(rest.prefix(length)))
  }

  /// Returns the value of an INTEGER's content; nil if it is negative or does not fit.
  package static func integer(_ content: [UInt8]) -> Int64? {
    guard (1...8).contains(content.count), content[0] < 0x80 else { return nil }
    return content.reduce(0) { $0 << 8 | Int64($1) }
  }
}
