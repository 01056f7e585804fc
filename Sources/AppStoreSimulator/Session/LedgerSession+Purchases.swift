import Foundation
import SafeText
import StoreKitFiles
import StoreModel

/// Buying: who may buy what, and what it makes.
extension LedgerSession {
  /// A purchase as it is asked for.
  struct PurchaseOrder: Hashable {
    var account: String
    var productId: String
    var quantity = 1
    /// The `appAccountToken`; what is no UUID is dropped, as StoreKit does.
    var token: String?
    var outcome = SimulatedOutcome.success
  }

  /// Buys.
  ///
  /// - Throws: a `SimulatorError` with StoreKit's name for the refusal.
  mutating func purchase(_ order: PurchaseOrder) throws -> SimulatedPurchase {
    var order = order
    order.token = order.token.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    let account = try account(order.account)
    guard state.payments else { throw SimulatorError.paymentsNotAllowed }
    guard let product = catalogue.product(order.productId) else {
      throw SimulatorError(
        .productUnavailable, "\(safeText(order.productId)) is not in this App Store's catalogue: import one that has it"
      )
    }
    let quantity = try quantity(order.quantity, of: product)
    if let reason = try reasonAgainstPlan(product, account: account) {
      throw SimulatorError(.purchaseNotAllowed, reason)
    }
    switch order.outcome {
    case .cancel: return .cancelled
    case .fail(let kind): throw SimulatorError(kind, "the purchase of \(product.id) failed: \(kind.words)")
    case .success, .pending, .unverified: break
    }
    if let owned = try owned(product, account: account) { return try again(owned) }
    if order.outcome == .pending || state.askToBuy {
      return .pending(transactionId: String(try wait(for: product, quantity, order)))
    }
    let row = try pay(
      for: product, account: account, id: nextId(), quantity: quantity, token: order.token,
      isCorrupted: order.outcome == .unverified)
    return answer(row, alreadyOwned: false)
  }

  /// Charges the account and makes the transaction.
  mutating func pay(
    for product: ConfiguredProduct, account: AccountRow, id: Int64, quantity: Int32, token: String?,
    isCorrupted: Bool = false
  ) throws -> TransactionRow {
    var row = newTransaction(
      id: id, product, account: account, quantity: quantity, token: token, at: now)
    guard let subscription = product.subscription else {
      try sign(&row, isCorrupted: isCorrupted)
      try insert(row)
      try notify(.oneTimeCharge, about: row.id)
      return row
    }
    return try subscribe(&row, group: subscription.groupID, period: subscription.period, isCorrupted: isCorrupted)
  }

  /// The transaction that makes buying a product needless: it is owned, or its subscription still runs.
  func owned(_ product: ConfiguredProduct, account: AccountRow) throws -> TransactionRow? {
    switch product.type {
    case .nonConsumable:
      return try ownedTransaction(of: product.id, account: account.name)
    case .autoRenewableSubscription:
      guard let group = product.subscription?.groupID,
        let row = try subscription(group: group, account: account.name),
        row.productId == product.id, row.state == .active || row.state == .grace
      else { return nil }
      return try transaction(row.latestId)
    default:
      return nil
    }
  }

  /// Why another plan of a running subscription's group cannot be bought; nil where nothing stands against it.
  func reasonAgainstPlan(_ product: ConfiguredProduct, account: AccountRow) throws -> String? {
    guard let group = product.subscription?.groupID,
      let row = try subscription(group: group, account: account.name),
      row.state.isRunning, row.productId != product.id
    else { return nil }
    return "\(row.productId) of the same group still runs: changing the plan inside a group comes later"
  }

  /// An owned product costs nothing: the transaction that stands.
  ///
  /// One whose signature was spoiled is signed anew, so that buying again heals it.
  private mutating func again(_ owned: TransactionRow) throws -> SimulatedPurchase {
    var row = owned
    if row.isCorrupted {
      try sign(&row)
      try update(row)
    }
    return answer(row, alreadyOwned: true)
  }

  private func answer(_ row: TransactionRow, alreadyOwned: Bool) -> SimulatedPurchase {
    .success(signedTransaction: text(row.signed), transactionId: String(row.id), alreadyOwned: alreadyOwned)
  }

  private func quantity(_ quantity: Int, of product: ConfiguredProduct) throws -> Int32 {
    let most = product.type == .consumable ? 10 : 1
    guard (1...most).contains(quantity), let exact = Int32(exactly: quantity) else {
      let allowed = most == 1 ? "sold one at a time" : "sold 1 to \(most) at a time"
      throw SimulatorError(.invalidQuantity, "\(product.id) is \(allowed), not \(quantity)")
    }
    return exact
  }

  /// The first period of a subscription, or of a new run after it had ended; all runs share one original id.
  private mutating func subscribe(
    _ row: inout TransactionRow, group: String, period: SubscriptionPeriod, isCorrupted: Bool
  ) throws -> TransactionRow {
    let anchor = BillingAnchor(date: now, periods: 1, rate: state.rate, period: period)
    let earlier = try subscription(group: group, account: row.account)
    if let earlier {
      row.originalId = earlier.originalId
      row.originalPurchaseDate = try transaction(earlier.latestId).originalPurchaseDate
    }
    row.expiresDate = anchor.end
    row.webOrderLineItemId = nextId()
    try sign(&row, isCorrupted: isCorrupted)
    try insert(row)
    var run = SubscriptionRow(
      originalId: row.originalId, account: row.account, groupId: group, productId: row.productId, latestId: row.id,
      state: .active, autoRenew: true, billingFails: false, startDate: now, expiresDate: anchor.end, renewals: 0,
      anchor: anchor, token: row.token, signed: "")
    try sign(&run)
    if earlier == nil { try insert(run) } else { try update(run) }
    try notify(.subscribed, earlier == nil ? .initialBuy : .resubscribe, about: row.id)
    return row
  }
}
