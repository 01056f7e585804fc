import AppStoreModel
import Core
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of joining customers, finding them and forgetting them.
@Suite struct CustomerTests {
  /// Tests that two lineages are two customers until a later statement names the same app download for both.
  ///
  /// After the join the other customer number stays as an alias.
  @Test(arguments: EngineKind.here) func aLaterStatementJoins(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    func take(_ transactions: Transaction...) throws {
      try desk.store(lines: try transactions.map { try world.signer.sign($0.json) })
    }
    try take(purchase(1), purchase(2))
    try desk.settle()
    #expect(try desk.figure("customers") == 2)
    let (one, two) = (try desk.customer("2000000000000001"), try desk.customer("2000000000000002"))
    #expect(one != two)
    try take(purchase(1, app: "704", signed: 10), purchase(2, app: "704", signed: 10))
    // The process dies here. The next process that opens the desk finishes the join.
    let reopened = try world.desk()
    #expect(try reopened.finishJoins() == 1)
    try reopened.settle()
    #expect(try reopened.customer("2000000000000001") == one)
    #expect(try reopened.customer("2000000000000002") == one)
    #expect(try reopened.customer("#\(two)") == one)
    #expect(try reopened.customer("704") == one)
    #expect(try reopened.figure("customers") == 1)
    #expect(try reopened.compareWithRebuild().different == [])
    #expect(try reopened.rows(of: [one])[0].spent == ["CNY": 16_000])
  }

