import AppStoreModel
import Core
import Dashboard
import Testing

@testable import TillApp

@Suite struct WalkthroughFileTests {
  /// Reads a walkthrough; accepts every command line except those that begin with `nonsense`.
  static func read(_ text: String) throws(JSONError) -> Walkthrough {
    try Walkthrough(parsing: text.utf8) { $0.first == "nonsense" ? "unknown command “nonsense”" : nil }
  }

  @Test func readsEverythingThatAFileCanSay() throws {
    let walkthrough = try Self.read(
      """
      // A story.
      {
        title: 'Premium, bought\\
       and refunded', story: "What a refund\\n takes away.", tell: 'The money comes back.',
        start: {
          catalogue: 'Shop.storekit', accounts: ['new@', {name: 'other@', storefront: 'DEU'}], account: 'other@',
          user: 'two', clock: '2025-06-01', tick: 0, seed: 0x10, backends: {desk: 'receipt:sandbox'},
          history: ['till buy premium', {run: ["account 'new@'", 'buy "a b"'], as: 'early'}],
        },
        steps: [
          {say: 'Buy.', do: [{product: 'premium'}, 'buy', 'pay'], as: 'first',
           then: {products: {premium: 'purchased', dark: {state: 'notPurchased', entitled: false}},
                  entitled: ['premium'], refunds: 0, orders: [{transactionId: '$first'}], shows: 'Premium',
                  hides: ['refunded'], status: {account: 'other@'}}},
          {say: 'Ask.', do: ['ask-refund', {choose: '$first'}, 'pick', {type: 'by mistake'}, 'file']},
          {say: 'Apple grants it.', run: 'simulator refund approve $first', answer: {transactionId: '$first'}},
          {say: 'Elsewhere.', run: 'restore', device: 'tablet', fails: 'network', then: {journal: 3}},
          {say: 'Look.'},
        ],
      }
      """)
    #expect(walkthrough.title == "Premium, bought and refunded")
    #expect(walkthrough.story == "What a refund takes away.")
    #expect(!walkthrough.isScenario)
    let start = walkthrough.start
    #expect(start.accounts?.map(\.storefront) == [nil, "DEU"])
    #expect([start.catalogue, start.account, start.user] == ["Shop.storekit", "other@", "two"])
    #expect(start.clock.description == "2025-06-01 00:00:00")
    #expect(start.tick == 0)
    #expect(start.backends == ["desk": .sandbox])
    #expect(start.seed == 16)
    let commands: [Step.Deed] = [
      .commands([["buy", "premium"]]), .commands([["account", "new@"], ["buy", "a b"]]),
    ]
    #expect(start.history.map(\.deed) == commands)
    #expect(start.history.map(\.name) == [nil, "early"])
  }

  @Test func readsSteps() throws {
    let steps = try Self.read(
      """
      {
        title: 'x', steps: [
          {do: [{product: 'premium'}, 'buy', 'pay'], as: 'first', then: {
            products: {premium: 'purchased', dark: {state: 'notPurchased', entitled: false}},
            refunds: 0, orders: [{transactionId: '$first'}], shows: 'Premium'}},
          {do: ['ask-refund', {choose: '$first'}, 'pick', {type: 'by mistake'}, 'file']},
          {run: 'restore', device: 'tablet', fails: 'network', then: {journal: 3}},
          {say: 'Look.'},
        ],
      }
      """
    ).steps
    #expect(steps.map(\.line) == [3, 6, 7, 8])
    let first: [Move] = [.product("premium"), .action(.buy), .action(.pay)]
    #expect(steps[0].deed == .moves(first))
    let rows: [JSONValue] = [["state": "purchased"], ["state": "notPurchased", "entitled": false]]
    #expect(steps[0].expectations.products.map(\.value) == rows)
    #expect(steps[0].expectations.lists[.refunds] == .count(0))
    #expect(steps[0].expectations.lists[.orders] == .rows([["transactionId": "$first"]]))
    #expect(steps[0].expectations.needsScreen)
    let second: [Move] = [
      .action(.askRefund), .choose("$first"), .action(.pick), .type("by mistake"), .action("file"),
    ]
    #expect(steps[1].deed == .moves(second))
    #expect(steps[2].device == "tablet")
    #expect(steps[2].failure == "network")
    #expect(steps[3].deed == .nothing)
  }

