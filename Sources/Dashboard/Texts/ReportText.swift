import AppStoreModel
import Core

/// The reports of tasks.
enum ReportText {
  static func bought(product: String, account: String, isFree: Bool) -> Words {
    if isFree { return "\(product) is active; nothing was charged." }
    return account.isEmpty ? "Bought \(product); the Apple Account paid." : "Bought \(product); \(account) paid."
  }
  static func chargedNothing(product: String, _ change: PlanChange?, isActive: Bool) -> Words {
    switch change {
    case .crossgradeAtRenewal where isActive:
      "\(product) changes its billing plan at the next renewal: nothing was charged now."
    case .downgrade, .crossgradeAtRenewal: "\(product) starts at the next renewal: nothing was charged now."
    case .resumed: "Auto-renewal of \(product) is on again: nothing was charged now."
    case .takenBack: "\(product) continues: the change was undone, nothing was charged."
    case .alreadyChosen: "\(product) starts at the next renewal, as chosen before: nothing was charged."
    default: "\(product) is already owned: nothing was charged."
    }
  }
  static func restored(count: Int, entitled: Int, inactive: Int) -> Words {
    (count == 0
      ? "Restored, no new transactions"
      : Words(count, "Restored \(count) transaction", "Restored \(count) transactions"))
      + ": \(entitled) entitled" + (inactive == 0 ? "." : ", \(inactive) inactive.")
  }
  static func changed(refunded: Int, reversed: Int, entitled: Int, removed: Int) -> Words {
    "Refund check: \(Language.series([(refunded, say("\(refunded) refunded", context: "Report")), (reversed, say("\(reversed) reversed")), (entitled, say("\(entitled) newly entitled", context: "Report")), (removed, say("\(removed) no longer entitled"))].filter { $0.0 > 0 }.map(\.1)))."
  }
}

extension State {
  /// Returns a task's report, or nil if there is nothing to report.
  func report(_ outcome: Outcome, of kind: Work.Kind) -> Report? {
    switch outcome {
    case .bought(let report): bought(report, kind)
    case .restored(let report): restored(report)
    case .checked(let report): checked(report, title: Words("Refund check"))
    case .helped(let help): Report(Message(help.next.say.map { safeText($0) } ?? safeText(help.next.text)))
    case .askedRefund(let report): asked(report)
    case .retried(let report): retried(report)
    case .asksBeforeLogin: nil
    case .told(let lines): told(lines.map { safeText($0) })
    case .used(let productId, let balance): used(productId, balance: balance, kind)
    case .started(let healed, let detail): started(healed, detail.map { safeText($0) })
    case .done(let detail): done(kind, detail: detail.map { safeText($0) })
    }
  }

  /// Returns the report of an update that arrived on its own.
  func news(_ report: RefundCheckReport) -> Report { checked(report, title: Words("Updates from the App Store")) }

  private func line(_ text: Words, _ tone: Tone = .plain) -> Report { Report(Message(text.text, tone)) }

  /// Returns the report of a start: the orders that were open when Till last ended and are now delivered.
  private func started(_ healed: [Order], _ detail: String?) -> Report? {
    guard !healed.isEmpty else { return detail.map { Report(Message($0)) } }
    return Report(
      title: say("Picked up where it left off"),
      summary: Message(
        say(
          healed.count, "\(healed.count) order paid before the program ended has now been delivered.",
          "\(healed.count) orders paid before the program ended have now been delivered."), .good),
      lines: healed.map {
        Message(
          say(
            "\(name(of: $0.productId)): the program ended before it was delivered; it is delivered now, once"
          ), .good)
      }
        + [
          Message(
            say(
              "Till stores each step before the next one begins, so it knew where to continue "
                + "(\(ActionTable.key(of: .showOrders)) lists the order)."
            ))
        ])
  }

  // MARK: Buying

