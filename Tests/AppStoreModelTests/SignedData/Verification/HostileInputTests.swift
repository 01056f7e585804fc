import Core
import Testing

@testable import AppStoreModel

@Suite struct HostileInputTests {
  private let identity: SigningIdentity
  private let verifier: Verifier

  init() throws {
    identity = try SigningIdentity()
    verifier = Verifier(roots: identity.trustedRoots, now: { Timestamp(milliseconds: 1_760_000_000_000) })
  }

  @Test func aMillionBytesAreRefusedForTheirSize() throws {
    let payload: JSONObject = ["transactionId": "1", "filler": .string(String(repeating: "x", count: 1_000_000))]
    #expect(verifier.verify(try identity.sign(payload)).verdict.failure?.kind == .size)
    #expect(verifier.verify(String(repeating: "a.", count: 500_000)).verdict.failure?.kind == .size)
  }

  @Test(arguments: ["[", #"{"a":"#])
  func deepNestingIsRefused(opening: String) {
    for depth in [100, 6000, 20_000] {
      let deep = Base64.url.encode(String(repeating: opening, count: depth).utf8)
      let plain = Base64.url.encode("{}".utf8)
      let dot = [UInt8(ascii: ".")]
      for text in [deep + dot + plain + dot + plain, plain + dot + deep + dot + plain] {
        let kind = verifier.verify(text).verdict.failure?.kind
        #expect(kind == (text.count > CompactJWS.sizeLimit ? .size : .format))
      }
    }
  }

  @Test func aThousandCertificatesAreCountedAndNotRead() throws {
    let x5c = [JSONValue](repeating: "AAAA", count: 1000)
    let header: JSONValue = ["alg": "ES256", "x5c": .array(x5c)]
    let text = CompactJWS.text(
      headerSegment: Base64.url.encode(header.serialized().utf8), payload: Array(#"{"transactionId":"1"}"#.utf8),
      signature: [UInt8](repeating: 1, count: 64))
    let failure = verifier.verify(text).verdict.failure
    #expect(failure == VerificationFailure(.chainLength, "the header has 1000 certificates (x5c) instead of three"))
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "-62135769600000", "99999999999999999999999", "1e400", "1.5e12",
    "-1",
    "null", "true", "\"1\"", "[]",
  ])
  func noDateTraps(date: String) throws {
    let json = try JSONValue(parsing: #"{"autoRenewProductId":"p","signedDate":\#(date)}"#)
    let payload = try #require(json.objectValue)
    _ = verifier.verify(try identity.sign(payload))
    _ = verifier.verify(try identity.sign(payload), at: Timestamp(milliseconds: .min))
    _ = verifier.verify(try identity.sign(payload), at: Timestamp(milliseconds: .max))
  }

  @Test func truncationAndRandomBytesAreRefused() throws {
    let text = Array(try identity.sign(["autoRenewProductId": "p", "environment": "Sandbox"]).utf8)
    for length in stride(from: 0, to: text.count, by: 13) {
      #expect(verifier.verify(text.prefix(length)).verdict.failure != nil)
    }
    for _ in 0..<500 {
      let noise = (0..<Int.random(in: 0...300)).map { _ in UInt8.random(in: 0...255) }
      #expect(verifier.verify(noise).verdict.failure?.kind == .format)
    }
  }
}