  /// Tests that a number is followed through any number of merges, and that a circle of aliases ends with an error.
  @Test func everyMergeIsFollowed() throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    func alias(_ customer: Int64, to target: Int64) throws {
      let row = desk.owner(customer) + [.integer(target), .integer(1)]
      try desk.engine.transaction { try desk.engine.insert([row], into: DeskTables.aliases, whenThere: .keep) }
    }
    for number in 1001...1100 { try alias(Int64(number), to: Int64(number + 1)) }
    #expect(try desk.current(1001) == 1101)
    #expect(try desk.current([1001, 5]) == [1001: 1101, 5: 5])
    try alias(1101, to: 1050)
    #expect(throws: DeskError.self) { try desk.current(1001) }
    withExtendedLifetime(world) {}
  }

  /// Tests that a token says nothing about who paid, and that two Apple Accounts are never joined.
  @Test(arguments: EngineKind.here) func nothingIsGuessed(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    try desk.store(
      lines: [
        purchase(1, app: "704", token: token), purchase(2, app: "705", token: token), purchase(3, token: token),
      ].map { try world.signer.sign($0.json) })
    try desk.settle()
    #expect(try desk.find("7389A31A").count == 3)
    // A history belongs to one customer, except where Apple itself names two.
    let history = try [purchase(4, app: "704"), purchase(5, app: "705")].map { try world.signer.sign($0.json) }
    try desk.store(lines: [#"{"signedTransactions": ["\#(history[0])", "\#(history[1])"]}"#])
    try desk.settle()
    #expect(try desk.customer("2000000000000004") == desk.customer("704"))
    #expect(try desk.customer("2000000000000005") == desk.customer("705"))
    #expect(try desk.customer("704") != desk.customer("705"))
  }

  @Test(arguments: EngineKind.here) func aHistoryIsOneCustomers(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    let signed = try [purchase(1), purchase(2), purchase(3)].map { try world.signer.sign($0.json) }
    try desk.store(lines: [signed[2], #"{"signedTransactions": ["\#(signed[0])", "\#(signed[1])", "\#(signed[2])"]}"#])
    try desk.settle()
    #expect(try desk.figure("customers") == 1)
  }

  @Test(arguments: EngineKind.here) func anythingThatNamesACustomerFindsIt(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 6, transactions: 60)
    let desk = try world.desk()
    try desk.store(lines: try world.lines())
    try desk.settle()
    for number in 0..<6 {
      let life = world.population.life(of: number)
      for event in life.prefix(8) {
        let it = event.transaction
        let customer = try desk.customer(try #require(it.originalTransactionId))
        for id in [it.transactionId, it.webOrderLineItemId, it.appTransactionId, it.appAccountToken].compactMap({ $0 })
        {
          #expect(try desk.find(id).contains { $0.number == customer }, "\(id)")
          #expect(try desk.find(String(id.dropLast(2)), limit: 1000).contains { $0.number == customer }, "\(id)")
        }
      }
    }
    let first = try #require(world.population.life(of: 0).first { _ in true })
    #expect(try desk.find(first.uuid).count == 1)
    #expect(try !desk.find("com.example.piglet.premium").isEmpty)
    #expect(try desk.find("nobody").isEmpty)
  }

  /// Tests that every statement behind a list uses an index, and that the first page of a view needs no sorting.
  @Test func listsAreIndexScans() throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    let plan = try desk.engine.plan(
      of: """
        SELECT customer, subject, place FROM findings
        WHERE app = ? AND environment = ? AND view = ? AND (place, customer, subject) > (?, ?, ?)
        ORDER BY place, customer, subject LIMIT ?
        """, values: [.integer(1), .integer(1), .integer(1), .integer(0), .integer(0), .text(""), .integer(50)])
    #expect(plan.allSatisfy { $0.contains("findings_view") && !$0.contains("TEMP B-TREE") }, "\(plan)")
    let due = try desk.engine.plan(
      of:
        "SELECT customer FROM derived WHERE app = ? AND environment = ? AND next_moment <= ? ORDER BY next_moment LIMIT ?",
      values: [.integer(1), .integer(1), .integer(0), .integer(50)])
    #expect(due.allSatisfy { $0.contains("derived_moment") && !$0.contains("TEMP B-TREE") }, "\(due)")
  }

  /// Tests that after forgetting no table holds more than hashes, and that the next notification restores nothing.
  @Test(arguments: EngineKind.here) func forgettingLeavesNoTrace(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 5, transactions: 60)
    let desk = try world.desk()
    let lines = try world.lines()
    try desk.store(lines: lines)
    try desk.settle()
    try desk.foldFigures()
    // Choose a customer with an appTransactionId. Without one, each purchase makes a customer of its own.
    let number = try #require((0..<5).first { world.population.life(of: $0)[0].transaction.appTransactionId != nil })
    let life = world.population.life(of: number)
    let id = try #require(life[0].transaction.originalTransactionId)
    let token = life.compactMap(\.transaction.appAccountToken).first
    let customer = try desk.customer(id)
    try desk.add(note: "called about \(id)", about: customer, by: "anna")
    let others = try desk.figure("customers")
    try desk.forget(customer, by: "anna")
    for name in [id, token, life[0].uuid].compactMap({ $0 }) { #expect(try desk.holds(name) == [], "\(name)") }
    #expect(try desk.figure("customers") == others - 1)
    let again = try desk.store(lines: lines)
    try desk.settle()
    #expect(again.forgotten > 0)
    #expect(again.imported == 0)
    for name in [id, token].compactMap({ $0 }) { #expect(try desk.holds(name) == [], "\(name)") }
    #expect(throws: DeskError.self) { try desk.customer(id) }
  }

  /// Tests that the team server's claim is shown beside Apple's evidence, with who has to act.
  @Test(arguments: EngineKind.here) func aClaimStandsBesideApplesEvidence(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    try desk.store(lines: [try world.signer.sign(purchase(1, token: token).json)])
    let claim = try Claim(json: [
      "user": .string(token), "productId": "com.example.piglet.premium", "entitled": false,
      "reason": "account merged", "at": 1_704_067_300_000,
    ])
    #expect(try desk.store(claims: [claim, claim]).count == 1)
    #expect(try desk.store(claims: [claim]).count == 0)
    try desk.settle()
    let answer = try desk.customerAnswer(for: try desk.customer(token))
    let status = try #require(answer.statuses.first)
    #expect(status.entitled)
    #expect(status.reasons.contains { $0.rule == "claimed" && !$0.supports && $0.text.contains("account merged") })
    #expect(status.next.who == .us)
    #expect(status.next.say?.contains("please don't buy it again") == true)
    #expect(try desk.view(.disagree).count == 1)
  }

  /// Tests that access which only the team's server claims is shown, and that it differs from Apple's data.
  @Test func aClaimWithoutApplesEvidenceIsShown() throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    try desk.store(lines: [try world.signer.sign(purchase(1, token: token).json)])
    let claims = try [true, false].map { entitled in
      try Claim(json: [
        "user": .string(token), "productId": .string(entitled ? "com.example.other" : "com.example.third"),
        "entitled": .bool(entitled), "at": 1_704_067_300_000,
      ])
    }
    #expect(try desk.store(claims: claims).count == 2)
    try desk.settle()
    let statuses = try desk.customerAnswer(for: try desk.customer(token)).statuses
    #expect(statuses.map(\.product.id) == ["com.example.piglet.premium", "com.example.other"])
    let status = try #require(statuses.last)
    #expect(!status.entitled && status.state == .notPurchased && status.reasons.contains { $0.rule == "claimed" })
    #expect(status.next.text == DeskText.claimDiffers(entitled: false).text)
    #expect(try desk.view(.disagree).map(\.subject) == ["com.example.other"])
  }

  /// Tests that a claim of the team's server ends a non-renewing subscription, for which Apple signs no end.
  ///
  /// Without a claim the desk says whom to ask. A claim whose time is over disagrees with nothing.
  @Test(arguments: EngineKind.here) func aPassEndsWhenTheTeamsServerSays(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    var pass = purchase(1, token: "7389a31a-fb6d-4569-a2a6-db7d85d84813")
    (pass.productId, pass.type) = ("com.example.piglet.season", .nonRenewingSubscription)
    try desk.store(lines: [try world.signer.sign(pass.json)])
    let bought = try #require(pass.purchaseDate)
    let end = bought.adding(milliseconds: 30 * Timestamp.millisecondsPerDay)
    func status(daysAfter days: Int64) throws -> ProductStatus {
      world.clock.withLock { $0 = bought.adding(milliseconds: days * Timestamp.millisecondsPerDay) }
      try desk.settle()
      let id = try #require(pass.transactionId)
      #expect(try desk.view(.disagree).isEmpty && desk.compareWithRebuild().different.isEmpty)
      return try #require(try desk.customerAnswer(for: desk.customer(id)).statuses.first)
    }
    let unknown = try status(daysAfter: 2)
    #expect(unknown.entitled && unknown.expiresDate == nil && unknown.next.who == .us)
    #expect(unknown.next.action == nil && unknown.next.text.contains("import its claims"), "\(unknown.next.text)")
    let claim = try Claim(json: [
      "purchase": .string(pass.transactionId ?? ""), "productId": "com.example.piglet.season", "entitled": true,
      "until": .number(end.milliseconds), "at": .number(bought.milliseconds + 1000),
    ])
    #expect(try desk.store(claims: [claim]).count == 1)
    #expect(try status(daysAfter: 3).expiresDate == end)
    let over = try status(daysAfter: 31)
    #expect(over.state == .expired && !over.entitled, "\(over.next.text)")
  }

  /// Tests that an export returns each JWS exactly as it arrived, though its certificates are stored once.
  @Test(arguments: EngineKind.here) func anExportHoldsTheArrivedData(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    let signed = try [purchase(1, app: "7"), purchase(2, app: "7")].map { try world.signer.sign($0.json) }
    try desk.store(lines: signed)
    #expect(try desk.export(try desk.customer("7")) == signed)
    #expect(try desk.engine.value("SELECT count(*) FROM headers", as: Int.self) == 1)
  }

  /// Opens a desk that fails after this many commits.
  private func mortal(_ world: DeskWorld, after commits: Int) throws -> CustomerDesk {
    let engine = EngineBetween(try world.kind.engine("desk", in: world.place))
    engine.commitsLeft = commits
    return try CustomerDesk(engine, now: { [clock = world.clock] in clock.withLock { $0 } })
  }

  /// Tests that a join or a forgetting which is killed between any two commits continues later with the same result.
  @Test(arguments: [EngineKind.sqlite, .postgreSQL].filter(\.isHere)) func killedBetweenAnyCommitsItEndsTheSame(
    on kind: EngineKind
  ) throws {
    /// Runs both with a desk that dies after this many commits, and then repairs it.
    ///
    /// - Returns: The rows and figures that are left, and whether the desk died.
    func run(dyingAfter commits: Int) throws -> (rows: Set<[DatabaseValue]>, figures: [Int], died: Bool) {
      let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
      let desk = try world.desk()
      func take(_ transactions: [Transaction]) throws {
        try desk.store(lines: try transactions.map { try world.signer.sign($0.json) })
      }
      try take([purchase(1, token: "7389a31a-fb6d-4569-a2a6-db7d85d84813"), purchase(2), purchase(3), purchase(4)])
      try desk.settle()
      try desk.add(note: "called", about: desk.customer("2000000000000002"), by: "anna")
      try take([purchase(1, app: "704", signed: 10), purchase(2, app: "704", signed: 10)])
      var died = false
      do { try mortal(world, after: commits).finishJoins() } catch is EngineBetween.Killed { died = true }
      try desk.settle()
      #expect(try desk.customer("2000000000000001") == desk.customer("2000000000000002"))
      #expect(try desk.notes(about: desk.customer("704")).count == 1)
      let third = try desk.customer("2000000000000003")
      do { try mortal(world, after: commits).forget(third, by: "olga") } catch is EngineBetween.Killed { died = true }
      if (try? desk.customer("2000000000000003")) != nil { try desk.forget(third, by: "olga") }
      #expect(try desk.holds("2000000000000003") == [])
      try desk.settle()
      try desk.foldFigures()
      #expect(try desk.compareWithRebuild().different == [])
      return (try desk.derivedRows(), [try desk.figure("customers"), try desk.figure("transactions")], died)
    }
    let whole = try run(dyingAfter: .max)
    #expect(!whole.died && whole.figures[0] == 2)
    var commits = 0
    while commits < 30 {
      let outcome = try run(dyingAfter: commits)
      #expect(outcome.rows == whole.rows && outcome.figures == whole.figures, "killed after \(commits) commits")
      guard outcome.died else { break }
      commits += 1
    }
    #expect((5..<30).contains(commits))
  }
}
