import SafeText
import StoreModel
import Texts

/// What a task changed.
enum ReportText: Sentence {
  case lastAction, refundCheck, news, restore, orders, answer
  /// A message that has more behind it.
  case showsAll(String)

  // The start.
  case takenUp, healedHow
  case healed(Int)
  case healedOrder(product: String)

  // Buying.
  case bought(product: String, account: String)
  case chargedNothing(product: String, PlanChange?)
  case chargedBefore(product: String)
  case interrupted(product: String)
  case waitsForParent(product: String)
  case cancelled(product: String)
  case failedTitle
  case notBought(product: String, reason: String?)
  case chargedNothingTryAgain
  case unanswered(product: String, message: String?)
  case halfSuccess(product: String, message: String?)
  case refused(product: String, message: String?)
  case unverifiedTitle
  case unverified(product: String)
  case staysLocked(product: String, reason: String?)
  case keptInQuarantine
  case fetchesProperCopy

  // Restoring.
  case restored(count: Int, entitled: Int, inactive: Int)
  case nothingToRestore, restoreCancelled
  case restoreFailed(String?)
  case entitled(product: String)
  case inactive(product: String, EntitlementState)
  case otherUser(name: String, reason: String)
  case notRestorable(name: String, reason: String)
  case failedVerification(name: String, reason: String)
  case unnamedTransaction
  case knownBefore(Int)

  // The refund check.
  case checkCancelled, checkIncomplete
  case checkFailed(String?)
  case nothingChanged(products: Int)
  case changed(refunded: Int, reversed: Int, entitled: Int, removed: Int)
  case refunded(product: String, date: String?, isLost: Bool)
  case refundReversed(product: String, isBack: Bool)
  case newlyEntitled(product: String)
  case noLongerEntitled(product: String)
  case unchanged(Int)

  // Refunds asked for, uses, orders, support.
  case filed(product: String)
  case notAsked
  case askedBefore(product: String)
  case notAskedBecause(String)
  case remaining(Int)
  case used(Int, product: String, remaining: Int)
  case nothingWaits
  case order(product: String, Order.State, error: String?, advice: String)
  case ordersSettled(Int)
  case ordersOpen(Int)
  case answered(lines: Int)
}

extension State {
  /// What a task changed; nil when there is nothing to say.
  func report(_ outcome: Outcome, of kind: Work.Kind) -> Report? {
    switch outcome {
    case .bought(let report): bought(report, kind)
    case .restored(let report): restored(report)
    case .checked(let report): checked(report, title: .refundCheck)
    case .helped(let help): Report(Message(help.next.say.map { safeText($0) } ?? safeText(help.next.text)))
    case .askedRefund(let report): asked(report)
    case .retried(let report): retried(report)
    case .told(let lines): told(lines.map { safeText($0) })
    case .used(let productId, let balance): used(productId, balance: balance, kind)
    case .started(let healed, let detail): started(healed, detail.map { safeText($0) })
    case .done(let detail): done(kind, detail: detail.map { safeText($0) })
    }
  }

  /// News that came by itself.
  func news(_ report: RefundCheckReport) -> Report { checked(report, title: .news) }

  private func line(_ text: ReportText, _ tone: Tone = .plain) -> Report { Report(Message(text.text, tone)) }

  /// What was open when the program ended last, and is delivered now.
  private func started(_ healed: [Order], _ detail: String?) -> Report? {
    guard !healed.isEmpty else { return detail.map { Report(Message($0)) } }
    return Report(
      title: ReportText.takenUp.text, summary: Message(ReportText.healed(healed.count).text, .good),
      lines: healed.map { Message(ReportText.healedOrder(product: name(of: $0.productId)).text, .good) }
        + [Message(ReportText.healedHow.text)])
  }

  // MARK: Buying

  private func bought(_ report: BuyReport, _ kind: Work.Kind) -> Report {
    let name = name(of: report.productId)
    let message = report.message.map { safeText($0) }
    switch report.result {
    case .success where report.alreadyOwned && report.orderId != nil:
      return line(.chargedBefore(product: name), .good)
    case .success where report.alreadyOwned: return line(.chargedNothing(product: name, kind.planChange), .good)
    case .success: return line(.bought(product: name, account: account ?? ""), .good)
    case .failed where report.isInterrupted: return line(.interrupted(product: name), .warning)
    case .pending: return line(.waitsForParent(product: name), .warning)
    case .cancelled: return line(.cancelled(product: name))
    case .failed:
      let reason = Message(ReportText.notBought(product: name, reason: message).text, .bad)
      return Report(
        title: ReportText.failedTitle.text, summary: reason,
        lines: [reason, Message(ReportText.chargedNothingTryAgain.text)])
    case .unanswered: return line(.unanswered(product: name, message: message), .warning)
    case .halfSuccess: return line(.halfSuccess(product: name, message: message), .warning)
    case .refused: return line(.refused(product: name, message: message), .bad)
    case .unverified:
      return Report(
        title: ReportText.unverifiedTitle.text, summary: Message(ReportText.unverified(product: name).text, .bad),
        lines: [
          Message(ReportText.staysLocked(product: name, reason: message).text, .bad),
          Message(ReportText.keptInQuarantine.text), Message(ReportText.fetchesProperCopy.text),
        ])
    }
  }

