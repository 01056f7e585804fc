import Screen
import StoreModel
import Texts

/// What is answered on a sheet.
extension ActionTable {
  static let payment: [ActionEntry] = [
    ActionEntry(
      .pay, in: [.paymentSheet], keys: [.enter], title: "pay",
      summary: "Pays; what is owned already costs nothing.", rank: 1, unless: \.reasonAgainstPaying
    ) { $0.pay(.success) },
    ActionEntry(
      "offers", in: [.paymentSheet], keys: ["o"], title: "offers",
      summary: "Lists the product's offers, and why you can or cannot have each.", rank: 3,
      unless: \.reasonAgainstOffers
    ) { $0.listOffers() },
    ActionEntry(
      .askParent, in: [.paymentSheet], keys: ["p"], title: "ask a parent",
      summary: "Asks to buy: the purchase waits until a parent decides on the App Store's side.", rank: 3,
      unless: { $0.setup.abilities.chooseOutcome }
    ) { $0.pay(.pending) },
    ActionEntry(
      .fail, in: [.paymentSheet], keys: ["f"], title: "fail",
      summary: "Lets the payment fail; you pick how.", rank: 4, unless: { $0.setup.abilities.chooseOutcome }
    ) { $0.state.overlays.append(.choice(.waysToFail)) },
    ActionEntry(
      .badSignature, in: [.paymentSheet], keys: ["v"], title: "bad signature",
      summary: "Pays, and the signed transaction that comes back does not verify.", rank: 5,
      unless: { $0.setup.abilities.chooseOutcome }
    ) { $0.pay(.unverified) },
    ActionEntry(
      .more, in: [.paymentSheet, .useSheet], keys: ["+", .right, .up], title: Words("more", context: "action"),
      summary: "One more.", rank: 7,
      unless: { $0.reasonAgainstCounting(by: 1) }
    ) { $0.count(by: 1) },
    ActionEntry(
      .fewer, in: [.paymentSheet, .useSheet], keys: ["-", .left, .down], title: "fewer", summary: "One fewer.", rank: 8,
      unless: { $0.reasonAgainstCounting(by: -1) }
    ) { $0.count(by: -1) },
    ActionEntry(
      "token", in: [.paymentSheet], keys: ["t"], title: "token",
      summary: "Attaches the order's own UUID as appAccountToken, or the user's again.", rank: 6
    ) { $0.switchToken() },
    ActionEntry(
      .close, in: [.paymentSheet], keys: [.escape], title: "cancel",
      summary: "Closes the sheet as a customer would: the purchase is cancelled and nothing is charged.", rank: 2
    ) { $0.close() },
  ]

  static let sheets: [ActionEntry] = [
    ActionEntry(
      .confirm, in: [.useSheet], keys: [.enter, "x"], title: "use", summary: "Spends so many.", rank: 1
    ) { $0.useUp() },
    ActionEntry(
      .pick, in: [.refundList], keys: [.enter, "a"], title: "choose",
      summary: "Goes on to ask for a refund of this transaction.", rank: 1, unless: \.reasonAgainstPicking
    ) { $0.askReason() },
    ActionEntry(
      "file", in: [.refundReason], keys: [.enter], title: "file the request",
      summary: "Files the request with Apple.", rank: 1
    ) { $0.file() },
    ActionEntry(
      .pick, in: [.choice], keys: [.enter], title: "choose", summary: "Chooses this.", rank: 1
    ) { $0.pick() },
    ActionEntry(
      .confirm, in: [.confirmation], keys: ["y"], title: "yes", summary: "Goes ahead.", rank: 1
    ) { $0.confirm() },
    ActionEntry(
      .close, in: [.confirmation], keys: [.escape, "n", "q"], title: "no", summary: "Leaves everything as it is.",
      rank: 2
    ) { $0.close() },
    ActionEntry(
      .confirm, in: [.filter], keys: [.enter, .tab, .down, .up], title: "keep", summary: "Keeps the filter.", rank: 1
    ) { $0.keepFilter() },
    ActionEntry(
      .pick, in: [.palette], keys: [.enter], title: "do it", summary: "Does what the cursor is on.", rank: 1
    ) { $0.pickFromPalette() },
    ActionEntry(
      .close, in: [.palette], keys: [.escape], title: "back", summary: "Goes back; nothing happens.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .up, in: [.palette], keys: [.up], title: "up", summary: "Moves one row up.", isMovement: true
    ) { $0.move(.up) },
    ActionEntry(
      .down, in: [.palette], keys: [.down], title: "down", summary: "Moves one row down.", isMovement: true
    ) { $0.move(.down) },
    ActionEntry(
      .confirm, in: [.entry], keys: [.enter], title: "go on", summary: "Goes on with this text.", rank: 1,
      unless: \.reasonAgainstEntering
    ) { $0.enter() },
    ActionEntry(
      .close, in: [.entry], keys: [.escape], title: "back", summary: "Goes back; nothing happens.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.order], keys: [.escape, "o", "q"], title: "close", summary: "Closes this.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.filter], keys: [.escape], title: "clear", summary: "Shows everything again.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.useSheet, .refundList, .choice], keys: [.escape, "q"], title: "back",
      summary: "Goes back; nothing happens.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.refundReason], keys: [.escape], title: "back", summary: "Goes back; nothing is filed.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.report, .help], keys: [.escape, .enter, "q"], title: "close", summary: "Closes this.", rank: 1
    ) { $0.close() },
  ]
}
