import Core
import Testing

@testable import AppStoreModel

struct OpenEnumTests {
  private func check<Value: OpenEnum>(_ type: Value.Type, count: Int, unknown: Value.RawValue) throws {
    #expect(Value.known.count == count)
    #expect(Set(Value.known.map(\.rawValue)).count == count)
    for value in Value.known {
      #expect(value.isKnown)
      #expect(Value(rawValue: value.rawValue) == value)
      #expect(Value(memberValue: value.memberValue) == value)
      #expect(value.description == value.rawValue.description)
    }
    let value = Value(rawValue: unknown)
    #expect(!value.isKnown)
    #expect(value.rawValue == unknown)
    #expect(value.memberValue == unknown.memberValue)
  }

  @Test func hasEveryValueOfApple() throws {
    try check(StoreEnvironment.self, count: 4, unknown: "LocalTestingxxx")
    try check(ProductType.self, count: 4, unknown: "consumable")
    try check(SubscriptionStatus.self, count: 5, unknown: 6)
    try check(InAppOwnershipType.self, count: 2, unknown: "")
    try check(TransactionReason.self, count: 2, unknown: "GIFT")
    try check(OfferType.self, count: 4, unknown: 0)
    try check(OfferDiscountType.self, count: 4, unknown: "HALF")
    try check(RevocationReason.self, count: 2, unknown: 2)
    try check(RevocationType.self, count: 3, unknown: "ASSIGNMENT_REVOKE")
    try check(ExpirationIntent.self, count: 5, unknown: -1)
    try check(AutoRenewStatus.self, count: 2, unknown: 2)
    try check(PriceIncreaseStatus.self, count: 2, unknown: 2)
    try check(BillingPlanType.self, count: 2, unknown: "DAILY")
    try check(PurchasePlatform.self, count: 4, unknown: "watchOS")
    try check(NotificationType.self, count: 23, unknown: "LAUNCHED")
    try check(NotificationSubtype.self, count: 17, unknown: "SIDEGRADE")
    try check(ConsumptionRequestReason.self, count: 5, unknown: "BORED")
  }

  @Test func refusesAnotherKindOfValue() {
    #expect(ProductType(memberValue: 1) == nil)
    #expect(OfferType(memberValue: "1") == nil)
    #expect(OfferType(memberValue: .number(JSONNumber(1.5))) == nil)
  }
}
