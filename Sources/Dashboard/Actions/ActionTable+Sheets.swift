import AppStoreModel
import Core
import TerminalUI

/// The actions of the sheets.
extension ActionTable {
  static let payment: [ActionEntry] = [
    ActionEntry(
      .pay, in: [.paymentSheet], keys: [.enter], title: "pay",
      summary: "Pay; owned products cost nothing.", rank: 1, unless: \.reasonAgainstPaying
    ) { $0.pay(.success) },
    ActionEntry(
      "offers", in: [.paymentSheet], keys: ["o"], title: "offers",
      summary: "List the product's offers, and why you can or cannot use each.", rank: 3,
      unless: \.reasonAgainstOffers
    ) { $0.listOffers() },
    ActionEntry(
      .askParent, in: [.paymentSheet], keys: ["p"], title: "ask a parent",
      summary: "Ask to buy: the purchase waits until a parent decides on the App Store's side.", rank: 3,
      unless: { $0.setup.abilities[.chooseOutcome] }
    ) { $0.pay(.pending) },
    ActionEntry(
      .fail, in: [.paymentSheet], keys: ["f"], title: "fail",
      summary: "Let the payment fail; you choose how.", rank: 4, unless: { $0.setup.abilities[.chooseOutcome] }
    ) { $0.state.overlays.append(.choice(.waysToFail)) },
    ActionEntry(
      .badSignature, in: [.paymentSheet], keys: ["v"], title: "invalid signature",
      summary: "Pay; the signed transaction that comes back fails verification.", rank: 5,
      unless: { $0.setup.abilities[.chooseOutcome] }
    ) { $0.pay(.unverified) },
    ActionEntry(
      .more, in: [.paymentSheet, .useSheet], keys: ["+", .right, .up], title: Words("more", context: "action"),
      summary: "Add one, or type a number.", rank: 7,
      unless: { $0.reasonAgainstCounting(by: 1) }
    ) { $0.count(by: 1) },
    ActionEntry(
      .fewer, in: [.paymentSheet, .useSheet], keys: ["-", .left, .down], title: "fewer", summary: "Remove one.",
      rank: 8,
      unless: { $0.reasonAgainstCounting(by: -1) }
    ) { $0.count(by: -1) },
    ActionEntry(
      "token", in: [.paymentSheet], keys: ["t"], title: "token",
      summary: "Attach the order's own UUID as appAccountToken, or the user's again.", rank: 6
    ) { $0.switchToken() },
    ActionEntry(
      .close, in: [.paymentSheet], keys: [.escape], title: "cancel",
      summary: "Close the sheet as a customer would: the purchase is cancelled and nothing is charged.", rank: 2
    ) { $0.close() },
  ]

  static let sheets: [ActionEntry] = [
    ActionEntry(
      .confirm, in: [.useSheet], keys: [.enter, "x"], title: "use", summary: "Use this many.", rank: 1
    ) { $0.useUp() },
    ActionEntry(
      .pick, in: [.refundList], keys: [.enter, "a"], title: "choose",
      summary: "Request a refund of this transaction.", rank: 1, unless: \.reasonAgainstPicking
    ) { $0.askReason() },
    ActionEntry(
      "file", in: [.refundReason], keys: [.enter], title: "send the request",
      summary: "Send the request to Apple.", rank: 1
    ) { $0.file() },
    ActionEntry(
      .pick, in: [.choice], keys: [.enter], title: "choose", summary: "Choose this one.", rank: 1
    ) { $0.pick() },
    ActionEntry(
      .confirm, in: [.confirmation], keys: ["y"], title: "yes", summary: "Go ahead.", rank: 1
    ) { $0.confirm() },
    ActionEntry(
      .close, in: [.confirmation], keys: [.escape, "n", "q"], title: "no", summary: "Leave everything as it is.",
      rank: 2
    ) { $0.close() },
    ActionEntry(
      .confirm, in: [.filter], keys: [.enter, .tab, .down, .up], title: "keep", summary: "Keep the filter.", rank: 1
    ) { $0.keepFilter() },
    ActionEntry(
      .pick, in: [.palette], keys: [.enter], title: "run", summary: "Run the selected item.", rank: 1
    ) { $0.pickFromPalette() },
    ActionEntry(
      .close, in: [.palette], keys: [.escape], title: "back", summary: "Go back without doing anything.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .up, in: [.palette], keys: [.up], title: "up", summary: "Move up one row.", isMovement: true
    ) { $0.move(.up) },
    ActionEntry(
      .down, in: [.palette], keys: [.down], title: "down", summary: "Move down one row.", isMovement: true
    ) { $0.move(.down) },
    ActionEntry(
      .confirm, in: [.entry], keys: [.enter], title: "go on", summary: "Continue with this text.", rank: 1,
      unless: \.reasonAgainstEntering
    ) { $0.enter() },
    ActionEntry(
      .close, in: [.entry], keys: [.escape], title: "back", summary: "Go back without doing anything.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.order], keys: [.escape, "o", "q"], title: "close", summary: "Close this.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.filter], keys: [.escape], title: "clear", summary: "Show everything again.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.useSheet, .refundList, .choice], keys: [.escape, "q"], title: "back",
      summary: "Go back without doing anything.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.refundReason], keys: [.escape], title: "back", summary: "Go back without requesting anything.",
      rank: 2
    ) { $0.close() },
    ActionEntry(
      .pick, in: [.help], keys: [.enter], title: "run", summary: "Close the help and run the selected action.", rank: 1
    ) { $0.runFromHelp() },
    ActionEntry(
      .close, in: [.help], keys: [.escape, "q"], title: "close", summary: "Close this.", rank: 2
    ) { $0.close() },
    ActionEntry(
      .close, in: [.report], keys: [.escape, .enter, "q"], title: "close", summary: "Close this.", rank: 1
    ) { $0.close() },
  ]
}
