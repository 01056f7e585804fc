import Texts

/// What customers say, and what they are told where no product has a sentence of its own.
enum CustomerHelpText: Sentence {
  case says(CustomerCase)
  case sayFine(String), sayState(String, String), sayNothingSeen, sayNoRefundSeen, sayOneChargeSeen
  case waitForOrderNumber, waitForRefund
}

// MARK: - English

extension CustomerHelpText {
  var english: String {
    switch self {
    case .says(.paidAndNothing): "I paid and have nothing"
    case .says(.refundedAndStillThere): "I was refunded and still have it"
    case .says(.endedThoughPaying): "It ended though I pay"
    case .says(.changedPhone): "I changed my phone"
    case .says(.chargedTwice): "I was charged twice"
    case .sayFine(let product): "Everything looks fine: \(product) is active."
    case .sayState(let product, let state): "We see \(product) as “\(state)”. Please reply if that isn't right."
    case .sayNothingSeen:
      "We can't see a purchase yet. Please reply with the order ID from Apple's receipt e-mail, and we'll look again."
    case .sayNoRefundSeen:
      "We can't see a refund yet. Apple can say what became of the request, at reportaproblem.apple.com."
    case .sayOneChargeSeen:
      "We see one purchase only. A pending line at your bank usually disappears by itself; please send us the order IDs "
        + "if it doesn't."
    case .waitForRefund: "no refund is known here: Apple tells the customer what it decided"
    case .waitForOrderNumber: "wait for the order ID of Apple's receipt e-mail: nothing of the kind is known here"
    }
  }
}
