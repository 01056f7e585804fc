import Texts

extension SupportText {
  var english: String {
    switch self {
    case .title(let product): product.map { "Support, about \($0)" } ?? "Support"
    case .lookUpTitle: "Look a customer up"
    case .lookUpText: "By any transaction id of theirs, or by the order number on their invoice (production only)."
    case .lookUpLabel: "Id or order number: "
    case .testTokenTitle: "What became of a test notification?"
    case .testTokenText: "The token is what asking for the test answered."
    case .testTokenLabel: "Token: "
    case .name(let deed): name(deed)
    case .note(let deed): note(deed)

    case .journalKeeps(let text): "\(text) The journal keeps it."
    case .extendTitle(let product): "By how many days does \(product) renew later?"
    case .days(let days): English.counted(days, "day")
    case .whyExtended: "Why is it extended?"
    case .extensionReason(1): "the customer was not satisfied"
    case .extensionReason(2): "another reason"
    case .extensionReason(3): "an outage of the service"
    case .extensionReason: "not said"
    case .reasonCode(let code): "reason code \(code)"
    case .extending(let product, let days): "Extend \(product) by \(English.counted(days, "day"))?"
    case .extendingFollows(let days):
      "The customer keeps access and pays \(English.counted(days, "day")) later. Apple allows it twice a year."

    case .consumptionTitle(let product): "What did the customer have of \(product)? Ask for their consent first."
    case .telling(let product): "Tell Apple about \(product)?"
    case .tellingFollows(let answer, let note):
      "Says: \(answer), \(note); the customer consented. Apple weighs the refund by it."

    case .tokenTitle(let product): "Whose is \(product)?"
    case .tokenText: "The user's UUID; what will follow is said before anything happens."
    case .tokenLabel: "UUID: "
    case .settingToken: "Set the app account token?"
    case .settingTokenFollows(let product, let uuid): "\(product) and all its renewals carry \(uuid) from now on."
    case .finishing(let product): "Finish \(product)?"
    case .finishingFollows: "The App Store stops delivering it: be sure that the customer has it."
    case .testing: "Send a test notification?"
    case .testingFollows: "The App Store posts a TEST notification to the app's server. It touches no customer."
    }
  }

  private func name(_ deed: Deed) -> String {
    switch deed {
    case .lookUp: "look up"
    case .statuses: "statuses"
    case .notifications: "notifications"
    case .testResult: "test result"
    case .extend: "extend"
    case .consumption: "consumption"
    case .setToken: "set token"
    case .finish: "finish"
    case .test: "test"
    }
  }

  private func note(_ deed: Deed) -> String {
    switch deed {
    case .lookUp: "a customer, by transaction id or order number"
    case .statuses: "what Apple says of every subscription of the customer"
    case .notifications: "what was sent to the app's server in the last 30 days"
    case .testResult: "whether a test notification arrived"
    case .extend: "moves the renewal date by days that nobody pays for"
    case .consumption: "tells Apple how far it was used, for a refund"
    case .setToken: "attaches a user's UUID to the purchase"
    case .finish: "tells the App Store that it was delivered"
    case .test: "has a test notification sent to the app's server"
    }
  }
}
