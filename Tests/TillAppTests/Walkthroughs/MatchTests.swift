import Core
import Testing

@testable import TillApp

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
    ("{a: 1}", "{}", "answer.a should be 1, but is missing"),
    ("{a: {b: 'x'}}", #"{"a":{"b":"y"}}"#, "answer.a.b should be x, but is y"),
    ("[]", "[1]", "answer should have 0 rows, but has 1 row"),
    ("[1, 2]", "[1, 3]", "answer[1] should be 2, but is 3"),
    ("'$first'", #""7""#, "answer should be 2000000845000001, but is 7"),
    ("{contains: 'x'}", #""abc""#, "answer should contain x, but is abc"),
    ("{contains: 1}", "[2]", "answer should contain 1, but is [2]"),
    ("{contains: 1}", "1", "answer should contain 1, but is 1"),
    ("{a: 1}", "[]", "answer should be {\"a\":1}, but is []"), ("false", "null", "answer should be false, but is null"),
    ("'2025-03-01'", "1", "answer should be 2025-03-01, but is 1"),
  ])
  func saysWhatDiffers(expected: String, actual: String, words: String) throws {
    #expect(try differences(expected, actual) == [words])
  }

  /// Tests that the message about a quoted old wording names the nearest line on the screen.
  @Test(arguments: [
    (
      "Premium was refunded",
      "the screen should show \"Premium was refunded\"; nearest line: \"Premium refunded by Apple\""
    ),
    ("nothing like it", "the screen should show \"nothing like it\""),
    ("is lost for ever", "the screen should show \"is lost for ever\"; nearest line: \"it is lost\""),
  ])
  func namesTheNearestLine(wanted: String, words: String) {
    var expectations = Expectations()
    expectations.shows = [wanted]
    let screen = [
      "╭ Products ───────────────────╮╭ Detail ───╮", "│ Premium  refunded by Apple  ││ it is lost │", "│ Premium ││ │",
    ]
    #expect(expectations.mismatches(in: Observation(status: [:], screen: screen), names: [:]) == [words])
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
      "status.account should be new@, but is other@", "premium.state should be purchased, but is refunded",
      "gone should be {\"state\":\"expired\"}, but is missing", "entitled should be premium, but is dark",
      "refunds should be 1, but are 0", "the screen should not show \"refunded\"",
    ]
    #expect(walkthrough.steps[0].expectations.mismatches(in: observation, names: [:]) == expected)
  }
}
