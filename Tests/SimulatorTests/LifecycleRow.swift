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
  let before: @Sendable (Shop) throws -> Void
  let happens: @Sendable (Shop) throws -> Void

  init(
    _ event: String, _ tells: String..., before: @escaping @Sendable (Shop) throws -> Void = { _ in },
    happens: @escaping @Sendable (Shop) throws -> Void
  ) {
    (self.event, self.tells, self.before, self.happens) = (event, tells, before, happens)
  }

  var testDescription: String { "\(event): \(tells.joined(separator: ", "))" }
}

/// Events in the life of a test shop's customer.
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
