import AppStoreModel
import Core
import TerminalUI

/// The actions on the dashboard and on every screen.
extension ActionTable {
  /// The actions that only a device has.
  static let ofDevice = Set(store.map(\.action))

  /// The actions that change the device or the App Store.
  static let store: [ActionEntry] = [
    ActionEntry(
      .buy, in: [.main], keys: ["b"], title: "buy",
      summary: "Open the payment sheet for the selected product; you pay there, and nothing is charged before.",
      rank: 1,
      unless: \.reasonAgainstBuying
    ) { if let id = $0.state.selected?.id { $0.openPaymentSheet(for: id) } },
    ActionEntry(
      .restore, in: [.main], keys: ["r"], title: "restore",
      summary: "Read the Apple Account's whole history and bring back what it owns; nothing is charged.", rank: 2,
      unless: { $0.setup.abilities[.restore] ?? $0.reasonAgainstAsking ?? $0.pullUnderWay }
    ) { $0.run(.restore) },
    ActionEntry(
      .refundCheck, in: [.main], keys: ["c"], title: "refund check", short: "check",
      summary: "Ask the App Store what changed since the last check; refunded purchases stop counting.", rank: 3,
      unless: { $0.setup.abilities[.refundCheck] ?? $0.reasonAgainstAsking ?? $0.pullUnderWay }
    ) { $0.run(.refundCheck) },
    ActionEntry(
      .askRefund, in: [.main], keys: ["a"], title: "ask refund", short: "ask",
      summary: "List the purchases that the customer can ask Apple to refund; Apple decides later.", rank: 4,
      unless: { $0.setup.abilities[.askRefund] ?? $0.reasonAgainstAsking }
    ) { $0.openRefundList() },
    ActionEntry(
      .use, in: [.main], keys: ["x"], title: "use",
      summary: "Use some of the selected consumable, after asking how many.", rank: 8,
      unless: \.reasonAgainstUsing
    ) { if let id = $0.state.selected?.id { $0.state.overlays.append(.use(UseSheet(productId: id))) } },
    ActionEntry(
      .appStore, in: [.main], keys: ["s"], title: "App Store", short: "Store",
      summary: "Open the App Store's side: decide refunds and Ask to Buy; set network, clock and accounts.", rank: 5,
      offered: { !$0.isSupport }, unless: { $0.setup.abilities[.appStore] }
    ) { $0.visit(.decisions) },
    ActionEntry(
      .support, in: [.main], keys: ["S"], title: "support", short: "Support",
      summary: "Look up a customer at the real App Store: statuses, notifications, and the changes that "
        + "support can make.",
      rank: 5, offered: \.isSupport, unless: { $0.setup.abilities[.support] }
    ) { $0.state.overlays.append(.choice($0.state.supportChoice)) },
    ActionEntry(
      .updates, in: [.main], keys: ["u"], title: "updates",
      summary: "Switch updates between held (they wait for an action) and live (they appear as they arrive).", rank: 9,
      unless: { $0.setup.abilities[.updates] ?? $0.underWay { if case .setUpdates = $0 { true } else { false } } }
    ) { $0.run(.setUpdates($0.state.device.updates == .held ? .live : .held)) },
    ActionEntry(
      .retry, in: [.main, .order], keys: ["t"], title: "try again",
      summary: "Retry everything that is paid but not yet delivered or reported; nothing is charged again.",
      rank: 10, unless: { $0.setup.abilities[.orders] ?? $0.underWay { if case .retry = $0 { true } else { false } } }
    ) { $0.retry() },
    ActionEntry(
      .closeOrder, in: [.main, .order], keys: ["d"], title: "give up",
      summary: "Give up the selected order, or a waiting purchase, with a reason; the evidence is kept.", rank: 11,
      unless: \.reasonAgainstDropping
    ) { $0.askWhyToDrop() },
    ActionEntry(
      .reopenOrder, in: [.main, .order], keys: ["R"], title: "reopen",
      summary: "Opens the selected order again that was given up, with a reason, so that it is delivered after all.",
      unless: \.reasonAgainstReopening
    ) { $0.askWhyToReopen() },
    ActionEntry(
      .transferPurchase, in: [.main], keys: ["m"], title: "move",
      summary:
        "Move a purchase that another login or no user has to a user you choose, with a reason; nothing is charged.",
      unless: \.reasonAgainstTransferring
    ) { $0.present($0.state.usersToTransferTo) },
    ActionEntry(
      .switchUser, in: [.main, .appStore], keys: ["i"], title: "user",
      summary: "Log another user in to the app, or log out; the Apple Account stays signed in.",
      unless: { $0.setup.abilities[.orders] ?? $0.commandsUnderWay }
    ) { $0.present($0.state.waysToLogIn) },
    ActionEntry(
      "unusual", in: [.main, .appStore], keys: ["!"], title: "unusual",
      summary: "List what differs from the defaults, such as faults or a network that is off, and go there.",
      unless: { $0.statusBadges.isEmpty ? ReasonText.allAsUsual.text : nil }
    ) { $0.present($0.state.unusualChoice) },
    ActionEntry(
      .backToNormal, in: [.main, .appStore], keys: ["B"], title: "reset",
      summary: "Reset to the defaults: faults off, network and payments on, clock at the machine's time.",
      unless: \.reasonAgainstBackToNormal
    ) { $0.run(.backToNormal($0.state.unusualCalls, $0.state.facts.faults.map(\.kind))) },
    ActionEntry(
      .undo, in: [.main, .appStore], keys: ["U"], title: "undo",
      summary: "Undo the last action, here and in the App Store, after asking.",
      unless: \.reasonAgainstUndoing
    ) { if let name = $0.state.facts.undoable.first { $0.state.overlays.append(.confirmation(.undoing(name))) } },
    ActionEntry(
      .continuePurchase, in: [.main], keys: ["p"], title: "continue",
      summary: "Open the payment sheet for the purchase that the customer began in the App Store.",
      unless: \.reasonAgainstContinuing
    ) { $0.continuePurchase() },
    ActionEntry(
      .deferPurchase, in: [.main], keys: ["n"], title: "defer",
      summary: "Defer the purchase that began in the App Store until a user logs in; it survives a restart.",
      unless: \.reasonAgainstDeferring
    ) { if let promoted = $0.state.promoted { $0.run(.deferPurchase(promoted)) } },
  ]

