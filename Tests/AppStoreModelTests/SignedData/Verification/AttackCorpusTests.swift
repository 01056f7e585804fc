import Core
import TestSupport
import Testing

@testable import AppStoreModel

@Suite struct AttackCorpusTests {
  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func everyCaseHasItsVerdict() throws {
    let corpus = try Conformance.json("attack-corpus.json")
    let root = try #require(Base64.standard.decode(corpus.text("root_der_base64")))
    let verifier = try Verifier(
      roots: TrustedRoots(files: [root]),
      expecting: ExpectedClaims(bundleId: corpus.text("bundleId"), environment: .sandbox),
      now: { Timestamp(milliseconds: 1_760_000_000_000) })
    let cases = try corpus.list("cases")
    for item in cases {
      let name = try item.text("name")
      let result = try verifier.verify(item.text("jws"), as: .transaction)
      let mustAccept = try item.text("must") == "accept"
      #expect((result.verdict == .verified) == mustAccept, "\(name): \(result.verdict)")
      #expect((result.payload != nil) == mustAccept)
      #expect((result.rootFingerprint != nil) == mustAccept)
      let again = try verifier.verify(item.text("jws"), as: .transaction)
      #expect(again == result, "a second look differs")
    }
    #expect(cases.count == 65)
  }

  @Test(
    .enabled(if: Conformance.isPresent, Conformance.absence),
    arguments: [
      ("alg-NONE", VerificationFailureKind.format), ("x5c-empty", .chainLength), ("x5c-len1", .chainLength),
      ("x5c-third-garbage", .certificate), ("x5c-pem", .certificate), ("jku-x5u", .chainLength),
      ("attacker-leaf-inter-with-real-root", .chain), ("leaf-without-OID", .chain),
      ("leaf-issued-by-root-directly", .chain), ("intermediate-not-CA", .chain),
      ("leaf-unknown-critical-extension", .chain), ("leaf-expired-before-signedDate", .chain),
      ("signedDate-far-future", .chain), ("sig-65-bytes", .signature), ("sig-r0", .signature),
      ("real-chain-attacker-signature", .signature), ("payload-string", .format),
      ("payload-dates-as-strings", .format), ("wrong-bundle", .appIdentifier), ("bundle-missing", .appIdentifier),
      ("environment-missing", .environment), ("renewalInfo-as-transaction", .kindMismatch),
    ])
  func theReasonIsTheRightOne(name: String, kind: VerificationFailureKind) throws {
    let corpus = try Conformance.json("attack-corpus.json")
    let root = try #require(Base64.standard.decode(corpus.text("root_der_base64")))
    let item = try #require(corpus.list("cases").first { $0.objectValue?["name"] == .string(name) })
    let verifier = try Verifier(
      roots: TrustedRoots(files: [root]),
      expecting: ExpectedClaims(bundleId: corpus.text("bundleId"), environment: .sandbox),
      now: { Timestamp(milliseconds: 1_760_000_000_000) })
    let failure = try #require(verifier.verify(item.text("jws"), as: .transaction).verdict.failure)
    #expect(failure.kind == kind, "\(failure.message)")
    #expect(!failure.message.isEmpty && !failure.message.contains("\n"))
  }
}
