import StoreModel

/// What support reads and changes at the real App Store.
extension Texts {
  static let locked = "locked"
  static let nobodyLookedUp = "no customer was looked up"
  static let onlySubscriptions = "only a subscription that renews can be extended"
  static let noPurchaseChosen = "choose a product or a transaction of the customer first"

  /// The report of what the App Store answered.
  static func told(_ lines: [String]) -> Report {
    let summary = lines.count == 1 ? lines[0] : "The App Store answered: \(count(lines.count, "line")) (l shows them)."
    return Report(
      title: "The App Store's answer", summary: Message(summary, .good),
      lines: lines.count == 1 ? [] : lines.map { Message($0) })
  }

  /// Everything that support can do, each with what it does or why it cannot be done.
  static func support(_ state: State) -> Choice {
    let purchase = state.supportedPurchase
    return Choice(
      title: purchase.map { "Support, about \($0.product)" } ?? "Support",
      items: reading(state) + changing(state, purchase))
  }

  static let lookingUp = EntrySheet(
    purpose: .customer, title: "Look a customer up",
    text: ["By any transaction id of theirs, or by the order number on their invoice (production only)."],
    label: "Id or order number: ")

  private static func reading(_ state: State) -> [Choice.Item] {
    let token = EntrySheet(
      purpose: .testToken, title: "What became of a test notification?",
      text: ["The token is what asking for the test answered."], label: "Token: ")
    let nobody = state.account == nil ? nobodyLookedUp : nil
    return [
      Choice.Item(title: "look up", note: "a customer, by transaction id or order number", pick: .enter(lookingUp)),
      item("statuses", "what Apple says of every subscription of the customer", nobody, .command(.support(.statuses))),
      item(
        "notifications", "what was sent to the app's server in the last 30 days", nil,
        .command(.support(.notifications))),
      item("test result", "whether a test notification arrived", nil, .enter(token)),
    ]
  }

  private static func changing(_ state: State, _ purchase: SupportedPurchase?) -> [Choice.Item] {
    let lock = state.setup.abilities.supportChanges
    let reason = lock ?? (purchase == nil ? noPurchaseChosen : nil)
    let isRenewable = [nil, .autoRenewableSubscription].contains(purchase?.type)
    let isConsumable = isRenewable || purchase?.type == .consumable
    let (id, product) = (purchase?.transactionId ?? "", purchase?.product ?? "")
    return [
      item(
        "extend", "moves the renewal date by days that nobody pays for",
        reason ?? (isRenewable ? nil : onlySubscriptions),
        .choose(days(id, product))),
      item(
        "consumption", "tells Apple how far it was used, for a refund", reason ?? (isConsumable ? nil : notAskedAbout),
        .choose(answers(id, product))),
      item("set token", "attaches a user's UUID to the purchase", reason, .enter(tokenEntry(id, product))),
      item("finish", "tells the App Store that it was delivered", reason, .confirm(finishing(id, product))),
      item("test", "has a test notification sent to the app's server", lock, .confirm(testing)),
    ]
  }

  private static func item(_ title: String, _ note: String, _ reason: String?, _ pick: Choice.Pick) -> Choice.Item {
    Choice.Item(
      title: title, note: reason.map(notNow) ?? note, pick: reason.map { .no("\(title): \($0)") } ?? pick)
  }

  // MARK: Changes

  private static func question(_ move: SupportMove, _ title: String, _ text: String) -> Confirmation {
    Confirmation(
      decision: .support(move), title: title, text: [text + " The journal keeps it.", safe(move.verb)])
  }

  private static func days(_ id: String, _ product: String) -> Choice {
    Choice(
      title: "By how many days does \(product) renew later?",
      items: [3, 7, 14, 30, 60, 90].map {
        Choice.Item(title: "\($0) days", note: "", pick: .choose(reasons($0, id, product)))
      })
  }

  /// Apple's reasons for an extension.
  private static func reasons(_ days: Int, _ id: String, _ product: String) -> Choice {
    Choice(
      title: "Why is it extended?",
      items: ["not said", "the customer was not satisfied", "another reason", "an outage of the service"].enumerated()
        .map {
          code, reason in
          let move = SupportMove.extend(transactionId: id, days: days, reason: code)
          return Choice.Item(
            title: reason, note: "reason code \(code)",
            pick: .confirm(
              question(
                move, "Extend \(product) by \(days) days?",
                "The customer keeps access and pays \(days) days later. Apple allows it twice a year.")))
        })
  }

  private static func answers(_ id: String, _ product: String) -> Choice {
    Choice(
      title: "What did the customer have of \(product)? Ask for their consent first.",
      items: ConsumptionAnswer.all.map { answer in
        let move = SupportMove.consumption(transactionId: id, json: answer.json)
        return Choice.Item(
          title: answer.title, note: answer.note,
          pick: .confirm(
            question(
              move, "Tell Apple about \(product)?",
              "Says: \(answer.title), \(answer.note); the customer consented. Apple weighs the refund by it.")))
      })
  }

  private static func tokenEntry(_ id: String, _ product: String) -> EntrySheet {
    EntrySheet(
      purpose: .token(transactionId: id, product: product), title: "Whose is \(product)?",
      text: ["The user's UUID; what will follow is said before anything happens."], label: "UUID: ")
  }

  static func setting(_ uuid: String, of id: String, _ product: String) -> Confirmation {
    question(
      .token(transactionId: id, uuid: uuid), "Set the app account token?",
      "\(product) and all its renewals carry \(uuid) from now on.")
  }

  private static func finishing(_ id: String, _ product: String) -> Confirmation {
    question(
      .finish(transactionId: id), "Finish \(product)?",
      "The App Store stops delivering it: be sure that the customer has it.")
  }

  private static let testing = question(
    .testNotification, "Send a test notification?",
    "The App Store posts a TEST notification to the app's server. It touches no customer.")

  /// A UUID in lower case; nil for any other text.
  static func uuid(_ text: String) -> String? {
    let groups = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { return nil }
    return text.lowercased()
  }

  static func noUUID(_ text: String) -> String {
    "\(safe(text)) is no UUID: write it as 6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11"
  }
}
