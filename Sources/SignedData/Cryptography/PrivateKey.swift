import COpenSSL

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
    guard let key = till_ec_key_new(curve.rawValue) else { throw .openSSL("make a key") }
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
    guard let key else { throw .openSSL("read the signing key") }
    pointer = key
  }

  deinit { EVP_PKEY_free(pointer) }

  /// The PKCS#8 PEM text without a password.
  func pem() throws(SigningError) -> String {
    let text = textOfBIO { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    guard let text else { throw .openSSL("write the signing key") }
    return text
  }

  /// The signature over a message, 64 bytes r‖s (ES256); this key must be on P-256.
  func sign(_ message: ArraySlice<UInt8>) throws(SigningError) -> [UInt8] {
    guard let digest = Digest.sha256(message), let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else {
      throw .openSSL("sign")
    }
    defer { EVP_PKEY_CTX_free(context) }
    // A P-256 signature in DER has at most 72 bytes; the size of another curve's is refused by OpenSSL.
    var der = [UInt8](repeating: 0, count: 72)
    var count = der.count
    guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_sign(context, &der, &count, digest, digest.count) == 1,
      let raw = ECDSASignature.raw(der: Array(der[..<count]))
    else { throw .openSSL("sign") }
    return raw
  }
}
