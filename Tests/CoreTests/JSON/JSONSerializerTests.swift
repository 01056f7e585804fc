import Core
import TestSupport
import Testing

@Suite struct JSONSerializerTests {
  @Test func writesPrettyText() {
    let value: JSONValue = ["a": [1, ["b": "c"]], "e": [], "f": [:], "g": nil]
    #expect(
      value.serialized(.pretty) == """
        {
          "a": [
            1,
            {
              "b": "c"
            }
          ],
          "e": [],
          "f": {},
          "g": null
        }
        """)
    #expect(value.serialized() == #"{"a":[1,{"b":"c"}],"e":[],"f":{},"g":null}"#)
  }

  @Test func escapesCharactersThatATerminalObeys() throws {
    let text = "\u{1B}]0;x\u{7}\u{7F}\u{9B}\u{202E}\u{2066}\u{200B}\u{FEFF}\u{E0041}\"\\/\n\r\t\u{0}名é"
    let written = JSONValue.string(text).serialized()
    #expect(
      written
        == #""\u001b]0;x\u0007\u007f\u009b\u202e\u2066\u200b\ufeff\udb40\udc41\"\\/\n\r\t\u0000名é""#)
    #expect(try JSONValue(parsing: written) == .string(text))
  }

  @Test func everyScalarSurvives() throws {
    for start in stride(from: UInt32(0), to: 0x110000, by: 0x1000) {
      let scalars = (start..<start + 0x1000).compactMap(Unicode.Scalar.init)
      let text = String(String.UnicodeScalarView(scalars))
      let written = JSONValue.string(text).serialized()
      let back = try #require(try JSONValue(parsing: written).stringValue)
      #expect(back.unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(!written.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func realTextsSurvive() throws {
    for name in ["attack-corpus.json", "x509-limbo/limbo-subset.json", "apple/x509/chain_cases.json"] {
      let value = try JSONValue(parsing: try Conformance.data(name))
      for style in [JSONStyle.compact, .pretty] {
        #expect(try JSONValue(parsing: value.serialized(style)) == value)
      }
    }
  }
}