  private func bought(_ report: BuyReport, _ kind: Work.Kind) -> Report {
    let name = name(of: report.productId)
    let message = report.message.map {
      report.isHeldBack
        ? say("\(safeText($0)) (\(ActionTable.key(of: .buy)) asks whether to buy it anyway)") : safeText($0)
    }
    switch report.result {
    case .success where report.alreadyOwned && report.orderId != nil:
      return line(
        Words("\(name): an earlier purchase of it is delivered now; nothing was bought again."), .good)
    case .success where report.alreadyOwned:
      let isActive = products[report.productId]?.entitled == true
      return line(ReportText.chargedNothing(product: name, kind.planChange, isActive: isActive), .good)
    case .success: return line(ReportText.bought(product: name, account: account ?? "", isFree: report.isFree), .good)
    case .failed where report.isInterrupted:
      return line(
        Words(
          "\(name) is interrupted: nothing is charged until the customer resolves it with the App Store "
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
        lines: [reason, Message(say("Nothing was charged. Press \(ActionTable.key(of: .buy)) to retry."))])
    case .unanswered:
      return line(Words("\(name): \(Language.closed(message ?? say("the App Store did not answer")))"), .warning)
    case .halfSuccess:
      return line(
        Words("\(name): \(Language.closed(message ?? say("charged, not delivered yet; Till retries automatically")))"),
        .warning)
    case .refused:
      return line(
        Words("\(name): \(Language.closed(message ?? say("charged, but the app server rejected it")))"), .bad)
    case .unverified where report.isCredited:
      return line(
        Words("\(name): the signature does not verify on this device; \(Language.closed(message ?? ""))"), .warning)
    case .unverified:
      return Report(
        title: say("Invalid signature"),
        summary: Message(say("\(name): the signature does not verify; not unlocked."), .bad),
        lines: [
          Message(
            say("\(name) is not unlocked: \(Language.closed(message ?? say("the signature does not hold")))"), .bad),
          Message(say("The signed transaction is in quarantine with this reason.")),
          Message(
            say(
              "If the App Store did charge, a refund check (\(ActionTable.key(of: .refundCheck))) or a restore "
                + "(\(ActionTable.key(of: .restore))) fetches a valid copy and unlocks it."
            )),
        ], locked: report.productId)
    }
  }

  // MARK: Restoring

  private func restored(_ report: RestoreReport) -> Report {
    var lines: [Message] = []
    func add(_ text: Words, _ tone: Tone) { lines.append(Message(text.text, tone)) }
    for productId in report.entitled { add(Words("\(name(of: productId)): entitled"), .good) }
    for item in report.inactive {
      add(Words("\(name(of: item.productId)): \(item.words), not entitled"), .warning)
    }
    for item in report.otherUser {
      add(Words("\(name(of: item)): linked to another user, \(safeText(item.reason))"), .warning)
    }
    for item in report.notRestorable {
      add(Words("\(name(of: item)): not restorable, \(safeText(item.reason))"), .plain)
    }
    for item in report.failed { add(Words("\(name(of: item)): failed verification, \(safeText(item.reason))"), .bad) }
    if report.alreadyKnown > 0 {
      add(
        Words(
          report.alreadyKnown, "\(report.alreadyKnown) transaction already known",
          "\(report.alreadyKnown) transactions already known"), .plain)
    }
    return Report(
      title: say("Restore"), summary: summary(of: report), lines: report.result == .failed ? [] : lines)
  }

  private func summary(of report: RestoreReport) -> Message {
    let message = report.message.map { safeText($0) }
    switch report.result {
    case .nothing:
      return Message(message ?? say("Nothing to restore: no purchase of this Apple Account can be restored."), .warning)
    case .cancelled: return Message(message ?? say("Restore cancelled: no purchases were removed."), .warning)
    case .failed:
      return Message(
        say(
          "Restore failed: \(Language.closed(message ?? say("the App Store gave no reason"))) No purchases "
            + "were removed."),
        .bad)
    case .restored:
      let text = ReportText.restored(
        count: report.restored.count, entitled: report.entitled.count, inactive: report.inactive.count)
      return Message(text.text, report.entitled.isEmpty ? .warning : .good)
    }
  }

  /// Returns the product's name of a transaction, or the transaction's id if the product is unknown.
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
    case .cancelled: return Message(message ?? say("Refund check cancelled: no purchases were removed."), .warning)
    case .failed:
      return Message(
        say("Refund check failed: \(Language.closed(message ?? say("the App Store gave no reason")))"), .bad)
    case .done: break
    }
    guard report.complete else { return Message(say("Refund check incomplete: no purchases were removed."), .warning) }
    let counts = [report.refunded.count, report.reversed.count, report.entitled.count, report.removed.count]
    guard counts.contains(where: { $0 > 0 }) else {
      return Message(
        say(
          report.unchanged, "No change of access: \(report.unchanged) product as before.",
          "No change of access: \(report.unchanged) products as before."), .good)
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
      let isNew = report.entitled.contains(item.productId)
      let isKept = products[item.productId].map { $0.type == .consumable || $0.entitled } == true && !isNew
      let access =
        isLost
        ? say("no longer entitled")
        : isKept ? say("entitlement unchanged") : PaneText.entitlement(isEntitled: isNew, detail: nil).text
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

  // MARK: Other reports

  private func asked(_ report: RefundRequestReport) -> Report {
    let name = name(of: report.productId)
    return switch report.result {
    case .filed:
      line(
        Words(
          "Requested, not refunded yet: Apple decides on \(name). Press \(ActionTable.key(of: .refundCheck)) "
            + "later to check."),
        .good)
    case .cancelled: line(Words("No refund was requested."))
    case .duplicate: line(Words("A refund of \(name) was already requested: Apple decides."), .warning)
    case .failed: line(Words("No refund was requested: \(safeText(report.message))"), .bad)
    }
  }

  private func used(_ productId: String, balance: Int, _ kind: Work.Kind) -> Report {
    guard case .command(.use(_, let count)) = kind else { return line(Words("\(balance) left.")) }
    return line(Words("Used \(count) × \(name(of: productId)): \(balance) left."), .good)
  }

  /// Returns the report about orders and unconfirmed purchases that were retried, given up or reopened.
  private func retried(_ report: RetryReport) -> Report {
    let message = report.message.map { Message(safeText($0), .warning) }
    guard !report.items.isEmpty else {
      return message.map { Report($0) } ?? line(Words("Nothing waits."), .good)
    }
    let lines = report.items.map { item in
      Message(
        "\(name(of: item.productId)): \(safeText(item.text, limit: 400))",
        item.isWaiting ? .warning : item.after == Order.State.closed.rawValue ? .good : .plain)
    }
    let open = report.items.filter(\.isWaiting).count
    let summary =
      lines.count == 1
      ? lines[0]
      : open == 0
        ? Message(say("\(lines.count) purchases: nothing is left to do."), .good)
        : Message(say("\(open) of \(lines.count) purchases still open."), .warning)
    return Report(
      title: say("Orders"), summary: summary,
      lines: lines.count == 1 && open == 0 ? [] : lines + (message.map { [$0] } ?? []))
  }

  /// Returns the answer to a support action.
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
  /// The message for an update that arrived on its own.
  var announcement: Message {
    guard lines.count > 2, let first = lines.first else { return lines.first ?? summary }
    return Message(say("\(first.text) (\(ActionTable.key(of: .lastReport)) shows all)"), first.tone)
  }
}

extension Work.Kind {
  /// The change that a purchase makes to a subscription, as the preview announced it.
  fileprivate var planChange: PlanChange? {
    if case .command(.buy(let purchase)) = self { purchase.change } else { nil }
  }
}
