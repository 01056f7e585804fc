import StoreModel
import Texts

/// What the timeline and the past say.
enum TimelineText: Sentence {
  case title
  /// In the place of lives.
  case nothingBought
  case happening(ProductLife.Happening.Kind)
  case now
  /// What follows at the next renewal.
  case plan(product: String, price: String)
  case endsThen

  // The past.
  case past(String)
  case isPast, isFixed, isNow
  case asOf(String, changes: [String])
  // Taking back.
  case nothingToUndo, undoFollows, undoStays
  case undoTitle(String)

  case nothingBefore, nothingAfter, backInNow
}

// MARK: - English

extension TimelineText {
  var english: String {
    switch self {
    case .title: "Timeline"
    case .nothingBought: "Nothing was bought yet. What is bought, renewed, refunded or upgraded is drawn here."
    case .happening(.bought): "bought"
    case .happening(.renewed): "renewed"
    case .happening(.graceBegan): "grace"
    case .happening(.replaced): "changed"
    case .happening(.refunded): "refunded"
    case .happening(.refundReversed): "refund reversed"
    case .happening(.revoked): "taken away"
    case .happening(.ended): "ended"
    case .now: "now"
    case .plan(let product, let price): price.isEmpty ? product : "\(product) \(price)"
    case .endsThen: "ends"

    case .past(let date): "THE PAST, as of \(date)"
    case .isPast: "this is the past, read-only; \(key(.close)) returns to now"
    case .isFixed: "this is the past (--as-of), read-only"
    case .isNow: "this is now; \(key(.earlier)) goes back"
    case .asOf(let date, let changes):
      changes.isEmpty ? "As of \(date)." : "As of \(date): \(changes.joined(separator: ", "))."
    case .nothingToUndo: "nothing was done here that can be taken back"
    case .undoTitle(let name): "Undo: \(name)?"
    case .undoFollows:
      "It is as if it had never been done: the App Store, the app's server and this device go back to before it."
    case .undoStays: "Ids stay used, and what was posted to a server of yours stays posted."
    case .nothingBefore: "Nothing before it is kept on this device."
    case .nothingAfter: "Nothing changed after it."
    case .backInNow: "Back in the present."
    }
  }
}