  @Test func aScenarioIsTheStepsWithoutAStory() throws {
    let scenario = try Self.read("{title: 'x', steps: ['buy premium', {run: 'restore'}]}")
    #expect(scenario.isScenario)
    #expect(scenario.start == StartingState())
    #expect(scenario.steps.map(\.deed) == [.commands([["buy", "premium"]]), .commands([["restore"]])])
  }

  @Test(
    arguments: [
      ("[]", "a walkthrough must be an object, not an array (line 1"),
      ("{title: 'x'\n steps: []}", "not JSON5: invalid character (line 2, column 2)"),
      ("{\n steps: ['restore']}", "title is missing (line 1"),
      ("{title: 7, steps: ['restore']}", "title must be a string, not a number (line 1, column 2)"),
      ("{title: ' ',\n steps: ['restore']}", "title is empty (line 1"),
      ("{title: 'x',\n stepz: []}", "stepz is not a member of a walkthrough; use title"),
      ("{title: 'x'}", "steps is missing"), ("{title: 'x',\n steps: []}", "steps has no steps (line 2"),
      ("{title: 'x', steps: {}}", "steps must be an array, not an object"),
      ("{title: 'x', story: 'y', steps: [{say: 'z'}]}", "tell is missing"),
      ("{title: 'x', tell: 'y', steps: ['restore']}", "tell needs a story beside it"),
      ("{title: 'x', story: 'y', tell: 'z',\n steps: [\n {run: 'restore'}]}", "steps[0].say is missing (line 3"),
      (
        "{title: 'x', story: 'y', tell: 'z',\n steps: [\n 'restore']}",
        "steps[0] must be an object, not a string (line 3"
      ),
      ("{title: 'x', steps: [3]}", "steps[0] must be an object, not a number"),
      ("{title: 'x', title: 'y', steps: ['restore']}", "title appears twice"),
    ])
  func namesLineAndKeyInTheFile(text: String, mistake: String) throws {
    let error = try #require(throws: JSONError.self) { try Self.read(text) }
    #expect(error.description.contains(mistake), "\(error)")
    #expect(!error.description.contains { $0.isNewline })
  }

