import Core

/// The root certificates that a verifier trusts.
///
/// Apple's root is pinned by its fingerprint, so Till needs no copy of it: genuine data include it as their third
/// certificate. Other roots, such as the simulator's, are given as certificates. The third certificate must then have
/// the subject and the public key of one of them; its bytes may differ.
package struct TrustedRoots: Sendable {
  /// The SHA-256 of the DER form of Apple Root CA - G3, in lower-case hexadecimal.
  ///
  /// Apple publishes the certificate and its fingerprint at https://www.apple.com/certificateauthority/.
  package static let appleRootG3Fingerprint = "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"

  /// The SHA-256 of the DER form of Apple Root CA, the older root, at which the chains of app receipts end.
  ///
  /// Till trusts this root for app receipts only.
  static let appleRootFingerprint = "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"

  /// Apple's root alone, for devices and desks that use the real App Store.
  package static let apple = TrustedRoots(trustsApple: true, given: [])

  /// Whether Apple Root CA - G3 is trusted.
  package let trustsApple: Bool

  /// The trusted certificates other than Apple's: the simulator's own, and those from files.
  var given: [Certificate] { own.map { $0.certificates + files } ?? files }

  /// The root certificates that were read from files.
  private let files: [Certificate]

  /// The root certificate of the simulated App Store on this machine.
  private let own: OwnRoot?

  private init(trustsApple: Bool, given: [Certificate], own: OwnRoot? = nil) {
    self.trustsApple = trustsApple
    files = given
    self.own = own
  }

  /// Trusts the root of a simulated App Store on this machine, in PEM, and root certificates from files.
  ///
  /// The simulator's root is parsed at the first verification. Most program starts verify nothing, and the parsing
  /// would take a sixth of the start.
  package init(own pem: String, files: [[UInt8]]) throws(TrustedRootError) {
    let given = try TrustedRoots(files: files).files
    self.init(trustsApple: false, given: given, own: OwnRoot(pem))
  }

  /// Trusts only the given roots: each element is the content of one file, DER or PEM (one or more certificates).
  ///
  /// - Throws: a `TrustedRootError` with the index of the first file that holds no certificate.
  package init(files: [[UInt8]]) throws(TrustedRootError) {
    var given: [Certificate] = []
    for (index, file) in files.enumerated() {
      let certificates = Certificate.all(in: file)
      guard !certificates.isEmpty else { throw TrustedRootError(index: index) }
      given += certificates
    }
    self.init(trustsApple: false, given: given)
  }

  /// Trusts only one given root.
  init(_ root: Certificate) { self.init(trustsApple: false, given: [root]) }

  /// Returns these roots together with Apple's.
  package func addingApple() -> TrustedRoots { TrustedRoots(trustsApple: true, given: files, own: own) }

  /// The SHA-256 fingerprints of all trusted roots, in lower-case hexadecimal.
  package var fingerprints: [String] {
    (trustsApple ? [Self.appleRootG3Fingerprint] : []) + given.map(\.fingerprint)
  }

  /// Returns the roots at which a chain may end, given the DER form of its third certificate.
  ///
  /// The result is empty if the third certificate is no trusted root. Throws `certificate` if it is not a certificate
  /// at all. A certificate whose bytes are known is not parsed again: parsing costs a tenth of checking a chain.
  ///
  /// - Parameters:
  ///   - third: The third certificate; nil if it was left out, in which case only given roots are returned.
  ///   - pinned: The fingerprints of the roots of Apple that are accepted here, if Apple is trusted.
  func anchors(matching third: [UInt8]?, pinned: Set<String>) throws(VerificationFailure) -> [Certificate] {
    guard let third else { return given }
    let known = given.filter { $0.der == third }
    guard known.isEmpty else { return known }
    guard let certificate = Certificate(der: third) else { throw CertificateChain.unreadable("root") }
    let isPinned = trustsApple && pinned.contains(certificate.fingerprint)
    return (isPinned ? [certificate] : []) + given.filter { $0.isSameAuthority(as: certificate) }
  }
}

/// A root certificate of the simulator, parsed at its first use.
private final class OwnRoot: Sendable {
  private let pem: String
  private let parsed = Mutex<[Certificate]?>(nil)

  init(_ pem: String) { self.pem = pem }

  /// The parsed certificates; empty if the ledger holds something that is not a certificate.
  var certificates: [Certificate] {
    parsed.withLock { parsed in
      if let parsed { return parsed }
      let certificates = Certificate.all(in: Array(pem.utf8))
      parsed = certificates
      return certificates
    }
  }
}

/// An error: a file that was given as a trusted root holds no certificate.
package struct TrustedRootError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the file in the given list.
  package let index: Int

  /// The error as one line, with the remedy.
  package var description: String { say("not a certificate; use a root certificate as PEM or DER") }
}
