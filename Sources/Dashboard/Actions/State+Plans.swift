import StoreModel

/// What an action of the App Store's side leads to now, or why to nothing.
enum Plan: Hashable {
  case move(AppStoreMove)
  case command(Command)
  /// Asks first, naming what will follow.
  case confirm(Confirmation)
  case choose(Choice)
  case no(String)

  /// Why it cannot be done.
  var reason: String? { if case .no(let reason) = self { reason } else { nil } }

  /// The same on the command line, where it is one verb.
  var verb: String? {
    switch self {
    case .move(let move): move.verb
    case .confirm(let question): if case .move(let move) = question.decision { move.verb } else { nil }
    default: nil
    }
  }
}

extension State {
  /// What an action of the App Store's side would do to the row under the cursor.
  func plan(for action: Action) -> Plan {
    guard let situation else { return .no(Texts.appStoreIsLoading) }
    switch action {
    case .deleteTransaction: return deletingPlan
    case .refund: return refundPlan
    case .approvePart where selectedPurchase != nil: return refundPlan(inPart: true)
    case .approve, .decline, .reverse, .approvePart, .answerConsumption: return decisionPlan(action)
    case .renew, .expire, .autoRenew, .billing, .priceIncrease, .consent, .extend: return subscriptionPlan(action)
    case .storefront, .locale, .family, .share, .buyElsewhere, .promote, .resetAccount:
      return accountPlan(action, situation)
    case .switchFault, .faultOnce, .faultKind: return faultPlan(action, situation)
    case .signIn: return commandsUnderWay.map(Plan.no) ?? .choose(Texts.waysToSignIn(self))
    case .newDevice: return commandsUnderWay.map(Plan.no) ?? .confirm(Texts.newDevice)
    case .startOver: return (commandsUnderWay ?? movesUnderWay).map(Plan.no) ?? .confirm(Texts.startOver)
    default: return movesUnderWay.map(Plan.no) ?? settingPlan(action, situation)
    }
  }

  private func settingPlan(_ action: Action, _ situation: AppStoreSituation) -> Plan {
    switch action {
    case .network: .move(.setNetwork(!situation.network))
    case .payments: .move(.setPayments(!situation.payments))
    case .askToBuy: verb("ask-to-buy", situation.asksToBuy ? "off" : "on")
    case .grace: verb("grace", situation.grace ? "off" : "on")
    case .pauseClock: verb("pause")
    case .testNotice: verb("notifications", "test")
    case .checkpoint: verb("checkpoint")
    case .goBack where situation.checkpoints.isEmpty: .no(Texts.noCheckpoint)
    case .goBack: setup.abilities.verbs.map(Plan.no) ?? .choose(Texts.checkpoints(situation.checkpoints))
    case .interrupted: verb("interrupted", situation.interrupts ? "off" : "on")
    case .renewalsFail: verb("renewals-fail", situation.failsRenewals ? "off" : "on")
    case .setBack: setup.abilities.verbs.map(Plan.no) ?? .choose(Texts.waysBack)
    case .rate: setup.abilities.verbs.map(Plan.no) ?? .choose(Texts.rates(situation.rate))
    default: .choose(Texts.waysToAdvance)
    }
  }

  /// A verb of `till simulator`.
  private func verb(_ words: String...) -> Plan {
    setup.abilities.verbs.map(Plan.no) ?? .move(.verb(words))
  }

  // MARK: Subscriptions

  private func subscriptionPlan(_ action: Action) -> Plan {
    guard case .subscription(let item) = selectedAppStoreRow?.subject else { return .no(Texts.noSubscription) }
    if item.account != device.account { return .no(Texts.belongsTo(Texts.safe(item.account))) }
    if let reason = movesUnderWay ?? setup.abilities.verbs { return .no(reason) }
    let id = item.originalTransactionId
    switch action {
    case .renew: return ask(["renew", id], Texts.renewing(item, self))
    case .expire where item.state.isOver: return .no(Texts.isOver)
    case .expire: return ask(["expire", id], Texts.expiring(item, self))
    case .priceIncrease where item.state.isOver, .extend where item.state.isOver, .consent where item.state.isOver:
      return .no(Texts.isOver)
    case .extend where item.state != .active: return .no(Texts.onlyPaidIsExtended)
    case .priceIncrease: return ask(["price-increase", id], Texts.raising(item))
    case .consent where item.priceIncrease == nil: return .no(Texts.noPriceIncrease)
    case .consent: return .choose(Texts.consents(item, self))
    case .extend: return .choose(Texts.extensions(id))
    case .autoRenew where item.state.isOver: return .no(Texts.isOver)
    case .autoRenew:
      return ask(["auto-renew", item.autoRenew ? "off" : "on", id], Texts.switchingAutoRenew(item, self))
    default:
      if item.state.isOver { return .no(Texts.isOver) }
      let fails = item.billingFails || item.state == .grace || item.state == .retry
      return ask(["billing", fails ? "resolve" : "fail", id], Texts.billing(item, fails: fails, self))
    }
  }

