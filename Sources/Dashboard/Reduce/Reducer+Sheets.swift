import AppStoreModel
import Core
import Verbs

extension Reducer {
  // MARK: The payment sheet, and using a consumable

  /// Buys the product on the payment sheet, with the chosen outcome.
  mutating func pay(_ outcome: SimulatedOutcome) {
    guard var sheet = state.paymentSheet else { return }
    if sheet.preview == nil, outcome == .success, state.reads.isUnderWay(.preview) {
      sheet.isConfirmed = true
      return state.replaceTop(.payment(sheet))
    }
    state.overlays.removeAll { if case .payment = $0 { true } else { false } }
    var purchase = sheet.purchase(outcome)
    purchase.again = state.products[sheet.productId]?.isUnsettled == true
    run(.buy(purchase))
  }

  mutating func listOffers() {
    guard let sheet = state.paymentSheet, let preview = sheet.preview else { return }
    state.overlays.append(.choice(preview.choice(sheet.offer)))
  }

  mutating func switchToken() {
    guard case .payment(var sheet) = state.overlays.last else { return }
    sheet.token = sheet.token == .user ? .order : .user
    state.replaceTop(.payment(sheet))
  }

  mutating func useUp() {
    guard case .use(let sheet) = state.overlays.popLast() else { return }
    run(.use(productId: sheet.productId, count: sheet.count))
  }

  /// Cancels the purchase if the customer closes the sheet; the app receives the cancellation.
  mutating func cancelPurchase(_ sheet: PaymentSheet) {
    if state.setup.abilities[.chooseOutcome] == nil {
      run(.buy(sheet.purchase(.cancel)))
    } else {
      announce(say("The sheet was closed: nothing was bought."))
    }
  }

  // MARK: Requesting a refund

  mutating func openRefundList() {
    state.overlays.append(.refundList(RowList()))
    readRefundable(.replacing(cursor: .first))
  }

  /// Asks for the reason of a refund request for the selected purchase.
  mutating func askReason() {
    guard case .refundList(let list) = state.overlays.last, let row = list.selected else { return }
    let product = row.productId.flatMap { state.products[$0] }
    state.overlays.append(
      .refundReason(
        RefundReasonSheet(
          transactionId: row.id, product: state.name(of: row.productId), price: state.amount(of: row),
          isSubscription: product?.type == .autoRenewableSubscription)))
  }

  /// Files the refund request with Apple.
  mutating func file() {
    guard case .refundReason(let sheet) = state.overlays.last else { return }
    state.overlays.removeAll { $0.scope == .refundReason || $0.scope == .refundList }
    let reason = sheet.reason.split(separator: " ").joined(separator: " ")
    run(.askRefund(transactionId: sheet.transactionId, reason: reason.isEmpty ? nil : reason))
  }

  // MARK: Choices and confirmations

  /// Carries out the selected item of the open list.
  mutating func pick() {
    guard case .choice(let choice) = state.overlays.last, choice.items.indices.contains(choice.cursor) else { return }
    let pick = choice.items[choice.cursor].pick
    if !pick.keepsList { state.overlays.removeLast() }
    perform(pick)
  }

