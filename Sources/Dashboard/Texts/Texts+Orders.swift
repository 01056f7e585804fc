import StoreModel

extension Texts {
  static let noOrder = "no order is selected (3 lists them)"
  static let orderIsClosed = "it is closed already"
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

  static func facts(of order: Order) -> [TabRow.Fact] {
    var facts = [
      TabRow.Fact(label: "order", text: safe(order.id)),
      TabRow.Fact(label: "transaction", text: safe(order.transactionId)),
      TabRow.Fact(label: "for", text: order.user.map(safe) ?? "nobody: no user was logged in"),
      TabRow.Fact(label: "paid by", text: safe(order.account)),
    ]
    if let token = order.appAccountToken { facts.append(TabRow.Fact(label: "token", text: safe(token))) }
    if let error = order.lastError { facts.append(TabRow.Fact(label: "last error", text: safe(error))) }
    return facts
  }

  static func quarantineNote(_ item: QuarantinedItem) -> String { safe(item.failure.message) }
}
