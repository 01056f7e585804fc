import COpenSSL

extension SigningIdentity {
  /// Wraps content in PKCS#7 signed data, as app receipts are: the leaf's signature, and all three certificates.
  ///
  /// - Returns: The DER of a ContentInfo.
  package func signedData(_ content: [UInt8]) throws(SigningError) -> [UInt8] {
    guard let others = till_x509_stack_new() else { throw .openSSL("sign a receipt") }
    defer { till_x509_stack_free(others) }
    let chain = certificates.compactMap { Certificate(der: $0) }
    guard chain.count == 3, till_x509_stack_push(others, chain[1].pointer) == 1,
      till_x509_stack_push(others, chain[2].pointer) == 1
    else { throw .openSSL("sign a receipt") }
    guard let data = BIO_new(BIO_s_mem()) else { throw .openSSL("sign a receipt") }
    defer { BIO_free(data) }
    guard BIO_write(data, content, Int32(clamping: content.count)) == content.count else {
      throw .openSSL("sign a receipt")
    }
    let flags = UInt32(CMS_BINARY | CMS_NOSMIMECAP)
    // The stack has the certificates without owning them: nothing else keeps them until OpenSSL is done.
    let container = withExtendedLifetime((chain, key)) { CMS_sign(chain[0].pointer, key.pointer, others, data, flags) }
    guard let signed = container else { throw .openSSL("sign a receipt") }
    defer { CMS_ContentInfo_free(signed) }
    let count = i2d_CMS_ContentInfo(signed, nil)
    guard count > 0 else { throw .openSSL("write a receipt") }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let written = bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var next = buffer.baseAddress
      return i2d_CMS_ContentInfo(signed, &next)
    }
    guard written == count else { throw .openSSL("write a receipt") }
    return bytes
  }

  /// The content of PKCS#7 signed data that this identity's leaf signed; nil for any other bytes.
  package func content(ofSignedData der: [UInt8]) -> [UInt8]? {
    defer { ERR_clear_error() }
    let signed = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var next = buffer.baseAddress
      return d2i_CMS_ContentInfo(nil, &next, buffer.count)
    }
    guard let signed, let leaf = certificates.first.flatMap({ Certificate(der: $0) }),
      let trusted = till_x509_stack_new(), let output = BIO_new(BIO_s_mem())
    else { return nil }
    defer {
      CMS_ContentInfo_free(signed)
      till_x509_stack_free(trusted)
      BIO_free(output)
    }
    // Only this leaf's signature counts, so no path is looked for: its certificate is ours.
    let flags = UInt32(CMS_BINARY | CMS_NOINTERN | CMS_NO_SIGNER_CERT_VERIFY)
    let holds = withExtendedLifetime(leaf) {
      till_x509_stack_push(trusted, leaf.pointer) == 1 && CMS_verify(signed, trusted, nil, nil, output, flags) == 1
    }
    guard holds else { return nil }
    var start: UnsafeMutablePointer<CChar>?
    let count = till_bio_contents(output, &start)
    return Array(UnsafeRawBufferPointer(start: start, count: max(count, 0)))
  }
}
