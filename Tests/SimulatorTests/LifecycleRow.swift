import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// One row of Apple's table of events and notifications: an event, and the notifications that it must cause.
struct LifecycleRow: Sendable, CustomTestStringConvertible {
  /// The event in the words of Apple's table.
  let event: String
  /// Types and subtypes, in the order of the outbox.
  let tells: [String]
  /// The events before it, whose notifications are not compared.
  let given: [LifeEvent]
  let when: LifeEvent

  init(_ event: String, _ tells: String..., given: LifeEvent..., when: LifeEvent) {
    (self.event, self.tells, self.given, self.when) = (event, tells, given, when)
  }

  var testDescription: String { "\(event): \(tells.joined(separator: ", "))" }
}

/// An event in the life of a test shop's customer.
struct LifeEvent: Sendable {
  let run: @Sendable (Shop) throws -> Void

  static let join = Self { try $0.join() }
  static let expire = Self { try $0.expire() }
  static let passEnd = Self { try $0.passEnd() }
  static let failBilling = Self { try $0.failBilling() }
  static let resolveBilling = Self { try $0.resolveBilling() }
  static let askForRefund = Self { try $0.askForRefund() }
  static let grantRefund = Self { try $0.store.approveRefund(of: $0.newest) }
  static let declineRefund = Self { try $0.store.declineRefund(of: $0.newest) }
  static let reverseRefund = Self { try $0.store.reverseRefund(of: $0.newest) }
  static let redeemPromotional = Self { try $0.redeemPromotional() }
  static let redeemCode = Self { try $0.redeemCode() }
  static let grace = Self { try $0.store.setGrace(true) }
  static let leaveFamily = Self { try $0.store.leaveFamily(Shop.child) }
  static let rescindConsent = Self { try $0.store.rescindConsent(of: Shop.child) }
  static let requestTest = Self { _ = try $0.store.requestTestNotification() }
  static let extendRenewal = Self {
    try $0.store.extendRenewal(of: LifeCatalogue.gold, days: 5, account: Shop.customer)
  }
  static let extendRenewals = Self {
    try $0.store.extendRenewals(MassExtension(requestIdentifier: "one", productId: LifeCatalogue.gold, days: 5))
  }
  /// The catalogue no longer has the gold level.
  static let stopSelling = Self {
    try $0.store.importCatalogue(
      Array(LifeCatalogue.text.replacing("\"life.gold\"", with: "\"life.platinum\"").utf8), name: "other")
  }

  static func buy(_ productId: String) -> Self { Self { try $0.buy(productId) } }
  static func autoRenew(_ isOn: Bool) -> Self { Self { try $0.autoRenew(isOn) } }
  static func answer(agrees: Bool) -> Self { Self { try $0.answer(agrees: agrees) } }
  static func advance(by milliseconds: Int64) -> Self { Self { try $0.store.advance(by: milliseconds) } }
  static func raisePrice(needsConsent: Bool = true) -> Self {
    Self { try $0.raisePrice(needsConsent: needsConsent) }
  }
}

extension Shop {
  static let child = "child@"

  /// A shop with all levels and offers, and two accounts for a family.
  static var ofLevels: Shop {
    get throws {
      let shop = try Shop(catalogue: Array(LifeCatalogue.text.utf8))
      try shop.store.addAccount(child, storefront: "USA")
      return shop
    }
  }

  func join() throws { try store.joinFamily(Self.child, of: Self.customer) }

  func autoRenew(_ isOn: Bool) throws {
    try store.setAutoRenew(isOn, of: subscription().originalTransactionId, account: Self.customer)
  }

  func failBilling() throws {
    try store.failBilling(of: subscription().originalTransactionId, account: Self.customer)
  }

  func resolveBilling() throws {
    try store.resolveBilling(of: subscription().originalTransactionId, account: Self.customer)
  }

  func expire() throws { try store.expire(subscription().originalTransactionId, account: Self.customer) }

  func raisePrice(needsConsent: Bool = true) throws {
    try store.increasePrice(
      of: subscription().originalTransactionId, needsConsent: needsConsent, account: Self.customer)
  }

  func answer(agrees: Bool) throws {
    try store.answerPriceIncrease(
      agrees: agrees, of: subscription().originalTransactionId, account: Self.customer)
  }

  func askForRefund() throws {
    try store.requestRefund(of: newest, reason: "UNINTENDED_PURCHASE", account: Self.customer)
  }

  /// The customer's newest transaction.
  var newest: String { get throws { try #require(try history().last?.transactionId) } }

  /// Advances the clock to the end of the running period, or of the grace period.
  func passEnd() throws {
    let subscription = try subscription()
    let end = subscription.gracePeriodExpiresDate ?? subscription.expiresDate
    try store.advance(by: end.milliseconds(since: store.clock().now))
  }

  func redeemPromotional(_ productId: String = LifeCatalogue.silver) throws {
    let signature = try store.signOffer("comeback", productId: productId, token: nil)
    _ = try store.purchase(
      PurchaseRequest(
        account: Self.customer, productId: productId, offer: .promotional(id: "comeback", signature: signature)))
  }

  func redeemCode(_ productId: String = LifeCatalogue.silver) throws {
    _ = try store.purchase(PurchaseRequest(account: Self.customer, productId: productId, offer: .code("SPRING")))
  }
}