  /// The actions that change what is shown.
  static let view: [ActionEntry] = [
    ActionEntry(
      "filter", in: [.main, .appStore, .help], keys: ["/"], title: "filter",
      summary: "Show only matching rows: words, state:grace, type:sub, product:gold, !word to exclude.", rank: 7
    ) { $0.editFilter() },
    ActionEntry(
      "sort", in: [.main, .appStore], keys: ["O"], title: "sort",
      summary: "Sort the focused list: by name, price, state or date, or in the default order."
    ) { $0.present($0.state.orderChoice) },
    ActionEntry(
      "zoom", in: [.main], keys: ["Z"], title: "maximize",
      summary: "Maximize the focused pane, or restore all panes."
    ) { $0.state.isZoomed.toggle() },
    ActionEntry(
      .onlyProduct, in: [.main], keys: ["f"], title: "this product",
      summary: "Limit the lists below to the selected product; press again to list everything.",
      unless: { $0.selected == nil && $0.tabs.onlyProduct == nil ? ReasonText.noProduct.text : nil }
    ) { $0.limitTabs(to: $0.state.tabs.onlyProduct == nil ? $0.state.selected?.id : nil) },
    ActionEntry(
      "order-journal", in: [.main], keys: ["o"], title: "order",
      summary: "Show the selected order: its progress, what to do, and its journal.", rank: 12,
      unless: { $0.selectedOrder == nil ? ReasonText.noOrder.text : nil }
    ) { $0.openOrder() },
    ActionEntry(
      .lastReport, in: [.main], keys: ["l"], title: "last report",
      summary: "Show again what the last action changed.",
      unless: { $0.lastReport == nil ? ReasonText.noReport.text : nil }
    ) { if let report = $0.state.lastReport { $0.state.overlays.append(.report(report, top: 0)) } },
    ActionEntry(
      "palette", in: [.main, .appStore], keys: [":"], title: "commands",
      summary: "Find an action, a product, an Apple Account or a part of the App Store's side by name.",
      rank: 6
    ) { $0.openPalette() },
    ActionEntry(
      "copy-id", in: [.main, .order, .viewer, .subscriptions, .accounts, .notifications, .purchases], keys: ["y"],
      title: "copy id",
      summary: "Copy the id under the cursor to the terminal's clipboard.",
      unless: { $0.idUnderCursor == nil ? ReasonText.noID.text : nil }
    ) { if let id = $0.state.idUnderCursor { $0.effects.append(.copy(id)) } },
    ActionEntry(
      "export", in: [.main, .appStore], keys: ["E"], title: "export list",
      summary: "Write all rows of the filtered list to a file: JSON, CSV or Markdown.",
      unless: { $0.hasNothingToExport ? ReasonText.emptyList.text : nil }
    ) { $0.present($0.state.exportChoice) },
    ActionEntry(
      .copySentence, in: [.main], keys: ["Y"], title: "copy sentence",
      summary: "Copy the sentence for the customer to the terminal's clipboard.",
      unless: { $0.selected?.next.say == nil ? say("Till has no sentence for the customer about it") : nil }
    ) { if let say = $0.state.selected?.next.say { $0.effects.append(.copy(say)) } },
    ActionEntry(
      .help, in: [.everywhere], keys: ["?", .function(1)], title: "help",
      summary: "List the keys of this screen and what they do.", rank: 0
    ) { $0.toggleHelp() },
    ActionEntry(
      .open, in: [.main], keys: [.enter], title: "open",
      summary: "Show the signed content of the selected product or row, and why Till trusts it.",
      unless: \.reasonAgainstOpening
    ) { $0.open() },
    ActionEntry(
      .close, in: [.main], keys: [.escape], title: "back",
      summary: "Close what is open (a report, a filter, a message); otherwise stop the running task."
    ) { $0.close() },
  ]

