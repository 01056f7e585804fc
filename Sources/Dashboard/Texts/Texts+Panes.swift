import SafeText
import StoreModel

extension Texts {
  static let reading = "reading …"
  static let nobody = "nobody is signed in"

  // MARK: Titles

  static func paymentTitle(_ state: State) -> String {
    if state.setup.isReal { return "App Store" }
    return state.setup.abilities.appStore == nil ? "App Store (simulated)" : "Purchase"
  }

  static let useTitle = "Use"
  static let refundListTitle = "Which purchase shall Apple refund?"
  static let refundReasonTitle = "Ask Apple for a refund"
  static let appStoreTitle = "The App Store's side"
  static let nothingRefundableLong =
    "No purchase of this Apple Account on this device can be refunded: none is paid and unrefunded, or Apple was asked."

  static func helpTitle(_ scope: Scope) -> String {
    switch scope {
    case .main: "Keys"
    case .paymentSheet: "Keys of the payment sheet"
    case .appStore: "Keys of the App Store's side"
    default: "Keys here"
    }
  }

  static func notNow(_ reason: String) -> String { "not now: \(reason)" }

  // MARK: Sheets

  static func payer(_ state: State) -> String {
    let storefront = state.storefront.map { ", storefront \(safe($0))" } ?? ""
    return "Apple Account \(state.account ?? "")\(storefront)"
  }

  static func per(_ period: SubscriptionPeriod) -> String { "per \(period)" }

  static func left(_ count: Int) -> String { "\(count) left" }

  static func consequence(ofUsing count: Int, balance: Int) -> String {
    "Uses \(count); \(balance - count) will be left. What is used is not given back."
  }

  static func transaction(_ id: String) -> String { "transaction \(id)" }

  /// The end of a text that fits, for a field whose cursor stands behind it.
  static func end(of text: String, width: Int) -> String {
    var rest = text[...]
    while displayWidth(of: rest) > width { rest.removeFirst() }
    return String(rest)
  }

  // MARK: The App Store's side

  static let noCases = "Nothing waits for a decision."

  static func pace(_ situation: AppStoreSituation) -> String {
    if situation.isPaused { return "paused" }
    return pace(situation.rate)
  }

  static func pace(_ rate: TimeRate) -> String { rate == .realTime ? "real time" : rate.name }

  static func words(_ note: String) -> String { "The customer writes: \(note)" }
}
