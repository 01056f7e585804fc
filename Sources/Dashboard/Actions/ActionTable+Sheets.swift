import Screen

extension ActionTable {
  static let payment: [ActionEntry] = [
    ActionEntry(
      .pay, in: [.paymentSheet], keys: [.enter], title: "pay",
      summary: "Pays; what is owned already costs nothing.", rank: 1),
    ActionEntry(
      .askParent, in: [.paymentSheet], keys: ["p"], title: "ask a parent",
      summary: "Asks to buy: the purchase waits until a parent decides on the App Store's side.", rank: 3),
    ActionEntry(
      .fail, in: [.paymentSheet], keys: ["f"], title: "fail",
      summary: "Lets the payment fail; you pick how.", rank: 4),
    ActionEntry(
      .badSignature, in: [.paymentSheet], keys: ["v"], title: "bad signature",
      summary: "Pays, and the signed transaction that comes back does not verify.", rank: 5),
    ActionEntry(
      .more, in: [.paymentSheet, .useSheet], keys: ["+", .right, .up], title: "more", summary: "One more.", rank: 7),
    ActionEntry(
      .fewer, in: [.paymentSheet, .useSheet], keys: ["-", .left, .down], title: "fewer", summary: "One fewer.", rank: 8),
    ActionEntry(
      .token, in: [.paymentSheet], keys: ["t"], title: "token",
      summary: "Attaches the order's own UUID as appAccountToken, or the user's again.", rank: 6),
    ActionEntry(
      .close, in: [.paymentSheet], keys: [.escape], title: "cancel",
      summary: "Closes the sheet as a customer would: the purchase is cancelled and nothing is charged.", rank: 2),
  ]

  static let sheets: [ActionEntry] = [
    ActionEntry(
      .confirm, in: [.useSheet], keys: [.enter, "x"], title: "use", summary: "Spends so many.", rank: 1),
    ActionEntry(
      .pick, in: [.refundList], keys: [.enter, "a"], title: "choose",
      summary: "Goes on to ask for a refund of this transaction.", rank: 1),
    ActionEntry(
      .file, in: [.refundReason], keys: [.enter], title: "file the request",
      summary: "Files the request with Apple.", rank: 1),
    ActionEntry(.pick, in: [.choice], keys: [.enter], title: "choose", summary: "Chooses this.", rank: 1),
    ActionEntry(.confirm, in: [.confirmation], keys: ["y"], title: "yes", summary: "Goes ahead.", rank: 1),
    ActionEntry(
      .close, in: [.confirmation], keys: [.escape, "n", "q"], title: "no", summary: "Leaves everything as it is.",
      rank: 2),
    ActionEntry(
      .confirm, in: [.filter], keys: [.enter, .tab, .down, .up], title: "keep", summary: "Keeps the filter.", rank: 1),
    ActionEntry(.close, in: [.filter], keys: [.escape], title: "clear", summary: "Shows every product.", rank: 2),
    ActionEntry(
      .close, in: [.useSheet, .refundList, .choice], keys: [.escape, "q"], title: "back",
      summary: "Goes back; nothing happens.", rank: 2),
    ActionEntry(
      .close, in: [.refundReason], keys: [.escape], title: "back", summary: "Goes back; nothing is filed.", rank: 2),
    ActionEntry(
      .close, in: [.report, .help], keys: [.escape, .enter, "q"], title: "close", summary: "Closes this.", rank: 1),
  ]

  static let appStore: [ActionEntry] = [
    ActionEntry(
      .approve, in: [.appStore], keys: ["y"], title: "approve",
      summary: "As Apple: grants the refund. As a parent: allows the purchase, which is charged.", rank: 1),
    ActionEntry(
      .decline, in: [.appStore], keys: ["n"], title: "decline",
      summary: "As Apple: declines the refund. As a parent: declines the purchase; the app is never told.", rank: 2),
    ActionEntry(
      .reverse, in: [.appStore], keys: ["v"], title: "reverse",
      summary: "Takes a granted refund back: the purchase counts again.", rank: 3),
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
}
