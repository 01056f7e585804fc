package import Screen

/// The one list of what a person can do: keys, key bar, help, scripts and documentation are made from it.
package enum ActionTable {
  /// Every row, in the order of the help.
  package static let entries: [ActionEntry] =
    store + view + panes + payment + sheets + appStore + walkthrough + moving + program

  /// The rows of a place, in the order of the help.
  package static func entries(in scope: Scope) -> [ActionEntry] { byScope[scope] ?? [] }

  /// What a key does in a place.
  package static func entry(for key: Key, in scope: Scope) -> ActionEntry? {
    entries(in: scope).first { $0.keys.contains(key) }
  }

  /// The row of an action in the first of these places that has it.
  package static func entry(of action: Action, in scopes: [Scope]) -> ActionEntry? {
    for scope in scopes {
      if let entry = entries(in: scope).first(where: { $0.action == action }) { return entry }
    }
    return nil
  }

  private static let byScope: [Scope: [ActionEntry]] = Dictionary(
    uniqueKeysWithValues: Scope.allCases.map { scope in (scope, entries.filter { $0.scopes.contains(scope) }) })
}

extension ActionTable {
  private static let lists: [Scope] = [.main, .refundList, .appStore, .choice, .report, .help, .order]

  private static let store: [ActionEntry] = [
    ActionEntry(
      .buy, in: [.main], keys: ["b"], title: "buy",
      summary: "Opens the payment sheet for the selected product; nothing is charged before Enter there.", rank: 1),
    ActionEntry(
      .restore, in: [.main], keys: ["r"], title: "restore",
      summary: "Reads the Apple Account's whole history and brings back what it owns; charges nothing.", rank: 2),
    ActionEntry(
      .refundCheck, in: [.main], keys: ["c"], title: "refund check", short: "check",
      summary: "Asks the App Store what changed since the last check; refunded purchases lose their mark.", rank: 3),
    ActionEntry(
      .askRefund, in: [.main], keys: ["a"], title: "ask refund", short: "ask",
      summary: "Lists the purchases that Apple can be asked to refund; Apple decides later.", rank: 4),
    ActionEntry(
      .use, in: [.main], keys: ["x"], title: "use",
      summary: "Spends some of the selected consumable, after asking how much.", rank: 8),
    ActionEntry(
      .appStore, in: [.main], keys: ["s"], title: "App Store", short: "Store",
      summary: "Opens the App Store's side: decide refunds and Ask to Buy, network, clock, accounts.", rank: 5),
    ActionEntry(
      .support, in: [.main], keys: ["S"], title: "support", short: "Support",
      summary: "Looks a customer up at the real App Store; statuses, notifications and support's changes there.",
      rank: 5),
    ActionEntry(
      .updates, in: [.main], keys: ["u"], title: "updates",
      summary: "Switches between held (news waits for an action) and live (news appears by itself).", rank: 9),
    ActionEntry(
      .retry, in: [.main, .order], keys: ["t"], title: "try again",
      summary: "Goes on at once with what is paid and not delivered or reported yet; nothing is charged again.",
      rank: 10),
    ActionEntry(
      .closeOrder, in: [.main, .order], keys: ["d"], title: "drop",
      summary: "Gives up the selected order with a reason: it is finished and closed, the evidence stays.", rank: 11),
    ActionEntry(
      .switchUser, in: [.main], keys: ["i"], title: "user",
      summary: "Logs another user in to the app, or out; the Apple Account stays."),
    ActionEntry(
      .continuePurchase, in: [.main], keys: ["p"], title: "continue",
      summary: "Opens the payment sheet for what the customer began to buy in the App Store."),
    ActionEntry(
      .deferPurchase, in: [.main], keys: ["n"], title: "later",
      summary: "Puts what was begun in the App Store off until somebody logs in; a restart keeps it."),
  ]

