import Testing

@testable import AppStoreModel

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
  ])
  func examplesOfRFC4648(plain: String, text: String) {
    #expect(Base64.standard.encode(plain.utf8) == Array(text.utf8))
    #expect(Base64.standard.decode(text) == Array(plain.utf8))
    let unpadded = String(text.prefix { $0 != "=" })
    #expect(Base64.url.encode(plain.utf8) == Array(unpadded.utf8))
    #expect(Base64.url.decode(unpadded) == Array(plain.utf8))
  }

  @Test func everyByteAtEveryPlaceSurvives() {
    for length in 0...9 {
      for byte in UInt8.min...UInt8.max {
        let bytes = [UInt8](repeating: byte, count: length)
        #expect(Base64.url.decode(Base64.url.encode(bytes)[...]) == bytes)
        #expect(Base64.standard.decode(Base64.standard.encode(bytes)[...]) == bytes)
      }
    }
  }

  @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm8=", "Zm9v\n", " Zm9v", "Zm+v", "Zm/v", "Zm9vA", "Zm9é", "Zm\u{0}v"])
  func urlRefuses(text: String) {
    #expect(Base64.url.decode(text) == nil)
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "=", "Zm-v", "Zm_v", "Zm9v\n", "Zm9vZg=\n", "Zg==Zg==",
  ])
  func standardRefuses(text: String) {
    #expect(Base64.standard.decode(text) == nil)
  }

  @Test func theTwoAlphabetsDiffer() {
    #expect(Base64.url.encode([0xFB, 0xFF]) == Array("-_8".utf8))
    #expect(Base64.standard.encode([0xFB, 0xFF]) == Array("+/8=".utf8))
  }
}
