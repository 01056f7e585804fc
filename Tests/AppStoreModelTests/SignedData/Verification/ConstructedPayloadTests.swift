import Core
import Testing

@testable import AppStoreModel

@Suite struct ConstructedPayloadTests {
  private let signer: TestSigner

  init() throws { signer = try TestSigner() }

  @Test(arguments: [
    #""exp":1"#, #""nbf":9999999999"#, #""aud":"someone else""#, #""unknown":{"deep":[1,2]}"#,
    #""type":"Something New""#,
    #""purchaseDate":1.74e12"#, #""purchaseDate":1740000000000.0"#, #""originalPurchaseDate":-62135769600000"#,
    #""productId":"a\u0000b\u202e""#, #""revocationReason":77"#,
  ])
  func oddButHonestPayloadsAreTaken(member: String) throws {
    #expect(signer.verdict(try signer.sign(payload: "{\(TestSigner.goodMembers),\(member)}")) == .verified)
  }

  @Test func aSignedDateADayAheadIsTaken() throws {
    let payload = TestSigner.goodPayload.replacing("1740000000000", with: "1740086400000")
    #expect(signer.verdict(try signer.sign(payload: payload)) == .verified)
  }

  @Test(arguments: [
    #""productId":"a","productId":"b""#, #""transactionId":"2""#, #""purchaseDate":"1740000000000""#,
    #""purchaseDate":9223372036854775808"#, #""purchaseDate":true"#, #""productId":7"#, #""productId":"\ud800""#,
    #""quantity":"1""#, #""quantity":99999999999"#, #""isUpgraded":"yes""#, #""environment":"Sandbox""#,
  ])
  func membersOfAnotherTypeAndDuplicatesAreRefused(member: String) throws {
    let verdict = signer.verdict(try signer.sign(payload: "{\(TestSigner.goodMembers),\(member)}"))
    #expect(verdict.failure?.kind == .format)
  }

  @Test(arguments: [
    "", "[]", "\"text\"", "null", "1", "{}", "{", #"{"transactionId":null}"#, #"{"transactionId":1}"#,
    "\u{FEFF}{}", #"{"transactionId":"1"} {}"#, #"{"transactionId":"1","signedDate":"1740000000000"}"#,
    #"{"transactionId":"1","signedDate":1e300}"#,
  ])
  func whatIsNoTransactionIsRefused(payload: String) throws {
    #expect(signer.verdict(try signer.sign(payload: payload)).failure != nil)
  }

  @Test(arguments: [
    (#""bundleId":"com.example""#, #""bundleId":"com.Example""#, VerificationFailureKind.appIdentifier),
    (#""bundleId":"com.example""#, #""bundleId":null"#, .appIdentifier),
    (#""bundleId":"com.example""#, #""bundleId":"com.example.""#, .appIdentifier),
    (#""environment":"Sandbox""#, #""environment":"Production""#, .environment),
    (#""environment":"Sandbox""#, #""environment":"sandbox""#, .environment),
    (#""environment":"Sandbox""#, #""environment":"Xcode""#, .environment),
    (#""signedDate":1740000000000"#, #""signedDate":0"#, .chain),
    (#""signedDate":1740000000000"#, #""signedDate":-1"#, .chain),
    (#""signedDate":1740000000000"#, #""signedDate":9999999999999"#, .chain),
  ])
  func otherClaimsAreRefused(part: String, replacement: String, kind: VerificationFailureKind) throws {
    let payload = TestSigner.goodPayload.replacing(part, with: replacement)
    #expect(payload != TestSigner.goodPayload)
    #expect(signer.verdict(try signer.sign(payload: payload)).failure?.kind == kind)
  }

  @Test func bentSignaturesAreRefused() throws {
    let jws = try CompactJWS(try signer.sign().utf8)
    let good = try jws.signature()
    let order = try bytes(hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    let (r, s) = (Array(good[..<32]), Array(good[32...]))
    let zero = [UInt8](repeating: 0, count: 32)
    let bent = [
      zero + zero, zero + s, r + zero, order + s, r + order, s + r, Array(good.dropLast()), good + [0], [],
      r + s.map { ~$0 }, ECDSASignature.der(raw: good) ?? [],
    ]
    for signature in bent {
      let text = CompactJWS.text(headerSegment: jws.headerSegment, payload: try jws.payload(), signature: signature)
      let kind = signature.isEmpty ? VerificationFailureKind.format : .signature
      #expect(signer.verdict(text).failure?.kind == kind)
    }
  }

  @Test func bentTextIsRefused() throws {
    let jws = try signer.sign()
    let parts = jws.split(separator: ".").map(String.init)
    let bent = [
      " " + jws, jws + "\n", jws + "=", jws + ".", jws + ".AAAA", "." + jws, "\u{FEFF}" + jws, jws + "\u{0}",
      parts[0] + "." + parts[1] + "=." + parts[2], parts[0] + ".." + parts[2], parts[1] + "." + parts[2],
      #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#, "...", "é.é.é",
    ]
    for text in bent { #expect(signer.verdict(text).failure?.kind == .format) }
    #expect(signer.verdict(jws) == .verified)
  }
}