  /// Carries out the effect of an item.
  mutating func perform(_ pick: Choice.Pick) {
    if state.past != nil, pick.changes { return announce(TimelineText.isPast.text, .warning) }
    switch pick {
    case .failPurchase(let kind): pay(.fail(kind))
    case .offer(let offer): ask(for: offer)
    case .no(let reason): announce(reason, .warning)
    case .verb(let plan): follow(plan)
    case .action(let action): perform(action)
    case .confirm(let question): state.overlays.append(.confirmation(question))
    case .choose(let choice): present(choice)
    case .visit(let section): visit(section)
    case .row(let section, let id): visit(section, row: id)
    case .product(let id): lookAt(id)
    case .order(let order): sort(by: order)
    case .deskOrder(let order): sort(by: order)
    case .deskQuery(let query):
      if case .customer = query { begin(.desk(.customer), .desk(query)) } else { begin(.desk(.apps), .desk(query)) }
    case .told(let customer, let sentence):
      effects.append(.copy(sentence))
      run(.desk(.note(customers: [customer], text: say("sent to the customer: \(Language.quoted(sentence))"))))
    case .verbOnRow(let action): pickRow(for: action)
    case .onRow(let action, let section, let id): perform(action, on: id, in: section)
    case .film(let move): film(move)
    case .export(let format): export(format)
    case .view(let subject): view(subject)
    case .deed(let action):
      visit(.settings)
      perform(action)
    case .enter(let sheet): state.overlays.append(.entry(sheet))
    case .command(let command): run(command)
    case .walkthrough(let name): effects.append(.walkthrough(.open(name)))
    case .scene(let name): effects.append(.walkthrough(.scene(name)))
    case .says(let customerCase): help(customerCase)
    case .help(let help, let index): show(help, index)
    case .step(let action, let productId): perform(action, on: productId)
    case .copy(let text): effects.append(.copy(text))
    case .setting(let move, _): effects.append(.settings(move))
    case .values(let name): listValues(of: name)
    }
  }

  /// Carries out the action that the user confirmed.
  mutating func confirm() {
    guard case .confirmation(let question) = state.overlays.popLast() else { return }
    switch question.decision {
    case .newDevice: run(.newDevice)
    case .undo: run(.undo)
    case .quit: effects.append(.quit)
    case .verb(let call): play(call)
    case .support(let move): run(.support(move))
    }
  }
}

/// The payment sheet, and the preview of the purchase.
extension Reducer {
  mutating func openPaymentSheet(for productId: String) {
    state.overlays.append(.payment(PaymentSheet(productId: productId)))
    guard state.facts.showsDialogs || state.products[productId]?.isUnsettled == true else { return pay(.success) }
    readPreview()
  }

  /// Selects an offer on the sheet, and reads the preview again.
  mutating func ask(for offer: OfferName?) {
    guard case .payment(var sheet) = state.overlays.last else { return }
    sheet.offer = offer
    sheet.preview = nil
    state.replaceTop(.payment(sheet))
    readPreview()
  }

  /// Asks the App Store for the preview of the purchase, if only it knows what the purchase will charge.
  mutating func readPreview() {
    guard let sheet = state.paymentSheet, state.setup.abilities[.chooseOutcome] == nil,
      let product = state.products[sheet.productId], product.isChargeUncertain
    else { return }
    ask(.preview, .preview(productId: sheet.productId, quantity: sheet.quantity, offer: sheet.offer))
  }

  /// Ends the wait for a preview that will not come, because it failed or the price became certain meanwhile.
  ///
  /// Without a preview the sheet shows the price. If the user has confirmed already, a purchase for this price starts;
  /// a subscription, whose charge may differ, must be confirmed again.
  mutating func endPreview() {
    for index in state.overlays.indices {
      guard case .payment(var sheet) = state.overlays[index], sheet.preview == nil, sheet.isConfirmed else { continue }
      sheet.isConfirmed = false
      state.overlays[index] = .payment(sheet)
      let isSubscription = state.products[sheet.productId]?.type == .autoRenewableSubscription
      if !isSubscription, index == state.overlays.indices.last { return pay(.success) }
    }
  }

  mutating func apply(_ preview: PurchasePreview) {
    for index in state.overlays.indices {
      guard case .payment(var sheet) = state.overlays[index], sheet.productId == preview.productId else { continue }
      sheet.preview = preview
      let isAsExpected = preview.change == .owned || preview.change == nil && state.warnings(about: sheet).isEmpty
      let isConfirmed = sheet.isConfirmed && isAsExpected && index == state.overlays.indices.last
      sheet.isConfirmed = false
      state.overlays[index] = .payment(sheet)
      if isConfirmed { return pay(.success) }
    }
  }
}

extension State {
  /// The payment sheet, even with other sheets over it.
  var paymentSheet: PaymentSheet? {
    for case .payment(let sheet) in overlays { return sheet }
    return nil
  }
}

extension State {
  /// The product of the open payment sheet, else the selected one.
  package var productInHand: String? { paymentSheet?.productId ?? selected?.id }
}