  // MARK: Restoring

  private func restored(_ report: RestoreReport) -> Report {
    var lines: [Message] = []
    func add(_ text: ReportText, _ tone: Tone) { lines.append(Message(text.text, tone)) }
    for productId in report.entitled { add(.entitled(product: name(of: productId)), .good) }
    for item in report.inactive { add(.inactive(product: name(of: item.productId), item.state), .warning) }
    for item in report.otherUser { add(.otherUser(name: name(of: item), reason: safeText(item.reason)), .warning) }
    for item in report.notRestorable {
      add(.notRestorable(name: name(of: item), reason: safeText(item.reason)), .plain)
    }
    for item in report.failed { add(.failedVerification(name: name(of: item), reason: safeText(item.reason)), .bad) }
    if report.alreadyKnown > 0 { add(.knownBefore(report.alreadyKnown), .plain) }
    return Report(
      title: ReportText.restore.text, summary: summary(of: report), lines: report.result == .failed ? [] : lines)
  }

  private func summary(of report: RestoreReport) -> Message {
    let message = report.message.map { safeText($0) }
    switch report.result {
    case .nothing: return Message(message ?? ReportText.nothingToRestore.text, .warning)
    case .cancelled: return Message(message ?? ReportText.restoreCancelled.text, .warning)
    case .failed: return Message(ReportText.restoreFailed(message).text, .bad)
    case .restored:
      let text = ReportText.restored(
        count: report.restored.count, entitled: report.entitled.count, inactive: report.inactive.count)
      return Message(text.text, report.entitled.isEmpty ? .warning : .good)
    }
  }

  /// The product of a transaction, or its id where that is not known.
  private func name(of outcome: TransactionOutcome) -> String {
    let product = name(of: outcome.productId)
    return product.isEmpty
      ? outcome.transactionId.map { safeText($0) } ?? ReportText.unnamedTransaction.text : product
  }

  // MARK: Refund check

  private func checked(_ report: RefundCheckReport, title: ReportText) -> Report {
    Report(title: title.text, summary: summary(of: report), lines: lines(of: report))
  }

  private func summary(of report: RefundCheckReport) -> Message {
    let message = report.message.map { safeText($0) }
    switch report.result {
    case .cancelled: return Message(message ?? ReportText.checkCancelled.text, .warning)
    case .failed: return Message(ReportText.checkFailed(message).text, .bad)
    case .done: break
    }
    guard report.complete else { return Message(ReportText.checkIncomplete.text, .warning) }
    let counts = [report.refunded.count, report.reversed.count, report.entitled.count, report.removed.count]
    guard counts.contains(where: { $0 > 0 }) else {
      return Message(ReportText.nothingChanged(products: report.unchanged).text, .good)
    }
    let text = ReportText.changed(refunded: counts[0], reversed: counts[1], entitled: counts[2], removed: counts[3])
    return Message(text.text, report.removed.isEmpty ? .good : .warning)
  }

  private func lines(of report: RefundCheckReport) -> [Message] {
    var lines: [Message] = []
    var told: Set<String> = []
    func add(_ text: ReportText, _ tone: Tone) { lines.append(Message(text.text, tone)) }
    for item in report.refunded {
      let isLost = report.removed.contains(item.productId)
      told.insert(item.productId)
      add(
        .refunded(product: name(of: item.productId), date: item.revocationDate.map(day), isLost: isLost),
        isLost ? .bad : .warning)
    }
    for item in report.reversed {
      told.insert(item.productId)
      let isBack = report.entitled.contains(item.productId)
      add(.refundReversed(product: name(of: item.productId), isBack: isBack), .good)
    }
    for productId in report.entitled where !told.contains(productId) {
      add(.newlyEntitled(product: name(of: productId)), .good)
    }
    for productId in report.removed where !told.contains(productId) {
      add(.noLongerEntitled(product: name(of: productId)), .bad)
    }
    if !lines.isEmpty { add(.unchanged(report.unchanged), .plain) }
    return lines
  }

