import TestSupport
import Testing

@testable import AppStoreModel

@Suite struct TrustedRootsTests {
  @Test func readsDERAndPEMWithSeveralCertificates() throws {
    let first = try SigningIdentity()
    let second = try SigningIdentity()
    #expect(try TrustedRoots(files: [first.certificates[2]]).fingerprints == [first.rootFingerprint])
    let both = Array((first.rootCertificatePEM + second.rootCertificatePEM).utf8)
    #expect(try TrustedRoots(files: [both]).fingerprints == [first.rootFingerprint, second.rootFingerprint])
    let all = try TrustedRoots(files: [both]).addingApple()
    #expect(all.fingerprints.first == TrustedRoots.appleRootG3Fingerprint && all.fingerprints.count == 3)
  }

  @Test func namesTheFileThatIsNoCertificate() throws {
    let good = try SigningIdentity().certificates[2]
    let damaged = Array(try SigningIdentity().rootCertificatePEM.utf8.filter { $0 != UInt8(ascii: "M") })
    for bad in [[], Array("abc".utf8), good + [0], Array(good.dropLast()), damaged] {
      #expect(throws: TrustedRootError(index: 1)) { try TrustedRoots(files: [good, bad]) }
    }
  }

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func thePinnedFingerprintIsThatOfApplesRoot() throws {
    let roots = try Conformance.root("apple-root/AppleRootCA-G3.cer")
    #expect(roots.fingerprints == [TrustedRoots.appleRootG3Fingerprint])
    #expect(TrustedRoots.apple.fingerprints == [TrustedRoots.appleRootG3Fingerprint])
  }
}