  private static let view: [ActionEntry] = [
    ActionEntry(
      .filter, in: [.main], keys: ["/"], title: "filter",
      summary: "Shows only products whose name, id, group or state contains what is typed.", rank: 7),
    ActionEntry(
      .onlyProduct, in: [.main], keys: ["f"], title: "this product",
      summary: "Limits the lists below to the selected product; again lists everything."),
    ActionEntry(
      .orderJournal, in: [.main], keys: ["o"], title: "order",
      summary: "Shows the selected order: how far it is, what to do, and its journal.", rank: 12),
    ActionEntry(
      .lastReport, in: [.main], keys: ["l"], title: "last report",
      summary: "Shows again what the last action changed."),
    ActionEntry(
      .help, in: [.everywhere], keys: ["?", .function(1)], title: "help",
      summary: "Lists the keys of this place and what they do.", rank: 0),
    ActionEntry(
      .open, in: [.main], keys: [.enter], title: "open",
      summary: "Shows the selected product in full; on a row of a list, goes to its product."),
    ActionEntry(
      .close, in: [.main], keys: [.escape], title: "back",
      summary: "Leaves what is open: a report, a filter, a message; else stops the task under way."),
  ]

  private static let panes: [ActionEntry] = [
    ActionEntry(
      .nextPane, in: [.main], keys: [.tab], title: "next pane", summary: "Gives the keys to the next pane."),
    ActionEntry(
      .previousPane, in: [.main], keys: [.backTab], title: "pane before",
      summary: "Gives the keys to the pane before."),
    ActionEntry(
      .nextTab, in: [.main], keys: [.right, "]"], title: "next list", summary: "Shows the next list."),
    ActionEntry(
      .previousTab, in: [.main], keys: [.left, "["], title: "list before", summary: "Shows the list before."),
    ActionEntry(.showRefunds, in: [.main], keys: ["1"], title: "Refunds", summary: "Lists what was refunded."),
    ActionEntry(
      .showTransactions, in: [.main], keys: ["2"], title: "Transactions",
      summary: "Lists every transaction that this device knows."),
    ActionEntry(
      .showOrders, in: [.main], keys: ["3"], title: "Orders",
      summary: "Lists what was paid and how far it is on its way to the customer."),
    ActionEntry(
      .showUnfinished, in: [.main], keys: ["4"], title: "Unfinished",
      summary: "Lists what was paid and not yet reported to the App Store as delivered."),
    ActionEntry(
      .showJournal, in: [.main], keys: ["5"], title: "Journal", summary: "Lists everything that happened here."),
    ActionEntry(
      .showQuarantine, in: [.main], keys: ["6"], title: "Quarantine",
      summary: "Lists what came with a signature that does not hold: kept, and never counted."),
  ]

  private static let moving: [ActionEntry] = [
    ActionEntry(.up, in: lists, keys: [.up, "k"], title: "up", summary: "Moves one row up."),
    ActionEntry(.down, in: lists, keys: [.down, "j"], title: "down", summary: "Moves one row down."),
    ActionEntry(.pageUp, in: lists, keys: [.pageUp], title: "page up", summary: "Moves one page up."),
    ActionEntry(.pageDown, in: lists, keys: [.pageDown, " "], title: "page down", summary: "Moves one page down."),
    ActionEntry(.first, in: lists, keys: [.home, "g"], title: "first", summary: "Goes to the first row."),
    ActionEntry(.last, in: lists, keys: [.end, "G"], title: "last", summary: "Goes to the last row."),
  ]

  private static let program: [ActionEntry] = [
    ActionEntry(
      .redraw, in: [.everywhere], keys: [.control("l")], title: "redraw", summary: "Draws the screen anew."),
    ActionEntry(
      .suspend, in: [.everywhere], keys: [.control("z")], title: "suspend",
      summary: "Returns to the shell; fg comes back."),
    ActionEntry(
      .quit, in: [.main], keys: ["q"], title: "quit", summary: "Leaves Till; everything is kept.", rank: 6),
  ]
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// A printable key, so that tables of keys read as what is typed.
  package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
