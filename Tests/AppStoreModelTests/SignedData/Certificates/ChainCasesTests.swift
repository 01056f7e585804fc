import Core
import TestSupport
import Testing

@testable import AppStoreModel

@Suite(.enabled(if: Conformance.isPresent, Conformance.absence)) struct ChainCasesTests {
  @Test func everyCaseOfAppleHasItsResult() throws {
    let file = try Conformance.json("apple/x509/chain_cases.json")
    let certificates = try file.member("certs")
    let cases = try file.list("cases")
    for item in cases {
      let name = try item.text("name")
      let expected = try item.text("expect")
      let seconds = try #require(item.member("effective").numberValue?.int64)
      let x5c = try item.list("x5c").map { try text(of: $0, in: certificates) }
      let roots = try item.list("roots").map { try text(of: $0, in: certificates) }
      let failure = failure(of: x5c, roots: roots, at: Timestamp(milliseconds: seconds * 1000))
      let kinds: Set<VerificationFailureKind?> =
        switch expected {
        case "INVALID_CHAIN_LENGTH": [.chainLength]
        case "INVALID_CERTIFICATE": [.certificate]
        case "VERIFICATION_FAILURE": [.chain]
        default: [nil]
        }
      #expect(kinds.contains(failure?.kind), "\(name): \(String(describing: failure))")
    }
    #expect(cases.count == 10)
  }

  @Test func applesOwnChainHoldsInItsTimeOnly() throws {
    let files = ["AppleStoreKitSigning-2025-2027", "AppleWWDRCAG6", "AppleRootCA-G3"]
    let x5c = try files.map { name in
      String(decoding: Base64.standard.encode(try Conformance.data("apple-root/\(name).cer")), as: UTF8.self)
    }
    let chain = try CertificateChain(x5c: x5c).trusted(by: .apple)
    #expect(chain.rootFingerprint == TrustedRoots.appleRootG3Fingerprint)
    try chain.times.check(at: Timestamp(milliseconds: 1_761_955_200_000))
    do throws(VerificationFailure) {
      try chain.times.check(at: Timestamp(milliseconds: 2_208_988_800_000))
      Issue.record("valid in 2040")
    } catch {
      #expect(error.kind == .chain)
      #expect(error.message == "signed with a certificate that expired on 2027-10-13 (checked at 2040-01-01)")
    }
  }

  @Test func bothEndsOfTheTimeAreWithinIt() throws {
    let certificate = try #require(Certificate(der: Array(Conformance.data("apple-root/AppleRootCA-G3.cer"))))
    let validity = try #require(certificate.validity)
    #expect(validity.contains(validity.start) && validity.contains(validity.end))
    #expect(!validity.contains(validity.start - 1) && !validity.contains(validity.end + 1))
    #expect(validity.firstDay == "2014-04-30")
    #expect(validity.lastDay == "2039-04-30")
  }

  private func text(of name: JSONValue, in certificates: JSONValue) throws -> String {
    let name = try #require(name.stringValue)
    return name.hasPrefix("raw:") ? String(name.dropFirst(4)) : try certificates.text(name)
  }

  /// Returns why a chain is refused; a root that cannot be read counts as `certificate`.
  private func failure(of x5c: [String], roots: [String], at date: Timestamp) -> VerificationFailure? {
    let files = roots.map { Base64.standard.decode($0) ?? Array($0.utf8) }
    guard let roots = try? TrustedRoots(files: files) else { return VerificationFailure(.certificate, "root") }
    do throws(VerificationFailure) {
      try CertificateChain(x5c: x5c).trusted(by: roots).times.check(at: date)
      return nil
    } catch {
      return error
    }
  }
}
