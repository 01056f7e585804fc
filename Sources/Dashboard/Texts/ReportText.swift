import SafeText
import StoreModel
import Texts

/// What a task changed.
enum ReportText {
  static func bought(product: String, account: String) -> Words {
    account.isEmpty ? "Bought \(product); the Apple Account paid." : "Bought \(product); \(account) paid."
  }
  static func chargedNothing(product: String, _ change: PlanChange?) -> Words {
    switch change {
    case .downgrade, .crossgradeAtRenewal: "\(product) begins with the next renewal: nothing was charged now."
    case .takenBack: "\(product) goes on: the change was taken back, nothing was charged."
    case .alreadyChosen: "\(product) begins with the next renewal, as was chosen before: nothing was charged."
    default: "\(product) is owned already: nothing was charged."
    }
  }
  static func restored(count: Int, entitled: Int, inactive: Int) -> Words {
    (count == 0
      ? "Restored, nothing was missing"
      : Words(count, "Restored \(count) transaction", "Restored \(count) transactions"))
      + ": \(entitled) entitled" + (inactive == 0 ? "." : ", \(inactive) inactive.")
  }
  static func changed(refunded: Int, reversed: Int, entitled: Int, removed: Int) -> Words {
    "Refund check: \(Language.series([(refunded, say("\(refunded) refunded", context: "Report")), (reversed, say("\(reversed) reversed")), (entitled, say("\(entitled) newly entitled", context: "Report")), (removed, say("\(removed) no longer entitled"))].filter { $0.0 > 0 }.map(\.1)))."
  }
  static func order(product: String, _ state: Order.State, error: String?, advice: String) -> Words {
    "\(product): \(RowText.orderState(state))" + (error.map { " (\($0))" } ?? "")
      + (advice.isEmpty ? "" : "; \(advice)")
  }
}

