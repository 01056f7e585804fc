import Screen
import StoreModel
import Texts

/// What is done on the dashboard itself, and everywhere.
extension ActionTable {
  /// What only a device does.
  static let ofDevice = Set(store.map(\.action))

  /// What the store does.
  static let store: [ActionEntry] = [
    ActionEntry(
      .buy, in: [.main], keys: ["b"], title: "buy",
      summary: "Opens the payment sheet for the selected product; nothing is charged before you pay there.", rank: 1,
      unless: \.reasonAgainstBuying
    ) { if let id = $0.state.selected?.id { $0.openPaymentSheet(for: id) } },
    ActionEntry(
      .restore, in: [.main], keys: ["r"], title: "restore",
      summary: "Reads the Apple Account's whole history and brings back what it owns; charges nothing.", rank: 2,
      unless: { $0.setup.abilities.restore ?? $0.reasonAgainstAsking ?? $0.pullUnderWay }
    ) { $0.run(.restore) },
    ActionEntry(
      .refundCheck, in: [.main], keys: ["c"], title: "refund check", short: "check",
      summary: "Asks the App Store what changed since the last check; refunded purchases lose their mark.", rank: 3,
      unless: { $0.setup.abilities.refundCheck ?? $0.reasonAgainstAsking ?? $0.pullUnderWay }
    ) { $0.run(.refundCheck) },
    ActionEntry(
      .askRefund, in: [.main], keys: ["a"], title: "ask refund", short: "ask",
      summary: "Lists the purchases that Apple can be asked to refund; Apple decides later.", rank: 4,
      unless: { $0.setup.abilities.askRefund ?? $0.reasonAgainstAsking }
    ) { $0.openRefundList() },
    ActionEntry(
      .use, in: [.main], keys: ["x"], title: "use",
      summary: "Spends some of the selected consumable, after asking how much.", rank: 8,
      unless: \.reasonAgainstUsing
    ) { if let id = $0.state.selected?.id { $0.state.overlays.append(.use(UseSheet(productId: id))) } },
    ActionEntry(
      .appStore, in: [.main], keys: ["s"], title: "App Store", short: "Store",
      summary: "Opens the App Store's side: decide refunds and Ask to Buy, network, clock, accounts.", rank: 5,
      offered: { !$0.isSupport }, unless: { $0.setup.abilities.appStore }
    ) { $0.openAppStore() },
    ActionEntry(
      .support, in: [.main], keys: ["S"], title: "support", short: "Support",
      summary: "Looks a customer up at the real App Store; statuses, notifications and support's changes there.",
      rank: 5, offered: \.isSupport, unless: { $0.setup.abilities.support }
    ) { $0.state.overlays.append(.choice($0.state.supportChoice)) },
    ActionEntry(
      .updates, in: [.main], keys: ["u"], title: "updates",
      summary: "Switches between held (news waits for an action) and live (news appears by itself).", rank: 9,
      unless: { $0.setup.abilities.updates ?? $0.underWay { if case .setUpdates = $0 { true } else { false } } }
    ) { $0.run(.setUpdates($0.state.device.updates == .held ? .live : .held)) },
    ActionEntry(
      .retry, in: [.main, .order], keys: ["t"], title: "try again",
      summary: "Goes on at once with what is paid and not delivered or reported yet; nothing is charged again.",
      rank: 10, unless: { $0.setup.abilities.orders ?? $0.underWay { if case .retry = $0 { true } else { false } } }
    ) { $0.retry() },
    ActionEntry(
      .closeOrder, in: [.main, .order], keys: ["d"], title: "drop",
      summary: "Gives up the selected order, or a purchase that waits, with a reason; the evidence stays.", rank: 11,
      unless: \.reasonAgainstDropping
    ) { $0.askWhyToDrop() },
    ActionEntry(
      .transferPurchase, in: [.main], keys: ["m"], title: "move",
      summary: "Moves a purchase that another login has to a user of yours, with a reason; nothing is charged.",
      unless: \.reasonAgainstTransferring
    ) { $0.present($0.state.usersToTransferTo) },
    ActionEntry(
      .switchUser, in: [.main, .appStore], keys: ["i"], title: "user",
      summary: "Logs another user in to the app, or out; the Apple Account stays.",
      unless: { $0.setup.abilities.orders ?? $0.commandsUnderWay }
    ) { $0.present($0.state.waysToLogIn) },
    ActionEntry(
      "unusual", in: [.main, .appStore], keys: ["!"], title: "unusual",
      summary: "Lists what is not as usual, such as faults or a network that is off, and leads there.",
      unless: { $0.chips.isEmpty ? ReasonText.allAsUsual.text : nil }
    ) { $0.present($0.state.unusualChoice) },
    ActionEntry(
      .backToNormal, in: [.main, .appStore], keys: ["B"], title: "back to normal",
      summary: "Switches every fault off, network and payments on, and lets the clock run at the machine's time.",
      unless: \.reasonAgainstBackToNormal
    ) { $0.run(.backToNormal($0.state.unusualCalls, $0.state.faults.map(\.kind))) },
    ActionEntry(
      .undo, in: [.main, .appStore], keys: ["U"], title: "undo",
      summary: "Takes back what was done last, here and in the App Store, after asking.",
      unless: \.reasonAgainstUndoing
    ) { if let name = $0.state.undoable.first { $0.state.overlays.append(.confirmation(.undoing(name))) } },
    ActionEntry(
      .continuePurchase, in: [.main], keys: ["p"], title: "continue",
      summary: "Opens the payment sheet for what the customer began to buy in the App Store.",
      unless: \.reasonAgainstContinuing
    ) { $0.continuePurchase() },
    ActionEntry(
      .deferPurchase, in: [.main], keys: ["n"], title: "later",
      summary: "Puts what was begun in the App Store off until somebody logs in; a restart keeps it.",
      unless: \.reasonAgainstDeferring
    ) { if let promoted = $0.state.promoted { $0.run(.deferPurchase(promoted)) } },
  ]

