import Core

/// The texts of customers' complaints, and the default sentences to send to the customer.
enum CustomerHelpText {
  static func says(_ customerCase: CustomerCase) -> Words {
    switch customerCase {
    case .paidAndNothing: "I paid and have nothing"
    case .refundedAndStillThere: "I was refunded and still have it"
    case .endedThoughPaying: "It ended though I pay"
    case .changedPhone: "I changed my phone"
    case .chargedTwice: "I was charged twice"
    }
  }
  static var orSomethingElse: Words {
    " If you paid for something else, please reply with the order ID from Apple's receipt e-mail."
  }
  static var sayNothingSeen: Words {
    "We can't see a purchase yet. Please reply with the order ID from Apple's receipt e-mail, and we'll look again."
  }
}
