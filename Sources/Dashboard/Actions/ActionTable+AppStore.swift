import Screen

extension ActionTable {
  /// The keys of the App Store's side: those of the whole, then those of each part.
  static let appStore: [ActionEntry] =
    wholeAppStore + sections + purchases + decisions + subscriptions + accounts + faults + settings + notices

  private static let wholeAppStore: [ActionEntry] = [
    ActionEntry(
      .network, in: [.appStore], keys: ["o"], title: "network",
      summary: "Switches the network between device and App Store off, or on again."),
    ActionEntry(
      .payments, in: [.appStore], keys: ["p"], title: "payments",
      summary: "Switches whether this device may make payments."),
    ActionEntry(
      .advanceClock, in: [.appStore], keys: ["+"], title: "clock",
      summary: "Moves the App Store's clock forward; renewals and expiries that fall due happen."),
    ActionEntry(
      .signIn, in: [.appStore], keys: ["i"], title: "sign in/out",
      summary: "Signs another Apple Account in on this device, or signs out."),
    ActionEntry(
      .newDevice, in: [.appStore], keys: ["d"], title: "new device",
      summary: "Sets this device's memory aside and starts with an empty one, after asking."),
    ActionEntry(
      .startOver, in: [.appStore], keys: ["0"], title: "start over",
      summary: "Loads the demo data anew, after asking: every purchase made here is gone."),
    ActionEntry(
      .close, in: [.appStore], keys: [.escape, "q", "s"], title: "back", summary: "Returns to the device.", rank: 0),
  ]

  private static let sections: [ActionEntry] = [
    ActionEntry(
      .nextTab, in: [.appStore], keys: [.tab, .right, "]"], title: "next part",
      summary: "Shows the next part of the App Store's side.", rank: 2),
    ActionEntry(
      .previousTab, in: [.appStore], keys: [.backTab, .left, "["], title: "part before",
      summary: "Shows the part before."),
    ActionEntry(
      .showDecisions, in: [.appStore], keys: ["1"], title: "Decisions",
      summary: "What waits for Apple or for a parent, and refunds that can be taken back."),
    ActionEntry(
      .showSubscriptions, in: [.appStore], keys: ["2"], title: "Subscriptions",
      summary: "Every subscription with what happens to it next."),
    ActionEntry(
      .showAccounts, in: [.appStore], keys: ["3"], title: "Accounts",
      summary: "The Apple Accounts that can sign in on this device."),
    ActionEntry(
      .showFaults, in: [.appStore], keys: ["4"], title: "Faults",
      summary: "Failures that can be switched on, to see that nothing paid gets lost."),
    ActionEntry(
      .showSettings, in: [.appStore], keys: ["5"], title: "Settings",
      summary: "Clock, network, payments, Ask to Buy, grace period, device, starting over."),
    ActionEntry(
      .showNotifications, in: [.appStore], keys: ["6"], title: "Notices",
      summary: "What the App Store tells the app's server, and whether it arrived."),
    ActionEntry(
      .showPurchases, in: [.appStore], keys: ["7"], title: "Purchases",
      summary: "The latest purchases of everybody: refund one that nobody asked about, or delete it."),
  ]

  private static let decisions: [ActionEntry] = [
    ActionEntry(
      .pick, in: [.decisions, .subscriptions, .purchases], keys: [.enter], title: "what can be done",
      summary: "Lists what can be done with this row, and the same on the command line.", rank: 4),
    ActionEntry(
      .approve, in: [.decisions], keys: ["y"], title: "approve",
      summary: "As Apple: grants the refund. As a parent: allows the purchase. Says what follows, and asks.", rank: 1),
    ActionEntry(
      .decline, in: [.decisions], keys: ["n"], title: "decline",
      summary: "As Apple: declines the refund. As a parent: declines the purchase. Says what follows, and asks.",
      rank: 1),
    ActionEntry(
      .reverse, in: [.decisions], keys: ["v"], title: "reverse",
      summary: "Takes a granted refund back, after asking: the purchase counts again.", rank: 2),
    ActionEntry(
      .approvePart, in: [.decisions, .purchases], keys: ["%"], title: "in part",
      summary: "As Apple: pays a share of the price back; you pick how much.", rank: 3),
    ActionEntry(
      .answerConsumption, in: [.decisions], keys: ["u"], title: "used?",
      summary: "As the app's server: answers Apple, who asks how far a purchase was used, within 12 hours.", rank: 4),
    ActionEntry(
      .deleteTransaction, in: [.decisions, .purchases], keys: ["x"], title: "delete",
      summary: "Deletes the transaction and what came of it, after asking: as if it had never been.", rank: 5),
  ]

