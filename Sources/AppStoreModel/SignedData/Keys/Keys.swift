import COpenSSL
import Core

/// An elliptic-curve private key that signs.
///
/// Sendable: the key is made in `init` and only read afterwards, and OpenSSL allows any number of threads to read one
/// object; each signature works on a context of its own.
final class PrivateKey: Sendable {
  /// The curves of the simulated store's certificates, by OpenSSL's names.
  enum Curve: String {
    case p256 = "prime256v1"
    case p384 = "secp384r1"
  }

  /// The `EVP_PKEY`, freed with this object.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// A new random key.
  init(on curve: Curve) throws(SigningError) {
    guard let key = till_ec_key_new(curve.rawValue) else { throw .openSSL(Words("make a key")) }
    pointer = key
  }

  /// A key from its PKCS#8 PEM text without a password.
  init(pem: String) throws(SigningError) {
    var text = Array(pem.utf8)
    let key = text.withUnsafeMutableBytes { bytes -> OpaquePointer? in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(bio) }
      // A password is never asked for: the callback says that there is none.
      return PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
    }
    // The copy of the key's text must not stay in memory that is used again.
    text.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    guard let key else { throw .openSSL(Words("read the signing key")) }
    pointer = key
  }

  deinit { EVP_PKEY_free(pointer) }

  /// The PKCS#8 PEM text without a password.
  func pem() throws(SigningError) -> String {
    let text = textOfBIO { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    guard let text else { throw .openSSL(Words("write the signing key")) }
    return text
  }

  /// The signature over a message, 64 bytes r‖s (ES256); this key must be on P-256.
  func sign(_ message: ArraySlice<UInt8>) throws(SigningError) -> [UInt8] {
    guard let digest = Digest.sha256(message), let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else {
      throw .openSSL(KeyText.sign)
    }
    defer { EVP_PKEY_CTX_free(context) }
    // A P-256 signature in DER has at most 72 bytes; the size of another curve's is refused by OpenSSL.
    var der = [UInt8](repeating: 0, count: 72)
    var count = der.count
    guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_sign(context, &der, &count, digest, digest.count) == 1,
      let raw = ECDSASignature.raw(der: Array(der[..<count]))
    else { throw .openSSL(KeyText.sign) }
    return raw
  }
}

/// A P-256 public key that checks ES256 signatures.
///
/// Sendable: the key and the prepared context are made in `init` and only read afterwards. OpenSSL allows any number of
/// threads to read one object; each check works on its own copy of the context.
final class PublicKey: Sendable {
  /// A context prepared for checking.
  ///
  /// To prepare one looks algorithms up under a lock; to copy one does not.
  private nonisolated(unsafe) let context: OpaquePointer

  /// Takes a reference to an `EVP_PKEY`; nil when it is not a key on P-256.
  init?(_ key: OpaquePointer) {
    var name = [CChar](repeating: 0, count: 64)
    guard EVP_PKEY_is_a(key, "EC") == 1, EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1,
      strcmp(name, "prime256v1") == 0,
      let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
    else {
      ERR_clear_error()
      return nil
    }
    guard EVP_PKEY_verify_init(context) == 1 else {
      EVP_PKEY_CTX_free(context)
      ERR_clear_error()
      return nil
    }
    self.context = context
  }

  /// A key from the DER of a SubjectPublicKeyInfo; nil when it is not a key on P-256.
  convenience init?(subjectPublicKeyInfo der: [UInt8]) {
    let key = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var next = buffer.baseAddress
      return d2i_PUBKEY(nil, &next, buffer.count)
    }
    guard let key else {
      ERR_clear_error()
      return nil
    }
    defer { EVP_PKEY_free(key) }
    self.init(key)
  }

  deinit { EVP_PKEY_CTX_free(context) }

  /// Whether a signature, 64 bytes r‖s, is one of this key over a message (ES256, RFC 7518 section 3.4).
  func verifies(_ signature: [UInt8], over message: ArraySlice<UInt8>) -> Bool {
    guard let der = ECDSASignature.der(raw: signature), let digest = Digest.sha256(message),
      let check = EVP_PKEY_CTX_dup(context)
    else { return false }
    defer { EVP_PKEY_CTX_free(check) }
    if EVP_PKEY_verify(check, der, der.count, digest, digest.count) == 1 { return true }
    ERR_clear_error()
    return false
  }
}