  // MARK: Smaller things

  private func asked(_ report: RefundRequestReport) -> Report {
    let name = name(of: report.productId)
    return switch report.result {
    case .filed: line(.filed(product: name), .good)
    case .cancelled: line(.notAsked)
    case .duplicate: line(.askedBefore(product: name), .warning)
    case .failed: line(.notAskedBecause(safeText(report.message)), .bad)
    }
  }

  private func used(_ productId: String, balance: Int, _ kind: Work.Kind) -> Report {
    guard case .command(.use(_, let count)) = kind else { return line(.remaining(balance)) }
    return line(.used(count, product: name(of: productId), remaining: balance), .good)
  }

  /// What became of orders that were tried again, or given up.
  private func retried(_ report: RetryReport) -> Report {
    let message = report.message.map { Message(safeText($0), .warning) }
    guard !report.orders.isEmpty else { return message.map { Report($0) } ?? line(.nothingWaits, .good) }
    let lines = report.orders.map { order in
      let text = ReportText.order(
        product: name(of: order.productId), order.state, error: order.lastError.map { safeText($0) },
        advice: order.advice)
      return Message(text.text, order.state == .closed ? .good : .warning)
    }
    let open = report.orders.filter { $0.state != .closed }.count
    return Report(
      title: ReportText.orders.text,
      summary: open == 0
        ? Message(ReportText.ordersSettled(report.orders.count).text, .good)
        : Message(ReportText.ordersOpen(open).text, .warning),
      lines: lines.count == 1 && open == 0 ? [] : lines + (message.map { [$0] } ?? []))
  }

  /// What support was answered.
  private func told(_ lines: [String]) -> Report {
    Report(
      title: ReportText.answer.text,
      summary: Message(lines.count == 1 ? lines[0] : ReportText.answered(lines: lines.count).text, .good),
      lines: lines.count == 1 ? [] : lines.map { Message($0) })
  }
}

extension Report {
  /// What the message line says of news that nobody asked for.
  var announcement: Message {
    guard lines.count > 2, let first = lines.first else { return lines.first ?? summary }
    return Message(ReportText.showsAll(first.text).text, first.tone)
  }
}

extension Work.Kind {
  /// What a purchase changes about a subscription, as the person was told before.
  fileprivate var planChange: PlanChange? {
    if case .command(.buy(let purchase)) = self { purchase.change } else { nil }
  }
}

// MARK: - English

