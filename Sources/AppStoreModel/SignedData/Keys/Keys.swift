import COpenSSL
import Core

/// An elliptic-curve private key that signs.
///
/// Sendable: the key is made in `init` and only read afterwards, and OpenSSL allows any number of threads to read one
/// object; each signature works on a context of its own.
final class PrivateKey: Sendable {
  /// The curves of the simulator's certificates, by OpenSSL's names.
  enum Curve: String {
    case p256 = "prime256v1"
    case p384 = "secp384r1"
  }

  /// The OpenSSL `EVP_PKEY` object, freed in `deinit`.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Makes a new random key.
  init(on curve: Curve) throws(SigningError) {
    guard let key = till_ec_key_new(curve.rawValue) else { throw .openSSL(Words("make a key")) }
    pointer = key
  }

  /// Reads a key from PKCS#8 PEM text without a password.
  init(pem: String) throws(SigningError) {
    var text = Array(pem.utf8)
    let key = text.withUnsafeMutableBytes { bytes -> OpaquePointer? in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(bio) }
      // The callback tells OpenSSL that there is no password, so that it never asks for one.
      return PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
    }
    // Overwrite this copy of the private key, so that it does not stay in memory.
    text.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    guard let key else { throw .openSSL(Words("read the signing key")) }
    pointer = key
  }

  deinit { EVP_PKEY_free(pointer) }

  /// Returns the key as PKCS#8 PEM text without a password.
  func pem() throws(SigningError) -> String {
    let text = textOfBIO { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    guard let text else { throw .openSSL(Words("write the signing key")) }
    return text
  }

  /// Returns the ES256 signature of a message, 64 bytes r‖s; this key must be on P-256.
  func sign(_ message: ArraySlice<UInt8>) throws(SigningError) -> [UInt8] {
    guard let digest = Digest.sha256(message), let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else {
      throw .openSSL(KeyText.sign)
    }
    defer { EVP_PKEY_CTX_free(context) }
    // A P-256 signature in DER has at most 72 bytes; OpenSSL rejects a larger one of another curve.
    var der = [UInt8](repeating: 0, count: 72)
    var count = der.count
    guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_sign(context, &der, &count, digest, digest.count) == 1,
      let raw = ECDSASignature.raw(der: Array(der[..<count]))
    else { throw .openSSL(KeyText.sign) }
    return raw
  }

  /// Returns a JWS in compact form with this header and this payload; this key must be on P-256.
  func jws(header: JSONObject, payload: JSONObject) throws(SigningError) -> String {
    let dot = [UInt8(ascii: ".")]
    let input =
      Base64.url.encode(JSONValue.object(header).serializedBytes()) + dot
      + Base64.url.encode(JSONValue.object(payload).serializedBytes())
    let signature = try sign(input[...])
    return String(decoding: input + dot + Base64.url.encode(signature), as: UTF8.self)
  }
}

/// A P-256 public key that checks ES256 signatures.
///
/// Sendable: the key and the prepared context are made in `init` and only read afterwards. OpenSSL allows any number of
/// threads to read one object; each check works on its own copy of the context.
final class PublicKey: Sendable {
  /// A context prepared for checking signatures; each check copies it.
  ///
  /// Preparing a context looks up algorithms under a lock; copying one does not.
  private nonisolated(unsafe) let context: OpaquePointer

  /// Keeps a reference to an `EVP_PKEY`; nil if it is not a key on P-256.
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

  /// Reads a key from the DER of a SubjectPublicKeyInfo; nil if it is not a key on P-256.
  convenience init?(subjectPublicKeyInfo der: [UInt8]) {
    guard let key = object(inDER: der, { d2i_PUBKEY(nil, $0, $1) }) else { return nil }
    defer { EVP_PKEY_free(key) }
    self.init(key)
  }

  deinit { EVP_PKEY_CTX_free(context) }

  /// Returns whether a signature, 64 bytes r‖s, over a message is this key's (ES256, RFC 7518 section 3.4).
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

/// Converts an ECDSA signature on P-256 between its raw and its DER form.
///
/// A JWS carries 64 bytes: r and then s, 32 bytes each, most significant byte first (RFC 7518 section 3.4). OpenSSL
/// takes a DER sequence of two integers. OpenSSL also checks the range 0 < r, s < n.
enum ECDSASignature {
  /// The number of bytes of the raw form r‖s.
  static let rawSize = 64

