import AppStoreModel
import TestSupport
import Testing

@testable import Entitlements

@Suite("Whatever the order of arrival")
struct InvarianceTests {
  /// The seeds of the random customers; a failure names its seed.
  static let seeds = UInt64(1)...160

  @Test
  func orderDuplicatesAndStaleVersionsNeverChangeAnAnswer() {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let history = RandomEvidence(using: &random)
      for now in [day(0), day(7), day(15, 1), day(30), day(200)] {
        let expected = Resolver.resolve(history.newest, at: now)
        for _ in 0..<2 {
          let answer = Resolver.resolve(history.scrambled(using: &random), at: now)
          #expect(answer == expected, "seed \(seed) at \(now)")
        }
      }
    }
  }

  @Test
  func versionsSignedAtTheSameInstantGiveOneAnswerInEveryOrder() {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let history = RandomEvidence(using: &random, withTies: true)
      let answers = (0..<3).map { _ in Resolver.resolve(history.scrambled(using: &random), at: day(15)) }
      #expect(answers[0] == answers[1] && answers[1] == answers[2], "seed \(seed)")
    }
  }

  @Test
  func answersEntitleAsTheRulesReadWorkedOutTheLongWay() {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let evidence = RandomEvidence(using: &random).newest
      for now in [day(0), day(7), day(15, 1), day(30), day(200)] {
        let entitled = Resolver.resolve(evidence, at: now).filter(\.entitled).map(\.product.id)
        #expect(Set(entitled) == LongWay(evidence, now).entitled, "seed \(seed) at \(now)")
      }
    }
  }

  @Test
  func everyAnswerGivesAReasonNamesTheDecidingTransactionAndAgreesWithItself() {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let evidence = RandomEvidence(using: &random).newest
      for status in Resolver.resolve(evidence, at: day(15)) {
        #expect(!status.reasons.isEmpty, "seed \(seed)")
        #expect(status.reasons.allSatisfy { Rule(rawValue: $0.rule) != nil && !$0.text.isEmpty }, "seed \(seed)")
        guard status.entitled else { continue }
        let deciding = status.reasons.contains { $0.supports && $0.transactionId == status.decidingTransactionId }
        #expect(deciding && status.decidingTransactionId != nil, "seed \(seed)")
        #expect(
          [.purchased, .subscribed, .gracePeriod, .renewalAwaited, .refundAsked, .unconfirmed, .notInCatalogue]
            .contains(status.state))
      }
    }
  }

  @Test
  func aLongHistoryCostsNoMoreThanItsLength() {
    let renewals = (0..<20_000).map { index in
      StoredTransaction.bought(Shop.monthly, index + 1, on: Double(index), lineage: 1, until: Double(index + 1))
    }
    let purchases = (0..<20_000).map { index in
      StoredTransaction.bought(Shop.premium, 100_000 + index, on: Double(index)).refunded(on: Double(index + 1))
    }
    let evidence = EvidenceSet.holding(purchases.reversed() + renewals.reversed())
    #expect(evidence.status(Shop.monthly, on: 19_999.5).decidingTransactionId == "20000")
    #expect(evidence.state(Shop.premium, on: 30_000) == .refunded)
  }
}

/// A second implementation of the rules for what entitles, which only sorts and searches.
private struct LongWay {
  private(set) var entitled: Set<String> = []
  private let now: Timestamp

  init(_ evidence: EvidenceSet, _ now: Timestamp) {
    self.now = now
    let all = evidence.transactions.map(\.transaction).filter { $0.environment == evidence.environment }
    var served: [(product: String, level: Int)] = []
    for lineage in Set(all.compactMap(\.originalTransactionId)) {
      let members = all.filter { $0.originalTransactionId == lineage }.sorted(by: isOlder)
      let renewal = evidence.renewalInfos.first { $0.originalTransactionId == lineage }
      for type in [ProductType.nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription] {
        guard let deciding = deciding(members.filter { $0.type == type }), let id = deciding.productId,
          deciding.revocationDate == nil
        else { continue }
        if type == .nonConsumable { entitled.insert(id) }
        if type == .nonRenewingSubscription, let start = deciding.purchaseDate, now < start.adding(.week) {
          entitled.insert(id)
        }
        if type == .autoRenewableSubscription, deciding.isUpgraded != true, let expires = deciding.expiresDate,
          now < max(expires, renewal?.gracePeriodExpiresDate ?? expires, awaited(deciding, renewal) ?? expires)
        {
          served.append((id, evidence.products.first { $0.id == id }?.groupLevel ?? 0))
        }
      }
    }
    let best = served.map(\.level).min()
    entitled.formUnion(served.filter { $0.level == best }.map(\.product))
  }

  /// Returns the date until which an unconfirmed renewal is assumed; nil when it is not.
  private func awaited(_ deciding: Transaction, _ renewal: RenewalInfo?) -> Timestamp? {
    guard let renewal, let expires = deciding.expiresDate, renewal.autoRenewStatus == .on,
      renewal.isInBillingRetryPeriod != true, renewal.expirationIntent == nil,
      renewal.gracePeriodExpiresDate ?? expires <= expires,
      renewal.signedDate.orEarliest < expires, deciding.signedDate.orEarliest < expires
    else { return nil }
    let quarter = expires.milliseconds(since: deciding.purchaseDate.orEarliest) / 4
    return expires.adding(milliseconds: min(quarter, Timestamp.millisecondsPerDay))
  }

  private func deciding(_ members: [Transaction]) -> Transaction? {
    guard members.first?.type == .autoRenewableSubscription else { return members.last }
    let begun = members.last { $0.purchaseDate.orEarliest <= now }
    if let begun, let expires = begun.expiresDate, now < expires { return begun }
    let later = members.filter { $0.purchaseDate.orEarliest > now && $0.revocationDate == nil && $0.isUpgraded != true }
    let earliest = later.map(\.purchaseDate.orEarliest).min()
    return later.last { $0.purchaseDate.orEarliest == earliest } ?? begun
  }

  private func isOlder(_ one: Transaction, _ other: Transaction) -> Bool {
    let ids = (Int(one.transactionId ?? "") ?? 0, Int(other.transactionId ?? "") ?? 0)
    if one.purchaseDate != other.purchaseDate { return one.purchaseDate.orEarliest < other.purchaseDate.orEarliest }
    if one.isUpgraded != other.isUpgraded { return one.isUpgraded == true }
    if one.signedDate != other.signedDate { return one.signedDate.orEarliest < other.signedDate.orEarliest }
    return ids.0 < ids.1
  }
}
