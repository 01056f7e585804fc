import StoreModel

extension Texts {
  static let noOrder = "no order is selected (3 lists them)"
  static let orderIsClosed = "nothing of it can be given up: it was delivered, or is closed"
  static let nothingTyped = "nothing is typed"

  static let orderTitle = "Order"
  static let orderJournalTitle = "What happened"

  static func dropping(_ row: TabRow, _ state: State) -> EntrySheet {
    EntrySheet(
      purpose: .closeOrder(row.orderId ?? ""), title: "Give up this order?",
      text: [
        "\(state.name(of: row.productId)), transaction \(row.reference)",
        "The App Store is told that it is finished, and nothing is delivered. What was signed stays here as evidence; "
          + "the customer can ask Apple for a refund.",
      ], label: "Reason: ")
  }

  /// What became of orders that were tried again, or given up.
  static func retried(_ report: RetryReport, _ state: State) -> Report {
    if let message = report.message, report.orders.isEmpty { return line(safe(message), .warning) }
    guard !report.orders.isEmpty else {
      return line("Nothing waits: everything paid was delivered and reported.", .good)
    }
    let lines = report.orders.map { order in
      let advice = order.state.advice.isEmpty ? "" : "; \(order.state.advice)"
      let reason = order.lastError.map { " (\(safe($0)))" } ?? ""
      return Message(
        "\(state.name(of: order.productId)): \(word(for: order.state))\(reason)\(advice)",
        order.state == .closed ? .good : .warning)
    }
    let open = report.orders.filter { $0.state != .closed }.count
    let summary =
      open == 0
      ? Message("\(count(report.orders.count, "order")): nothing is left to do.", .good)
      : Message("\(count(open, "order")) still open.", .warning)
    return Report(
      title: "Orders", summary: summary,
      lines: lines.count == 1 && open == 0 ? [] : lines + (report.message.map { [Message(safe($0), .warning)] } ?? []))
  }

  // MARK: Users

  static func waysToLogIn(_ state: State) -> Choice {
    let user = state.device.user
    var items = state.users.filter { $0 != user }.map { name in
      Choice.Item(title: safe(name), note: "", pick: .logIn(name))
    }
    items.append(Choice.Item(title: "another user", note: "by name", pick: .newUser))
    if let user { items.append(Choice.Item(title: "log out", note: "of \(safe(user))", pick: .logIn(nil))) }
    return Choice(title: "Which user logs in to the app?", items: items)
  }

  static let newUser = EntrySheet(
    purpose: .user, title: "Log in to the app",
    text: ["Purchases made from now on are for this user; the Apple Account that pays stays signed in."],
    label: "User: ")

  // MARK: What a list says of a row

  /// How long something has taken, or how long until it is tried again.
  static func age(of date: Timestamp, now: Timestamp) -> String {
    span(max(0, now.milliseconds(since: date)) / 1000)
  }

  static func retry(at date: Timestamp, now: Timestamp) -> String {
    date <= now ? "now" : "in \(span(date.milliseconds(since: now) / 1000))"
  }

  static func word(for state: Order.State) -> String { state == .halfSuccess ? "half success" : state.rawValue }

  static func facts(of order: Order) -> [TabRow.Fact] {
    var facts: [TabRow.Fact] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { facts.append(TabRow.Fact(label: label, text: safe(text))) }
    }
    add("to do", order.state.advice)
    add("last error", order.lastError)
    add("given up", order.closedReason)
    if order.attempts > 0 { add("attempts", "\(order.attempts)") }
    add("for", order.user ?? "nobody: no user was logged in")
    if let credit = order.credit {
      add("credited", "\(credit.users.joined(separator: ", ")): \(words(for: credit.attribution))")
      add("policy", credit.policyOutcome.map(words))
    }
    add("paid by", order.account)
    add("verified", order.verification.text)
    add("transaction", order.transactionId)
    add("token", token(of: order))
    add("order", order.id)
    return facts
  }

  /// A token, and whether it is the purchase's own; a payment that carries it again says so in its journal.
  private static func token(of order: Order) -> String {
    guard let token = order.appAccountToken else { return "missing" }
    return token.lowercased() == order.intentId?.lowercased() ? "\(token), of this purchase alone" : token
  }

  /// What becomes of a purchase that another user has.
  static func fact(of policy: RestorePolicy) -> TabRow.Fact {
    TabRow.Fact(label: "restored", text: "\(policy.rawValue): \(policy.words)")
  }

  static func facts(of item: UnfinishedTransaction) -> [TabRow.Fact] {
    [("to do", item.advice), ("last error", item.lastError ?? ""), ("transaction", item.transactionId)]
      .filter { !$0.1.isEmpty }.map { TabRow.Fact(label: $0.0, text: safe($0.1)) }
  }

  /// How the app's server told whose it is.
  private static func words(for attribution: Attribution) -> String {
    switch attribution {
    case .intent: "the purchase was made for this user"
    case .token: "its token is this user's"
    case .lineage: "an earlier transaction of it is theirs"
    case .missingToken: "it carries no token, and this user was logged in when it was first seen"
    case .foreignToken: "its token is nobody's here, and the restore policy decided"
    }
  }

  /// What a restore policy did, and what support can do.
  private static func words(for outcome: PolicyOutcome) -> String {
    switch outcome {
    case .kept: "kept with the user who had it; support can grant access (till grant), or the customer logs in there"
    case .transferred: "transferred: the user who had it has it no more"
    case .shared: "shared: another user has it too"
    }
  }

  static func quarantineNote(_ item: QuarantinedItem) -> String { safe(item.failure.message) }
}
