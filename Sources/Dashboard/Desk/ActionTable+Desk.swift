import AppStoreModel
import Core
import TerminalUI

/// The actions of the desk: in its lists, in the search field, and for the open customer.
extension ActionTable {
  static let desk: [ActionEntry] = lists + parts + chosen + customer

  private static let lists: [ActionEntry] = [
    ActionEntry(
      .open, in: [.desk, .deskSearch], keys: [.enter], title: "open",
      summary: "Open the customer under the cursor, or list the customers of a saved view.", rank: 1,
      unless: \.reasonAgainstOpeningCustomer
    ) { $0.openFromDesk() },
    ActionEntry(
      "search", in: [.desk], keys: ["/"], title: "search", short: "find",
      summary: "Find customers by any id, its beginning or its last four digits, or by filters like state:refunded.",
      rank: 2
    ) { $0.editSearch() },
    ActionEntry(
      .close, in: [.deskSearch], keys: [.escape], title: "leave the field", short: "leave",
      summary: "Leave the field and keep the results.", rank: 3
    ) { $0.closeInDesk() },
    ActionEntry(
      .close, in: [.desk], keys: [.escape], title: "back",
      summary: "Go back one level: marks, search, view, part.", rank: 4
    ) { $0.closeInDesk() },
    ActionEntry(
      "sort", in: [.desk], keys: ["O"], title: "sort",
      summary: "Sort the customers by user, amount or last event, or in the default order.",
      unless: { $0.desk?.part == .customers ? nil : ReasonText.emptyList.text }
    ) { $0.present($0.state.deskOrders) },
    ActionEntry(
      "mark", in: [.desk], keys: [" "], title: "mark",
      summary: "Mark the customer for a tag, an agent or a note, or remove the mark.",
      unless: { $0.desk?.part == .customers && $0.desk?.list.selected != nil ? nil : ReasonText.emptyList.text }
    ) { $0.state.desk?.list.mark() },
    ActionEntry(
      "apps", in: [.desk], keys: ["A"], title: "apps",
      summary: "List the apps of this desk, and what waits in each; Enter shows one."
    ) { $0.begin(.desk(.apps), .desk(.apps)) },
    ActionEntry(
      "days", in: [.desk], keys: ["d"], title: "days", summary: "Choose the first and the last day of the trends.",
      unless: \.reasonAgainstDays
    ) { $0.askForTrendDays() },
    ActionEntry(
      "weeks", in: [.desk], keys: ["w"], title: "weeks", summary: "Show the trends by week, or by day again.",
      unless: \.reasonAgainstDays
    ) { $0.state.desk?.trendRange.isByWeek.toggle() },
    ActionEntry(
      "export", in: [.desk], keys: ["E"], title: "export list",
      summary: "Write the marked or all listed customers, or the trends, to a file: JSON, CSV or Markdown.", rank: 7,
      unless: \.reasonAgainstDeskExport
    ) { $0.present($0.state.exportChoice) },
    ActionEntry(
      "copy-id", in: [.desk], keys: ["y"], title: "copy id",
      summary: "Copy the account token of the customer under the cursor, or the desk's number for the customer.",
      unless: { $0.deskID == nil ? ReasonText.noID.text : nil }
    ) { if let id = $0.state.deskID { $0.effects.append(.copy(id)) } },
  ]

  private static let parts: [ActionEntry] = [
    ActionEntry(
      "next-tab", in: [.desk, .deskSearch], keys: [.tab, .right, "]"], title: "next part", short: "next",
      summary: "Show the next part: customers, views, health, trends.", rank: 5
    ) { $0.showDeskPart(by: 1) },
    ActionEntry(
      "previous-tab", in: [.desk, .deskSearch], keys: [.backTab, .left, "["], title: "previous part",
      summary: "Show the previous part."
    ) { $0.showDeskPart(by: -1) },
    part("customers", .customers, "1", title: "Customers", summary: "List customers."),
    part(
      "views", .views, "2", title: "Views",
      summary: "List the saved views, with the number of customers and deadlines in each."),
    part("health", .health, "3", title: "Health", summary: "State of the desk: arrivals, delays, pending work."),
    part(
      "trends", .trends, "4", title: "Trends",
      summary: "Purchases, renewals and refunds by day and product, and active subscriptions."),
  ]

  private static func part(
    _ action: Action, _ part: DeskScreen.Part, _ key: Key, title: Words, summary: Words
  ) -> ActionEntry {
    ActionEntry(action, in: [.desk], keys: [key], title: title, summary: summary) { $0.show(part) }
  }

  /// The actions on the open, the marked or the selected customers.
  private static let chosen: [ActionEntry] = [
    ActionEntry(
      "write-note", in: [.desk, .customer], keys: ["N"], title: "notes", short: "note",
      summary: "Show the notes about the customer, and write one; or one about all marked customers.", rank: 8,
      unless: \.reasonAgainstChoosing
    ) { $0.writeRemark() },
    ActionEntry(
      "tag", in: [.desk, .customer], keys: ["t"], title: "tags",
      summary: "Add tags to the customer or all marked ones.",
      unless: \.reasonAgainstChoosing
    ) { $0.editTags() },
    ActionEntry(
      "assign", in: [.desk, .customer], keys: ["a"], title: "assign",
      summary: "Assign the customer or all marked ones to an agent.", unless: \.reasonAgainstChoosing
    ) { $0.editAssignee() },
  ]

