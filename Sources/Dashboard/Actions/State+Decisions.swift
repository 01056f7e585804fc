import StoreModel

/// What Apple, a parent and the app's server decide.
extension State {
  /// The purchase on the App Store's side that has the cursor.
  var selectedPurchase: AppStorePurchase? {
    if case .purchase(let item) = selectedAppStoreRow?.subject { item } else { nil }
  }

  func decisionPlan(_ action: Action) -> Plan {
    if case .promoted(let item) = selectedAppStoreRow?.subject { return promotedPlan(action, item) }
    guard let item = selectedCase else {
      return .no(situation?.cases.isEmpty == true ? Texts.nothingWaits : Texts.noCase)
    }
    if let reason = movesUnderWay { return .no(reason) }
    let id = item.transactionId
    switch (action, item.kind) {
    case (.reverse, .refunded): return confirm(.reverseRefund(id), Texts.reversing(item))
    case (.reverse, _): return .no(Texts.notRefunded)
    case (_, .refunded): return .no(Texts.isRefunded)
    case (.approvePart, .refundRequest):
      return setup.abilities.verbs.map(Plan.no) ?? .choose(Texts.shares(of: id, Texts.safe(item.productName)))
    case (.answerConsumption, .refundRequest): return consumptionPlan(item)
    case (.approvePart, _), (.answerConsumption, _): return .no(Texts.onlyRefunds)
    case (.approve, .askToBuy): return confirm(.approvePurchase(id), Texts.allowing(item))
    case (.approve, .interrupted):
      return setup.abilities.verbs == nil
        ? ask(["resolve", id], Texts.settling(item)) : confirm(.approvePurchase(id), Texts.settling(item))
    case (.approve, .refundRequest): return confirm(.approveRefund(id), Texts.granting(item))
    case (_, .refundRequest): return confirm(.declineRefund(id), Texts.declining(item))
    default: return confirm(.declinePurchase(id), Texts.forbidding(item))
    }
  }

  private func confirm(_ move: AppStoreMove, _ question: (title: String, text: String)) -> Plan {
    .confirm(Confirmation(decision: .move(move), title: question.title, text: [question.text, move.verb]))
  }

  private func promotedPlan(_ action: Action, _ item: PromotedPurchase) -> Plan {
    guard action == .decline else { return .no(Texts.promotedIsTheApps) }
    if let reason = movesUnderWay ?? setup.abilities.verbs { return .no(reason) }
    return ask(
      ["promote", item.productId, "--account", item.account, "--off"], Texts.givingUp(item, name(of: item.productId)))
  }

  private func consumptionPlan(_ item: AppStoreCase) -> Plan {
    if let reason = setup.abilities.verbs { return .no(reason) }
    guard let consumption = item.consumption else { return .no(Texts.notAskedAbout) }
    return .choose(Texts.consumptionAnswers(of: item.transactionId, isLate: consumption == .missed))
  }

  var deletingPlan: Plan {
    let (id, product): (String, String)
    if let purchase = selectedPurchase {
      (id, product) = (purchase.transactionId, purchase.productName)
    } else {
      guard let item = selectedCase else { return .no(Texts.noCase) }
      guard item.kind == .refunded else { return .no(Texts.decideFirst) }
      (id, product) = (item.transactionId, item.productName)
    }
    if let reason = movesUnderWay ?? setup.abilities.verbs { return .no(reason) }
    return ask(["delete", id], Texts.deleting(Texts.safe(product)))
  }

  /// A refund that nobody asked for.
  var refundPlan: Plan { refundPlan(inPart: false) }

  func refundPlan(inPart: Bool) -> Plan {
    guard let item = selectedPurchase else { return .no(Texts.noCase) }
    if item.isShared { return .no(Texts.isShared) }
    if let reason = movesUnderWay ?? setup.abilities.verbs { return .no(reason) }
    if inPart { return .choose(Texts.shares(of: item.transactionId, Texts.safe(item.productName))) }
    return ask(["refund", "approve", item.transactionId], Texts.refunding(item))
  }
}
