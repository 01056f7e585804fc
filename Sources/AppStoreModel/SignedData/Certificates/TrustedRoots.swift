import Core

/// The root certificates that a verifier believes.
///
/// Apple's root is pinned by its fingerprint, so no copy of it is needed: genuine data carry it as their third
/// certificate. Roots that are given, such as a simulated store's, are used from the given bytes; the third certificate
/// must then have the subject and the public key of one of them, not its bytes.
package struct TrustedRoots: Sendable {
  /// The SHA-256 of the DER form of Apple Root CA - G3, in lower-case hexadecimal.
  ///
  /// Apple publishes the certificate and its fingerprint at https://www.apple.com/certificateauthority/.
  package static let appleRootG3Fingerprint = "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"

  /// The SHA-256 of the DER form of Apple Root CA, the older one, which the App Store's app receipts lead to.
  ///
  /// Nothing else is believed by it.
  static let appleRootFingerprint = "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"

  /// Apple's root alone: the roots of every store that is bound to the real App Store.
  package static let apple = TrustedRoots(trustsApple: true, given: [])

  /// Whether Apple Root CA - G3 is believed.
  package let trustsApple: Bool

  /// The given certificates.
  var given: [Certificate] { own.map { $0.certificates + files } ?? files }

  /// The root certificates in files.
  private let files: [Certificate]

  /// The root certificate of this machine's App Store.
  private let own: OwnRoot?

  private init(trustsApple: Bool, given: [Certificate], own: OwnRoot? = nil) {
    self.trustsApple = trustsApple
    files = given
    self.own = own
  }

  /// The root of an App Store of this machine, in PEM, and those of files.
  ///
  /// The store's own is parsed when something is verified: most openings verify nothing, and to parse it is a sixth of
  /// them.
  package init(own pem: String, files: [[UInt8]]) throws(TrustedRootError) {
    let given = try TrustedRoots(files: files).files
    self.init(trustsApple: false, given: given, own: OwnRoot(pem))
  }

  /// Given roots alone: the contents of one file each, DER or PEM (one or more certificates).
  ///
  /// Throws the index of the first file that holds no certificate, with the reason.
  package init(files: [[UInt8]]) throws(TrustedRootError) {
    var given: [Certificate] = []
    for (index, file) in files.enumerated() {
      let certificates = Certificate.all(in: file)
      guard !certificates.isEmpty else { throw TrustedRootError(index: index) }
      given += certificates
    }
    self.init(trustsApple: false, given: given)
  }

  /// One given root alone.
  init(_ root: Certificate) { self.init(trustsApple: false, given: [root]) }

  /// These roots and Apple's.
  package func addingApple() -> TrustedRoots { TrustedRoots(trustsApple: true, given: files, own: own) }

  /// The fingerprints of all of them: SHA-256 in lower-case hexadecimal.
  package var fingerprints: [String] {
    (trustsApple ? [Self.appleRootG3Fingerprint] : []) + given.map(\.fingerprint)
  }

  /// The certificates to which a chain may lead whose third certificate has this DER form.
  ///
  /// Empty when it is of no trusted root; throws `certificate` when it is none. What is known by its bytes is not
  /// parsed again: to parse a certificate costs a tenth of checking a chain.
  ///
  /// - Parameters:
  ///   - third: Nil where the root was left out: then only the given ones can be found.
  ///   - pinned: The fingerprints of Apple's roots that count, where Apple is believed.
  func anchors(matching third: [UInt8]?, pinned: Set<String>) throws(VerificationFailure) -> [Certificate] {
    guard let third else { return given }
    let known = given.filter { $0.der == third }
    guard known.isEmpty else { return known }
    guard let certificate = Certificate(der: third) else { throw CertificateChain.unreadable("root") }
    let isPinned = trustsApple && pinned.contains(certificate.fingerprint)
    return (isPinned ? [certificate] : []) + given.filter { $0.isSameAuthority(as: certificate) }
  }
}

/// A root certificate of our own making, parsed when it is first needed.
private final class OwnRoot: Sendable {
  private let pem: String
  private let parsed = Mutex<[Certificate]?>(nil)

  init(_ pem: String) { self.pem = pem }

  /// None where the ledger holds something else.
  var certificates: [Certificate] {
    parsed.withLock { parsed in
      if let parsed { return parsed }
      let certificates = Certificate.all(in: Array(pem.utf8))
      parsed = certificates
      return certificates
    }
  }
}

/// A file that was given as a trusted root holds no certificate.
package struct TrustedRootError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The index of the file among those given.
  package let index: Int

  /// One line with the remedy.
  package var description: String { say("not a certificate; use a root certificate as PEM or DER") }
}
