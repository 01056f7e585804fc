import COpenSSL

/// An X.509 certificate, read-only.
///
/// Sendable: the certificate is made in `init` and only read afterwards, and OpenSSL allows any number of threads to
/// read one object (what it computes late, such as the extensions, it guards with a lock of its own).
final class Certificate: Sendable {
  /// The `X509`, freed with this object.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Takes over an `X509`.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  /// Reads one certificate in DER with nothing after it; nil when it is not one.
  convenience init?(der: [UInt8]) {
    let certificate = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var next = buffer.baseAddress
      return d2i_X509(nil, &next, buffer.count)
    }
    guard let certificate else {
      ERR_clear_error()
      return nil
    }
    self.init(owning: certificate)
    // OpenSSL also reads what is not DER, and stops at the end of the certificate.
    guard self.der == der else { return nil }
  }

  deinit { X509_free(pointer) }

  /// The DER form.
  var der: [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(pointer, &start)
    defer { till_free(start) }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(max(count, 0))))
  }

  /// The PEM form.
  var pem: String { textOfBIO { PEM_write_bio_X509($0, pointer) } ?? "" }

  /// The SHA-256 of the DER form in lower-case hexadecimal.
  var fingerprint: String { Digest.sha256(der[...]).map(Digest.hex) ?? "" }

  /// The times in which the certificate is valid; nil when they are not written as RFC 5280 section 4.1.2.5 wants.
  var validity: Validity? {
    guard let start = Validity.seconds(of: X509_get0_notBefore(pointer)),
      let end = Validity.seconds(of: X509_get0_notAfter(pointer))
    else { return nil }
    return Validity(start: start, end: end)
  }

  /// Whether an extension with this object identifier, such as "1.2.840.113635.100.6.2.1", is present.
  func hasExtension(_ identifier: String) -> Bool {
    guard let object = OBJ_txt2obj(identifier, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(pointer, object, -1) >= 0
  }

  /// Whether the key may sign data: true where no key usage is stated.
  var allowsDigitalSignature: Bool { X509_get_key_usage(pointer) & UInt32(KU_DIGITAL_SIGNATURE) != 0 }

  /// Whether another certificate has the same subject and the same public key.
  func isSameAuthority(as other: Certificate) -> Bool {
    guard X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_subject_name(other.pointer)) == 0,
      let key = X509_get0_pubkey(pointer), let otherKey = X509_get0_pubkey(other.pointer)
    else {
      ERR_clear_error()
      return false
    }
    return EVP_PKEY_eq(key, otherKey) == 1
  }

  /// The public key, or nil when it is not one on P-256.
  var publicKey: PublicKey? {
    guard let key = X509_get0_pubkey(pointer) else {
      ERR_clear_error()
      return nil
    }
    return PublicKey(key)
  }
}