  /// What the screen shows.
  static let view: [ActionEntry] = [
    ActionEntry(
      "filter", in: [.main, .appStore], keys: ["/"], title: "filter",
      summary: "Shows only what fits: words, state:grace, type:sub, product:gold, !word for what must not.", rank: 7
    ) { $0.editFilter() },
    ActionEntry(
      "sort", in: [.main, .appStore], keys: ["O"], title: "sort",
      summary: "Sorts the list that has the keys: by name, price, state or date, or as it was."
    ) { $0.present($0.state.orderChoice) },
    ActionEntry(
      "zoom", in: [.main], keys: ["Z"], title: "zoom",
      summary: "Gives the pane that has the keys the whole place, or all panes theirs again."
    ) { $0.state.isZoomed.toggle() },
    ActionEntry(
      .onlyProduct, in: [.main], keys: ["f"], title: "this product",
      summary: "Limits the lists below to the selected product; again lists everything.",
      unless: { $0.selected == nil && $0.tabs.onlyProduct == nil ? ReasonText.noProduct.text : nil }
    ) { $0.limitTabs(to: $0.state.tabs.onlyProduct == nil ? $0.state.selected?.id : nil) },
    ActionEntry(
      "order-journal", in: [.main], keys: ["o"], title: "order",
      summary: "Shows the selected order: how far it is, what to do, and its journal.", rank: 12,
      unless: { $0.selectedOrder == nil ? ReasonText.noOrder.text : nil }
    ) { $0.openOrder() },
    ActionEntry(
      .lastReport, in: [.main], keys: ["l"], title: "last report",
      summary: "Shows again what the last action changed.",
      unless: { $0.lastReport == nil ? ReasonText.noReport.text : nil }
    ) { if let report = $0.state.lastReport { $0.state.overlays.append(.report(report, top: 0)) } },
    ActionEntry(
      "palette", in: [.main, .appStore], keys: [":"], title: "commands",
      summary: "Finds an action, a product, an Apple Account or a part of the App Store's side by what is typed.",
      rank: 6
    ) { $0.openPalette() },
    ActionEntry(
      "copy-id", in: [.main, .order, .viewer, .subscriptions, .accounts, .notifications, .purchases], keys: ["y"],
      title: "copy id",
      summary: "Copies the id under the cursor to the clipboard of the terminal.",
      unless: { $0.idUnderCursor == nil ? ReasonText.noID.text : nil }
    ) { if let id = $0.state.idUnderCursor { $0.effects.append(.copy(id)) } },
    ActionEntry(
      "export", in: [.main, .appStore], keys: ["E"], title: "export list",
      summary: "Writes all rows of the list that fit its filter to a file: JSON, CSV or Markdown.",
      unless: { $0.hasNothingToExport ? ReasonText.emptyList.text : nil }
    ) { $0.present($0.state.exportChoice) },
    ActionEntry(
      .copySentence, in: [.main], keys: ["Y"], title: "copy sentence",
      summary: "Copies the sentence for the customer to the clipboard of the terminal.",
      unless: { $0.selected?.next.say == nil ? say("there is nothing to say to the customer about it") : nil }
    ) { if let say = $0.state.selected?.next.say { $0.effects.append(.copy(say)) } },
    ActionEntry(
      .help, in: [.everywhere], keys: ["?", .function(1)], title: "help",
      summary: "Lists the keys of this place and what they do.", rank: 0
    ) { $0.toggleHelp() },
    ActionEntry(
      .open, in: [.main], keys: [.enter], title: "open",
      summary: "Shows the selected product, or the row of a list, in full: what is signed, and why it is trusted.",
      unless: \.reasonAgainstOpening
    ) { $0.open() },
    ActionEntry(
      .close, in: [.main], keys: [.escape], title: "back",
      summary: "Leaves what is open: a report, a filter, a message; else stops the task under way."
    ) { $0.close() },
  ]

