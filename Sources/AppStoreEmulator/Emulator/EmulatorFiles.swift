package import AppStoreSimulator
import Foundation
import SafeText
package import SignedData

/// The files that `till serve` keeps beside the ledger for whoever talks to it: the key in App Store Connect's form, and
/// the root certificate to trust.
package struct EmulatorFiles: Sendable {
  /// `AuthKey_KEYID.p8`, readable by its owner only.
  package let privateKeyFile: String
  /// The root certificate in DER, as Apple's client libraries take it.
  package let rootCertificateFile: String
  /// The key in the first file.
  package let key: TokenKey
  /// The shared secret of `verifyReceipt`, from a file of its own that only the owner can read.
  let sharedSecret: String

  /// Finds the files in a directory, or makes them.
  ///
  /// - Throws: an `HTTPServerError` that names a file which cannot be used.
  package init(for store: SimulatedAppStore, in directory: String) throws(HTTPServerError) {
    let keyId = Self.keyId(of: store)
    privateKeyFile = directory + "/AuthKey_\(keyId).p8"
    rootCertificateFile = directory + "/SimulatedAppStoreRoot_\(keyId).cer"
    key = try Self.key(keyId, in: privateKeyFile)
    sharedSecret = try Self.secret(in: directory + "/SharedSecret_\(keyId).txt")
    let base64 = store.rootCertificatePEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    guard let certificate = Base64.standard.decode(base64),
      (try? Data(certificate).write(to: URL(fileURLWithPath: rootCertificateFile), options: .atomic)) != nil
    else { throw Self.unusable(rootCertificateFile) }
  }

  /// Ten capitals and digits, as Apple's are, that belong to the ledger.
  private static func keyId(of store: SimulatedAppStore) -> String {
    let digits = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return String(Digest.sha1(Array(store.ledgerId.utf8)).prefix(10).map { digits[Int($0 & 31)] })
  }

  private static func key(_ keyId: String, in file: String) throws(HTTPServerError) -> TokenKey {
    if let bytes = FileManager.default.contents(atPath: file) {
      guard let key = try? TokenKey(keyId: keyId, pem: String(decoding: bytes, as: UTF8.self)) else {
        throw HTTPServerError("\(safeText(file)) holds no key on P-256: move it aside, and a new one is made")
      }
      return key
    }
    guard let key = try? TokenKey(keyId: keyId), let pem = try? key.pem() else { throw unusable(file) }
    try create(file, pem)
    return key
  }

  /// Thirty-two hexadecimal digits, as Apple's are.
  private static func secret(in file: String) throws(HTTPServerError) -> String {
    if let bytes = FileManager.default.contents(atPath: file) {
      return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let digits = Array("0123456789abcdef")
    let secret = String((0..<32).map { _ in digits[Int.random(in: 0..<16)] })
    try create(file, secret + "\n")
    return secret
  }

  /// Makes a file that nobody else can read, only if nobody made it meanwhile.
  private static func create(_ file: String, _ text: String) throws(HTTPServerError) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unusable(file) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? handle.write(contentsOf: Data(text.utf8))) != nil else { throw unusable(file) }
  }

  private static func unusable(_ file: String) -> HTTPServerError {
    HTTPServerError("\(safeText(file)) cannot be written: check the directory's permissions")
  }
}
