import Core
import Testing

@Suite struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(try JSONValue(parsing: text).numberValue)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("1760000000000", 1_760_000_000_000), ("1.76e12", 1_760_000_000_000),
      ("-62135769600000", -62_135_769_600_000), ("1.0", 1), ("1e0", 1), ("100e-2", 1), ("0e999999999999999999999", 0),
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min), ("9.223372036854775807e18", Int64.max),
      ("-9223372036854775808.0", Int64.min), ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("9223372036854775808.0", nil), ("1e19", nil), ("1e400", nil), ("1e99999999999999999999", nil), ("1.5", nil),
      ("1e-1", nil), ("1e-99999999999999999999", nil), ("0.0000000000000000000000001e25", 1),
      ("1697679936049.7297", nil),
    ] as [(String, Int64?)])
  func readsIntegersExactly(text: String, value: Int64?) throws {
    #expect(try number(text).int64 == value)
  }

  @Test(
    arguments: [
      ("1697679936049.7297", 1_697_679_936_049), ("-1.9", -1), ("0.9", 0), ("1e-99999999999999999999", 0),
      ("15e-1", 1), ("1e19", nil), ("9223372036854775807.9", Int64.max), ("1.7600000000005e12", 1_760_000_000_000),
    ] as [(String, Int64?)])
  func cutsFractions(text: String, value: Int64?) throws {
    #expect(try number(text).truncatedInt64 == value)
  }

  @Test func givesDoubles() throws {
    #expect(try number("697955872.64341402").double == 697_955_872.643_414_02)
    #expect(try number("1e400").double == nil)
  }

  @Test func writesValidJSONNumbers() throws {
    for value in [0, 1.5, -1e300, Double.leastNonzeroMagnitude, .infinity, -.infinity, .nan, .greatestFiniteMagnitude]
      as [Double]
    {
      let text = JSONValue.number(JSONNumber(value)).serialized()
      let back = try #require(try JSONValue(parsing: text).numberValue?.double)
      #expect(!value.isFinite || back == value)
    }
    #expect(JSONNumber(Int64.min).text == "-9223372036854775808")
  }

  @Test func survivesLongNumbers() throws {
    let digits = String(repeating: "9", count: 100_000)
    #expect(try number(digits).int64 == nil)
    #expect(try number("0." + digits).truncatedInt64 == 0)
  }
}