extension State {
  /// What a task changed; nil when there is nothing to say.
  func report(_ outcome: Outcome, of kind: Work.Kind) -> Report? {
    switch outcome {
    case .bought(let report): bought(report, kind)
    case .restored(let report): restored(report)
    case .checked(let report): checked(report, title: Words("Refund check"))
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
  func news(_ report: RefundCheckReport) -> Report { checked(report, title: Words("News from the App Store")) }

  private func line(_ text: Words, _ tone: Tone = .plain) -> Report { Report(Message(text.text, tone)) }

  /// What was open when the program ended last, and is delivered now.
  private func started(_ healed: [Order], _ detail: String?) -> Report? {
    guard !healed.isEmpty else { return detail.map { Report(Message($0)) } }
    return Report(
      title: say("Taken up again"),
      summary: Message(
        say(
          healed.count, "\(healed.count) paid order of before the program ended is delivered now.",
          "\(healed.count) paid orders of before the program ended are delivered now."), .good),
      lines: healed.map {
        Message(
          say(
            "\(name(of: $0.productId)): paid, but the program ended before it was delivered; it is delivered now, "
              + "and charged once"
          ), .good)
      }
        + [
          Message(
            say(
              "Each step is stored before the next one begins, so the start knew how far it was "
                + "(\(ActionTable.key(of: .showOrders)) lists the order)."
            ))
        ])
  }

  // MARK: Buying

  private func bought(_ report: BuyReport, _ kind: Work.Kind) -> Report {
    let name = name(of: report.productId)
    let message = report.message.map { safeText($0) }
    switch report.result {
    case .success where report.alreadyOwned && report.orderId != nil:
      return line(
        Words("\(name): an earlier purchase of it was charged and is delivered now; nothing was bought again."), .good)
    case .success where report.alreadyOwned:
      return line(ReportText.chargedNothing(product: name, kind.planChange), .good)
    case .success: return line(ReportText.bought(product: name, account: account ?? ""), .good)
    case .failed where report.isInterrupted:
      return line(
        Words(
          "\(name) is interrupted: nothing is charged before the customer settles it with the App Store "
            + "(\(ActionTable.keys(to: "approve")))."
        ), .warning)
    case .pending:
      return line(
        Words(
          "\(name) waits for a parent: nothing is charged or unlocked until approved "
            + "(\(ActionTable.keys(to: "approve")))."
        ), .warning)
    case .cancelled: return line(Words("Cancelled: \(name) was not bought, nothing was charged."))
    case .failed:
      let reason = Message(
        say("\(name) was not bought: \(Language.closed(message ?? say("the App Store gave no reason")))"), .bad)
      return Report(
        title: say("Purchase failed"), summary: reason,
        lines: [reason, Message(say("Nothing was charged. Press \(ActionTable.key(of: .buy)) to try again."))])
    case .unanswered:
      return line(Words("\(name): \(Language.closed(message ?? say("the App Store did not answer")))"), .warning)
    case .halfSuccess:
      return line(
        Words("\(name): \(Language.closed(message ?? say("charged, not delivered yet; it goes on by itself")))"),
        .warning)
    case .refused:
      return line(
        Words("\(name): \(Language.closed(message ?? say("charged, but the app's server refused it")))"), .bad)
    case .unverified:
      return Report(
        title: say("Signature does not verify"),
        summary: Message(say("\(name): paid, but the signature does not verify; not unlocked."), .bad),
        lines: [
          Message(say("\(name) stays locked: \(Language.closed(message ?? say("the signature does not hold")))"), .bad),
          Message(say("The signed transaction is kept in quarantine with this reason.")),
          Message(
            say(
              "If the App Store did charge, a refund check (\(ActionTable.key(of: .refundCheck))) or a restore "
                + "(\(ActionTable.key(of: .restore))) fetches a proper copy and unlocks it."
            )),
        ])
    }
  }

  // MARK: Restoring

  private func restored(_ report: RestoreReport) -> Report {
    var lines: [Message] = []
    func add(_ text: Words, _ tone: Tone) { lines.append(Message(text.text, tone)) }
    for productId in report.entitled { add(Words("\(name(of: productId)): entitled"), .good) }
    for item in report.inactive {
      add(Words("\(name(of: item.productId)): \(item.state.words), not entitled"), .warning)
    }
    for item in report.otherUser {
      add(Words("\(name(of: item)): of another user, \(safeText(item.reason))"), .warning)
    }
    for item in report.notRestorable {
      add(Words("\(name(of: item)): not restorable, \(safeText(item.reason))"), .plain)
    }
    for item in report.failed { add(Words("\(name(of: item)): failed verification, \(safeText(item.reason))"), .bad) }
    if report.alreadyKnown > 0 {
      add(
        Words(
          report.alreadyKnown, "\(report.alreadyKnown) transaction known before",
          "\(report.alreadyKnown) transactions known before"), .plain)
    }
    return Report(
      title: say("Restore"), summary: summary(of: report), lines: report.result == .failed ? [] : lines)
  }

  private func summary(of report: RestoreReport) -> Message {
    let message = report.message.map { safeText($0) }
    switch report.result {
    case .nothing: return Message(message ?? say("Nothing to restore: this Apple Account owns nothing here."), .warning)
    case .cancelled: return Message(message ?? say("Restore cancelled: nothing was removed."), .warning)
    case .failed:
      return Message(
        say("Restore failed: \(Language.closed(message ?? say("the App Store gave no reason"))) Nothing was removed."),
        .bad)
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
      ? outcome.transactionId.map { safeText($0) } ?? say("a transaction", context: "Report") : product
  }

  // MARK: Refund check

  private func checked(_ report: RefundCheckReport, title: Words) -> Report {
    Report(title: title.text, summary: summary(of: report), lines: lines(of: report))
  }

  private func summary(of report: RefundCheckReport) -> Message {
    let message = report.message.map { safeText($0) }
    switch report.result {
    case .cancelled: return Message(message ?? say("Refund check cancelled: nothing was removed."), .warning)
    case .failed:
      return Message(
        say(
          "Refund check failed: \(Language.closed(message ?? say("the App Store gave no reason"))) Nothing was removed."
        ), .bad)
    case .done: break
    }
    guard report.complete else { return Message(say("Refund check incomplete: nothing was removed."), .warning) }
    let counts = [report.refunded.count, report.reversed.count, report.entitled.count, report.removed.count]
    guard counts.contains(where: { $0 > 0 }) else {
      return Message(
        say(
          report.unchanged, "Nothing changed: \(report.unchanged) product as before.",
          "Nothing changed: \(report.unchanged) products as before."), .good)
    }
    let text = ReportText.changed(refunded: counts[0], reversed: counts[1], entitled: counts[2], removed: counts[3])
    return Message(text.text, report.removed.isEmpty ? .good : .warning)
  }

  private func lines(of report: RefundCheckReport) -> [Message] {
    var lines: [Message] = []
    var told: Set<String> = []
    func add(_ text: Words, _ tone: Tone) { lines.append(Message(text.text, tone)) }
    for item in report.refunded {
      let isLost = report.removed.contains(item.productId)
      told.insert(item.productId)
      let refund = item.revocationDate.map(day).map { say("refunded on \($0)") } ?? say("refunded")
      let access = isLost ? say("no longer entitled") : say("entitlement unchanged")
      add(Words("\(name(of: item.productId)): \(refund), \(access)"), isLost ? .bad : .warning)
    }
    for item in report.reversed {
      told.insert(item.productId)
      let isBack = report.entitled.contains(item.productId)
      add(Words("\(name(of: item.productId)): refund reversed\(isBack ? say(", entitled again") : "")"), .good)
    }
    for productId in report.entitled where !told.contains(productId) {
      add(Words("\(name(of: productId)): newly entitled"), .good)
    }
    for productId in report.removed where !told.contains(productId) {
      add(Words("\(name(of: productId)): no longer entitled"), .bad)
    }
    if !lines.isEmpty {
      add(
        Words(report.unchanged, "\(report.unchanged) product unchanged", "\(report.unchanged) products unchanged"),
        .plain)
    }
    return lines
  }

  // MARK: Smaller things

  private func asked(_ report: RefundRequestReport) -> Report {
    let name = name(of: report.productId)
    return switch report.result {
    case .filed:
      line(
        Words(
          "Filed, not refunded: Apple decides on \(name). Press \(ActionTable.key(of: .refundCheck)) later to look."),
        .good)
    case .cancelled: line(Words("No refund was asked for."))
    case .duplicate: line(Words("A refund of \(name) was asked for already: Apple decides."), .warning)
    case .failed: line(Words("No refund was asked for: \(safeText(report.message))"), .bad)
    }
  }

  private func used(_ productId: String, balance: Int, _ kind: Work.Kind) -> Report {
    guard case .command(.use(_, let count)) = kind else { return line(Words("\(balance) left.")) }
    return line(Words("Used \(count) × \(name(of: productId)): \(balance) left."), .good)
  }

  /// What became of orders that were tried again, or given up.
  private func retried(_ report: RetryReport) -> Report {
    let message = report.message.map { Message(safeText($0), .warning) }
    guard !report.orders.isEmpty else {
      return message.map { Report($0) }
        ?? line(Words("Nothing waits: everything paid was delivered and reported."), .good)
    }
    let lines = report.orders.map { order in
      let text = ReportText.order(
        product: name(of: order.productId), order.state, error: order.lastError.map { safeText($0) },
        advice: order.advice)
      return Message(text.text, order.state == .closed ? .good : .warning)
    }
    let open = report.orders.filter { $0.state != .closed }.count
    return Report(
      title: say("Orders"),
      summary: open == 0
        ? Message(
          say(
            report.orders.count, "\(report.orders.count) order: nothing is left to do.",
            "\(report.orders.count) orders: nothing is left to do."), .good)
        : Message(say(open, "\(open) order still open.", "\(open) orders still open."), .warning),
      lines: lines.count == 1 && open == 0 ? [] : lines + (message.map { [$0] } ?? []))
  }

  /// What support was answered.
  private func told(_ lines: [String]) -> Report {
    Report(
      title: say("The App Store's answer"),
      summary: Message(
        lines.count == 1
          ? lines[0]
          : say(
            lines.count, "The App Store answered: \(lines.count) line (\(ActionTable.key(of: .lastReport)) shows it).",
            "The App Store answered: \(lines.count) lines (\(ActionTable.key(of: .lastReport)) shows them)."), .good),
      lines: lines.count == 1 ? [] : lines.map { Message($0) })
  }
}

extension Report {
  /// What the message line says of news that nobody asked for.
  var announcement: Message {
    guard lines.count > 2, let first = lines.first else { return lines.first ?? summary }
    return Message(say("\(first.text) (\(ActionTable.key(of: .lastReport)) shows all)"), first.tone)
  }
}

extension Work.Kind {
  /// What a purchase changes about a subscription, as the person was told before.
  fileprivate var planChange: PlanChange? {
    if case .command(.buy(let purchase)) = self { purchase.change } else { nil }
  }
}