  func ask(_ words: [String], _ question: (title: String, text: String)) -> Plan {
    let move = AppStoreMove.verb(words)
    return .confirm(
      Confirmation(decision: .move(move), title: question.title, text: [question.text, move.verb]))
  }

  // MARK: Accounts and faults

  private func accountPlan(_ action: Action, _ situation: AppStoreSituation) -> Plan {
    guard case .account(let account) = selectedAppStoreRow?.subject else { return .no(Texts.noAccount) }
    if let reason = movesUnderWay ?? setup.abilities.verbs { return .no(reason) }
    switch action {
    case .resetAccount: return ask(["reset", account.name], Texts.emptying(account))
    case .buyElsewhere: return sold.isEmpty ? .no(Texts.nothingSold) : .choose(Texts.productsToBuy(sold, account))
    case .promote: return sold.isEmpty ? .no(Texts.nothingSold) : .choose(Texts.productsToPromote(sold, account))
    case .share where account.name != device.account: return .no(Texts.belongsTo(Texts.safe(account.name)))
    case .share:
      let products = sold.filter(\.isShareable)
      return products.isEmpty ? .no(Texts.nothingToShare) : .choose(Texts.productsToShare(products))
    case .family:
      let isMember = situation.families.contains { $0.contains(account.name) }
      if isMember { return ask(["family", "leave", account.name], Texts.leavingFamily(account)) }
      guard let own = device.account, own != account.name else { return .no(Texts.familyOfWhom) }
      return ask(["family", "join", account.name], Texts.joiningFamily(account, of: own))
    default:
      if account.name != device.account { return .no(Texts.belongsTo(Texts.safe(account.name))) }
      return .choose(action == .locale ? Texts.locales : Texts.storefronts(account.storefront))
    }
  }

  /// What the App Store sells.
  private var sold: [ProductRow] { products.rows.filter { $0.section != .notInCatalogue } }

  private func faultPlan(_ action: Action, _ situation: AppStoreSituation) -> Plan {
    switch selectedAppStoreRow?.subject {
    case .fault(let fault): appStoreFaultPlan(action, fault, situation)
    case .deviceFault(let kind): deviceFaultPlan(action, kind)
    default: .no(Texts.noCase)
    }
  }

  private func deviceFaultPlan(_ action: Action, _ kind: DeviceFault.Kind) -> Plan {
    if let reason = commandsUnderWay ?? setup.abilities.orders { return .no(reason) }
    let isOn = faults.contains { $0.kind == kind }
    return switch action {
    case .switchFault: .command(.setFault(kind, isOn ? .off : .on))
    case .faultOnce: .command(.setFault(kind, .once))
    default: .no(Texts.noKinds)
    }
  }

  private func appStoreFaultPlan(
    _ action: Action, _ fault: AppStoreFault, _ situation: AppStoreSituation
  ) -> Plan {
    if let reason = movesUnderWay ?? setup.abilities.verbs { return .no(reason) }
    let isOn = situation.faults.contains { $0.fault == fault }
    switch action {
    case .switchFault where isOn: return .move(.verb(["fault", fault.rawValue, "--off"]))
    case .switchFault: return .move(.verb(["fault", fault.rawValue]))
    case .faultOnce: return .move(.verb(["fault", fault.rawValue, "--once"]))
    default: return fault.kinds.isEmpty ? .no(Texts.noKinds) : .choose(Texts.kinds(of: fault))
    }
  }

  // MARK: Enter

  /// What Enter does on the row under the cursor: the one thing there is, or a list of them.
  var pickPlan: Plan {
    guard let row = selectedAppStoreRow else {
      return situation == nil ? .no(Texts.appStoreIsLoading) : .no(Texts.noCase)
    }
    switch row.subject {
    case .decision, .subscription: return .choose(menu(of: row))
    case .account(let account) where account.name == device.account: return plan(for: .storefront)
    case .account(let account): return commandsUnderWay.map(Plan.no) ?? .command(.signIn(account.name))
    case .fault, .deviceFault: return plan(for: .switchFault)
    case .setting(let action): return plan(for: action)
    case .purchase: return .choose(menu(of: row))
    case .promoted: return plan(for: .decline)
    case .notification: return .no(Texts.nothingToDecide)
    }
  }

  private func menu(of row: AppStoreRow) -> Choice {
    let scope = appStoreSheet?.section.scope ?? .appStore
    return Choice(
      title: Texts.menuTitle(row.shown.note),
      items: ActionTable.entries(in: scope).filter { $0.action != .pick }.map { entry in
        let plan = plan(for: entry.action)
        return Choice.Item(
          title: "\(entry.keyNames.first ?? "")  \(entry.title)",
          note: plan.reason.map(Texts.notNow) ?? plan.verb ?? entry.summary, pick: .action(entry.action))
      })
  }
}
