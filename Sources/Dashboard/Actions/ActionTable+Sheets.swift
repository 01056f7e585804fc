import Screen

extension ActionTable {
  static let payment: [ActionEntry] = [
    ActionEntry(
      .pay, in: [.paymentSheet], keys: [.enter], title: "pay",
      summary: "Pays; what is owned already costs nothing.", rank: 1),
    ActionEntry(
      .offers, in: [.paymentSheet], keys: ["o"], title: "offers",
      summary: "Lists the product's offers, and why you can or cannot have each.", rank: 3),
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
    ActionEntry(.confirm, in: [.entry], keys: [.enter], title: "go on", summary: "Goes on with this text.", rank: 1),
    ActionEntry(
      .close, in: [.entry], keys: [.escape], title: "back", summary: "Goes back; nothing happens.", rank: 2),
    ActionEntry(
      .close, in: [.order], keys: [.escape, "o", "q"], title: "close", summary: "Closes this.", rank: 2),
    ActionEntry(.close, in: [.filter], keys: [.escape], title: "clear", summary: "Shows every product.", rank: 2),
    ActionEntry(
      .close, in: [.useSheet, .refundList, .choice], keys: [.escape, "q"], title: "back",
      summary: "Goes back; nothing happens.", rank: 2),
    ActionEntry(
      .close, in: [.refundReason], keys: [.escape], title: "back", summary: "Goes back; nothing is filed.", rank: 2),
    ActionEntry(
      .close, in: [.report, .help], keys: [.escape, .enter, "q"], title: "close", summary: "Closes this.", rank: 1),
  ]
}
