import AppStoreModel
import Core
import Simulator
import Storage
import Testing

@testable import Desk

/// Tests of app users who pay with several Apple Accounts, and of accounts with which several users pay.
@Suite struct PersonTests {
  private static let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
  private static let other = "00000000-fb6d-4569-a2a6-db7d85d84813"

  /// Compares each user's verdict with the generator's truth, now and in the past.
  ///
  /// About one token in six leads to more than one customer.
  @Test(arguments: EngineKind.here) func verdictsEqualTheGeneratorsTruth(on kind: EngineKind) throws {
    let isFast = kind == .sqlite
    let world = try DeskWorld(on: kind, customers: isFast ? 640 : 96, transactions: isFast ? 6400 : 960, sharing: 16)
    let (population, day) = (world.population, Timestamp.millisecondsPerDay)
    world.clock.withLock { $0 = population.start.adding(milliseconds: 735 * day) }
    let desk = try world.desk()
    try desk.store(lines: try world.lines(), batch: 512)
    try desk.settle()
    let lives = (0..<population.customers).map { population.life(of: $0) }
    let users = Dictionary(grouping: lives.indices.filter { lives[$0].first?.transaction.appAccountToken != nil }) {
      lives[$0].first?.transaction.appAccountToken?.lowercased() ?? ""
    }
    let shared = users.values.count { $0.count > 1 }
    #expect((12...20).contains(shared * 100 / users.count), "\(shared) of \(users.count)")
    var differences: [String] = []
    for (token, customers) in users {
      for days: Int64 in [250, 500, 735] {
        let date = population.start.adding(milliseconds: days * day)
        let events = customers.map { lives[$0] }
        // A statement that repeats an older one keeps the later date, so a reversed refund has no past.
        guard days == 735 || !events.joined().contains(where: { $0.type == .refundReversed }) else { continue }
        let (found, truth) = (try desk.person(of: [token], at: date), PersonTruth(events, at: date))
        func has(_ names: String...) -> Bool {
          found.answer.statuses.contains { status in
            status.entitled && names.contains { status.product.id.hasSuffix("." + $0) }
          }
        }
        func twice(_ names: String...) -> Bool {
          found.paidTwice.contains { status in names.contains { status.product.id.hasSuffix("." + $0) } }
        }
        let pairs = [
          ("premium", has("premium"), truth.hasPremium),
          ("subscription", has("monthly", "yearly"), truth.hasSubscription),
          ("premium twice", twice("premium"), truth.paidTwiceForPremium),
          ("subscription twice", twice("monthly", "yearly"), truth.paysTwiceForSubscription),
        ]
        differences += pairs.filter { $0.1 != $0.2 }.map { "\(token) day \(days) \($0.0): \($0.1), truth \($0.2)" }
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(8))")
    print("persons: \(users.count), with several Apple Accounts: \(shared), differences: \(differences.count)")
  }

  /// Tests that a purchase counts for the user whom it names, and that a user is not all who share an account.
  @Test(arguments: EngineKind.here) func aUserIsNotTheClosureOfTokens(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    try desk.store(
      lines: [
        purchase(1, app: "704", token: Self.token), purchase(2, app: "705", token: Self.token),
        purchase(3, app: "705", token: Self.other, product: "dark"),
        purchase(4, app: "705", token: nil, product: "gift"),
        purchase(5, app: "704", token: nil, product: "early"),
      ].map { try world.signer.sign($0.json) })
    try desk.settle()
    let found = try desk.person(of: [Self.token])
    func names(_ statuses: [ProductStatus]) -> [String] {
      statuses.filter(\.entitled).compactMap { $0.product.id.split(separator: ".").last.map(String.init) }.sorted()
    }
    // What no token names belongs to the only user of its account.
    #expect(names(found.answer.statuses) == ["early", "premium"])
    #expect(found.accounts.map { names($0.statuses) } == [["early", "premium"], ["premium"]])
    #expect(found.paidTwice.map(\.product.id) == ["\(DeskWorld.bundleId).premium"])
    #expect(found.person.others == [Self.other])
    #expect(names(try desk.person(of: [Self.other]).answer.statuses) == ["dark"])
    #expect(try desk.tokens(of: "7389") == [Self.token])
    #expect(try desk.tokens(of: "704") == [Self.token])
    #expect(throws: DeskError.self) { try desk.tokens(of: "705") }
    // The server says to whom a purchase without a token belongs.
    try desk.store(claims: [
      Claim(json: [
        "user": .string(Self.other), "purchase": "2000000000000004", "productId": "\(DeskWorld.bundleId).gift",
        "entitled": true, "at": 1_704_067_300_000,
      ])
    ])
    #expect(names(try desk.person(of: [Self.other]).answer.statuses) == ["dark", "gift"])
    // The stored evidence of each account stays apart.
    #expect(try desk.customer("704") != desk.customer("705"))
    #expect(try desk.customerAnswer(for: desk.customer("705")).statuses.count == 3)
  }

  /// Tests that opening a customer opens all accounts of its user, and that the list has one row for the user.
  @Test func openingShowsTheWholeUser() throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    try desk.store(
      lines: [
        purchase(1, app: "704", token: Self.token), purchase(2, app: "705", token: Self.token, product: "dark"),
        purchase(3, app: "706", token: Self.other, product: "dark"),
      ].map { try world.signer.sign($0.json) })
    try desk.settle()
    let opened = try desk.open(desk.customer("705"))
    #expect(opened.person?.accounts.count == 2 && opened.customers.count == 2)
    #expect(try opened.transactions(PageRequest(limit: 9)).rows.count == 2)
    #expect(opened.statuses(at: world.clock.withLock { $0 }).count == 2)
    let rows = try desk.list(DeskListRequest()).rows
    #expect(rows.filter { $0.accounts.count == 2 }.count == 2)
    #expect(try desk.open(desk.customer("706")).person?.accounts.count == 1)
  }

