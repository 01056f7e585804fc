import Testing

@testable import TillApp

/// Tests of the recorded requests that `till replay` reads.
@Suite struct RecordedExchangeTests {
  @Test(arguments: [("%41b", "Ab"), ("%+1", "%+1"), ("%-1", "%-1"), ("%zz", "%zz"), ("a%4", "a%4")])
  func onlyTwoHexadecimalDigitsAreAByte(segment: String, read: String) throws {
    let line =
      #"{"request": {"method": "GET", "path": "/inApps/v1/transactions/\#(segment)"}, "response": {"status": 404}}"#
    let exchange = try #require(try RecordedExchange.all(in: Array(line.utf8), name: "one").first)
    #expect(exchange.path.last == read)
  }
}