extension PaymentSheet {
  /// The highest quantity that the App Store sells at once (Apple: Product.PurchaseOption.quantity).
  static let greatestQuantity = 10

  func purchase(_ outcome: SimulatedOutcome) -> Purchase {
    Purchase(
      productId: productId, quantity: quantity, outcome: outcome, token: token, offer: offer, change: preview?.change)
  }
}

extension Reducer {
  /// Shows the selected row's order with its journal.
  mutating func openOrder() {
    guard let row = state.selectedOrder, let id = row.orderId else { return }
    state.overlays.append(.order(OrderSheet(orderId: id, row: row)))
    readOrderJournal(.replacing(cursor: .first))
  }

  /// Retries the order of the open sheet or, without one, all orders that can be retried.
  mutating func retry() {
    run(.retry(orderId: state.overlays.isEmpty ? nil : state.selectedOrder?.orderId))
  }

  mutating func askWhyToDrop() {
    guard let row = state.selectedOrder else { return }
    if row.isIntent { return state.overlays.append(.entry(state.dropping(row))) }
    present(state.groundsToDrop(row))
  }

  mutating func askWhyToReopen() {
    if let row = state.selectedOrder { state.overlays.append(.entry(state.reopening(row))) }
  }

  /// Carries out the purpose of the text that was entered.
  mutating func enter() {
    guard case .entry(let sheet) = state.overlays.last else { return }
    let text = sheet.value.split(separator: " ").joined(separator: " ")
    switch sheet.purpose {
    case .closeOrder(let id, let ground, let compensation):
      leaveEntry(andRun: .closeOrder(id, on: ground, compensatedBy: compensation, reason: text))
    case .compensation(let id):
      var next = sheet
      next.purpose = .closeOrder(id, .compensated, compensatedBy: text)
      (next.label, next.value) = (SheetText.dropLabel.text, "")
      state.replaceTop(.entry(next))
    case .reopenOrder(let id): leaveEntry(andRun: .reopenOrder(id, reason: text))
    case .transfer(let id, let user): leaveEntry(andRun: .transfer(transactionId: id, to: user, reason: text))
    case .user: leaveEntry(andRun: .logIn(text))
    case .customer: leaveEntry(andRun: .lookUp(text))
    case .testToken: leaveEntry(andRun: .support(SupportCall(.testResult).with(.testToken, text)))
    case .verb(let typed):
      switch typed.plan(for: text) {
      case .failure(let reason): announce(reason.text, .warning)
      case .success(let plan):
        state.overlays.removeLast()
        follow(plan)
      }
    case .desk(let entry): submit(text, for: entry)
    case .token(let id, let product):
      guard let uuid = UUIDText.normalized(text) else {
        return announce(
          say("invalid UUID “\(safeText(text))”; use the form 6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11"), .warning)
      }
      leaveEntry(andAsk: .settingToken(uuid, of: id, product))
    }
  }

  mutating func leaveEntry(andRun command: Command) {
    state.overlays.removeLast()
    run(command)
  }

  private mutating func leaveEntry(andAsk question: Confirmation) {
    state.overlays.removeLast()
    state.overlays.append(.confirmation(question))
  }

  /// Reads a page of the open order's journal.
  mutating func readOrderJournal(_ joining: RowList.Joining) {
    for case .order(let sheet) in state.overlays {
      var request = sheet.rows.request(joining, productId: nil)
      request.orderId = sheet.orderId
      changeOrderSheet { $0.rows.joining = joining }
      return begin(.orderJournal, .orderJournal(request))
    }
  }

  mutating func changeOrderSheet(_ change: (inout OrderSheet) -> Void) {
    for index in state.overlays.indices {
      guard case .order(var sheet) = state.overlays[index] else { continue }
      change(&sheet)
      state.overlays[index] = .order(sheet)
    }
  }
}

extension ProductRow {
  /// Whether only the App Store knows what a purchase charges, because the Apple Account may own the product.
  fileprivate var isChargeUncertain: Bool { type == .nonConsumable || type == .autoRenewableSubscription }
}
