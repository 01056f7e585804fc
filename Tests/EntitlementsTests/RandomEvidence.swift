import AppStoreModel
import TestSupport

@testable import Entitlements

/// A random history of a customer: the signed versions of each transaction, oldest first.
struct RandomEvidence {
  private(set) var transactions: [[StoredTransaction]] = []
  private(set) var renewals: [[RenewalInfo]] = []
  private(set) var quarantined: [QuarantinedItem] = []

  /// Makes a random history; with ties, several versions of a transaction may have the same signing date.
  init(using random: inout SeededGenerator, withTies: Bool = false) {
    var nextId = 995
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let isSubscription = random.chance(60)
      let original = nextId
      var date = Double(Int.random(in: 0...20, using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let product =
          isSubscription
          ? [Shop.yearly, Shop.monthly, Shop.weekly][Int.random(in: 0...2, using: &random)]
          : [Shop.premium, Shop.icons, Shop.season, Shop.coins][Int.random(in: 0...3, using: &random)]
        let length = Double(Int.random(in: 0...12, using: &random))
        let lineage = random.chance(85) ? original : nextId
        let bought = StoredTransaction.bought(
          product, nextId, on: date, lineage: lineage, until: isSubscription ? date + length : nil)
        transactions.append(Self.versions(of: bought, from: date, withTies: withTies, using: &random))
        nextId += 1
        if random.chance(80) { date += length }
      }
      if isSubscription { renewals.append(Self.renewals(of: original, using: &random)) }
    }
    if random.chance(20) {
      quarantined.append(
        QuarantinedItem(
          transactionId: "1", productId: "premium", failure: VerificationFailure(.signature, ""),
          account: Shop.account, date: day(3), jws: ""))
    }
  }

  /// The newest versions only, in the order of the ids.
  var newest: EvidenceSet {
    evidence(transactions.compactMap(\.last), renewals.compactMap(\.last))
  }

  /// Returns everything that was ever signed, some of it twice, in random order.
  func scrambled(using random: inout SeededGenerator) -> EvidenceSet {
    var all = transactions.flatMap { $0 }
    var infos = renewals.flatMap { $0 }
    for version in all where random.chance(30) { all.append(version) }
    for info in infos where random.chance(30) { infos.append(info) }
    var evidence = evidence(all.shuffled(using: &random), infos.shuffled(using: &random))
    evidence.quarantined.shuffle(using: &random)
    evidence.intents.shuffle(using: &random)
    evidence.refundRequests.shuffle(using: &random)
    return evidence
  }

  private func evidence(_ transactions: [StoredTransaction], _ renewals: [RenewalInfo]) -> EvidenceSet {
    EvidenceSet.holding(transactions, renewals: renewals).with {
      $0.products = Shop.all.filter { $0.id != "icons" }
      $0.durations["season"] = DurationRules(.week)
      $0.quarantined = quarantined
      $0.offlineValidity = 20 * 86_400_000
      $0.intents = ["premium", "monthly"].flatMap { product in
        [4.0, 6].map { date in
          Intent(
            id: "\(product)\(date)", account: Shop.account, user: "", productId: product, quantity: 1,
            appAccountToken: nil, state: .pending, createdDate: day(date), storeDate: day(date))
        }
      }
      $0.refundRequests = ["995", "996"].map {
        RefundRequest(transactionId: $0, productId: "yearly", account: Shop.account, reason: nil, askedDate: day(9))
      }
    }
  }

  private static func versions(
    of bought: StoredTransaction, from date: Double, withTies: Bool, using random: inout SeededGenerator
  ) -> [StoredTransaction] {
    var first = bought
    if random.chance(20) { first = first.shared() }
    if random.chance(5) { first = first.changed { $0.environment = .production } }
    var versions = [first]
    var signed = date
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      signed += Double(Int.random(in: (withTies ? 0 : 1)...5, using: &random))
      var version = random.chance(50) ? first.refunded(on: signed) : first.signed(on: signed)
      if random.chance(20) { version = version.upgraded() }
      versions.append(version)
    }
    return versions
  }

  private static func renewals(of lineage: Int, using random: inout SeededGenerator) -> [RenewalInfo] {
    (0..<Int.random(in: 0...3, using: &random)).map { index in
      RenewalInfo.of(
        lineage, Shop.monthly, next: random.chance(30) ? Shop.yearly : nil, renews: random.chance(70),
        retrying: random.chance(40), graceUntil: random.chance(40) ? Double.random(in: 0...40, using: &random) : nil,
        signed: Double(index))
    }
  }
}
