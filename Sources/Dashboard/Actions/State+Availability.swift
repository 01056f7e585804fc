package import AppStoreModel
import Core

extension State {
  /// The Apple Account's name, safe for the screen, or nil if no Apple Account is signed in.
  package var account: String? { device.account.map { safeText($0) } }

  var reasonAgainstBuying: String? {
    guard let product = selected else { return setup.abilities[.buy] ?? ReasonText.noProduct.text }
    return reasonAgainstBuying(product)
  }

  func reasonAgainstBuying(_ product: ProductRow) -> String? {
    if let reason = setup.abilities[.buy] { return reason }
    if product.section == .notInCatalogue { return ReasonText.notSold.text }
    if device.account == nil { return ReasonText.signedOut.text }
    if !facts.canMakePayments { return ReasonText.paymentsNotAllowed.text }
    return isBuying ? ReasonText.isBuying.text : nil
  }

  /// The reason why the payment sheet cannot be confirmed yet.
  ///
  /// A subscription can be confirmed only after the App Store has sent the preview of the purchase. For other products
  /// the sheet already shows the price.
  var reasonAgainstPaying: String? {
    guard case .payment(let sheet) = overlays.last, sheet.preview == nil,
      products[sheet.productId]?.type == .autoRenewableSubscription
    else { return nil }
    return reads.isUnderWay(.preview) ? ReasonText.previewIsComing.text : nil
  }

  var reasonAgainstOffers: String? {
    guard case .payment(let sheet) = overlays.last else { return nil }
    if let reason = setup.abilities[.chooseOutcome] { return reason }
    if sheet.preview == nil, reads.isUnderWay(.preview) { return ReasonText.previewIsComing.text }
    return sheet.preview?.offers.isEmpty == false ? nil : say("this product has no offers")
  }

  var reasonAgainstUsing: String? {
    if let reason = setup.abilities[.use] { return reason }
    guard let product = selected else { return ReasonText.noProduct.text }
    guard product.type == .consumable else { return ReasonText.onlyConsumables.text }
    guard let balance = product.balance, balance > 0 else { return ReasonText.nothingLeft(product: product.name).text }
    return underWay { if case .use = $0 { true } else { false } }
  }

  /// The reason why Till cannot ask the App Store for the purchases of an Apple Account.
  var reasonAgainstAsking: String? { device.account == nil ? ReasonText.signedOut.text : nil }

  /// A reason to wait while a restore or refund check is running, since only one of them runs at a time.
  var pullUnderWay: String? { underWay { $0 == .restore || $0 == .refundCheck } }

  var reasonAgainstOpening: String? {
    if focus == .tabs, tabs.front.selected == nil { return ReasonText.emptyList.text }
    return selected == nil ? ReasonText.noProduct.text : nil
  }

  func reasonAgainstCounting(by step: Int) -> String? {
    switch overlays.last {
    case .payment(let sheet):
      guard let product = products[sheet.productId], product.type == .consumable else {
        return ReasonText.oneIsEnough.text
      }
      if step > 0 {
        return sheet.quantity < PaymentSheet.greatestQuantity ? nil : ReasonText.notMore(than: sheet.quantity).text
      }
      return sheet.quantity > 1 ? nil : ReasonText.notFewer.text
    case .use(let sheet):
      let balance = products[sheet.productId]?.balance ?? 0
      if step > 0 { return sheet.count < balance ? nil : ReasonText.notMore(than: balance).text }
      return sheet.count > 1 ? nil : ReasonText.notFewer.text
    default: return nil
    }
  }

  var reasonAgainstPicking: String? {
    guard case .refundList(let list) = overlays.last else { return nil }
    return list.selected == nil
      ? (list.isLoaded ? ReasonText.nothingRefundable.text : ReasonText.stillLoading.text) : nil
  }

  /// Returns a reason to wait while a matching command is running, or nil.
  func underWay(_ matches: (Command) -> Bool) -> String? {
    let work = works.first { if case .command(let command) = $0.kind { matches(command) } else { false } }
    return work.map { ReasonText.underWay($0.kind).text }
  }

  var commandsUnderWay: String? { underWay { $0 != .start } }

