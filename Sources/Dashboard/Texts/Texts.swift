import SafeText
import Screen
import StoreModel

/// What the dashboard says, in one place for each subject, so that a second language has to look nowhere else.
enum Texts {
  /// Foreign text as it may be shown.
  static func safe(_ text: String) -> String { safeText(text) }

  // MARK: Why not

  static let noProduct = "no product is selected"
  static let noReport = "nothing was done yet"
  static let emptyList = "the list is empty"
  static let notSold = "it is not in the catalogue any more"
  static let signedOut = "nobody is signed in to the App Store (s, then i)"
  static let paymentsNotAllowed = "this device may not make payments (s, then p allows them)"
  static let isBuying = "a purchase is under way"
  static let onlyConsumables = "only a consumable can be used"
  static let appStoreIsLoading = "the App Store has not answered yet"
  static let nothingWaits = "nothing waits for a decision"
  static let noCase = "no row is selected"
  static let notRefunded = "only a granted refund can be reversed"
  static let isRefunded = "it is decided already; v reverses it"
  static let oneIsEnough = "only consumables are bought in numbers"
  static let notFewer = "one is the least"
  static let nothingRefundable = "no purchase here can be refunded"
  static let stillLoading = "the list is still being read"
  static let productIsHidden = "that product is not in the list above"

  static let previewIsComing = "the App Store is still being asked what will follow"
  static let noOffers = "this product has no offers"
  static func nothingLeft(_ name: String) -> String { "there is nothing left of \(name)" }
  static func notMore(_ count: Int) -> String { "\(count) is the most" }
  static func underWay(_ kind: Work.Kind) -> String { "\(doing(kind)) is under way" }

  static func cannot(_ title: String, because reason: String) -> String { "\(title): \(reason)" }
  static func notHere(_ action: Action) -> String { "\(action.rawValue): not here; Esc goes back" }
  static func nothingHere(_ key: Key) -> String { "\(name(of: key)) does nothing here; ? lists the keys" }

  // MARK: Money and counts

  /// An amount in milliunits as text without symbols that two currencies share.
  static func money(_ milliunits: Int64?, _ currency: String?) -> String {
    guard let milliunits, let currency else { return "" }
    let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    let thousandths = String(rest + 1000).dropFirst()
    let decimals = thousandths.hasSuffix("0") ? String(thousandths.prefix(2)) : String(thousandths)
    return "\(milliunits < 0 ? "-" : "")\(whole).\(decimals) \(safe(currency))"
  }

  static func times(_ count: Int) -> String { "× \(count)" }
}

extension State {
  /// A product's name for the screen; its id when the catalogue does not know it.
  package func name(of productId: String?) -> String {
    guard let productId else { return "" }
    return products.names[productId] ?? Texts.safe(productId)
  }
}
