import Core
import Testing

@testable import AppStoreModel

@Suite struct ConstructedHeaderTests {
  private let signer: TestSigner

  init() throws { signer = try TestSigner() }

  @Test(arguments: [
    #""kid":"Apple_Xcode_Key""#, #""typ":"JWT""#, #""zip":"DEF""#, #""jku":"https://example.com/""#,
    #""x5u":"https://example.com/""#, #""jwk":{"kty":"EC"}"#, #""kid":null"#,
  ])
  func membersWithoutEffectAreTaken(member: String) throws {
    #expect(signer.verdict(try signer.sign(header: header(#""alg":"ES256",\#(member)"#))) == .verified)
  }

  @Test(arguments: [
    #""alg":"none""#, #""alg":"None""#, #""alg":"nOnE""#, #""alg":"es256""#, #""alg":"ES384""#, #""alg":"HS256""#,
    #""alg":["ES256"]"#, #""alg":256"#, #""alg":null"#, #""typ":"JWT""#, #""alg":"ES256","alg":"none""#,
    #""alg":"none","alg":"ES256""#, #""alg":"ES256","crit":[]"#, #""alg":"ES256","crit":["exp"]"#,
    #""alg":"ES256","b64":false"#, #""alg":"ES256","b64":true"#, #""alg":"ES256""#,
  ])
  func otherAlgorithmsAndDemandsAreRefused(members: String) throws {
    let isGood = members == #""alg":"ES256""#
    let verdict = signer.verdict(try signer.sign(header: header(members)))
    #expect(isGood ? verdict == .verified : verdict.failure?.kind == .format)
  }

  @Test func aHeaderThatIsNoObjectIsRefused() throws {
    let good = Array(header(#""alg":"ES256""#).utf8)
    let payload = Array(TestSigner.goodPayload.utf8)
    let bad = [[0xEF, 0xBB, 0xBF] + good, Array("[]".utf8), Array("\"ES256\"".utf8), good + [0], good + good, [0xFF]]
    for header in bad {
      #expect(signer.verdict(try signer.sign(header: header, payload: payload)).failure?.kind == .format)
    }
  }

  @Test func certificatesMustBeThreeStrings() throws {
    let elements = try #require(signer.x5c.arrayValue)
    let shapes: [(JSONValue?, VerificationFailureKind)] = [
      (nil, .chainLength), (.null, .chainLength), (elements[0], .chainLength), (["0": elements[0]], .chainLength),
      ([], .chainLength), (.array(Array(elements[..<2])), .chainLength), (.array(elements + elements), .chainLength),
      ([1, 2, 3], .certificate), (["", "", ""], .certificate), (.array(elements.reversed()), .chain),
      ([elements[0], elements[0], elements[0]], .chain), ([elements[1], elements[1], elements[2]], .chain),
      ([elements[0], elements[1], elements[1]], .chain),
    ]
    for (x5c, kind) in shapes {
      var header: JSONObject = ["alg": "ES256"]
      header["x5c"] = x5c
      let jws = try signer.sign(header: JSONValue.object(header).serialized())
      #expect(signer.verdict(jws).failure?.kind == kind, "\(x5c?.serialized().prefix(40) ?? "absent")")
    }
  }

  @Test func everyCertificateMustBeCanonicalDER() throws {
    for index in 0..<3 {
      let good = signer.certificates[index]
      for bad in [good + [0], Array(good.dropLast()), good + good, [], Array("abc".utf8)] {
        var bent = signer
        bent.certificates[index] = bad
        #expect(bent.verdict(try bent.sign()).failure?.kind == .certificate)
      }
    }
  }

  @Test func aThirdCertificateOfAnotherStoreIsRefused() throws {
    var bent = signer
    bent.certificates[2] = try SigningIdentity().certificates[2]
    #expect(bent.verdict(try bent.sign()).failure?.kind == .chain)
  }

  @Test func oneWrongBitInACertificateIsRefused() throws {
    for index in 0..<2 {
      var bent = signer
      bent.certificates[index][bent.certificates[index].count - 1] ^= 1
      let kind = bent.verdict(try bent.sign()).failure?.kind
      #expect(kind == .chain)
    }
  }

  private func header(_ members: String) -> String { #"{\#(members),"x5c":\#(signer.x5c.serialized())}"# }
}
