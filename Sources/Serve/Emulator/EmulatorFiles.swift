package import AppStoreModel
import Core
import Libc
package import Simulator

/// The tester's own key of App Store Connect; missing parts are made for the ledger.
package struct EmulatorCredentials: Hashable, Sendable {
  /// The key's id (`kid`); by default it is taken from the file name `AuthKey_KEYID.p8`.
  package var keyId: String?
  /// The issuer of the key (`iss`); by default the ledger's id.
  package var issuerId: String?
  /// The path of the key's file, PKCS#8 in PEM.
  package var keyFile: String?

  package init(keyId: String? = nil, issuerId: String? = nil, keyFile: String? = nil) {
    self.keyId = keyId
    self.issuerId = issuerId
    self.keyFile = keyFile
  }
}

/// The files that `till serve` keeps beside the ledger for its clients.
///
/// They are the key in App Store Connect's form, the root certificate to trust, and the shared secret.
package struct EmulatorFiles: Sendable {
  /// The path of the key's file, `AuthKey_KEYID.p8`, which only its owner can read.
  package let privateKeyFile: String
  /// The path of the root certificate in DER, the form that Apple's client libraries read.
  package let rootCertificateFile: String
  /// The path of the root certificate in PEM.
  package let rootCertificatePEMFile: String
  /// The key from `privateKeyFile`.
  package let key: TokenKey
  /// The path of the file with the shared secret of `verifyReceipt`, which only the owner can read.
  package let sharedSecretFile: String
  let sharedSecret: String
  /// The key in PEM, where Till made it; nil for a tester's own key, which Till never shows.
  let privateKeyPEM: String?
  /// The root certificate in DER.
  let rootCertificate: [UInt8]

  /// Reads the files in a directory, and makes the missing ones.
  ///
  /// - Throws: An `HTTPServerError` that names an unusable file.
  package init(
    for store: SimulatedAppStore, in directory: String, credentials: EmulatorCredentials = EmulatorCredentials()
  ) throws(HTTPServerError) {
    let name = Self.keyId(of: store)
    if let own = credentials.keyFile {
      privateKeyFile = own
      guard let bytes = ServedFile.bytes(of: own) else {
        throw HTTPServerError(say("cannot read --key \(safeText(own)); use the .p8 file of App Store Connect"))
      }
      key = try Self.key(credentials.keyId ?? Self.keyId(inName: own) ?? name, bytes, own)
      privateKeyPEM = nil
    } else {
      let keyId = credentials.keyId ?? name
      privateKeyFile = directory + "/AuthKey_\(keyId).p8"
      key = try Self.key(keyId, in: privateKeyFile)
      privateKeyPEM = try? key.pem()
    }
    sharedSecretFile = directory + "/SharedSecret_\(name).txt"
    sharedSecret = try Self.secret(in: sharedSecretFile)
    rootCertificateFile = directory + "/SimulatedAppStoreRoot_\(name).cer"
    rootCertificatePEMFile = directory + "/SimulatedAppStoreRoot_\(name).pem"
    let base64 = store.rootCertificatePEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    guard let certificate = Base64.standard.decode(base64) else {
      throw HTTPServerError(
        say("the ledger's root certificate is invalid; start a new ledger with another --store"))
    }
    rootCertificate = certificate
    try ServedFile.replace(rootCertificateFile, certificate)
    try ServedFile.replace(rootCertificatePEMFile, Array(store.rootCertificatePEM.utf8))
  }

  /// The shell command that makes a Java key store which trusts the root.
  package var keytoolLine: String {
    "keytool -importcert -noprompt -alias till -storepass changeit -file \(ShellWords.quoted(rootCertificateFile)) "
      + "-keystore \(ShellWords.quoted(rootCertificateFile.replacing(".cer", with: ".jks")))"
  }

  /// Returns whether a text is a valid key id, which is part of a file name and of every token.
  package static func isKeyId(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Derives a key id from the ledger's id: ten capitals and digits, like Apple's.
  private static func keyId(of store: SimulatedAppStore) -> String {
    let digits = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return String(Digest.sha1(Array(store.ledgerId.utf8)).prefix(10).map { digits[Int($0 & 31)] })
  }

  /// Returns the key id in a file name, in the form that App Store Connect uses; nil where there is none.
  private static func keyId(inName path: String) -> String? {
    guard let name = path.split(separator: "/").last, name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else {
      return nil
    }
    let id = String(name.dropFirst("AuthKey_".count).dropLast(".p8".count))
    return isKeyId(id) ? id : nil
  }

  private static func key(_ keyId: String, in file: String) throws(HTTPServerError) -> TokenKey {
    if let bytes = ServedFile.bytes(of: file) { return try key(keyId, bytes, file) }
    guard let key = try? TokenKey(keyId: keyId), let pem = try? key.pem() else {
      throw HTTPServerError(say("OpenSSL could not create a P-256 key; check its installation"))
    }
    try ServedFile.create(file, pem)
    return key
  }

  private static func key(_ keyId: String, _ bytes: [UInt8], _ file: String) throws(HTTPServerError) -> TokenKey {
    guard let key = try? TokenKey(keyId: keyId, pem: String(decoding: bytes, as: UTF8.self)) else {
      throw HTTPServerError(
        say("\(safeText(file)) is not a P-256 key; move the file away, or name another one with --key"))
    }
    return key
  }

  /// Reads the shared secret, or makes one: 32 hexadecimal digits, like Apple's.
  private static func secret(in file: String) throws(HTTPServerError) -> String {
    if let bytes = ServedFile.bytes(of: file) {
      return String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    }
    let secret = Digest.hex((0..<16).map { _ in UInt8.random(in: 0...255) })
    try ServedFile.create(file, secret + "\n")
    return secret
  }
}

/// The certificate that `till serve --tls auto` makes for itself and keeps beside the ledger.
package enum TLSFiles {
  /// Reads the stored certificate, or makes a new one where that is for other names or has expired.
  ///
  /// - Parameter names: Host names and addresses beside `localhost` and this machine's own.
  /// - Returns: The certificate, and the file that clients must trust.
  /// - Throws: An `HTTPServerError` that names an unusable file.
  package static func certificate(
    for names: [String], in directory: String, now: Timestamp
  ) throws(HTTPServerError) -> (ServerCertificate?, file: String?) {
    let (file, keyFile) = (directory + "/TLSCertificate.pem", directory + "/TLSKey.pem")
    if let text = ServedFile.bytes(of: file), let key = SafeFile.readSecret(keyFile),
      let kept = try? ServerCertificate(
        certificatePEM: String(decoding: text, as: UTF8.self), keyPEM: String(decoding: key, as: UTF8.self)),
      kept.covers(["localhost", "127.0.0.1"] + names, at: now)
    {
      return (kept, file)
    }
    guard let made = try? ServerCertificate(for: names, now: now) else {
      throw HTTPServerError(
        say(
          "no certificate can be created for "
            + "\(safeText(names.joined(separator: ", "), limit: 200)); "
            + "check --allow-host")
      )
    }
    try ServedFile.replace(keyFile, Array(made.keyPEM.utf8), mode: 0o600)
    try ServedFile.replace(file, Array(made.certificatePEM.utf8))
    return (made, file)
  }
}

/// Small files beside the ledger, which are read and written as a whole.
enum ServedFile {
  /// Reads the bytes of a file; nil when it does not exist or cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return ferror(file) == 0 ? bytes : nil
  }

  /// Creates a file that only this user can read; fails when the file exists.
  ///
  /// - Throws: An `HTTPServerError` that names the file.
  static func create(_ path: String, _ text: String) throws(HTTPServerError) {
    let descriptor = SafeFile.create(path)
    guard descriptor >= 0 else { throw unusable(path) }
    // A key or secret that a client has received must survive a power failure.
    let isKept = SafeFile.write(Array(text.utf8), to: descriptor) && fsync(descriptor) == 0
    guard close(descriptor) == 0, isKept else { throw unusable(path) }
  }

  /// Replaces a file as a whole: a reader finds either the old content or the new.
  ///
  /// - Throws: An `HTTPServerError` that names the file.
  static func replace(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(HTTPServerError) {
    guard SafeFile.replace(path, with: bytes, mode: mode) == 0 else { throw unusable(path) }
  }

  private static func unusable(_ path: String) -> HTTPServerError {
    HTTPServerError(EmulatorText.cannotBeWritten(safeText(path)).text)
  }
}

/// Error messages of requests to `till serve`, and of its start.
enum EmulatorText {
  static func noWorld(_ name: String) -> Words { "unknown world “\(name)”" }
  static func cannotBeWritten(_ path: String) -> Words {
    "cannot write \(path); check the directory's permissions"
  }
  static var serverStops: Words { "the server is stopping" }
  static var noSuchPath: Words { "unknown path" }
}
