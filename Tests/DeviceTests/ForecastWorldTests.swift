import AppStoreModel
import Entitlements
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests that the forecast of the next purchase and the next charge agrees with the App Store's ledger.
///
/// Each test runs random worlds with one Apple Account.
@Suite struct ForecastWorldTests {
  private static let yearly = "com.example.piglet.plus.yearly"
  private static let products = [Shop.premium, Shop.icons, Shop.coins, Shop.season, yearly, Shop.monthly]
  private static let day = Timestamp.millisecondsPerDay

  /// Performs one random step: the customer acts, Apple acts, or time passes.
  private func step(_ phone: Phone, using random: inout SeededGenerator) async throws {
    let store = phone.shop.appStore
    let account = Shop.account
    let product = Self.products[Int.random(in: 0..<Self.products.count, using: &random)]
    let plan = [Self.yearly, Shop.monthly][Int.random(in: 0...1, using: &random)]
    // A step that is not possible now, such as a refund of nothing, changes nothing.
    switch Int.random(in: 0...10, using: &random) {
    case 0...2: _ = try await phone.purchasing.buy(product)
    case 3: _ = try await phone.purchasing.buy(Shop.monthly, offer: .winBack("come-back"))
    case 4: _ = try? store.setAutoRenew(random.chance(50), of: plan, account: account)
    case 5:
      let bought = try store.transactions(of: account, PageRequest(limit: 20, direction: .newestFirst)).rows
      guard let id = bought.randomElement(using: &random)?.transactionId else { return }
      try? store.requestRefund(of: id, reason: nil, account: account)
      try? store.approveRefund(of: id)
    case 6: _ = try? store.failBilling(of: plan, account: account)
    case 7:
      _ = try? store.increasePrice(
        of: plan, to: 15 + Int.random(in: 0...5, using: &random), needsConsent: random.chance(50),
        account: account)
    case 8: _ = try? store.answerPriceIncrease(agrees: random.chance(50), of: plan, account: account)
    default: try store.advance(by: Int64.random(in: 1...40, using: &random) * Self.day)
    }
  }

  @Test(arguments: 0..<12) func whatBuyingWouldDoIsWhatTheLedgerSays(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let shop = try Shop()
    let phone = try await shop.device()
    for number in 0..<15 {
      try await step(phone, using: &random)
      _ = try await phone.purchasing.refundCheck()
      let now = try await phone.purchasing.clock().now
      let evidence = try phone.memory.wholeEvidence()
      for product in Self.products {
        let forecast = try #require(Resolver.forecast(product, in: evidence, at: now))
        let preview = try shop.appStore.preview(product, account: Shop.account)
        let said: PlanChange? =
          switch forecast.outcome {
          case .charges(let change): change
          case .owned: .owned
          case .atRenewal(let change): change
          default: nil
          }
        // What a cancelled subscription charges later, the ledger's preview says; the forecast is of the charge now.
        let change = preview.change == .resumed && said?.chargesNow == false ? said : preview.change
        #expect(said == change, "seed \(seed), step \(number): \(product): \(forecast)")
        #expect(forecast.chargesNow == (preview.change?.chargesNow ?? true), "seed \(seed), step \(number): \(product)")
        #expect(forecast.outcome != .unknown, "the App Store was just asked")
        // Till never advises a purchase that would charge nothing.
        let status = try #require(Resolver.resolve(product, in: evidence, at: now))
        if case .buy = status.next.action {
          #expect(forecast.isWorthBuying, "seed \(seed), step \(number): \(product), \(status.state)")
        }
      }
    }
  }

  @Test func whatIsShownAsTheNextChargeIsCharged() async throws {
    var charges = 0
    for seed in 1000..<UInt64(1012) { charges += try await chargesShown(in: seed) }
    #expect(charges > 12, "the worlds renew")
  }

