import Core
import Foundation
import TestSupport
import Testing

@testable import AppStoreModel

@Suite struct X509LimboTests {
  /// The cases in which Till's verdict differs from x509-limbo's.
  ///
  /// Each one differs on purpose or because OpenSSL decides so. A change of this list needs a reason.
  private static let differences: Set = [
    // Accepted, because Apple's own test certificates have no key identifiers.
    "rfc5280::aki::intermediate-missing-aki", "rfc5280::ski::intermediate-missing-ski",
    // Till always requires three certificates, leaf first.
    "pathlen::max-chain-depth-0-exhausted", "rfc5280::root-and-intermediate-swapped",
    // Host names and one certificate policy, which don't apply to signed data.
    "cve::cve-2025-61727", "rfc5280::nc::nc-forbids-dnsname-wildcard-san", "rfc5280::nc::nc-permits-invalid-dns-san",
    "rfc5280::nc::nc-permits-invalid-email-san", "rfc5280::pc::ica-noncritical-pc",
  ]

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func pathsOfThreeAgreeButWhereRecorded() throws {
    // Only chains with the shape of a JWS: leaf, one intermediate, one root, no revocation list.
    let cases = try Conformance.json("x509-limbo/limbo-subset.json").list("testcases").filter { item in
      try item.list("untrusted_intermediates").count == 1 && item.list("trusted_certs").count == 1
        && item.list("crls").isEmpty
    }
    let differing = try cases.filter { try isValid($0) != ($0.text("expected_result") == "SUCCESS") }
    #expect(cases.count == 44)
    #expect(try Set(differing.map { try $0.text("id") }) == Self.differences)
  }

  private func isValid(_ item: JSONValue) throws -> Bool {
    let intermediates = try item.list("untrusted_intermediates")
    let roots = try item.list("trusted_certs")
    let texts = try [item.member("peer_certificate")] + intermediates + roots
    let certificates = try texts.flatMap { Certificate.all(in: Array(try #require($0.stringValue).utf8)) }
    guard certificates.count == 3 else { return false }
    let x5c = certificates.map { String(decoding: Base64.standard.encode($0.der), as: UTF8.self) }
    guard let chain = try? CertificateChain(x5c: x5c), let root = try? chain.path(to: [certificates[2]]) else {
      return false
    }
    let time = item.objectValue?["validation_time"]?.stringValue?.prefix { $0 != "." && $0 != "+" }
    let date = try time.map { try Date("\($0)Z", strategy: .iso8601) } ?? Date()
    let second = Int64(date.timeIntervalSince1970)
    return [chain.leaf, chain.intermediate, root].allSatisfy { $0.validity?.contains(second) ?? false }
  }
}