  /// The actions that select the pane and the list.
  static let panes: [ActionEntry] = [
    ActionEntry(
      .nextPane, in: [.main, .appStore], keys: [.tab], title: "next pane", summary: "Focus the next pane."
    ) { $0.focusPane(by: 1) },
    ActionEntry(
      "previous-pane", in: [.main, .appStore], keys: [.backTab], title: "previous pane",
      summary: "Focus the previous pane."
    ) { $0.focusPane(by: -1) },
    ActionEntry(
      "next-tab", in: [.main], keys: [.right, "]"], title: "next list",
      summary: "Show the next list; in the timeline, the next moment."
    ) { $0.turn(by: 1) },
    ActionEntry(
      "previous-tab", in: [.main], keys: [.left, "["], title: "previous list",
      summary: "Show the previous list; in the timeline, the previous moment."
    ) { $0.turn(by: -1) },
    ActionEntry(
      "refunds", in: [.main], keys: ["1"], title: "Refunds", summary: "List the refunds."
    ) { $0.show(.refunds) },
    ActionEntry(
      "transactions", in: [.main], keys: ["2"], title: "Transactions",
      summary: "List every transaction that this device knows."
    ) { $0.show(.transactions) },
    ActionEntry(
      .showOrders, in: [.main], keys: ["3"], title: "Orders",
      summary: "List the orders that were paid for, and how far delivery has come."
    ) { $0.show(.orders) },
    ActionEntry(
      "unfinished", in: [.main], keys: ["4"], title: "Unfinished",
      summary: "List the purchases that were paid for but not yet reported to the App Store as delivered."
    ) { $0.show(.unfinished) },
    ActionEntry(
      "journal", in: [.main], keys: ["5"], title: "Journal",
      summary: "List everything that happened on this "
        + "device."
    ) { $0.show(.journal) },
    ActionEntry(
      .showQuarantine, in: [.main], keys: ["6"], title: "Quarantine",
      summary: "List the items whose signature is invalid: Till keeps them and never counts them."
    ) { $0.show(.quarantine) },
  ]