  /// Returns the number of charges that were made as the device had shown them.
  private func chargesShown(in seed: UInt64) async throws -> Int {
    var random = SeededGenerator(seed: seed)
    let shop = try Shop()
    let phone = try await shop.device()
    var charges = 0
    for number in 0..<15 {
      try await step(phone, using: &random)
      _ = try await phone.purchasing.refundCheck()
      let running = try await phone.purchasing.statuses().first { $0.state == .subscribed && $0.renewal != nil }
      guard let running, let renewal = running.renewal, let date = renewal.date else { continue }
      let shown = try #require(
        try shop.appStore.subscriptions(of: Shop.account).first { $0.productId == running.product.id })
      // The App Store pane shows the same price.
      if renewal.renews, let price = renewal.price {
        #expect(shown.displayPrice == price.formatted(locale: "zh_CN"), "seed \(seed), step \(number)")
      }
      guard !shown.billingFails else { continue }
      let before = try newest(shop)
      try shop.appStore.setClock(to: date)
      let after = try newest(shop)
      let isCharged = renewal.renews && !renewal.awaitsConsent
      #expect((after.transactionId != before.transactionId) == isCharged, "seed \(seed), step \(number): \(renewal)")
      guard isCharged, after.transactionId != before.transactionId else { continue }
      charges += 1
      #expect(after.price == renewal.price?.milliunits, "seed \(seed), step \(number): \(renewal)")
      #expect(after.productId == renewal.productId && after.purchaseDate == date, "seed \(seed), step \(number)")
      #expect((after.offerType != nil) == renewal.isOffer, "seed \(seed), step \(number)")
    }
    return charges
  }

  private func newest(_ shop: Shop) throws -> Transaction {
    let page = try shop.appStore.transactions(of: Shop.account, PageRequest(limit: 200, direction: .newestFirst))
    return try #require(
      page.rows.filter { $0.type == .autoRenewableSubscription }.max {
        ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast)
      })
  }

  /// Tests that the price of a win-back offer is shown as the next charge, on the device and at the App Store.
  @Test func theSecondChargeOfAWinBackOfferIsShown() async throws {
    let shop = try Shop()
    let phone = try await shop.device()
    try await phone.buy(Shop.monthly)
    try shop.appStore.setAutoRenew(false, of: Shop.monthly, account: Shop.account)
    try shop.appStore.advance(by: 40 * Self.day)
    _ = try await phone.purchasing.buy(Shop.monthly, offer: .winBack("come-back"))
    let renewal = try #require(try await phone.status(Shop.monthly).renewal)
    #expect(renewal.price == Price(milliunits: 3000, currency: "CNY") && renewal.isOffer)
    #expect(try shop.appStore.subscriptions(of: Shop.account).first?.displayPrice == "¥3.00")
    try shop.appStore.setClock(to: #require(renewal.date))
    #expect(try newest(shop).price == 3000)
  }

  @Test func askToBuyIsOneRequestAndLapses() async throws {
    let shop = try Shop()
    let phone = try await shop.device()
    let first = try await phone.purchasing.buy(Shop.premium, outcome: .pending)
    let second = try await phone.purchasing.buy(Shop.premium, outcome: .pending)
    #expect(first.result == .pending && second.result == .pending && first.transactionId == second.transactionId)
    #expect(try phone.memory.openIntents().count == 1)
    let id = try #require(first.transactionId)
    try shop.appStore.advance(by: 30 * 3_600_000)
    #expect(throws: StoreError.self) { try shop.appStore.approvePurchase(id) }
    try await phone.buy(Shop.premium)
    #expect(throws: StoreError.self) { try shop.appStore.approvePurchase(id) }
    #expect(try await phone.status(Shop.premium).state == .purchased)
    // When a request has lapsed, the next one is a new request, which can be approved once.
    let icons = try await phone.purchasing.buy(Shop.icons, outcome: .pending)
    try shop.appStore.advance(by: 25 * 3_600_000)
    let again = try await phone.purchasing.buy(Shop.icons, outcome: .pending)
    #expect(icons.transactionId != again.transactionId)
    try shop.appStore.approvePurchase(#require(again.transactionId))
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.icons).state == .purchased)
  }
}
