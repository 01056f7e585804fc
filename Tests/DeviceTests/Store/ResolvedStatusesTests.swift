import AppStoreModel
import Entitlements
import Testing

@testable import Device

@Suite struct ResolvedStatusesTests {
  @Test(arguments: [false, true])
  func aProductAloneIsWhatItIsAmongAllOfThem(hasUnlisted: Bool) throws {
    let device = try Device()
    func product(_ id: String, _ type: ProductType, group: String? = nil) -> Product {
      var product = Product(id: id, type: type, displayName: id, price: 1, currency: "USD", displayPrice: "$1")
      product.subscriptionGroupIdentifier = group
      return product
    }
    try device.store.replaceProducts([
      product("z", .nonConsumable), product("plan.a", .autoRenewableSubscription, group: "g"),
      product("b", .nonConsumable), product("plan.b", .autoRenewableSubscription, group: "g"),
      product("never", .nonConsumable),
    ])
    let ids = ["z", "plan.a", "b", "plan.b"] + (hasUnlisted ? ["gone", "also.gone"] : [])
    try device.store.batch {
      for number in 0..<1200 {
        var transaction = Transaction.bought(number, ids[number % ids.count], at: number)
        if number % 5 < 3 { transaction = transaction.refunded(at: 2000 + number) }
        if transaction.productId?.hasPrefix("plan") == true {
          transaction.type = .autoRenewableSubscription
          transaction.expiresDate = date(number + 900)
        }
        let jws = try device.signer.sign(transaction.json)
        _ = try device.store.save(
          Signed(payload: transaction, jws: jws, verdict: .verified, rootFingerprint: nil), account: Device.buyer,
          origin: .history, at: date(0))
      }
    }
    let clock = DeviceClock(machine: date(1500), state: try device.store.deviceState(), trusted: nil)
    let whole = Resolver.resolve(try device.store.wholeEvidence(), at: clock.now)
    #expect(try resolvedStatuses(of: device.store, at: clock) == whole)
    #expect(whole.count == 5 + (hasUnlisted ? 2 : 0))
    for id in ids + ["never"] {
      #expect(
        try resolvedStatuses(of: device.store, at: clock, for: id) == whole.filter { $0.product.id == id }, "\(id)")
    }
  }
}
