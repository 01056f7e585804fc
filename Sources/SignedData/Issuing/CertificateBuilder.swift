import COpenSSL

/// Makes one certificate of the simulated store, as RFC 5280 wants it.
struct CertificateBuilder {
  /// Who signs: a certificate and its key.
  ///
  /// Nil for a root, which signs itself.
  typealias Issuer = (certificate: Certificate, key: PrivateKey)

  /// The common name of the subject.
  let name: String

  /// The number of certificates that may follow below, or nil for one that is no authority.
  let pathLength: Int?

  /// The object identifier of Apple's mark, or nil for none.
  let mark: String?

  /// 2000 to 2100: no simulated clock leaves it.
  private static let validity = (start: "20000101000000Z", end: "21000101000000Z")

  /// Signs a certificate for a key, with ECDSA and SHA-384 as Apple's are.
  func certificate(for key: PrivateKey, signedBy issuer: Issuer?) throws(SigningError) -> Certificate {
    guard let pointer = X509_new() else { throw .openSSL("make a certificate") }
    let certificate = Certificate(owning: pointer)
    let isFilled =
      X509_set_version(pointer, Int(X509_VERSION_3)) == 1
      && setSerialNumber(of: pointer)
      && setName(X509_get_subject_name(pointer))
      && X509_set_issuer_name(pointer, X509_get_subject_name(issuer?.certificate.pointer ?? pointer)) == 1
      && ASN1_TIME_set_string_X509(X509_getm_notBefore(pointer), Self.validity.start) == 1
      && ASN1_TIME_set_string_X509(X509_getm_notAfter(pointer), Self.validity.end) == 1
      && X509_set_pubkey(pointer, key.pointer) == 1
      && addExtensions(to: pointer, issuer: issuer?.certificate.pointer ?? pointer)
    guard isFilled, X509_sign(pointer, (issuer?.key ?? key).pointer, EVP_sha384()) > 0 else {
      throw .openSSL("make a certificate")
    }
    return certificate
  }

  /// A random positive number of 63 bits, so that no two certificates of one issuer share it.
  private func setSerialNumber(of certificate: OpaquePointer) -> Bool {
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), UInt64.random(in: 1...(1 << 63 - 1))) == 1
  }

  private func setName(_ subject: OpaquePointer?) -> Bool {
    let parts = [("O", "Till"), ("OU", "Simulated by Till, not Apple"), ("CN", name)]
    return parts.allSatisfy { field, value in
      X509_NAME_add_entry_by_txt(subject, field, MBSTRING_UTF8, Array(value.utf8), Int32(value.utf8.count), -1, 0) == 1
    }
  }

  private func addExtensions(to certificate: OpaquePointer, issuer: OpaquePointer) -> Bool {
    let constraints = pathLength.map { "critical,CA:TRUE,pathlen:\($0)" } ?? "critical,CA:FALSE"
    let usage = pathLength == nil ? "critical,digitalSignature" : "critical,keyCertSign,cRLSign"
    // In this order: the authority's identifier of a root is its own subject's, which must be there by then.
    let extensions = [
      (NID_basic_constraints, constraints), (NID_key_usage, usage), (NID_subject_key_identifier, "hash"),
      (NID_authority_key_identifier, "keyid:always"),
    ]
    return extensions.allSatisfy { identifier, value in
      var context = X509V3_CTX()
      X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
      guard let addition = X509V3_EXT_conf_nid(nil, &context, identifier, value) else { return false }
      defer { X509_EXTENSION_free(addition) }
      return X509_add_ext(certificate, addition, -1) == 1
    } && addMark(to: certificate)
  }

  /// Adds Apple's mark, an extension whose content is NULL and is never looked at.
  private func addMark(to certificate: OpaquePointer) -> Bool {
    guard let mark else { return true }
    guard let object = OBJ_txt2obj(mark, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    guard let content = ASN1_OCTET_STRING_new() else { return false }
    defer { ASN1_OCTET_STRING_free(content) }
    guard ASN1_OCTET_STRING_set(content, [5, 0], 2) == 1,
      let addition = X509_EXTENSION_create_by_OBJ(nil, object, 0, content)
    else { return false }
    defer { X509_EXTENSION_free(addition) }
    return X509_add_ext(certificate, addition, -1) == 1
  }
}
