import Testing

@testable import AppStoreModel

@Suite struct KeyTests {
  @Test func formsOfASignatureConvertBothWays() {
    let plain = [UInt8](repeating: 0x12, count: 64)
    let high = [UInt8](repeating: 0xFF, count: 64)
    let small = [UInt8](repeating: 0, count: 31) + [1] + [UInt8](repeating: 0, count: 31) + [0x80]
    for raw in [plain, high, small] {
      #expect(ECDSASignature.der(raw: raw).flatMap(ECDSASignature.raw(der:)) == raw)
    }
    #expect(ECDSASignature.der(raw: small) == [0x30, 7, 2, 1, 1, 2, 2, 0, 0x80])
    #expect(ECDSASignature.der(raw: Array(plain.dropLast())) == nil)
    #expect(ECDSASignature.raw(der: [0x30, 2, 2, 1]) == nil)
    #expect(ECDSASignature.raw(der: [0x30, 0x81]) == nil)
  }

  @Test func aKeySurvivesItsText() throws {
    let key = try PrivateKey(on: .p256)
    let again = try PrivateKey(pem: key.pem())
    #expect(try again.pem() == key.pem())
    #expect(try again.sign([1, 2, 3]).count == ECDSASignature.rawSize)
  }

  @Test(arguments: ["", "nonsense", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
  func whatIsNoKeyIsRefused(text: String) {
    #expect(throws: SigningError.self) { try PrivateKey(pem: text) }
  }

  @Test func onlyP256Verifies() {
    #expect(PublicKey(subjectPublicKeyInfo: []) == nil)
    #expect(PublicKey(subjectPublicKeyInfo: [0x30, 0]) == nil)
  }
}