  private static let customer: [ActionEntry] = [
    ActionEntry(
      "next-customer", in: [.customer], keys: ["n"], title: "next customer", short: "next",
      summary: "Open the next customer of the list.", rank: 2, unless: \.reasonAgainstNext
    ) { $0.openNext() },
    ActionEntry(
      "person", in: [.customer], keys: ["P"], title: "user",
      summary:
        "Show the user: all Apple Accounts and what each holds, attributes, tags, and double charges.", rank: 3,
      unless: {
        guard let opened = $0.desk?.opened, opened.person == nil, opened.users.isEmpty else { return nil }
        return say("no purchase names a user")
      }
    ) { $0.showPerson() },
    ActionEntry(
      .copySentence, in: [.customer], keys: ["Y"], title: "copy sentence",
      summary: "Copy the sentence for the customer, in their language, and keep a note that it was sent.",
      unless: { $0.selected?.next.say == nil ? say("Till has no sentence for the customer about it") : nil }
    ) { $0.askForSentences() },
    ActionEntry(
      "past-date", in: [.customer], keys: ["@"], title: "past date",
      summary: "Show the answer at a past date; read-only."
    ) { $0.askForPastDate() },
    ActionEntry(
      "ask-refresh", in: [.customer], keys: ["R"], title: "refresh",
      summary: "Ask the worker to read this customer's history from Apple.", rank: 5,
      unless: { $0.reasonAgainst(.refresh) }
    ) { $0.wish(.refresh) },
    ActionEntry(
      "ask-extension", in: [.customer], keys: ["X"], title: "extend",
      summary: "Ask the worker to postpone the next renewal of the selected subscription, after asking by how "
        + "many days.",
      unless: \.reasonAgainstExtending
    ) { $0.askDays() },
    ActionEntry(
      "answer-apple", in: [.customer], keys: ["A"], title: "answer Apple", short: "answer",
      summary: "Tell Apple how much of the selected purchase was used, as the customer consented; the worker "
        + "sends it.",
      unless: \.reasonAgainstAnswering
    ) { $0.askForAnswer() },
    ActionEntry(
      "hold-answer", in: [.customer], keys: ["H"], title: "hold the reply", short: "hold",
      summary: "Stop the worker's rules from telling Apple how much of the selected purchase was used.",
      unless: \.reasonAgainstHolding
    ) { if let id = $0.state.selected?.transactionId { $0.wish(.hold(transactionId: id)) } },
    ActionEntry(
      .close, in: [.customer], keys: [.escape], title: "to the list", short: "list",
      summary: "Close what is open; otherwise return to the list of customers.", rank: 1
    ) { $0.closeInCustomer() },
  ]
}

extension Reducer {
  mutating func showDeskPart(by step: Int) {
    if let part = state.desk?.part { show(part.neighbour(by: step)) }
  }
}

extension State {
  /// The id that is copied for the selected customer: a token, or the desk's number.
  var deskID: String? {
    desk?.list.selected.map { customer in customer.tokens.first ?? "#\(customer.number)" }
  }

  var reasonAgainstOpeningCustomer: String? {
    guard let desk else { return nil }
    switch desk.part {
    case .customers: return desk.list.selected == nil && !isFinding ? reasonAgainstOrderLookUp : nil
    case .views: return desk.views?.isEmpty == false ? nil : ReasonText.emptyList.text
    case .health, .trends: return say("nothing to open here")
    }
  }

  /// Whether the query for the current search text is still running.
  var isFinding: Bool {
    desk?.list.joining == .replacing(keepsCursor: false) && reads.isUnderWay(.desk(.list))
  }

  var reasonAgainstWriting: String? {
    if let desk, desk.home.isReadOnly { return say("read-only: the desk was opened with --readonly") }
    return underWay { if case .desk = $0 { true } else { false } }
  }

  func reasonAgainst(_ wish: DeskWish) -> String? {
    if let reason = desk?.reasonAgainstWishes { return reason }
    return underWay { if case .desk(.request(wish, customer: _)) = $0 { true } else { false } }
  }

  var reasonAgainstExtending: String? {
    if let reason = desk?.reasonAgainstWishes { return reason }
    guard let product = selected, product.type == .autoRenewableSubscription, product.transactionId != nil else {
      return say("only an auto-renewable subscription can be extended")
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

  var reasonAgainstDays: String? {
    desk?.part == .trends && desk?.trends != nil ? nil : say("only the trends have days")
  }

  var reasonAgainstDeskExport: String? {
    guard let desk else { return nil }
    return desk.part == .trends && desk.trends != nil || !desk.list.rows.isEmpty ? nil : ReasonText.emptyList.text
  }
}
