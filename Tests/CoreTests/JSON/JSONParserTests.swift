import Core
import Testing

@Suite struct JSONParserTests {
  @Test(arguments: [
    ("{\"a\":1,\"a\":2}", JSONError.Kind.duplicateMember), (#"{"a":1,"\u0061":2}"#, .duplicateMember),
    (#""\ud800""#, .loneSurrogate), (#""\udc00""#, .loneSurrogate), (#""\ud800\u0041""#, .loneSurrogate),
    (#""\ud800x""#, .loneSurrogate), ("\u{FEFF}{}", .byteOrderMark), ("{} {}", .trailingText), ("1 2", .trailingText),
    ("01", .invalidNumber), ("-", .invalidNumber), ("1.", .invalidNumber), ("1e", .invalidNumber),
    ("-01", .invalidNumber), ("1.e3", .invalidNumber), ("+1", .unexpectedCharacter), (".5", .unexpectedCharacter),
    ("\"a\u{1}b\"", .controlCharacter), ("\"a\nb\"", .controlCharacter), (#""\x""#, .invalidEscape),
    (#""\u12g4""#, .invalidEscape), (#""\u12"#, .unexpectedEnd), ("", .unexpectedEnd), ("   ", .unexpectedEnd),
    ("{", .unexpectedEnd), ("[1,", .unexpectedEnd), ("{\"a\"", .unexpectedEnd), ("\"abc", .unexpectedEnd),
    ("tru", .unexpectedEnd), ("trux", .unexpectedCharacter), ("[1,]", .unexpectedCharacter),
    ("{\"a\":1,}", .unexpectedCharacter), ("{a:1}", .unexpectedCharacter), ("{\"a\" 1}", .unexpectedCharacter),
    ("[1 2]", .unexpectedCharacter), ("NaN", .unexpectedCharacter), ("'a'", .unexpectedCharacter),
    ("// x\n1", .unexpectedCharacter), ("\u{C}1", .unexpectedCharacter),
  ])
  func refuses(text: String, kind: JSONError.Kind) throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error.kind == kind)
    #expect(!error.description.contains { $0.isNewline })
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC2], [0xE4, 0xB8], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func refusesInvalidUTF8(bytes: [UInt8]) throws {
    let text = [0x22] + bytes + [0x22]
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error.kind == .invalidUTF8)
    let name = try #require(throws: JSONError.self) {
      try JSONValue(parsing: Array(#"{"k\n"#.utf8) + bytes + Array(#"":1}"#.utf8))
    }
    #expect(name.kind == .invalidUTF8)
  }

  @Test func refusesEveryCutOffText() throws {
    let text = #"{"名":[1.5e-3,true,null,"\ud83d\ude00é"],"b":{"c":-0}}"#
    _ = try JSONValue(parsing: text)
    for length in 0..<text.utf8.count {
      #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8.prefix(length)) }
    }
  }

  @Test func limitsDepth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue(parsing: nested(64))
    for depth in [65, 20_000, 1_000_000] {
      let error = try #require(throws: JSONError.self) { try JSONValue(parsing: nested(depth)) }
      #expect(error.kind == .tooDeep)
    }
    let objects = String(repeating: #"{"a":"#, count: 20_000)
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: objects) }
    #expect(error.kind == .tooDeep)
    _ = try JSONValue(parsing: nested(512), limits: JSONLimits(depth: .max))
    #expect(throws: JSONError.self) { try JSONValue(parsing: nested(513), limits: JSONLimits(depth: .max)) }
  }

  /// Tests the limit on the number of values, because many small values take many times their text's size in memory.
  @Test func howManyValuesThereMayBe() throws {
    _ = try JSONValue(parsing: Array("[{},1,[null]]".utf8), limits: JSONLimits(values: 5))
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: Array("[{},1,[null]]".utf8), limits: JSONLimits(values: 4))
    }
  }

  @Test func limitsSize() throws {
    let limits = JSONLimits(bytes: 10)
    _ = try JSONValue(parsing: "[12345678]", limits: limits)
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: "[123456789]", limits: limits) }
    #expect(error.kind == .tooLarge)
  }

  @Test func namesThePlace() throws {
    let text = """
      {
        "products": [
          {"id": "a"},
          {"中文": 1, "price": 01}
        ]
      }
      """
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error.path == "products[1].price")
    #expect(error.line == 4)
    #expect(error.column == 24)
    #expect(error.description == "products[1].price is not a JSON number (line 4, column 24)")
  }

  @Test func escapesHostileNamesInThePath() throws {
    let text = #"{"a\u001b]52;\u202e":{"b":1,"b":2}}"#
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error.path == #"["a\u001b]52;\u202e"].b"#)
    let long = try #require(throws: JSONError.self) {
      try JSONValue(parsing: "{\"" + String(repeating: "x", count: 10_000) + "\":}")
    }
    #expect(long.description.count < 200)
  }

  @Test func keepsOrderAndText() throws {
    let text = #"{"z":1.760e12,"a":[1,-0.0,10E+2,null,true,false,{}],"m":{"y":"x","b":[]}}"#
    #expect(try JSONValue(parsing: text).serialized() == text)
    #expect(try JSONValue(parsing: " \t\r\n" + text + "\n").serialized() == text)
  }

  @Test func readsEscapes() throws {
    let value = try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u00e9\u4E2D\ud83d\uDE00 é""#)
    #expect(value == "\"\\/\u{8}\u{C}\n\r\té中😀 é")
    #expect(try JSONValue(parsing: #""\u0000""#) == "\u{0}")
  }

  @Test func takesAnyCollectionOfBytes() throws {
    #expect(try JSONValue(parsing: AnyCollection(Array("[1]".utf8))) == [1])
    #expect(try JSONValue(parsing: Array("xx[1]".utf8).dropFirst(2)) == [1])
  }

  @Test func findsDuplicatesAmongMany() throws {
    let members = (0..<50_000).map { #""k\#($0)":\#($0)"# }
    let value = try JSONValue(parsing: "{" + members.joined(separator: ",") + "}")
    #expect(value.objectValue?["k49999"] == 49_999)
    let error = try #require(throws: JSONError.self) {
      try JSONValue(parsing: "{" + members.joined(separator: ",") + #","k7":0}"#)
    }
    #expect(error.kind == .duplicateMember)
    #expect(error.path == "k7")
  }

  @Test func tellsCanonicallyEquivalentNamesApart() throws {
    let value = try JSONValue(parsing: "{\"\u{212A}\":1,\"K\":2}")
    #expect(value.objectValue?["K"] == 2)
    #expect(value.objectValue?["\u{212A}"] == 1)
  }
}
