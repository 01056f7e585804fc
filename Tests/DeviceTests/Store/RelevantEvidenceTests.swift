import AppStoreModel
import Core
import Entitlements
import Storage
import TestSupport
import Testing

@testable import Device

/// Tests that the part of the evidence which is read gives the same answers as all of it.
struct RelevantEvidenceTests {
  /// Tests long random histories in any order of arrival, of which only a small part is read.
  @Test(arguments: [UInt64](1...6))
  func whatIsReadGivesTheAnswersOfEverything(seed: UInt64) throws {
    let device = try Device()
    var random = SeededGenerator(seed: seed)
    let customer = RandomCustomer(using: &random)
    try customer.arrive(at: device.store, using: &random)
    let whole = try device.store.wholeEvidence()
    for now in [0, 300, 700, 1500].map({ date($0 * 3600) }) {
      let answers = Resolver.resolve(whole, at: now)
      let read = try device.store.evidence(of: nil, at: now)
      #expect(Resolver.resolve(read, at: now) == answers, "seed \(seed) at \(now)")
      guard let asked = answers.randomElement(using: &random) else { continue }
      let alone = try device.store.evidence(of: [asked.product.id], at: now)
      #expect(Resolver.resolve(asked.product.id, in: alone, at: now) == asked, "seed \(seed) at \(now)")
    }
  }

  /// Tests that the number of rows which are read does not grow with the length of the history.
  @Test func noMoreIsReadOfALongHistoryThanOfAShortOne() throws {
    let device = try Device()
    try device.store.batch {
      for id in 1...1500 {
        var transaction = Transaction.bought(id, Device.coins, at: id)
        transaction.type = .consumable
        if id % 3 == 0 {
          transaction.type = .autoRenewableSubscription
          transaction.originalTransactionId = "3"
          transaction.expiresDate = date(id + 3)
          transaction.productId = "plan"
        }
        _ = try device.store.save(
          RandomCustomer.signed(transaction), account: Device.buyer, origin: .history, at: date(0))
      }
    }
    let read = try device.store.evidence(of: nil, at: date(1500))
    #expect(read.transactions.count == 2 * (Reason.counted + LocalStore.lineagesAtMost))
    let whole = try device.store.wholeEvidence()
    #expect(Resolver.resolve(read, at: date(1500)) == Resolver.resolve(whole, at: date(1500)))
  }

  /// Tests that a row's class follows the newest version for every account, whichever version showed it to the account.
  @Test func aClassIsOfTheNewestVersionForEveryAccount() throws {
    let device = try Device()
    let bought = Transaction.bought(1, at: 0)
    try device.save(bought.refunded(at: 50))
    try device.save(bought, account: Device.other)
    let classes: [String] = try device.store.database.values("SELECT DISTINCT class FROM membership")
    #expect(classes.count == 1 && classes.first?.contains("refunded") == true)
  }
}

/// A customer who bought a few products very often.
private struct RandomCustomer {
  private var versions: [Signed<Transaction>] = []
  private var renewals: [Signed<RenewalInfo>] = []
  private var account = UserAccount(user: "one")
  private var owners: [Ownership] = []
  private var orders: [Order] = []
  private let hasServer: Bool

  private static let products = [
    ("coins", ProductType.consumable), ("premium", .nonConsumable), ("plan.a", .autoRenewableSubscription),
    ("plan.b", .autoRenewableSubscription), ("season", .nonRenewingSubscription), ("gone", .nonConsumable),
    ("gone.coins", .consumable),
  ]

  init(using random: inout SeededGenerator) {
    hasServer = random.chance(40)
    var id = 1000
    for (product, type) in Self.products {
      // Some products get more lineages than the store reads one by one.
      let lineages = type == .autoRenewableSubscription ? 2 : random.chance(20) ? 60 : 1
      let isTroubled = random.chance(50)
      for _ in 0..<(random.chance(30) ? 20 : 350) {
        let lineage =
          (type == .autoRenewableSubscription ? 1 : id / 1000 * 1000 + 100) + .random(in: 0..<lineages, using: &random)
        let first = Self.transaction(id, product, type, lineage, isTroubled, using: &random)
        versions += Self.versions(of: first, isTroubled, using: &random).map(Self.signed)
        id += 1
      }
      id += 1000
    }
    for lineage in 1...2 { addRenewals(of: lineage, using: &random) }
    if hasServer { addServer(using: &random) }
  }

  func arrive(at store: LocalStore, using random: inout SeededGenerator) throws {
    try store.replaceProducts(
      Self.products.filter { !$0.0.hasPrefix("gone") }.enumerated().map { index, product in
        var listed = Product(
          id: product.0, type: product.1, displayName: product.0, price: 1, currency: "USD", displayPrice: "$1")
        if product.1 == .autoRenewableSubscription {
          listed.subscriptionGroupIdentifier = "plans"
          listed.groupLevel = index
        }
        return listed
      })
    try store.batch {
      try store.update {
        $0.user = random.chance(70) ? "one" : nil
        $0.verification = hasServer ? .embedded : .none
      }
      for name in ["one", "two"] { try store.rememberUser(name) }
      try store.setDuration(ProductDuration(productId: "season", period: .week), at: .distantPast)
      let others = versions.filter { _ in random.chance(20) }
      for version in (versions + others).shuffled(using: &random) {
        _ = try store.save(version, account: Device.buyer, origin: .history, at: date(0))
      }
      for renewal in renewals.shuffled(using: &random) {
        try store.save(renewal, account: Device.buyer, at: date(0))
      }
      if random.chance(30) {
        let listing = try store.beginHistory()
        for version in versions where random.chance(80) {
          try store.historyLists(version.payload.transactionId ?? "", listing)
        }
        try store.endHistory(listing, account: Device.buyer)
      }
      try store.keep(account)
      try store.keep(owners)
      for order in orders { try store.save(order) }
      for version in versions.shuffled(using: &random).prefix(2) {
        try store.add(
          RefundRequest(
            transactionId: version.payload.transactionId ?? "", productId: version.payload.productId ?? "",
            account: Device.buyer, reason: nil, askedDate: date(300 * 3600)))
      }
    }
  }

