import Screen
import StoreModel
import Texts

/// What is done at the desk: in its lists, while something is searched, and with the customer who is open.
extension ActionTable {
  static let desk: [ActionEntry] = lists + parts + customer

  private static let lists: [ActionEntry] = [
    ActionEntry(
      .open, in: [.desk, .deskSearch], keys: [.enter], title: "open",
      summary: "Opens the customer under the cursor, or lists what a saved view holds.", rank: 1,
      unless: \.reasonAgainstOpeningCustomer
    ) { $0.openFromDesk() },
    ActionEntry(
      "search", in: [.desk], keys: ["/"], title: "search", short: "find",
      summary: "Finds customers by any id in full or its beginning, or by products and states.", rank: 2
    ) { $0.editSearch() },
    ActionEntry(
      .close, in: [.deskSearch], keys: [.escape], title: "leave the field", short: "leave",
      summary: "Leaves the field; what was found stays.", rank: 3
    ) { $0.closeInDesk() },
    ActionEntry(
      .close, in: [.desk], keys: [.escape], title: "back",
      summary: "Returns to the customers; there it lists the newest again.", rank: 4
    ) { $0.closeInDesk() },
    ActionEntry(
      "export", in: [.desk], keys: ["E"], title: "export list",
      summary: "Writes all customers that are listed to a file: JSON, CSV or Markdown.", rank: 7,
      unless: { $0.desk?.list.rows.isEmpty == false ? nil : ReasonText.emptyList.text }
    ) { $0.present($0.state.deskExportChoice) },
    ActionEntry(
      "copy-id", in: [.desk], keys: ["y"], title: "copy id",
      summary: "Copies the token of the customer under the cursor, or the desk's number of theirs.",
      unless: { $0.deskID == nil ? ReasonText.noID.text : nil }
    ) { if let id = $0.state.deskID { $0.effects.append(.copy(id)) } },
  ]

  private static let parts: [ActionEntry] = [
    ActionEntry(
      "next-tab", in: [.desk, .deskSearch], keys: [.tab, .right, "]"], title: "next part", short: "next",
      summary: "Shows the next part: customers, views, health, trends.", rank: 5
    ) { $0.showDeskPart(by: 1) },
    ActionEntry(
      "previous-tab", in: [.desk, .deskSearch], keys: [.backTab, .left, "["], title: "part before",
      summary: "Shows the part before."
    ) { $0.showDeskPart(by: -1) },
    part("customers", .customers, "1", title: "Customers", summary: "Lists customers."),
    part(
      "views", .views, "2", title: "Views",
      summary: "Lists the saved views, with how many are in each and what has a deadline."),
    part("health", .health, "3", title: "Health", summary: "How the desk stands: arrivals, delays, what waits."),
    part(
      "trends", .trends, "4", title: "Trends",
      summary: "Purchases, renewals and refunds by day and product, and active subscriptions."),
  ]

  private static func part(
    _ action: Action, _ part: DeskScreen.Part, _ key: Key, title: Words, summary: Words
  ) -> ActionEntry {
    ActionEntry(action, in: [.desk], keys: [key], title: title, summary: summary) { $0.show(part) }
  }

  private static let customer: [ActionEntry] = [
    ActionEntry(
      "notes", in: [.customer], keys: ["N"], title: "notes",
      summary: "Shows what the team wrote about this customer.", rank: 3,
      unless: { $0.desk?.opened?.remarks.isEmpty == false ? nil : say("nobody wrote a note yet") }
    ) { $0.showRemarks() },
    ActionEntry(
      "write-note", in: [.customer], keys: ["n"], title: "write a note", short: "note",
      summary: "Adds a note about this customer, for the team.", rank: 2, unless: \.reasonAgainstWriting
    ) { $0.writeRemark() },
    ActionEntry(
      "ask-refresh", in: [.customer], keys: ["R"], title: "refresh",
      summary: "Asks the worker to read this customer's history at Apple.", rank: 5,
      unless: { $0.reasonAgainst(.refresh) }
    ) { $0.wish(.refresh) },
    ActionEntry(
      "ask-extension", in: [.customer], keys: ["X"], title: "extend",
      summary: "Asks the worker to let the selected subscription renew later, after asking by how many days.",
      unless: \.reasonAgainstExtending
    ) { $0.askDays() },
    ActionEntry(
      "answer-apple", in: [.customer], keys: ["A"], title: "answer Apple", short: "answer",
      summary: "Answers Apple about the use of the selected purchase, by the recorded consent; the worker sends it.",
      unless: \.reasonAgainstAnswering
    ) { $0.askForAnswer() },
    ActionEntry(
      "hold-answer", in: [.customer], keys: ["H"], title: "hold the answer", short: "hold",
      summary: "Keeps the worker's rules from answering Apple about the consumption of the selected purchase.",
      unless: \.reasonAgainstHolding
    ) { if let id = $0.state.selected?.transactionId { $0.wish(.hold(transactionId: id)) } },
    ActionEntry(
      .close, in: [.customer], keys: [.escape], title: "to the list", short: "list",
      summary: "Leaves what is open; then returns to the list of customers.", rank: 1
    ) { $0.closeInCustomer() },
  ]
}

extension Reducer {
  mutating func showDeskPart(by step: Int) {
    if let part = state.desk?.part { show(part.neighbour(by: step)) }
  }
}

extension State {
  /// What a person would copy of the customer under the cursor.
  var deskID: String? {
    desk?.list.selected.map { customer in customer.tokens.first ?? "#\(customer.number)" }
  }

  var reasonAgainstOpeningCustomer: String? {
    guard let desk else { return nil }
    switch desk.part {
    case .customers: return desk.list.selected == nil && !isFinding ? ReasonText.emptyList.text : nil
    case .views: return desk.views?.isEmpty == false ? nil : ReasonText.emptyList.text
    case .health, .trends: return say("there is nothing to open here")
    }
  }

  /// Whether what was typed last is being looked for.
  var isFinding: Bool {
    desk?.list.joining == .replacing(keepsCursor: false) && reads.isUnderWay(.desk(.list))
  }

  var reasonAgainstWriting: String? {
    if let desk, desk.home.isReadOnly { return say("read-only: open the desk without --readonly to write") }
    return underWay { if case .desk = $0 { true } else { false } }
  }

  func reasonAgainst(_ wish: DeskWish) -> String? {
    if let reason = desk?.reasonAgainstWishes { return reason }
    return underWay { if case .desk(.request(wish, customer: _)) = $0 { true } else { false } }
  }

  var reasonAgainstExtending: String? {
    if let reason = desk?.reasonAgainstWishes { return reason }
    guard let product = selected, product.type == .autoRenewableSubscription, product.transactionId != nil else {
      return say("only a subscription that renews can be extended")
    }
    return nil
  }

  var reasonAgainstHolding: String? {
    if let reason = desk?.reasonAgainstWishes { return reason }
    guard let product = selected, product.state == .refundAsked, product.transactionId != nil else {
      return DeskScreenText.nothingAsked.text
    }
    return nil
  }

  var deskExportChoice: Choice {
    Choice(
      title: PaneText.exportTitle.text,
      items: ListFormat.allCases.map {
        Choice.Item(title: $0.rawValue, note: deskExportName($0), pick: .export($0))
      })
  }
}
