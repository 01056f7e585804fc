import Core
import Testing

@Suite struct JSONObjectTests {
  private let object: JSONObject = [
    "text": "a", "flag": true, "count": 3, "date": 1697679936049.7297, "none": nil, "list": ["a", "b"],
    "mixed": ["a", 1], "inner": ["x": 1],
  ]

  @Test func readsMembers() throws {
    #expect(try object.string("text") == "a")
    #expect(try object.bool("flag") == true)
    #expect(try object.int64("count") == 3)
    #expect(try object.int32("count") == 3)
    #expect(try object.milliseconds("date") == 1_697_679_936_049)
    #expect(try object.strings("list") == ["a", "b"])
    #expect(try object.object("inner")?.int64("x") == 1)
    #expect(try object.array("mixed")?.count == 2)
  }

  @Test func takesAbsentAndNullAsNothing() throws {
    for name in ["none", "absent"] {
      #expect(try object.string(name) == nil)
      #expect(try object.bool(name) == nil)
      #expect(try object.int64(name) == nil)
      #expect(try object.milliseconds(name) == nil)
      #expect(try object.object(name) == nil)
      #expect(try object.array(name) == nil)
      #expect(try object.strings(name) == nil)
    }
  }

  @Test func namesMembersOfAnotherType() {
    let expectations: [(String, (JSONObject) throws -> Void)] = [
      ("count must be a string, not a number", { _ = try $0.string("count") }),
      ("text must be a number, not a string", { _ = try $0.milliseconds("text") }),
      ("text must be true or false, not a string", { _ = try $0.bool("text") }),
      ("mixed[1] must be a string, not a number", { _ = try $0.strings("mixed") }),
      ("list[0] must be an object, not a string", { _ = try $0.objects("list") }),
      ("date is not a whole number of 64 bits", { _ = try $0.int64("date") }),
      ("inner must be an array, not an object", { _ = try $0.array("inner") }),
    ]
    for (message, read) in expectations {
      let error = #expect(throws: JSONError.self) { try read(object) }
      #expect(error?.description == message)
    }
  }

  @Test func refusesNumbersOutOfRange() throws {
    let big = try #require(try JSONValue(parsing: #"{"a":1e30,"b":2147483648}"#).objectValue)
    #expect(throws: JSONError.self) { try big.milliseconds("a") }
    #expect(throws: JSONError.self) { try big.int32("b") }
    #expect(try big.int64("b") == 2_147_483_648)
  }

  /// `String` takes the Kelvin sign for the letter K; two such objects are not the same.
  @Test func objectsThatOnlyUnicodeTakesForEqualDiffer() {
    let (letter, kelvin): (JSONObject, JSONObject) = (["K": 1], ["\u{212a}": 1])
    #expect(letter != kelvin)
    #expect(letter == ["K": 1] && Set([letter, kelvin, ["K": 1]]).count == 2)
  }

  @Test func changesMembersInPlace() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["b"] = 3
    object["c"] = .null
    object["a"] = nil
    object.append("d", ifPresent: nil)
    #expect(object.names == ["b", "c"])
    #expect(JSONValue.object(object).serialized() == #"{"b":3,"c":null}"#)
  }

  @Test func staysConsistentWhenItGrowsAndShrinks() {
    var object = JSONObject()
    for number in 0..<200 { object["k\(number)"] = .number(number) }
    for number in stride(from: 0, to: 200, by: 2) { object["k\(number)"] = nil }
    #expect(object.count == 100)
    for number in 0..<200 { #expect(object["k\(number)"] == (number % 2 == 0 ? nil : .number(number))) }
    for number in 0..<190 { object["k\(number)"] = nil }
    #expect(object.names == ["k191", "k193", "k195", "k197", "k199"])
    #expect(object["k195"] == 195)
  }

  @Test func showsErrorsFromOutside() {
    let error = JSONError.missing("id").below("products", 2)
    #expect(error.description == "products[2].id is missing")
    #expect(error.below("a b").path == #"["a b"].products[2].id"#)
  }

  @Test func comparesByMeaning() throws {
    let one = try JSONValue(parsing: #"{"a":1.76e12,"b":[1.50,"x"],"c":null}"#)
    let other = try JSONValue(parsing: #"{"c":null,"b":[1.5,"x"],"a":1760000000000}"#)
    #expect(one.isEquivalent(to: other))
    #expect(one != other)
    #expect(!one.isEquivalent(to: ["a": 1_760_000_000_000, "b": ["x", 1.5], "c": nil]))
    #expect(!one.isEquivalent(to: ["a": 1_760_000_000_000, "b": [1.5, "x"], "d": nil]))
  }
}
