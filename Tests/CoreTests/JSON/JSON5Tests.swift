import Core
import Testing

@Suite struct JSON5Tests {
  @Test(
    arguments: [
      ("{a: 1}", #"{"a":1}"#), ("{ 'a': 'b', }", #"{"a":"b"}"#), ("[1, 2,]", "[1,2]"), ("[]", "[]"), ("{}", "{}"),
      ("// x\n1", "1"), ("/* x\n * y */ [ /**/ ] // z", "[]"), ("+1", "1"), ("-.5", "-0.5"), (".5e2", "0.5e2"),
      ("5.", "5"), ("5.e1", "5e1"), ("0x1F", "31"), ("-0xff", "-255"), ("0", "0"), ("-0", "-0"), ("1E+2", "1e+2"),
      (#"'it\'s "so"'"#, #""it's \"so\"""#), (#""a\x41\u0042\v\0\q""#, #""aAB\u000b\u0000q""#),
      ("'one \\\n two'", #""one  two""#), ("'one\\\r\ntwo'", #""onetwo""#),
      ("{$a_1: {null: null}}", #"{"$a_1":{"null":null}}"#),
      (#"{\u0061b: true}"#, #"{"ab":true}"#), ("{größe: false}", #"{"größe":false}"#),
      ("\u{FEFF}\u{00A0}\u{2028}1\u{3000}", "1"), ("'\u{2028}'", #""\u2028""#), ("'\t'", #""\t""#),
      (#"'\ud83d\ude00'"#, "\"😀\""), ("18446744073709551615", "18446744073709551615"),
      ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
    ])
  func reads(text: String, expected: String) throws {
    #expect(try JSON5Document(parsing: text).value.serialized() == expected)
  }

  @Test(
    arguments: [
      ("{a: 1, 'a': 2}", JSONError.Kind.duplicateMember, 1, 8), ("{a: 1,\n  \\u0061: 2}", .duplicateMember, 2, 3),
      ("", .unexpectedEnd, 1, 1), ("// only", .unexpectedEnd, 1, 8), ("/* open", .unexpectedEnd, 1, 1),
      ("{a: 1", .unexpectedEnd, 1, 6), ("[1,", .unexpectedEnd, 1, 4), ("'abc", .unexpectedEnd, 1, 5),
      ("[1 2]", .unexpectedCharacter, 1, 4), ("[,]", .unexpectedCharacter, 1, 2), ("{,}", .unexpectedCharacter, 1, 2),
      ("{a-b: 1}", .unexpectedCharacter, 1, 3), ("{1a: 1}", .unexpectedCharacter, 1, 2),
      ("{a 1}", .unexpectedCharacter, 1, 4), ("{a: }", .unexpectedCharacter, 1, 5),
      ("{a: b}", .unexpectedCharacter, 1, 5),
      ("1 1", .trailingText, 1, 3), ("[1,,2]", .unexpectedCharacter, 1, 4), ("/x", .unexpectedCharacter, 1, 1),
      ("NaN", .invalidNumber, 1, 1), ("[\n\n  -Infinity]", .invalidNumber, 3, 3), ("01", .invalidNumber, 1, 1),
      ("0x", .invalidNumber, 1, 1), ("0x1FFFFFFFFFFFFFFFF", .invalidNumber, 1, 1), ("1x", .invalidNumber, 1, 1),
      (".", .invalidNumber, 1, 1), ("1e", .invalidNumber, 1, 1), ("1.2.3", .invalidNumber, 1, 1),
      ("0x1.5", .invalidNumber, 1, 1), ("+-1", .invalidNumber, 1, 1), ("'a\nb'", .controlCharacter, 1, 3),
      (#"'\1'"#, .invalidEscape, 1, 2), (#"'\08'"#, .invalidEscape, 1, 2), (#"'\xZZ'"#, .invalidEscape, 1, 2),
      (#"'\ud800'"#, .loneSurrogate, 1, 2), (#"{\u{}: 1}"#, .invalidEscape, 1, 2),
      ("truex", .unexpectedCharacter, 1, 1),
    ])
  func refuses(text: String, kind: JSONError.Kind, line: Int, column: Int) throws {
    let error = try #require(throws: JSONError.self) { try JSON5Document(parsing: text) }
    #expect(error.kind == kind)
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(!error.description.contains { $0.isNewline })
  }

  @Test func refusesInvalidText() throws {
    for bytes in [[0x27, 0xFF, 0x27], [0x2F, 0x2F, 0xC0, 0x80], [0xE4, 0xB8], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
      let error = try #require(throws: JSONError.self) { try JSON5Document(parsing: bytes.map(UInt8.init)) }
      #expect(error.kind == .invalidUTF8)
    }
    let deep = String(repeating: "[", count: 65)
    let error = try #require(throws: JSONError.self) { try JSON5Document(parsing: deep) }
    #expect(error.kind == .tooDeep)
    let large = try #require(throws: JSONError.self) {
      try JSON5Document(parsing: "'aaaa'", limits: JSONLimits(bytes: 4))
    }
    #expect(large.kind == .tooLarge)
    _ = try JSON5Document(parsing: "[{}, 1, [null],]", limits: JSONLimits(values: 5))
    let many = try #require(throws: JSONError.self) {
      try JSON5Document(parsing: "[{}, 1, [null],]", limits: JSONLimits(values: 4))
    }
    #expect(many.kind == .tooLarge && many.message == "has more than 4 values")
  }

  @Test func readsJSONAsJSONDoes() throws {
    let texts = [
      #"{"a":[1,2.5,-3e7,{"b":null}],"c":"x\n\u00e9\ud83d\ude00\\\/","":true}"#, "[[[[]]]]", #""plain""#,
      #"{"0":0,"1":[{},{}]}"#, " \n\t[ false , true ] ",
    ]
    for text in texts { #expect(try JSON5Document(parsing: text).value == JSONValue(parsing: text)) }
  }

  @Test func survivesEveryCutAndEveryChangedByte() {
    let text = Array("{ // c\n a: ['x\\u0041', 0x1F, .5, +1,], 'b\\'': {c: null, /* d */ $: true,}, }".utf8)
    for count in 0...text.count { _ = try? JSON5Document(parsing: text.prefix(count)) }
    for index in text.indices {
      for byte: UInt8 in [0, 0x0A, 0x22, 0x27, 0x2F, 0x5C, 0x7B, 0x5D, 0x80, 0xE2, 0xFF] {
        var changed = text
        changed[index] = byte
        _ = try? JSON5Document(parsing: changed)
      }
    }
  }

  @Test func namesLineAndKeyOfAMistakeInsideAValue() throws {
    let text = """
      // A list of steps.
      {
        title: 'x',
        steps: [
          {say: 1},
          {'odd key': {then: 2},
           "a.b": []},
        ],
      }
      """
    let document = try JSON5Document(parsing: text)
    #expect(document.position(of: "title") == document.position(of: "title.deeper[3]"))
    let say = document.located(JSONError(.wrongType, "must be a string, not a number", path: "steps[0].say"))
    #expect(say.description == "steps[0].say must be a string, not a number (line 5, column 6)")
    #expect(document.located(JSONError.missing("say").below("steps", 1)).line == 6)
    let odd = document.located(JSONError.missing("x").below("then").below("odd key").below("steps", 1))
    #expect((odd.line, odd.column) == (6, 18))
    #expect(document.located(JSONError.missing("story")).line == 2)
    let known = JSONError(.invalidValue, "x", path: "title", line: 7, column: 1)
    #expect(document.located(known).line == 7)
  }

  @Test(arguments: [
    ("{}\n", ["theme"], "{\n  \"theme\": \"dark\"\n}\n"),
    ("// mine\n{theme: 'light', // day\n}", ["theme"], "// mine\n{theme: \"dark\", // day\n}"),
    ("{\n  mouse: true,\n}", ["theme"], "{\n  \"theme\": \"dark\",\n  mouse: true,\n}"),
    ("{mouse: true}", ["theme"], "{\n  \"theme\": \"dark\",\n  mouse: true}"),
    ("{columns: {}, a: 1}", ["columns", "x"], "{columns: {\n    \"x\": \"dark\"\n  }, a: 1}"),
    ("{a: 1}", ["columns", "x"], "{\n  \"columns\": {\"x\":\"dark\"},\n  a: 1}"),
    (
      "{columns: {x: /* old */ \"red\" /* kept */, y: 2}}", ["columns", "x"],
      "{columns: {x: /* old */ \"dark\" /* kept */, y: 2}}"
    ),
  ])
  func setsAMemberAndKeepsTheRest(_ text: String, _ names: [String], _ expected: String) throws {
    let bytes = try JSON5Document(parsing: text).bytes(setting: names, to: "dark")
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    var value = try JSON5Document(parsing: bytes).value
    for name in names { value = try #require(value.objectValue?[name]) }
    #expect(value == "dark")
  }

  @Test func namesThePathOfAMistakeInTheText() throws {
    let error = try #require(throws: JSONError.self) {
      try JSON5Document(parsing: "{steps: [{}, {say: 'a',\n say: 'b'}]}")
    }
    #expect(error.description == "steps[1].say appears twice (line 2, column 2)")
  }
}
