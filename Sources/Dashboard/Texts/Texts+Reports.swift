import StoreModel

extension Texts {
  /// What a task changed; nil when there is nothing to say.
  static func report(_ outcome: Outcome, of kind: Work.Kind, state: State) -> Report? {
    switch outcome {
    case .bought(let report): bought(report, kind, state)
    case .restored(let report): restored(report, state)
    case .checked(let report): checked(report, title: "Refund check", state)
    case .askedRefund(let report): asked(report, state)
    case .retried(let report): retried(report, state)
    case .told(let lines): told(lines.map(safe))
    case .used(let productId, let balance): used(productId, balance: balance, kind, state)
    case .done(let detail): done(kind, detail: detail.map(safe), state)
    }
  }

  /// News that came by itself.
  static func news(_ report: RefundCheckReport, state: State) -> Report {
    checked(report, title: "News from the App Store", state)
  }

  static func announced(_ report: Report) -> Message {
    guard report.lines.count > 2, let first = report.lines.first else { return report.lines.first ?? report.summary }
    return Message("\(first.text) (l shows all)", first.tone)
  }

  // MARK: Buying

  private static func bought(_ report: BuyReport, _ kind: Work.Kind, _ state: State) -> Report {
    let name = state.name(of: report.productId)
    let message = report.message.map(safe)
    switch report.result {
    case .success where report.alreadyOwned: return line(chargedNothing(name, kind), .good)
    case .success: return line("Bought \(name); \(account(state)) paid.", .good)
    case .pending where state.situation?.interrupts == true:
      return line(
        "\(name) is interrupted: nothing is charged before the customer settles it with the App Store (s, y).", .warning
      )
    case .pending:
      return line("\(name) waits for a parent: nothing is charged or unlocked until approved (s, y).", .warning)
    case .cancelled: return line("Cancelled: \(name) was not bought, nothing was charged.")
    case .failed:
      return Report(
        title: "Purchase failed",
        summary: Message("\(name) was not bought: \(message ?? "the App Store gave no reason")", .bad),
        lines: [
          Message("\(name) was not bought: \(message ?? "the App Store gave no reason").", .bad),
          Message("Nothing was charged. Press b to try again."),
        ])
    case .unanswered:
      return line("\(name): \(message ?? "the App Store did not answer").", .warning)
    case .halfSuccess:
      return line("\(name): \(message ?? "charged, not delivered yet; it goes on by itself").", .warning)
    case .refused:
      return line("\(name): \(message ?? "charged, but the app's server refused it").", .bad)
    case .unverified:
      return Report(
        title: "Signature does not verify",
        summary: Message("\(name): paid, but the signature does not verify; not unlocked.", .bad),
        lines: [
          Message("\(name) stays locked: \(message ?? "the signature does not hold").", .bad),
          Message("The signed transaction is kept in quarantine with this reason."),
          Message("If the App Store did charge, c or r fetches a proper copy and unlocks it."),
        ])
    }
  }

  /// What a purchase led to that cost nothing: it changed the plan, or nothing at all.
  private static func chargedNothing(_ name: String, _ kind: Work.Kind) -> String {
    guard case .command(.buy(let purchase)) = kind else { return "\(name) is owned already: nothing was charged." }
    return switch purchase.change {
    case .downgrade, .crossgradeAtRenewal: "\(name) begins with the next renewal: nothing was charged now."
    case .takenBack: "\(name) goes on: the change was taken back, nothing was charged."
    case .alreadyChosen: "\(name) begins with the next renewal, as was chosen before: nothing was charged."
    default: "\(name) is owned already: nothing was charged."
    }
  }

  private static func account(_ state: State) -> String { state.account ?? "the Apple Account" }

  // MARK: Restoring

  private static func restored(_ report: RestoreReport, _ state: State) -> Report {
    var lines: [Message] = []
    lines += report.entitled.map { Message("\(state.name(of: $0)): entitled", .good) }
    lines += report.inactive.map {
      Message("\(state.name(of: $0.productId)): \($0.state.words), not entitled", .warning)
    }
    lines += report.otherUser.map { transaction($0, "of another user", .warning, state) }
    lines += report.notRestorable.map { transaction($0, "not restorable", .plain, state) }
    lines += report.failed.map { transaction($0, "failed verification", .bad, state) }
    if report.alreadyKnown > 0 { lines.append(Message("\(count(report.alreadyKnown, "transaction")) known before")) }
    return Report(title: "Restore", summary: restoreSummary(report), lines: report.result == .failed ? [] : lines)
  }

  private static func restoreSummary(_ report: RestoreReport) -> Message {
    let message = report.message.map(safe)
    switch report.result {
    case .nothing: return Message(message ?? "Nothing to restore: this Apple Account owns nothing here.", .warning)
    case .cancelled: return Message(message ?? "Restore cancelled: nothing was removed.", .warning)
    case .failed:
      return Message("Restore failed: \(message ?? "the App Store gave no reason"). Nothing was removed.", .bad)
    case .restored:
      let inactive = report.inactive.isEmpty ? "" : ", \(report.inactive.count) inactive"
      let restored =
        report.restored.isEmpty
        ? "Restored, nothing was missing" : "Restored \(count(report.restored.count, "transaction"))"
      return Message(
        "\(restored): \(report.entitled.count) entitled\(inactive).",
        report.entitled.isEmpty ? .warning : .good)
    }
  }

  private static func transaction(
    _ outcome: TransactionOutcome, _ word: String, _ tone: Tone, _ state: State
  ) -> Message {
    let product = state.name(of: outcome.productId)
    let name = product.isEmpty ? outcome.transactionId.map(safe) ?? "a transaction" : product
    return Message("\(name): \(word), \(safe(outcome.reason))", tone)
  }

  // MARK: Refund check

  private static func checked(_ report: RefundCheckReport, title: String, _ state: State) -> Report {
    Report(title: title, summary: checkSummary(report), lines: checkLines(report, state))
  }

  private static func checkSummary(_ report: RefundCheckReport) -> Message {
    let message = report.message.map(safe)
    switch report.result {
    case .cancelled: return Message(message ?? "Refund check cancelled: nothing was removed.", .warning)
    case .failed:
      return Message("Refund check failed: \(message ?? "the App Store gave no reason"). Nothing was removed.", .bad)
    case .done: break
    }
    guard report.complete else { return Message("Refund check incomplete: nothing was removed.", .warning) }
    let parts = [
      (report.refunded.count, "refunded"), (report.reversed.count, "reversed"),
      (report.entitled.count, "newly entitled"), (report.removed.count, "no longer entitled"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    guard !parts.isEmpty else {
      return Message("Nothing changed: \(count(report.unchanged, "product")) as before.", .good)
    }
    return Message("Refund check: \(parts.joined(separator: ", ")).", report.removed.isEmpty ? .good : .warning)
  }

  private static func checkLines(_ report: RefundCheckReport, _ state: State) -> [Message] {
    var lines: [Message] = []
    var told: Set<String> = []
    for item in report.refunded {
      let isLost = report.removed.contains(item.productId)
      let date = item.revocationDate.map { " on \(state.day($0))" } ?? ""
      told.insert(item.productId)
      lines.append(
        Message(
          "\(state.name(of: item.productId)): refunded\(date), \(isLost ? "no longer entitled" : "entitlement unchanged")",
          isLost ? .bad : .warning))
    }
    for item in report.reversed {
      let isBack = report.entitled.contains(item.productId)
      told.insert(item.productId)
      lines.append(
        Message("\(state.name(of: item.productId)): refund reversed\(isBack ? ", entitled again" : "")", .good))
    }
    lines += report.entitled.filter { !told.contains($0) }.map {
      Message("\(state.name(of: $0)): newly entitled", .good)
    }
    lines += report.removed.filter { !told.contains($0) }.map {
      Message("\(state.name(of: $0)): no longer entitled", .bad)
    }
    guard !lines.isEmpty else { return [] }
    return lines + [Message("\(count(report.unchanged, "product")) unchanged")]
  }

  // MARK: Smaller things

  private static func asked(_ report: RefundRequestReport, _ state: State) -> Report {
    let name = state.name(of: report.productId)
    return switch report.result {
    case .filed: line("Filed, not refunded: Apple decides on \(name). Press c later to look.", .good)
    case .cancelled: line("No refund was asked for.")
    case .duplicate: line("A refund of \(name) was asked for already: Apple decides.", .warning)
    case .failed: line("No refund was asked for: \(safe(report.message))", .bad)
    }
  }

  private static func used(_ productId: String, balance: Int, _ kind: Work.Kind, _ state: State) -> Report {
    guard case .command(.use(_, let count)) = kind else { return line("\(balance) left.") }
    return line("Used \(count) × \(state.name(of: productId)): \(balance) left.", .good)
  }

  static func line(_ text: String, _ tone: Tone = .plain) -> Report {
    Report(title: "Last action", summary: Message(text, tone))
  }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