  /// Returns the DER form of r‖s; nil unless it has 64 bytes.
  static func der(raw: [UInt8]) -> [UInt8]? {
    guard raw.count == rawSize else { return nil }
    var der: [UInt8] = [0x30, 0]
    der.reserveCapacity(rawSize + 8)
    appendInteger(raw[..<32], to: &der)
    appendInteger(raw[32...], to: &der)
    der[1] = UInt8(der.count - 2)
    return der
  }

  /// Returns the raw form r‖s of a DER sequence as OpenSSL writes it; nil if the bytes are not one.
  static func raw(der: [UInt8]) -> [UInt8]? {
    guard der.count > 2, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
    var rest = der[2...]
    guard let r = takeInteger(from: &rest), let s = takeInteger(from: &rest), rest.isEmpty else { return nil }
    return r + s
  }

  /// Appends an integer in DER, without leading zeros except one where the first bit would mean a negative number.
  private static func appendInteger(_ number: ArraySlice<UInt8>, to der: inout [UInt8]) {
    let significant = number.drop { $0 == 0 }
    let lead = significant.first.map { $0 >= 0x80 } ?? true
    der += [0x02, UInt8(significant.count + (lead ? 1 : 0))]
    if lead { der.append(0) }
    der += significant
  }

  /// Removes an integer from the front and returns it as 32 bytes.
  private static func takeInteger(from der: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard der.popFirst() == 0x02, let length = der.popFirst(), der.count >= Int(length) else { return nil }
    let number = der.prefix(Int(length)).drop { $0 == 0 }
    der = der.dropFirst(Int(length))
    guard number.count <= 32 else { return nil }
    return [UInt8](repeating: 0, count: 32 - number.count) + number
  }
}

/// Hash functions: SHA-1, SHA-256 and SHA-384.
///
/// The SHA-256 algorithm is looked up once, because each look-up takes a lock for which all threads would wait.
package enum Digest {
  /// OpenSSL's handle of SHA-256, never freed and never changed.
  nonisolated(unsafe) static let sha256: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()

  /// The number of bytes of a SHA-256 digest.
  static let size = 32

  /// The version of OpenSSL.
  package static var openSSLVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

  /// Returns the SHA-1 of some bytes; for names only (UUIDs of version 5), never for a signature.
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    SHA1(bytes, bytes.count, &digest)
    return digest
  }

  /// Returns the SHA-384 of some bytes, the hash that ties an app transaction to a device.
  package static func sha384(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 48)
    SHA384(bytes, bytes.count, &digest)
    return digest
  }

  /// Returns the SHA-256 of some bytes; nil if memory runs out.
  package static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: size)
    let done = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, sha256, nil) }
    return done == 1 ? digest : nil
  }

  /// Returns bytes in lower-case hexadecimal.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Reads an object from its DER form with one of OpenSSL's `d2i` functions; nil for bytes of anything else.
func object(
  inDER der: [UInt8], _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
) -> OpaquePointer? {
  let object = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
    var next = buffer.baseAddress
    return read(&next, buffer.count)
  }
  if object == nil { ERR_clear_error() }
  return object
}

/// Returns what OpenSSL writes to a memory BIO, as text; nil unless `write` returns 1.
func textOfBIO(_ write: (OpaquePointer) -> Int32) -> String? {
  guard let bio = BIO_new(BIO_s_mem()) else { return nil }
  defer { BIO_free(bio) }
  guard write(bio) == 1 else { return nil }
  var start: UnsafeMutablePointer<CChar>?
  let count = till_bio_contents(bio, &start)
  return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
}

/// The texts of errors in Till's own keys and certificates.
enum KeyText {
  static var signReceipt: Words { "sign a receipt" }
  static var writeReceipt: Words { "write a receipt" }
  static var makeCertificate: Words { "make a certificate" }
  static var sign: Words { "sign" }
}
