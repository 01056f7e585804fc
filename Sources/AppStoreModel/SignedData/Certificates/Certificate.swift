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

extension Certificate {
  /// The certificates in a file's bytes: one in DER, or any number in PEM; empty when a part of it is not a certificate.
  static func all(in file: [UInt8]) -> [Certificate] {
    if let certificate = Certificate(der: file) { return [certificate] }
    return file.withUnsafeBytes { bytes in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return [] }
      defer {
        BIO_free(bio)
        ERR_clear_error()
      }
      var certificates: [Certificate] = []
      while let certificate = PEM_read_bio_X509(bio, nil, { _, _, _, _ in -1 }, nil) {
        certificates.append(Certificate(owning: certificate))
      }
      // The end of the text shows as "no start line"; anything else is a damaged certificate.
      let isAtEnd = till_error_reason(ERR_peek_last_error()) == PEM_R_NO_START_LINE
      return isAtEnd ? certificates : []
    }
  }
}

/// The times in which a certificate is valid, both ends included: RFC 5280 section 4.1.2.5.
struct Validity: Hashable, Sendable {
  /// The first second, since 1970 UTC.
  let start: Int64

  /// The last second, since 1970 UTC.
  let end: Int64

  /// Whether a moment, in seconds since 1970 UTC, lies within.
  func contains(_ second: Int64) -> Bool { start <= second && second <= end }

  /// Seconds since 1970 UTC of a certificate's date; nil unless it is `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`.
  static func seconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_TIME_free(epoch) }
    let length = time.pointee.type == V_ASN1_UTCTIME ? 13 : 15
    var days: Int32 = 0
    var seconds: Int32 = 0
    guard time.pointee.length == length, let last = time.pointee.data?[length - 1], last == UInt8(ascii: "Z"),
      ASN1_TIME_diff(&days, &seconds, epoch, time) == 1
    else {
      ERR_clear_error()
      return nil
    }
    return Int64(days) * 86_400 + Int64(seconds)
  }

  /// The first day, as `2025-03-01`.
  var firstDay: String { Timestamp(milliseconds: start * 1000).formatted(.day) }

  /// The last day, as `2025-03-01`.
  var lastDay: String { Timestamp(milliseconds: end * 1000).formatted(.day) }
}