  /// Which pane and which list is looked at.
  static let panes: [ActionEntry] = [
    ActionEntry(
      .nextPane, in: [.main, .appStore], keys: [.tab], title: "next pane", summary: "Gives the keys to the next pane."
    ) { $0.focusPane(by: 1) },
    ActionEntry(
      "previous-pane", in: [.main, .appStore], keys: [.backTab], title: "pane before",
      summary: "Gives the keys to the pane before."
    ) { $0.focusPane(by: -1) },
    ActionEntry(
      "next-tab", in: [.main], keys: [.right, "]"], title: "next list",
      summary: "Shows the next list; in the timeline, the moment after."
    ) { $0.turn(by: 1) },
    ActionEntry(
      "previous-tab", in: [.main], keys: [.left, "["], title: "list before",
      summary: "Shows the list before; in the timeline, the moment before."
    ) { $0.turn(by: -1) },
    ActionEntry(
      "refunds", in: [.main], keys: ["1"], title: "Refunds", summary: "Lists what was refunded."
    ) { $0.show(.refunds) },
    ActionEntry(
      "transactions", in: [.main], keys: ["2"], title: "Transactions",
      summary: "Lists every transaction that this device knows."
    ) { $0.show(.transactions) },
    ActionEntry(
      .showOrders, in: [.main], keys: ["3"], title: "Orders",
      summary: "Lists what was paid and how far it is on its way to the customer."
    ) { $0.show(.orders) },
    ActionEntry(
      "unfinished", in: [.main], keys: ["4"], title: "Unfinished",
      summary: "Lists what was paid and not yet reported to the App Store as delivered."
    ) { $0.show(.unfinished) },
    ActionEntry(
      "journal", in: [.main], keys: ["5"], title: "Journal", summary: "Lists everything that happened here."
    ) { $0.show(.journal) },
    ActionEntry(
      .showQuarantine, in: [.main], keys: ["6"], title: "Quarantine",
      summary: "Lists what came with a signature that does not hold: kept, and never counted."
    ) { $0.show(.quarantine) },
  ]

  /// Stories that are told beside the dashboard.
  static let walkthrough: [ActionEntry] = [
    ActionEntry(
      "walkthroughs", in: [.main], keys: ["w"], title: "walkthroughs", short: "walks",
      summary: "Lists stories that are told step by step, in files of their own; nothing of yours is touched.",
      unless: { $0.desk == nil ? nil : say("walkthroughs play beside a device of one's own: till walkthrough") }
    ) { $0.effects.append(.listWalkthroughs) },
    ActionEntry(
      .goOn, in: [.walkthrough], keys: [" "], title: "go on",
      summary: "Goes on in the walkthrough: shows the rest of the text, does the step, or shows the next one."
    ) { $0.goOnInWalkthrough() },
    ActionEntry(
      .stepBack, in: [.walkthrough], keys: [.backspace], title: "step back",
      summary: "Goes back to the beginning of the step; from there to the step before."
    ) { $0.effects.append(.walkthrough(.back)) },
    ActionEntry(
      .leaveWalkthrough, in: [.walkthrough], keys: ["w"], title: "leave",
      summary: "Leaves the walkthrough; its files are thrown away."
    ) { $0.effects.append(.walkthrough(.leave)) },
  ]

  private static let lists: [Scope] = [
    .main, .refundList, .appStore, .choice, .report, .help, .order, .timeline, .viewer, .desk,
    .deskSearch,
  ]

  /// Moving in whatever has the keys.
  static let moving: [ActionEntry] = [
    ActionEntry(.up, in: lists, keys: [.up, "k"], title: "up", summary: "Moves one row up.", isMovement: true) {
      $0.move(.up)
    },
    ActionEntry(
      .down, in: lists, keys: [.down, "j"], title: "down", summary: "Moves one row down.", isMovement: true
    ) { $0.move(.down) },
    ActionEntry(
      "page-up", in: lists, keys: [.pageUp], title: "page up", summary: "Moves one page up.", isMovement: true
    ) { $0.move(.pageUp) },
    ActionEntry(
      "page-down", in: lists, keys: [.pageDown, " "], title: "page down", summary: "Moves one page down.",
      isMovement: true
    ) { $0.move(.pageDown) },
    ActionEntry(
      .first, in: lists, keys: [.home, "g"], title: "first", summary: "Goes to the first row.", isMovement: true
    ) { $0.move(.first) },
    ActionEntry(
      "last", in: lists, keys: [.end, "G"], title: "last", summary: "Goes to the last row.", isMovement: true
    ) { $0.move(.last) },
  ]

  /// The program.
  static let program: [ActionEntry] = [
    ActionEntry(
      .redraw, in: [.everywhere], keys: [.control("l")], title: "redraw", summary: "Draws the screen anew."
    ) { $0.effects.append(.redraw) },
    ActionEntry(
      "mouse", in: [.main, .appStore], keys: ["M"], title: "mouse",
      summary: "Takes clicks and the wheel, or leaves the mouse to the terminal, which selects text with it."
    ) { $0.effects.append(.switchMouse) },
    ActionEntry(
      .suspend, in: [.everywhere], keys: [.control("z")], title: "suspend",
      summary: "Returns to the shell; fg comes back."
    ) { $0.effects.append(.suspend) },
    ActionEntry(
      .quit, in: [.main, .desk], keys: ["q"], title: "quit", summary: "Leaves Till; everything is kept.", rank: 6
    ) { $0.quit() },
  ]
}