  private static func transaction(
    _ id: Int, _ product: String, _ type: ProductType, _ lineage: Int, _ isTroubled: Bool,
    using random: inout SeededGenerator
  ) -> Transaction {
    let hour = Int.random(in: 0...1000, using: &random)
    var transaction = Transaction.bought(id, product, at: hour * 3600)
    transaction.originalTransactionId = type == .consumable ? String(id) : String(lineage)
    transaction.type = type
    if type == .autoRenewableSubscription {
      transaction.expiresDate = date((hour + .random(in: 1...200, using: &random)) * 3600)
      transaction.isUpgraded = random.chance(10) ? true : nil
    }
    if type != .consumable {
      // One token for each lineage, as Apple signs it; sometimes none.
      let user = lineage % 5 == 0 ? "two" : lineage % 3 == 0 ? "one" : nil
      transaction.appAccountToken = user.map { userToken(of: $0, bundleId: "com.example") }
    }
    guard isTroubled else { return transaction }
    if random.chance(10) { transaction.inAppOwnershipType = .familyShared }
    if random.chance(5) { transaction.environment = .production }
    if random.chance(5) { transaction.type = ProductType(rawValue: "Lease") }
    if random.chance(5) { transaction.price = nil }
    return transaction
  }

  private static func versions(
    of first: Transaction, _ isTroubled: Bool, using random: inout SeededGenerator
  ) -> [Transaction] {
    var versions = [first]
    var signed = first.signedDate ?? date(0)
    while random.chance(isTroubled ? 40 : 5) {
      signed = signed.adding(milliseconds: .random(in: 1...3_600_000, using: &random))
      var version = first
      version.signedDate = signed
      if random.chance(60) {
        version.revocationDate = signed
        version.revocationReason = random.chance(80) ? .refundedForOtherReason : RevocationReason(rawValue: 9)
        if random.chance(20) { version.revocationPercentage = 50_000 }
      }
      versions.append(version)
    }
    return versions
  }

  private mutating func addRenewals(of lineage: Int, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let info = RenewalInfo {
        $0.originalTransactionId = String(lineage)
        $0.environment = .sandbox
        $0.autoRenewStatus = random.chance(60) ? .on : .off
        $0.isInBillingRetryPeriod = random.chance(40)
        $0.gracePeriodExpiresDate = random.chance(40) ? date(.random(in: 0...1600, using: &random) * 3600) : nil
        $0.signedDate = date(.random(in: 0...1600, using: &random) * 3600)
      }
      renewals.append(Signed(payload: info, jws: Self.jws(info.json), verdict: .verified, rootFingerprint: nil))
    }
  }

  private mutating func addServer(using random: inout SeededGenerator) {
    let lineages = Set(versions.compactMap(\.payload.originalTransactionId)).sorted()
    for lineage in lineages where random.chance(50) {
      let users = [["one"], ["two"], ["one", "two"], []].randomElement(using: &random) ?? []
      owners.append(Ownership(originalTransactionId: lineage, users: users, attribution: .token))
      guard random.chance(30), let first = versions.first(where: { $0.payload.originalTransactionId == lineage }) else {
        continue
      }
      var right = Right(
        productId: first.payload.productId ?? "", type: first.payload.type ?? .nonConsumable, purchase: lineage,
        originalTransactionId: lineage, purchaseDate: first.payload.purchaseDate ?? date(0),
        attribution: .token)
      right.signedDate = date(.random(in: 0...1000, using: &random) * 3600)
      if random.chance(50) { right.ended = Right.End(date: right.signedDate ?? date(0), why: .expired) }
      account.rights.append(right)
    }
    let bought = Dictionary(versions.map { ($0.payload.transactionId, $0) }) { first, _ in first }
    let some = bought.values.sorted { ($0.payload.transactionId ?? "") < ($1.payload.transactionId ?? "") }
    for version in some.shuffled(using: &random).prefix(3) {
      orders.append(
        Order(
          id: "order \(version.payload.transactionId ?? "")",
          transactionId: version.payload.transactionId ?? "", productId: version.payload.productId ?? "", quantity: 1,
          account: Device.buyer, user: random.chance(50) ? "one" : "two", createdDate: date(0), updatedDate: date(0),
          verification: .embedded))
    }
  }

  static func signed(_ transaction: Transaction) -> Signed<Transaction> {
    Signed(payload: transaction, jws: jws(transaction.json), verdict: .verified, rootFingerprint: nil)
  }

  /// Returns a JWS with an invalid signature, because the test marks the data as verified already.
  private static func jws(_ json: JSONObject) -> String {
    CompactJWS.text(
      headerSegment: "e30".utf8, payload: JSONValue.object(json).serializedBytes(), signature: [0, 0, 0])
  }
}