  /// Tests that an account with which two users pay opens for the user whom the search names, and else for none.
  @Test(arguments: EngineKind.here) func aSharedAccountOpensForTheUserWhomTheSearchNames(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    try desk.store(
      lines: [
        purchase(1, app: "704", token: Self.token), purchase(2, app: "704", token: Self.other, product: "dark"),
      ].map { try world.signer.sign($0.json) })
    try desk.settle()
    let bob: JSONObject = [
      "user": "user-17", "tokens": [.string(Self.other)], "attributes": ["email": "bob@example.com"],
    ]
    try desk.store(people: [PersonRecord(json: bob)])
    let customer = try desk.customer("704")
    for search in ["bob@", "user-17", "user:user-17", "email:bob@example.com", "0000000", Self.other] {
      let opened = try desk.open(customer, asked: search)
      #expect(opened.person?.user == "user-17" && opened.person?.tokens == [Self.other], "\(search)")
      #expect(try opened.transactions(PageRequest(limit: 9)).rows.map(\.transaction.productId).count == 1)
    }
    for search in ["", "704", "state:purchased", "eve@"] {
      let opened = try desk.open(customer, asked: search)
      #expect(opened.person == nil && opened.tokens.count == 2, "\(search)")
    }
  }

  /// Tests a user whose plan ended while another Apple Account pays: the step names the account that pays.
  @Test(arguments: EngineKind.here) func aStepSaysWhichAppleAccountPays(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let (desk, now) = (try world.desk(), world.clock.withLock { $0 })
    func plan(_ id: Int, _ app: String, _ product: String, until: Int64) -> Transaction {
      var plan = purchase(id, app: app, token: Self.token, product: product, type: .autoRenewableSubscription)
      plan.subscriptionGroupIdentifier = "21"
      plan.expiresDate = now.adding(milliseconds: until * Timestamp.millisecondsPerDay)
      return plan
    }
    try desk.store(
      lines: [plan(1, "704", "monthly", until: -9), plan(2, "705", "yearly", until: 99)].map {
        try world.signer.sign($0.json)
      })
    try desk.settle()
    let statuses = try desk.person(of: [Self.token]).answer.statuses
    let monthly = try #require(statuses.first { $0.product.id.hasSuffix("monthly") })
    #expect(monthly.state == .expired)
    #expect(monthly.next.text.contains("with the Apple Account that pays for"), "\(monthly.next.text)")
    // The complaint is answered with what the customer pays for, not with what ended.
    let help = CustomerHelp(.endedThoughPaying, statuses.map { CustomerHelp.Product($0) })
    #expect(help.products.map(\.productId) == ["\(DeskWorld.bundleId).yearly"])
    // An account alone has no other plan.
    let alone = try desk.customerAnswer(for: desk.customer("704")).statuses
    #expect(alone.map(\.next.text) == ["the customer can subscribe again"])
    #expect(
      CustomerHelp(.endedThoughPaying, alone.map { CustomerHelp.Product($0) }).products.map(\.state) == [.expired])
  }

  /// Tests that a user without a purchase is not said to be unknown.
  @Test(arguments: EngineKind.here) func aUserWithoutAPurchaseIsKnown(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    try desk.store(people: [
      PersonRecord(json: ["user": "user-17", "tokens": [.string(Self.token)], "attributes": ["email": "bob@x.org"]])
    ])
    #expect(try desk.list(DeskListRequest(text: "bob@")).isUserWithoutPurchase)
    #expect(try !desk.list(DeskListRequest(text: "eve@")).isUserWithoutPurchase)
    for work in [{ _ = try desk.customer("bob@") }, { _ = try desk.tokens(of: "bob@x.org") }] {
      let error = #expect(throws: DeskError.self) { try work() }
      #expect(error?.description.contains("no purchase at this desk names this user") == true)
    }
    try desk.store(lines: [world.signer.sign(purchase(1, app: "704", token: Self.token).json)])
    try desk.settle()
    #expect(try desk.customer("bob@") == desk.customer("704") && desk.user(namedBy: "bob@") == [Self.token])
    #expect(try desk.user(namedBy: "704") == nil)
  }
}
