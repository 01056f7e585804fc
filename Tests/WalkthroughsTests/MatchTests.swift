import StrictJSON
import Testing
import Walkthroughs

@Suite struct MatchTests {
  private let match = Match(names: ["first": "2000000845000001"])

  private func differences(_ expected: String, _ actual: String) throws -> [String] {
    match.differences(try JSON5Document(parsing: expected).value, try JSONValue(parsing: actual), subject: "answer")
  }

  @Test(arguments: [
    ("{}", #"{"a":1}"#), ("{a: 1.0}", #"{"a":1,"b":2}"#), ("[{}, {a: 'x'}]", #"[{"b":1},{"a":"x","b":2}]"#),
    ("{a: null}", "{}"), ("{a: null}", #"{"a":null}"#), ("'$first'", #""2000000845000001""#),
    ("'$other'", #""$other""#), ("{a: {contains: 'lost'}}", #"{"a":"it was lost"}"#),
    ("{contains: {id: '$first'}}", #"[{"id":"1"},{"id":"2000000845000001"}]"#),
    ("'2025-03-01T12:00:00Z'", "1740830400000"), ("true", "true"),
  ])
  func holds(expected: String, actual: String) throws {
    #expect(try differences(expected, actual).isEmpty)
  }

  @Test(arguments: [
    ("{a: 1}", "{}", "answer.a should be 1, and is not there"),
    ("{a: {b: 'x'}}", #"{"a":{"b":"y"}}"#, "answer.a.b should be x, and is y"),
    ("[]", "[1]", "answer should have 0 rows, and has 1 row"),
    ("[1, 2]", "[1, 3]", "answer[1] should be 2, and is 3"),
    ("'$first'", #""7""#, "answer should be 2000000845000001, and is 7"),
    ("{contains: 'x'}", #""abc""#, "answer should contain x, and is abc"),
    ("{contains: 1}", "[2]", "answer should contain 1, and is [2]"),
    ("{contains: 1}", "1", "answer should contain 1, and is 1"),
    ("{a: 1}", "[]", "answer should be {\"a\":1}, and is []"), ("false", "null", "answer should be false, and is null"),
    ("'2025-03-01'", "1", "answer should be 2025-03-01, and is 1"),
  ])
  func saysWhatDiffers(expected: String, actual: String, words: String) throws {
    #expect(try differences(expected, actual) == [words])
  }

  @Test func comparesEverythingThatCanBeSeen() throws {
    let walkthrough = try WalkthroughFileTests.read(
      """
      {title: 'x', steps: [{run: 'restore', then: {
        products: {premium: 'purchased', gone: 'expired'}, entitled: ['premium'], refunds: 1, orders: [{state: 'closed'}],
        shows: ['lost for good', 'Products'], hides: 'refunded', status: {account: 'new@'},
      }}]}
      """)
    let observation = Observation(
      status: [
        "account": "other@",
        "products": [
          ["productId": "premium", "state": "refunded", "entitled": false],
          ["productId": "dark", "state": "purchased", "entitled": true],
        ],
      ],
      lists: [.orders: [["state": "closed"]]],
      screen: [
        "╭ Products ──╮╭ Detail ─╮", "│ Premium    ││ is lost │", "│ refunded   ││ for     │",
        "│            ││ good    │",
      ])
    let expected = [
      "status.account should be new@, and is other@", "premium.state should be purchased, and is refunded",
      "gone should be {\"state\":\"expired\"}, and is not there", "entitled should be premium, and is dark",
      "refunds should be 1, and are 0", "the screen should not show \"refunded\"",
    ]
    #expect(walkthrough.steps[0].expectations.mismatches(in: observation, names: [:]) == expected)
  }
}
