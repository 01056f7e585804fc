import COpenSSL

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
