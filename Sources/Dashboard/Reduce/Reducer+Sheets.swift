import StoreModel

extension Reducer {
  /// What is answered on a sheet.
  mutating func answer(_ action: Action) {
    switch state.overlays.last {
    case .payment(let sheet): answer(action, on: sheet)
    case .use(var sheet):
      switch action {
      case .more: sheet.count += 1
      case .fewer: sheet.count -= 1
      default:
        state.overlays.removeLast()
        return run(.use(productId: sheet.productId, count: sheet.count))
      }
      state.replaceTop(.use(sheet))
    case .refundList(let list): if let row = list.rows.selected { askReason(row) }
    case .refundReason(let sheet): file(sheet)
    case .entry(let sheet): enter(sheet)
    case .choice(let choice): pick(choice)
    case .appStore: follow(state.pickPlan)
    case .confirmation(let confirmation): confirm(confirmation.decision)
    case nil: state.products.setFilter(state.products.filter.text, isEditing: false)
    default: break
    }
  }

  private mutating func answer(_ action: Action, on sheet: PaymentSheet) {
    var sheet = sheet
    switch action {
    case .pay: buy(sheet, .success)
    case .askParent: buy(sheet, .pending)
    case .badSignature: buy(sheet, .unverified)
    case .fail: state.overlays.append(.choice(Texts.waysToFail))
    case .offers: if let preview = sheet.preview { state.overlays.append(.choice(Texts.offers(preview, sheet.offer))) }
    case .more: sheet.quantity += 1
    case .fewer: sheet.quantity -= 1
    case .token: sheet.token = sheet.token == .user ? .order : .user
    default: break
    }
    if [.more, .fewer, .token].contains(action) { state.replaceTop(.payment(sheet)) }
  }

  /// A customer who closes the sheet cancels the purchase, and the app is told so.
  mutating func cancelPurchase(_ sheet: PaymentSheet) {
    if state.setup.abilities.chooseOutcome == nil {
      run(.buy(sheet.purchase(.cancel)))
    } else {
      say(Texts.nothingBought)
    }
  }

  private mutating func buy(_ sheet: PaymentSheet, _ outcome: SimulatedOutcome) {
    state.overlays.removeAll { if case .payment = $0 { true } else { false } }
    run(.buy(sheet.purchase(outcome)))
  }

  // MARK: Asking for a refund

  mutating func openRefundList() {
    state.overlays.append(.refundList(RefundList(rows: RowList())))
    readRefundable(.replacing(cursor: .first))
  }

  private mutating func askReason(_ row: TabRow) {
    let product = row.productId.flatMap { state.products[$0] }
    state.overlays.append(
      .refundReason(
        RefundReasonSheet(
          transactionId: row.id, product: state.name(of: row.productId), price: row.amount,
          isSubscription: product?.type == .autoRenewableSubscription)))
  }

  private mutating func file(_ sheet: RefundReasonSheet) {
    state.overlays.removeAll { $0.scope == .refundReason || $0.scope == .refundList }
    let reason = sheet.reason.split(separator: " ").joined(separator: " ")
    run(.askRefund(transactionId: sheet.transactionId, reason: reason.isEmpty ? nil : reason))
  }

  // MARK: Choices and questions

  private mutating func pick(_ choice: Choice) {
    guard choice.items.indices.contains(choice.cursor) else { return }
    if case .no(let reason) = choice.items[choice.cursor].pick { return say(reason, .warning) }
    state.overlays.removeLast()
    switch choice.items[choice.cursor].pick {
    case .failPurchase(let kind):
      guard case .payment(let sheet) = state.overlays.last else { return }
      buy(sheet, .fail(kind))
    case .offer(let offer): ask(for: offer)
    case .no: break
    case .advance(let milliseconds): play(.advance(milliseconds))
    case .signIn(let account): run(.signIn(account))
    case .signOut: run(.signOut)
    case .logIn(let user): run(.logIn(user))
    case .newUser: state.overlays.append(.entry(Texts.newUser))
    case .move(let move): play(move)
    case .action(let action): perform(action)
    case .confirm(let question): state.overlays.append(.confirmation(question))
    case .choose(let choice): state.overlays.append(.choice(choice))
    case .enter(let sheet): state.overlays.append(.entry(sheet))
    case .command(let command): run(command)
    case .walkthrough(let name): effects.append(.walkthrough(.open(name)))
    }
  }

  private mutating func confirm(_ decision: Confirmation.Decision) {
    state.overlays.removeLast()
    switch decision {
    case .newDevice: run(.newDevice)
    case .startOver: play(.startOver)
    case .quit: effects.append(.quit)
    case .move(let move): play(move)
    case .support(let move): run(.support(move))
    }
  }
}