  /// The actions of an open walkthrough.
  static let walkthrough: [ActionEntry] = [
    ActionEntry(
      "walkthroughs", in: [.main], keys: ["w"], title: "walkthroughs", short: "walks",
      summary: "List stories that run step by step in files of their own; your data stays untouched.",
      unless: { $0.desk == nil ? nil : say("walkthroughs run beside a device's store, not in this view") }
    ) { $0.effects.append(.listWalkthroughs) },
    ActionEntry(
      "scenes", in: [.main], keys: ["D"], title: "scenes",
      summary: "Set up a scene of the demo, such as a refund or a crash, and show which keys play it.",
      unless: \.reasonAgainstScenes
    ) { $0.effects.append(.listScenes) },
    ActionEntry(
      .goOn, in: [.walkthrough], keys: [" "], title: "go on",
      summary: "Continue the walkthrough: show the rest of the text, run the step, or go to the next one."
    ) { $0.goOnInWalkthrough() },
    ActionEntry(
      .stepBack, in: [.walkthrough], keys: [.backspace], title: "step back",
      summary: "Go back to the beginning of the step, then to the previous step."
    ) { $0.effects.append(.walkthrough(.back)) },
    ActionEntry(
      .leaveWalkthrough, in: [.walkthrough], keys: ["w"], title: "leave",
      summary: "Leave the walkthrough; Till deletes its files."
    ) { $0.effects.append(.walkthrough(.leave)) },
  ]

  private static let lists: [Scope] = [
    .main, .refundList, .appStore, .choice, .report, .help, .order, .timeline, .viewer, .desk,
    .deskSearch,
  ]

  /// The actions that move the cursor in the focused pane or sheet.
  static let moving: [ActionEntry] = [
    ActionEntry(.up, in: lists, keys: [.up, "k"], title: "up", summary: "Move up one row.", isMovement: true) {
      $0.move(.up)
    },
    ActionEntry(
      .down, in: lists, keys: [.down, "j"], title: "down", summary: "Move down one row.", isMovement: true
    ) { $0.move(.down) },
    ActionEntry(
      "page-up", in: lists, keys: [.pageUp], title: "page up", summary: "Move up one page.", isMovement: true
    ) { $0.move(.pageUp) },
    ActionEntry(
      "page-down", in: lists.filter { $0 != .desk }, keys: [.pageDown, " "], title: "page down",
      summary: "Move down one page.", isMovement: true
    ) { $0.move(.pageDown) },
    ActionEntry(
      "page-down", in: [.desk], keys: [.pageDown], title: "page down", summary: "Move down one page.", isMovement: true
    ) { $0.move(.pageDown) },
    ActionEntry(
      .first, in: lists, keys: [.home, "g"], title: "first", summary: "Go to the first row.", isMovement: true
    ) { $0.move(.first) },
    ActionEntry(
      "last", in: lists, keys: [.end, "G"], title: "last", summary: "Go to the last row.", isMovement: true
    ) { $0.move(.last) },
  ]

  /// The actions of the program itself, such as redraw and quit.
  static let program: [ActionEntry] = [
    ActionEntry(
      .redraw, in: [.everywhere], keys: [.control("l")], title: "redraw", summary: "Redraw the screen."
    ) { $0.effects.append(.redraw) },
    ActionEntry(
      "preferences", in: [.main, .appStore, .desk], keys: [","], title: "preferences",
      summary: "List the settings of Till, such as theme, language and columns, and change them at once.",
      unless: { $0.walkthrough == nil ? nil : say("leave the walkthrough first") }
    ) { $0.effects.append(.settings(.list)) },
    ActionEntry(
      "mouse", in: [.main, .appStore], keys: ["M"], title: "mouse",
      summary: "Use the mouse in Till, or leave it to the terminal to select text."
    ) { $0.effects.append(.switchMouse) },
    ActionEntry(
      .suspend, in: [.everywhere], keys: [.control("z")], title: "suspend",
      summary: "Suspend Till and return to the shell; fg resumes it."
    ) { $0.effects.append(.suspend) },
    ActionEntry(
      .quit, in: [.main, .desk], keys: ["q"], title: "quit", summary: "Quit Till; everything is kept.", rank: 6
    ) { $0.quit() },
  ]
}