  var verbsUnderWay: String? {
    let work = works.first { if case .verb = $0.kind { true } else { false } }
    return work.map { ReasonText.underWay($0.kind).text }
  }
}

extension State {
  /// The row of the open order sheet, or the selected row of the current list if it has an order.
  var selectedOrder: TabRow? {
    for case .order(let sheet) in overlays { return sheet.row }
    guard let row = tabs.front.selected, row.orderId != nil else { return nil }
    return row
  }

  var reasonAgainstDropping: String? {
    if let reason = setup.abilities[.orders] { return reason }
    guard let row = selectedOrder else { return ReasonText.noOrder.text }
    return row.isUndelivered ? nil : ReasonText.orderIsClosed.text
  }

  var reasonAgainstReopening: String? {
    if let reason = setup.abilities[.orders] { return reason }
    guard let row = selectedOrder else { return ReasonText.noOrder.text }
    return row.isGivenUp ? nil : ReasonText.orderIsNotGivenUp.text
  }

  /// The transaction that the selected product's next step offers to move to a user: another login's, or no user's.
  var transferable: String? {
    if case .transfer(let transactionId) = selected?.next.action { transactionId } else { nil }
  }

  var reasonAgainstTransferring: String? {
    setup.abilities[.orders] ?? commandsUnderWay
      ?? (transferable == nil
        ? say("the next step of this product moves no purchase")
        : usersToTransferTo.items.isEmpty
          ? say("no user is known here yet; log one in first (\(ActionTable.key(of: .switchUser)))") : nil)
  }

  var reasonAgainstEntering: String? {
    guard case .entry(let sheet) = overlays.last else { return nil }
    return sheet.value.allSatisfy { $0 == " " } ? say("the field is empty") : nil
  }
}

/// A purchase that the customer started in the App Store for the app to continue (Apple: PurchaseIntent).
extension State {
  /// The oldest purchase that is not deferred, or else the oldest one.
  package var promoted: PromotedPurchase? {
    let own = (situation?.promoted ?? []).filter { $0.account == device.account }
    return own.first { !facts.deferred.contains($0.id) } ?? own.first
  }

  /// Whether the purchase is deferred until a user logs in.
  package var isPromotedDeferred: Bool { promoted.map { facts.deferred.contains($0.id) } ?? false }

  var reasonAgainstContinuing: String? {
    guard let promoted else { return ReasonText.nothingPromoted.text }
    guard let product = products[promoted.productId] else { return ReasonText.noProduct.text }
    return reasonAgainstBuying(product)
  }

  var reasonAgainstDeferring: String? {
    guard promoted != nil else { return ReasonText.nothingPromoted.text }
    if isPromotedDeferred {
      return say("already deferred until a user logs in (\(ActionTable.key(of: .switchUser)))")
    }
    return setup.abilities[.orders] ?? commandsUnderWay
  }
}

extension Reducer {
  /// Opens the payment sheet for the purchase that the customer started in the App Store.
  mutating func continuePurchase() {
    guard let promoted = state.promoted else { return }
    _ = state.products.select(promoted.productId)
    openPaymentSheet(for: promoted.productId)
  }
}

/// The purchase that support's actions apply to.
struct SupportedPurchase: Hashable {
  var transactionId: String
  /// The product's name for the screen.
  var product: String
  /// The type of the product, or nil if the product is unknown.
  var type: ProductType?
}

/// Support's actions at the real App Store.
extension State {
  /// Whether this dashboard is support's view of the real App Store.
  var isSupport: Bool { setup.abilities[.support] == nil }

  /// The purchase that support's actions apply to: that of the selected row, or else of the selected product.
  var supportedPurchase: SupportedPurchase? {
    if focus == .tabs, let row = tabs.front.selected, let id = row.transactionId {
      return SupportedPurchase(
        transactionId: id, product: name(of: row.productId), type: row.productId.flatMap { products[$0]?.type })
    }
    guard let row = selected, let id = row.transactionId else { return nil }
    return SupportedPurchase(transactionId: id, product: row.name, type: row.type)
  }
}

extension TabRow {
  /// The transaction of the row, or nil for a row without one, such as most of the journal.
  var transactionId: String? {
    let isNumber = !reference.isEmpty && reference.allSatisfy(\.isNumber)
    return isNumber ? reference : nil
  }
}
