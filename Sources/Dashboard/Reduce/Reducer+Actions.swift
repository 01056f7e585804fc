import StoreModel

extension Reducer {
  /// Does an action where its keys count, or says why it cannot be done.
  mutating func perform(_ action: Action) {
    guard let entry = ActionTable.entry(of: action, in: state.scopes) else {
      return say(Texts.notHere(action), .warning)
    }
    if let reason = state.reason(against: action) {
      return say(Texts.cannot(entry.title, because: reason), .warning)
    }
    if entry.scopes.contains(.main), case .report = state.overlays.last, !entry.scopes.contains(.report) {
      leaveReports()
      if action == .close { return }
    }
    if !action.isMovement { state.message = nil }
    note(action)
    switch action {
    case .up, .down, .first, .last, .pageUp, .pageDown: move(action)
    case .nextPane, .previousPane, .nextTab, .previousTab, .showRefunds, .showTransactions, .showOrders,
      .showUnfinished, .showJournal, .showQuarantine, .onlyProduct:
      look(action)
    case .pay, .askParent, .fail, .badSignature, .more, .fewer, .token, .offers, .confirm, .pick, .file:
      answer(action)
    case .showDecisions, .showSubscriptions, .showAccounts, .showFaults, .showSettings, .showNotifications,
      .showPurchases:
      showSection(action)
    case _ where action.isPlanned: follow(state.plan(for: action))
    case .walkthroughs, .goOn, .stepBack, .leaveWalkthrough: tell(action)
    case .close: close()
    case .redraw: effects.append(.redraw)
    case .suspend: effects.append(.suspend)
    default: act(action)
    }
  }

  private mutating func leaveReports() {
    while case .report = state.overlays.last { state.overlays.removeLast() }
  }

  /// The actions of the dashboard itself.
  private mutating func act(_ action: Action) {
    switch action {
    case .buy: if let id = state.selected?.id { openPaymentSheet(for: id) }
    case .use: if let id = state.selected?.id { state.overlays.append(.use(UseSheet(productId: id))) }
    case .restore: run(.restore)
    case .refundCheck: run(.refundCheck)
    case .askRefund: openRefundList()
    case .appStore: openAppStore()
    case .support: state.overlays.append(.choice(Texts.support(state)))
    case .updates: run(.setUpdates(state.device.updates == .held ? .live : .held))
    case .filter:
      state.focus = .products
      state.products.setFilter(state.products.filter.text, isEditing: true)
    case .help: toggleHelp()
    case .lastReport: if let report = state.lastReport { state.overlays.append(.report(report, top: 0)) }
    case .open: open()
    case .quit: quit()
    case .retry: retry()
    case .closeOrder: askWhyToDrop()
    case .switchUser: state.overlays.append(.choice(Texts.waysToLogIn(state)))
    case .orderJournal: openOrder()
    case .continuePurchase: continuePurchase()
    case .deferPurchase: if let promoted = state.promoted { run(.deferPurchase(promoted)) }
    default: break
    }
  }

  private mutating func toggleHelp() {
    if case .help = state.overlays.last {
      state.overlays.removeLast()
    } else {
      state.overlays.append(.help(state.scopes.first { $0 != .report && $0 != .walkthrough } ?? .main, top: 0))
    }
  }

  private mutating func quit() {
    guard state.isBuying else { return effects.append(.quit) }
    state.overlays.append(.confirmation(Texts.quitWhileBuying))
  }

  /// Leaves the nearest transient thing: a sheet, a filter, a message, a limit, the task under way.
  private mutating func close() {
    if let top = state.overlays.popLast() {
      if case .payment(let sheet) = top { cancelPurchase(sheet) }
    } else if state.products.filter.isActive {
      state.products.setFilter("", isEditing: false)
    } else if let work = state.works.last(where: \.isCancellable) {
      cancel(work.id)
    } else if state.tabs.onlyProduct != nil {
      limitTabs(to: nil)
    } else {
      state.focus = .products
    }
  }

  private mutating func open() {
    switch state.focus {
    case .products: state.focus = .detail
    case .detail: state.focus = .products
    case .tabs:
      guard let productId = state.tabs.front.selected?.productId else { return }
      if state.products.select(productId) {
        state.detailTop = 0
        state.focus = .detail
      } else {
        say(Texts.productIsHidden, .warning)
      }
    }
  }
}