/// An ECDSA signature on P-256 in its two forms.
///
/// A JWS carries 64 bytes, r and then s, each as 32 bytes, most significant first (RFC 7518 section 3.4); OpenSSL takes
/// a DER sequence of two integers. The range 0 < r, s < n is OpenSSL's to check.
enum ECDSASignature {
  /// The number of bytes of r‖s.
  static let rawSize = 64

  /// The DER form of r‖s, or nil when it has not 64 bytes.
  static func der(raw: [UInt8]) -> [UInt8]? {
    guard raw.count == rawSize else { return nil }
    var der: [UInt8] = [0x30, 0]
    der.reserveCapacity(rawSize + 8)
    appendInteger(raw[..<32], to: &der)
    appendInteger(raw[32...], to: &der)
    der[1] = UInt8(der.count - 2)
    return der
  }

  /// The form r‖s of a DER sequence as OpenSSL writes it, or nil when it is not one.
  static func raw(der: [UInt8]) -> [UInt8]? {
    guard der.count > 2, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
    var rest = der[2...]
    guard let r = takeInteger(from: &rest), let s = takeInteger(from: &rest), rest.isEmpty else { return nil }
    return r + s
  }

  /// Appends an integer without needless leading zeros, with one where the first bit would make it negative.
  private static func appendInteger(_ number: ArraySlice<UInt8>, to der: inout [UInt8]) {
    let significant = number.drop { $0 == 0 }
    let lead = significant.first.map { $0 >= 0x80 } ?? true
    der += [0x02, UInt8(significant.count + (lead ? 1 : 0))]
    if lead { der.append(0) }
    der += significant
  }

  /// Takes an integer off the front, as 32 bytes.
  private static func takeInteger(from der: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard der.popFirst() == 0x02, let length = der.popFirst(), der.count >= Int(length) else { return nil }
    let number = der.prefix(Int(length)).drop { $0 == 0 }
    der = der.dropFirst(Int(length))
    guard number.count <= 32 else { return nil }
    return [UInt8](repeating: 0, count: 32 - number.count) + number
  }
}

/// Digests; SHA-256 has its algorithm looked up once, since a look-up takes a lock that every thread would wait for.
package enum Digest {
  /// OpenSSL's handle of the algorithm, never freed and never changed.
  nonisolated(unsafe) static let sha256: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()

  /// The number of bytes of a digest.
  static let size = 32

  /// The version of the library that does the cryptography.
  package static var openSSLVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

  /// The SHA-1 of some bytes: for names only (UUIDs of version 5), never for a signature.
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    SHA1(bytes, bytes.count, &digest)
    return digest
  }

  /// The SHA-384 of some bytes: what Apple ties an app transaction to a device with.
  package static func sha384(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 48)
    SHA384(bytes, bytes.count, &digest)
    return digest
  }

  /// The SHA-256 of some bytes, or nil without memory.
  package static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: size)
    let done = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, sha256, nil) }
    return done == 1 ? digest : nil
  }

  /// Bytes in lower-case hexadecimal.
  static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// OpenSSL's output to a memory BIO, as text; nil when `write` does not return 1.
func textOfBIO(_ write: (OpaquePointer) -> Int32) -> String? {
  guard let bio = BIO_new(BIO_s_mem()) else { return nil }
  defer { BIO_free(bio) }
  guard write(bio) == 1 else { return nil }
  var start: UnsafeMutablePointer<CChar>?
  let count = till_bio_contents(bio, &start)
  return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
}