  private static let subscriptions: [ActionEntry] = [
    ActionEntry(
      .renew, in: [.subscriptions], keys: ["r"], title: "renew",
      summary: "Begins a new period now and charges it, after asking.", rank: 1),
    ActionEntry(
      .expire, in: [.subscriptions], keys: ["e"], title: "end",
      summary: "Ends the subscription now, after asking.", rank: 1),
    ActionEntry(
      .autoRenew, in: [.subscriptions], keys: ["a"], title: "auto-renew",
      summary: "Switches auto-renew off or on, as the customer would, after asking.", rank: 1),
    ActionEntry(
      .billing, in: [.subscriptions], keys: ["b"], title: "billing",
      summary: "Lets the next renewal's payment fail, or lets payment work again, after asking.", rank: 1),
    ActionEntry(
      .priceIncrease, in: [.subscriptions], keys: ["l"], title: "price rise",
      summary: "Raises the price, which the customer has to agree to, after asking.", rank: 5),
    ActionEntry(
      .consent, in: [.subscriptions], keys: ["c"], title: "consent",
      summary: "As the customer: agrees to the higher price that was announced, or refuses it.", rank: 5),
    ActionEntry(
      .extend, in: [.subscriptions], keys: ["x"], title: "extend",
      summary: "Moves the next renewal by days that nobody pays for; you pick how many.", rank: 5),
  ]

  private static let accounts: [ActionEntry] = [
    ActionEntry(
      .pick, in: [.accounts], keys: [.enter], title: "sign in",
      summary: "Signs this Apple Account in; on the one that is signed in, changes the storefront.", rank: 1),
    ActionEntry(
      .storefront, in: [.accounts], keys: ["f"], title: "storefront",
      summary: "Moves the signed-in Apple Account to another country's App Store.", rank: 1),
    ActionEntry(
      .locale, in: [.accounts], keys: ["l"], title: "locale",
      summary: "Chooses the language in which the signed-in Apple Account sees names and prices.", rank: 5),
    ActionEntry(
      .family, in: [.accounts], keys: ["m"], title: "family",
      summary: "Takes this Apple Account into the family of the one that is signed in, or out of it.", rank: 2),
    ActionEntry(
      .share, in: [.accounts], keys: ["h"], title: "share",
      summary: "As the signed-in customer: lets the family have a product, or keeps it.", rank: 3),
    ActionEntry(
      .buyElsewhere, in: [.accounts], keys: ["b"], title: "buy",
      summary: "Buys on another device of this Apple Account, now or in the past; you pick what.", rank: 2),
    ActionEntry(
      .promote, in: [.accounts], keys: ["t"], title: "promote",
      summary: "Begins a purchase in the App Store, which the app is to continue; you pick what.", rank: 3),
    ActionEntry(
      .resetAccount, in: [.accounts], keys: ["x"], title: "empty",
      summary: "Deletes everything that this Apple Account bought, after asking.", rank: 4),
  ]

  private static let faults: [ActionEntry] = [
    ActionEntry(
      .switchFault, in: [.faults], keys: ["x"], title: "on or off",
      summary: "Switches the fault on until it is switched off, or off.", rank: 1),
    ActionEntry(
      .faultOnce, in: [.faults], keys: ["t"], title: "once", summary: "Switches the fault on for one time.", rank: 1),
    ActionEntry(
      .faultKind, in: [.faults], keys: ["f"], title: "how",
      summary: "Switches the fault on and says how the call fails.", rank: 1),
    ActionEntry(
      .pick, in: [.faults, .settings], keys: [.enter], title: "change",
      summary: "Changes the row under the cursor.", rank: 1),
  ]

  private static let settings: [ActionEntry] = [
    ActionEntry(
      .setBack, in: [.settings], keys: ["-"], title: "set back",
      summary: "Sets the App Store's clock back; nothing that happened is undone.", rank: 3),
    ActionEntry(
      .renewalsFail, in: [.settings], keys: ["w"], title: "renewals",
      summary: "Switches whether the first renewal of every new subscription fails.", rank: 4),
    ActionEntry(
      .rate, in: [.settings], keys: ["t"], title: "rate",
      summary: "Sets how fast subscriptions live: a month can last minutes.", rank: 2),
    ActionEntry(
      .pauseClock, in: [.settings], keys: ["z"], title: "pause",
      summary: "Stops the App Store's clock, or lets it run again.", rank: 2),
    ActionEntry(
      .askToBuy, in: [.settings], keys: ["a"], title: "Ask to Buy",
      summary: "Switches whether every purchase waits for a parent.", rank: 3),
    ActionEntry(
      .grace, in: [.settings], keys: ["e"], title: "grace",
      summary: "Switches whether a failed renewal is followed by a grace period with access.", rank: 3),
    ActionEntry(
      .interrupted, in: [.settings], keys: ["n"], title: "interrupt",
      summary: "Switches whether purchases wait until the customer has settled something with the App Store.", rank: 4),
    ActionEntry(
      .checkpoint, in: [.settings], keys: ["c"], title: "checkpoint",
      summary: "Keeps the present history, to come back to it.", rank: 4),
    ActionEntry(
      .goBack, in: [.settings], keys: ["v"], title: "go back",
      summary: "Goes back to a checkpoint, after asking; devices begin anew.", rank: 4),
  ]

  private static let notices: [ActionEntry] = [
    ActionEntry(
      .testNotice, in: [.notifications], keys: ["t"], title: "test",
      summary: "Puts a TEST notification to the app's server into the outbox.", rank: 1)
  ]

  private static let purchases: [ActionEntry] = [
    ActionEntry(
      .refund, in: [.purchases], keys: ["f"], title: "refund",
      summary: "As Apple: pays it back, though nobody asked, after asking you.", rank: 1)
  ]
}
