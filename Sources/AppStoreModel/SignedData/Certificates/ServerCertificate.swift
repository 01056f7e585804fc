import COpenSSL
import Core

/// A self-signed TLS certificate for a server on this machine, with its key.
///
/// A client that trusts this one certificate trusts this one server and nothing else.
package struct ServerCertificate: Hashable, Sendable {
  /// The certificate in PEM, which clients have to trust.
  package let certificatePEM: String
  /// The private key in PEM; keep it with mode 0600 and never print it.
  package let keyPEM: String

  /// Loads a stored certificate, or one that the user supplies with its issuers, and its private key.
  ///
  /// - Throws: a `SigningError` if the key does not belong to the certificate.
  package init(certificatePEM: String, keyPEM: String) throws(SigningError) {
    let key = try PrivateKey(pem: keyPEM)
    guard let certificate = Self.first(in: certificatePEM) else { throw .openSSL(Words("read the certificate")) }
    guard X509_check_private_key(certificate.pointer, key.pointer) == 1 else {
      throw .openSSL(Words("use the key, because it does not match the certificate"))
    }
    self.certificatePEM = certificatePEM
    self.keyPEM = keyPEM
  }

  /// Makes a new certificate and a new key on P-256.
  ///
  /// - Parameters:
  ///   - names: The host names and addresses of the server; `localhost`, 127.0.0.1 and ::1 are always added.
  ///   - now: The certificate is valid from one day before this moment for 824 days. Apple's systems accept at most
  ///     825 days.
  package init(for names: [String], now: Timestamp) throws(SigningError) {
    let key = try PrivateKey(on: .p256)
    var builder = CertificateBuilder(name: "till serve", pathLength: nil, mark: nil)
    builder.hosts = Self.own + names.filter { !Self.own.contains($0) }
    builder.validity = (
      Self.text(now.adding(milliseconds: -Timestamp.millisecondsPerDay)),
      Self.text(now.adding(milliseconds: 823 * Timestamp.millisecondsPerDay))
    )
    certificatePEM = try builder.certificate(for: key, signedBy: nil).pem
    keyPEM = try key.pem()
  }

  private static let own = ["localhost", "127.0.0.1", "::1"]

  /// Returns whether the certificate is valid for all of these host names at a moment.
  package func covers(_ names: [String], at now: Timestamp) -> Bool {
    guard let certificate = Self.first(in: certificatePEM), let validity = certificate.validity,
      (validity.start..<validity.end).contains(now.milliseconds / 1000)
    else { return false }
    return names.allSatisfy { name in
      X509_check_host(certificate.pointer, name, name.utf8.count, 0, nil) == 1
        || X509_check_ip_asc(certificate.pointer, name, 0) == 1
    }
  }

  /// Returns whether a text can be a host name or an address in a certificate.
  package static func isHost(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_:".contains($0)) }
  }

  private static func first(in pem: String) -> Certificate? {
    var text = Array(pem.utf8)
    return text.withUnsafeMutableBytes { bytes -> Certificate? in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(bio) }
      guard let pointer = PEM_read_bio_X509(bio, nil, nil, nil) else {
        ERR_clear_error()
        return nil
      }
      return Certificate(owning: pointer)
    }
  }

  /// Returns a moment in the form of X.509: `20260301120000Z`.
  private static func text(_ date: Timestamp) -> String {
    date.formatted(.second).filter(\.isNumber) + "Z"
  }
}
