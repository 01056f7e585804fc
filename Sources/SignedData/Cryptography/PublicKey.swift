import COpenSSL

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
