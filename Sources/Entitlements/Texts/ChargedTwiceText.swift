import Texts

/// What is said of two purchases for the same thing, and of what the app gave or owes.
enum ChargedTwiceText: Sentence {
  case certain(first: String, isSubscription: Bool), possible
  case askForRefund(isSubscription: Bool)

  case owed(Int), decideWhatIsOwed(Int), sayOwed
  case grantedConsumable(Int, because: String, compensates: String?)
  case durationWaits(String, since: String), durationEndWaits(since: String), grantWaits(reason: String, since: String)
}

// MARK: - English

extension ChargedTwiceText {
  var english: String {
    switch self {
    case .certain(let first, let isSubscription):
      isSubscription
        ? "charged twice: another paid subscription of this group runs at the same time (\(first))"
        : "charged twice: another purchase of it is paid for the same time (\(first))"
    case .possible:
      "perhaps charged twice: it was bought again while an earlier charge had no answer, and none was used since"
    case .askForRefund(let isSubscription):
      isSubscription
        ? "the customer paid twice: request a refund for one of the two, and cancel one"
        : "the customer paid twice: request a refund for one of the two"

    case .owed(let count):
      "\(count) of a later purchase made up for what Apple refunded after it was used"
    case .decideWhatIsOwed(let count):
      "\(count) paid and not had, because an earlier purchase was refunded after use: decide whether to grant it"
    case .sayOwed:
      "Apple tells us an earlier purchase was refunded after it was used, so this one made up for it. "
        + "Please reply if you'd like us to look into it."
    case .grantedConsumable(let count, let reason, let compensated):
      "\(count) granted by us: \(reason)" + (compensated.map { " (for \($0))" } ?? "")
    case .durationWaits(let period, let since):
      "a duration of \(period), set \(since), waits for the app's server"
    case .durationEndWaits(let since): "taking its duration away, asked \(since), waits for the app's server"
    case .grantWaits(let reason, let since): "a grant of \(since) waits for the app's server: \(reason)"
    }
  }
}