  @Test(
    arguments: [
      ("starting: 1", "start.starting is not a member of the starting state"),
      ("clock: 'noon'", "start.clock is not a date; use 2025"), ("clock: 5", "start.clock must be a string"),
      ("tick: -1", "start.tick must be 0 to 86400 seconds"), ("seed: -1", "start.seed is negative"),
      ("backends: {desk: 'exec:x'}", "start.backends.desk is not a backend for stories"),
      ("seed: 1e99", "start.seed is not a whole number"), ("accounts: []", "start.accounts has no account"),
      ("accounts: ['a@', 'a@']", "start.accounts[1] appears twice"),
      ("accounts: [{storefront: 'USA'}]", "start.accounts[0].name is missing"),
      ("accounts: [{name: 'a@', store: 'USA'}]", "start.accounts[0].store is not a member of an account"),
      ("accounts: ['a@'], account: 'b@'", "start.account is not one of the accounts"),
      ("accounts: [5]", "start.accounts[0] must be a name or an object, not a number"),
      ("user: ''", "start.user is empty"), ("history: 'restore'", "start.history must be an array, not a string"),
      ("history: [{do: 'restore'}]", "start.history[0].do runs in the background"),
      ("history: ['nonsense']", "start.history[0] cannot be run: unknown command “nonsense”"),
    ])
  func namesLineAndKeyInTheStartingState(start: String, mistake: String) throws {
    let error = try #require(throws: JSONError.self) {
      try Self.read("{title: 'x',\n start: {\n \(start)},\n steps: ['restore']}")
    }
    #expect(error.description.contains(mistake), "\(error)")
    #expect(error.line == 3)
  }

  @Test(
    arguments: [
      ("{says: 'x'}", "steps[1].says is not a member of a step"), ("{say: ''}", "steps[1].say is empty"),
      ("{do: 'by'}", "steps[1].do[0] is not an action; use buy, restore"),
      ("{do: 'quit'}", "steps[1].do[0] is not possible in a walkthrough"), ("{do: []}", "steps[1].do is empty"),
      ("{do: ['buy', {}]}", "steps[1].do[1] must have either product, choose or type"),
      ("{do: [{product: 'a', choose: 'b'}]}", "steps[1].do[0] must have either"),
      ("{do: [{press: 'b'}]}", "steps[1].do[0].press is not a member of a move"),
      ("{do: [{choose: '$gone'}]}", "steps[1].do[0].choose uses \"$gone\", but no earlier step defines it"),
      ("{do: [{type: ''}]}", "steps[1].do[0].type is empty"),
      ("{do: 7}", "steps[1].do[0] must be an action or an object"),
      ("{do: 'buy', run: 'restore'}", "steps[1].run cannot be combined with do"),
      ("{run: 'nonsense now'}", "steps[1].run cannot be run: unknown command “nonsense”"),
      ("{run: ['restore', 'nonsense']}", "steps[1].run[1] cannot be run"),
      ("{run: ''}", "steps[1].run is not a valid command line"),
      ("{run: 'buy \"a'}", "steps[1].run has an unclosed quotation mark"),
      ("{run: 5}", "steps[1].run must be a command line, not a number"), ("{run: []}", "steps[1].run is empty"),
      ("{run: 'simulator approve $later', as: 'later'}", "steps[1].run uses \"$later\""),
      ("{do: 'buy', fails: 'x'}", "steps[1].fails needs run beside it"),
      ("{do: 'buy', answer: {}}", "steps[1].answer needs run, post or call beside it"),
      ("{say: 'x', device: 'y'}", "steps[1].device needs run beside it"),
      ("{say: 'x', as: 'y'}", "steps[1].as needs do or run beside it"),
      ("{run: 'restore', as: '2nd'}", "steps[1].as is not a valid name"),
      ("{run: 'restore', answer: 1}", "steps[1].answer must be an object"),
      ("{run: 'restore', answer: {a: [{b: '$gone'}]}}", "steps[1].answer.a[0].b uses"),
      ("{run: 'restore', device: 'y', then: {shows: 'z'}}", "steps[1].device has no screen"),
    ])
  func namesLineAndKeyInAStep(step: String, mistake: String) throws {
    let error = try #require(throws: JSONError.self) {
      try Self.read("{title: 'x', steps: [\n 'restore',\n \(step)]}")
    }
    #expect(error.description.contains(mistake), "\(error)")
    #expect(error.line == 3)
  }

  @Test(
    arguments: [
      ("product: {}", "then.product is not a member of the expectations"),
      ("products: []", "then.products must be an object"),
      ("products: {a: 'bought'}", "then.products.a is not a state; use "),
      ("products: {a: {state: 'bought'}}", "then.products.a.state is not a state"),
      ("products: {a: 1}", "then.products.a must be a state or an object, not a number"),
      ("products: {'a.b': {id: '$x'}}", "then.products[\"a.b\"].id uses"),
      ("entitled: 'a'", "then.entitled must be an array"), ("entitled: [1]", "then.entitled[0] must be a string"),
      ("refunds: -1", "then.refunds must be a number of rows"),
      ("orders: 'none'", "then.orders must be a number of rows, or the rows, not a string"),
      ("orders: [1]", "then.orders[0] must be an object"),
      ("orders: [{}, {transactionId: '$x'}]", "then.orders[1].transactionId uses"),
      ("shows: 1", "then.shows must be an array"), ("shows: ['']", "then.shows has an empty text"),
      ("hides: [1]", "then.hides[0] must be a string"), ("status: 1", "then.status must be an object"),
      ("status: {user: '$x'}", "then.status.user uses"),
    ])
  func namesLineAndKeyInWhatMustBeTrue(then: String, mistake: String) throws {
    let error = try #require(throws: JSONError.self) {
      try Self.read("{title: 'x', steps: [{run: 'restore', then: {\n \(then)}}]}")
    }
    #expect(error.description.contains(mistake), "\(error)")
    #expect(error.line == 2)
  }

  @Test func refusesAFileWithoutEnd() throws {
    let large = Array(repeating: UInt8(ascii: " "), count: Walkthrough.sizeLimit + 1)
    let error = try #require(throws: JSONError.self) { try Walkthrough(parsing: large) { _ in nil } }
    #expect(error.kind == .tooLarge)
  }
}