extension ReportText {
  var english: String {
    switch self {
    case .lastAction: "Last action"
    case .refundCheck: "Refund check"
    case .news: "News from the App Store"
    case .restore: "Restore"
    case .orders: "Orders"
    case .answer: "The App Store's answer"
    case .showsAll(let text): "\(text) (\(key(.lastReport)) shows all)"

    case .takenUp: "Taken up again"
    case .healed(let count):
      "\(English.counted(count, "paid order")) of before the program ended \(English.agreeing(count, "is", "are")) delivered now."
    case .healedOrder(let product):
      "\(product): paid, but the program ended before it was delivered; it is delivered now, and charged once"
    case .healedHow:
      "Each step is stored before the next one begins, so the start knew how far it was (\(key(.showOrders)) lists the order)."

    case .bought(let product, let account):
      "Bought \(product); \(account.isEmpty ? "the Apple Account" : account) paid."
    case .chargedNothing(let product, let change): chargedNothing(product, change)
    case .chargedBefore(let product):
      "\(product): an earlier purchase of it was charged and is delivered now; nothing was bought again."
    case .interrupted(let product):
      "\(product) is interrupted: nothing is charged before the customer settles it with the App Store "
        + "(\(keys(to: "approve")))."
    case .waitsForParent(let product):
      "\(product) waits for a parent: nothing is charged or unlocked until approved (\(keys(to: "approve")))."
    case .cancelled(let product): "Cancelled: \(product) was not bought, nothing was charged."
    case .failedTitle: "Purchase failed"
    case .notBought(let product, let reason):
      "\(product) was not bought: \(English.closed(reason ?? "the App Store gave no reason"))"
    case .chargedNothingTryAgain: "Nothing was charged. Press \(key(.buy)) to try again."
    case .unanswered(let product, let message):
      "\(product): \(English.closed(message ?? "the App Store did not answer"))"
    case .halfSuccess(let product, let message):
      "\(product): \(English.closed(message ?? "charged, not delivered yet; it goes on by itself"))"
    case .refused(let product, let message):
      "\(product): \(English.closed(message ?? "charged, but the app's server refused it"))"
    case .unverifiedTitle: "Signature does not verify"
    case .unverified(let product): "\(product): paid, but the signature does not verify; not unlocked."
    case .staysLocked(let product, let reason):
      "\(product) stays locked: \(English.closed(reason ?? "the signature does not hold"))"
    case .keptInQuarantine: "The signed transaction is kept in quarantine with this reason."
    case .fetchesProperCopy:
      "If the App Store did charge, a refund check (\(key(.refundCheck))) or a restore (\(key(.restore))) fetches a "
        + "proper copy and unlocks it."

    case .restored(let count, let entitled, let inactive):
      (count == 0 ? "Restored, nothing was missing" : "Restored \(English.counted(count, "transaction"))")
        + ": \(entitled) entitled" + (inactive == 0 ? "." : ", \(inactive) inactive.")
    case .nothingToRestore: "Nothing to restore: this Apple Account owns nothing here."
    case .restoreCancelled: "Restore cancelled: nothing was removed."
    case .restoreFailed(let reason):
      "Restore failed: \(English.closed(reason ?? "the App Store gave no reason")) Nothing was removed."
    case .entitled(let product): "\(product): entitled"
    case .inactive(let product, let state): "\(product): \(state.words), not entitled"
    case .otherUser(let name, let reason): "\(name): of another user, \(reason)"
    case .notRestorable(let name, let reason): "\(name): not restorable, \(reason)"
    case .failedVerification(let name, let reason): "\(name): failed verification, \(reason)"
    case .unnamedTransaction: "a transaction"
    case .knownBefore(let count): "\(English.counted(count, "transaction")) known before"

    case .checkCancelled: "Refund check cancelled: nothing was removed."
    case .checkIncomplete: "Refund check incomplete: nothing was removed."
    case .checkFailed(let reason):
      "Refund check failed: \(English.closed(reason ?? "the App Store gave no reason")) Nothing was removed."
    case .nothingChanged(let count): "Nothing changed: \(English.counted(count, "product")) as before."
    case .changed(let refunded, let reversed, let entitled, let removed):
      "Refund check: "
        + [
          (refunded, "refunded"), (reversed, "reversed"), (entitled, "newly entitled"),
          (removed, "no longer entitled"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "."
    case .refunded(let product, let date, let isLost):
      "\(product): refunded\(date.map { " on \($0)" } ?? ""), \(isLost ? "no longer entitled" : "entitlement unchanged")"
    case .refundReversed(let product, let isBack): "\(product): refund reversed\(isBack ? ", entitled again" : "")"
    case .newlyEntitled(let product): "\(product): newly entitled"
    case .noLongerEntitled(let product): "\(product): no longer entitled"
    case .unchanged(let count): "\(English.counted(count, "product")) unchanged"

    case .filed(let product):
      "Filed, not refunded: Apple decides on \(product). Press \(key(.refundCheck)) later to look."
    case .notAsked: "No refund was asked for."
    case .askedBefore(let product): "A refund of \(product) was asked for already: Apple decides."
    case .notAskedBecause(let reason): "No refund was asked for: \(reason)"
    case .remaining(let count): "\(count) left."
    case .used(let count, let product, let rest): "Used \(count) × \(product): \(rest) left."
    case .nothingWaits: "Nothing waits: everything paid was delivered and reported."
    case .order(let product, let state, let error, let advice):
      "\(product): \(RowText.orderState(state))" + (error.map { " (\($0))" } ?? "")
        + (advice.isEmpty ? "" : "; \(advice)")
    case .ordersSettled(let count): "\(English.counted(count, "order")): nothing is left to do."
    case .ordersOpen(let count): "\(English.counted(count, "order")) still open."
    case .answered(let count):
      "The App Store answered: \(English.counted(count, "line")) (\(key(.lastReport)) shows \(English.agreeing(count, "it", "them")))."
    }
  }

  /// What a purchase led to that cost nothing: it changed the plan, or nothing at all.
  private func chargedNothing(_ product: String, _ change: PlanChange?) -> String {
    switch change {
    case .downgrade, .crossgradeAtRenewal: "\(product) begins with the next renewal: nothing was charged now."
    case .takenBack: "\(product) goes on: the change was taken back, nothing was charged."
    case .alreadyChosen: "\(product) begins with the next renewal, as was chosen before: nothing was charged."
    default: "\(product) is owned already: nothing was charged."
    }
  }
}
