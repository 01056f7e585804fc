import COpenSSL

/// An X.509 certificate, read-only.
///
/// Sendable: the certificate is made in `init` and only read afterwards, and OpenSSL allows any number of threads to
/// read one object (parts that it computes at first use, such as the extensions, are guarded by its own lock).
final class Certificate: Sendable {
  /// The OpenSSL `X509` object, freed in `deinit`.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Takes ownership of an OpenSSL `X509`.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  /// Reads exactly one certificate in DER; nil for any other bytes.
  convenience init?(der: [UInt8]) {
    guard let certificate = object(inDER: der, { d2i_X509(nil, $0, $1) }) else { return nil }
    self.init(owning: certificate)
    // OpenSSL also accepts encodings other than DER, and ignores bytes after the certificate; this check rejects both.
    guard self.der == der else { return nil }
  }

  deinit { X509_free(pointer) }

  /// The certificate in DER.
  var der: [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(pointer, &start)
    defer { till_free(start) }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(max(count, 0))))
  }

  /// The certificate in PEM.
  var pem: String { textOfBIO { PEM_write_bio_X509($0, pointer) } ?? "" }

  /// The SHA-256 of the certificate's DER form, in lower-case hexadecimal.
  var fingerprint: String { Digest.sha256(der[...]).map(Digest.hex) ?? "" }

  /// The period in which the certificate is valid; nil if its dates are not in the form of RFC 5280 section 4.1.2.5.
  var validity: Validity? {
    guard let start = Validity.seconds(of: X509_get0_notBefore(pointer)),
      let end = Validity.seconds(of: X509_get0_notAfter(pointer))
    else { return nil }
    return Validity(start: start, end: end)
  }

  /// Returns whether the certificate has an extension with this object identifier (“1.2.840.113635.100.6.2.1”).
  func hasExtension(_ identifier: String) -> Bool {
    guard let object = OBJ_txt2obj(identifier, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(pointer, object, -1) >= 0
  }

  /// Whether the key may sign data; true if the certificate states no key usage.
  var allowsDigitalSignature: Bool { X509_get_key_usage(pointer) & UInt32(KU_DIGITAL_SIGNATURE) != 0 }

  /// Returns whether another certificate has the same subject and the same public key.
  func isSameAuthority(as other: Certificate) -> Bool {
    guard X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_subject_name(other.pointer)) == 0,
      let key = X509_get0_pubkey(pointer), let otherKey = X509_get0_pubkey(other.pointer)
    else {
      ERR_clear_error()
      return false
    }
    return EVP_PKEY_eq(key, otherKey) == 1
  }

  /// The public key; nil if it is not on the curve P-256.
  var publicKey: PublicKey? {
    guard let key = X509_get0_pubkey(pointer) else {
      ERR_clear_error()
      return nil
    }
    return PublicKey(key)
  }
}

extension Certificate {
  /// Returns the certificates in a file: one in DER, or any number in PEM; empty if any of them is invalid.
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
      // At the end of the text OpenSSL reports "no start line"; any other error means a damaged certificate.
      let isAtEnd = till_error_reason(ERR_peek_last_error()) == PEM_R_NO_START_LINE
      return isAtEnd ? certificates : []
    }
  }
}

/// The period in which a certificate is valid, first and last second included (RFC 5280 section 4.1.2.5).
struct Validity: Hashable, Sendable {
  /// The first valid second, in seconds since 1970 UTC.
  let start: Int64

  /// The last valid second, in seconds since 1970 UTC.
  let end: Int64

  /// Returns whether a moment, in seconds since 1970 UTC, is within the period.
  func contains(_ second: Int64) -> Bool { start <= second && second <= end }

  /// Returns a certificate's date in seconds since 1970 UTC; nil unless `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`.
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

  /// The first valid day, such as `2025-03-01`.
  var firstDay: String { Timestamp(milliseconds: start * 1000).formatted(.day) }

  /// The last valid day, such as `2025-03-01`.
  var lastDay: String { Timestamp(milliseconds: end * 1000).formatted(.day) }
}
