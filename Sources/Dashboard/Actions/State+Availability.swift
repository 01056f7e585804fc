import StoreModel

extension State {
  /// Why an action cannot be done now, or nil when it can.
  package func reason(against action: Action) -> String? {
    switch action {
    case .buy: reasonAgainstBuying
    case .use: reasonAgainstUsing
    case .restore, .refundCheck, .askRefund: reasonAgainstAsking(action)
    case .appStore: setup.abilities.appStore
    case .support: setup.abilities.support
    case .updates: setup.abilities.updates ?? reasonWhileChanging { if case .setUpdates = $0 { true } else { false } }
    case .open: focus == .tabs && tabs.front.selected == nil ? Texts.emptyList : selected == nil ? Texts.noProduct : nil
    case .onlyProduct: selected == nil && tabs.onlyProduct == nil ? Texts.noProduct : nil
    case .retry: setup.abilities.orders ?? reasonWhileChanging { if case .retry = $0 { true } else { false } }
    case .closeOrder: reasonAgainstDropping
    case .orderJournal: selectedOrder == nil ? Texts.noOrder : nil
    case .switchUser: setup.abilities.orders ?? commandsUnderWay
    case .confirm: reasonAgainstEntering
    case .lastReport: lastReport == nil ? Texts.noReport : nil
    case _ where action.isPlanned: plan(for: action).reason
    case .continuePurchase: promoted == nil ? Texts.nothingPromoted : reasonAgainstContinuing
    case .deferPurchase: reasonAgainstDeferring
    case .askParent, .fail, .badSignature: setup.abilities.chooseOutcome
    case .pay: reasonAgainstPaying
    case .offers: reasonAgainstOffers
    case .more, .fewer: reasonAgainstCounting(action)
    case .pick: reasonAgainstPicking
    default: nil
    }
  }

  /// The Apple Account's name as it may be shown, or nil when nobody is signed in.
  package var account: String? { device.account.map(Texts.safe) }

  private var reasonAgainstBuying: String? {
    if let reason = setup.abilities.buy { return reason }
    guard let product = selected else { return Texts.noProduct }
    return reasonAgainstBuying(product)
  }

  func reasonAgainstBuying(_ product: ProductRow) -> String? {
    if let reason = setup.abilities.buy { return reason }
    if product.section == .notInCatalogue { return Texts.notSold }
    if device.account == nil { return Texts.signedOut }
    if !canMakePayments { return Texts.paymentsNotAllowed }
    return isBuying ? Texts.isBuying : nil
  }

  /// Nobody confirms what has not been said yet.
  private var reasonAgainstPaying: String? {
    guard case .payment(let sheet) = overlays.last, sheet.preview == nil else { return nil }
    return reads.isUnderWay(.preview) ? Texts.previewIsComing : nil
  }

  private var reasonAgainstOffers: String? {
    guard case .payment(let sheet) = overlays.last else { return nil }
    if let reason = setup.abilities.chooseOutcome { return reason }
    if sheet.preview == nil, reads.isUnderWay(.preview) { return Texts.previewIsComing }
    return sheet.preview?.offers.isEmpty == false ? nil : Texts.noOffers
  }

  private var reasonAgainstUsing: String? {
    if let reason = setup.abilities.use { return reason }
    guard let product = selected else { return Texts.noProduct }
    guard product.type == .consumable else { return Texts.onlyConsumables }
    guard let balance = product.balance, balance > 0 else { return Texts.nothingLeft(product.name) }
    return reasonWhileChanging { if case .use = $0 { true } else { false } }
  }

  private func reasonAgainstAsking(_ action: Action) -> String? {
    let ability =
      switch action {
      case .restore: setup.abilities.restore
      case .refundCheck: setup.abilities.refundCheck
      default: setup.abilities.askRefund
      }
    if let ability { return ability }
    if device.account == nil { return Texts.signedOut }
    guard action != .askRefund else { return nil }
    return reasonWhileChanging { $0 == .restore || $0 == .refundCheck }
  }

  private func reasonAgainstCounting(_ action: Action) -> String? {
    switch overlays.last {
    case .payment(let sheet):
      guard let product = products[sheet.productId], product.type == .consumable else { return Texts.oneIsEnough }
      if action == .more { return sheet.quantity < PaymentSheet.greatestQuantity ? nil : Texts.notMore(sheet.quantity) }
      return sheet.quantity > 1 ? nil : Texts.notFewer
    case .use(let sheet):
      let balance = products[sheet.productId]?.balance ?? 0
      if action == .more { return sheet.count < balance ? nil : Texts.notMore(balance) }
      return sheet.count > 1 ? nil : Texts.notFewer
    default: return nil
    }
  }

  private var reasonAgainstPicking: String? {
    if case .appStore = overlays.last { return pickPlan.reason }
    guard case .refundList(let list) = overlays.last else { return nil }
    return list.rows.selected == nil ? (list.rows.isLoaded ? Texts.nothingRefundable : Texts.stillLoading) : nil
  }

  private func reasonWhileChanging(_ matches: (Command) -> Bool) -> String? {
    for work in works {
      if case .command(let command) = work.kind, matches(command) { return Texts.underWay(work.kind) }
    }
    return nil
  }

  var commandsUnderWay: String? { reasonWhileChanging { $0 != .start } }

  var movesUnderWay: String? {
    for work in works {
      if case .move = work.kind { return Texts.underWay(work.kind) }
    }
    return nil
  }
}
