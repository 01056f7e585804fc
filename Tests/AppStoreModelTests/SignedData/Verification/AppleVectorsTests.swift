import Core
import TestSupport
import Testing

@testable import AppStoreModel

@Suite(.enabled(if: Conformance.isPresent, Conformance.absence)) struct AppleVectorsTests {
  @Test func mockDataAreValid() throws {
    let verifier = try verifier()
    let notification = try verifier.verify(mock("testNotification"))
    #expect(notification.verdict == .verified && notification.kind == .notification)
    #expect(notification.json?["notificationType"] == "TEST")
    #expect(notification.effectiveDate == Timestamp(milliseconds: 1_681_314_324_000))
    let transaction = try verifier.verify(mock("transactionInfo"), as: .transaction)
    #expect(transaction.verdict == .verified)
    #expect(transaction.effectiveDate == Timestamp(milliseconds: 1_672_956_154_000))
    let renewal = try verifier.verify(mock("renewalInfo"), as: .renewalInfo)
    #expect(renewal.verdict == .verified)
    // A renewal info has no bundle id, so another app's verifier accepts it too.
    let otherApp = try self.verifier(bundleId: "com.example.x").verify(mock("renewalInfo"), as: .renewalInfo)
    #expect(otherApp.verdict == .verified)
    // These two payloads have no id, so their kind is known only if the caller states it.
    #expect(try verifier.verify(mock("transactionInfo")).verdict.failure?.kind == .format)
  }

  @Test func claimsOfAnotherAppOrEnvironmentFail() throws {
    let wrongApp = try verifier(bundleId: "com.examplex").verify(mock("testNotification"))
    #expect(wrongApp.verdict.failure?.kind == .appIdentifier)
    let production = try verifier(environment: .production).verify(mock("testNotification"))
    #expect(production.verdict.failure?.kind == .environment)
    let otherId = try verifier(environment: .production, appAppleId: 1235).verify(mock("testNotification"))
    #expect(otherId.verdict.failure?.kind == .appIdentifier)
    let sandbox = try verifier(appAppleId: 1235).verify(mock("testNotification"))
    #expect(sandbox.verdict == .verified, "Sandbox states no app id that counts")
    let wrongBundle = try verifier().verify(mock("wrongBundleId"))
    #expect(wrongBundle.verdict.failure?.kind == .appIdentifier)
    #expect(wrongBundle.unverifiedPayload != nil && wrongBundle.payload == nil)
  }

  @Test func whatIsNoSignedObjectFails() throws {
    for text in try ["a.b.c", "a.b.c.d", mock("missingX5CHeaderClaim"), mock("legacyTransaction")] {
      #expect(try verifier().verify(text).verdict.failure != nil)
    }
  }

  @Test(arguments: [
    ("xcode-signed-transaction", SignedKind.transaction), ("xcode-signed-renewal-info", .renewalInfo),
    ("xcode-signed-app-transaction", .appTransaction),
  ])
  func xcodeDataAreSkippedByXcodesVerifierOnly(file: String, kind: SignedKind) throws {
    let jws = try Conformance.text("apple/xcode/\(file)")
    let bundleId = "com.example.naturelab.backyardbirds.example"
    let skipped = try verifier(bundleId: bundleId, environment: .xcode).verify(jws)
    #expect(skipped.verdict == .skipped && skipped.kind == kind && skipped.payload?.kind == kind)
    #expect(skipped.rootFingerprint == nil)
    let production = try verifier(bundleId: bundleId, environment: .production).verify(jws)
    #expect(production.verdict.failure?.kind == .chainLength && production.payload == nil)
    let unspecified = Verifier(roots: .apple, now: { Timestamp(milliseconds: 0) }).verify(jws)
    #expect(
      unspecified.verdict.failure?.message
        == "signed by Xcode for tests, not by the App Store; only the environment Xcode accepts it")
    let testing = try verifier(bundleId: bundleId, environment: .localTesting).verify(jws)
    #expect(testing.verdict.failure?.kind == .environment)
    if kind != .renewalInfo {
      let otherApp = try verifier(bundleId: "com.example", environment: .xcode).verify(jws)
      #expect(otherApp.verdict.failure?.kind == .appIdentifier)
    }
  }

  private func mock(_ name: String) throws -> String { try Conformance.text("apple/mock_signed_data/\(name)") }

  private func verifier(
    bundleId: String = "com.example", environment: StoreEnvironment = .sandbox, appAppleId: Int64 = 1234
  ) throws -> Verifier {
    Verifier(
      roots: try Conformance.root("apple/certs/testCA.der"),
      expecting: ExpectedClaims(bundleId: bundleId, environment: environment, appAppleId: appAppleId),
      now: { Timestamp(milliseconds: 1_760_000_000_000) })
  }
}
