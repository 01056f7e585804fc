import SafeText
package import Screen
package import Texts

/// Why something cannot be done now.
enum ReasonText {
  static var noProduct: Words { "no product is selected" }
  static var noReport: Words { "nothing was done yet" }
  static var allAsUsual: Words { "everything is as usual" }
  static var noID: Words { "nothing with an id is selected" }
  static var emptyList: Words { "the list is empty" }
  static var notSold: Words { "it is not in the catalogue any more" }
  static var signedOut: Words { "nobody is signed in to the App Store (\(ActionTable.keys(to: .showAccounts)))" }
  static var paymentsNotAllowed: Words {
    "this device may not make payments (\(ActionTable.keys(to: "payments")) allows them)"
  }
  static var isBuying: Words { "a purchase is under way" }
  static var onlyConsumables: Words { "only a consumable can be used" }
  static func nothingLeft(product: String) -> Words { "there is nothing left of \(product)" }
  static var oneIsEnough: Words { "only consumables are bought in numbers" }
  static var notFewer: Words { "one is the least" }
  static func notMore(than count: Int) -> Words { "\(count) is the most" }
  static var nothingRefundable: Words { "no purchase here can be refunded" }
  static var stillLoading: Words { "the list is still being read" }
  static var previewIsComing: Words { "the App Store is still being asked what will follow" }
  static func underWay(_ kind: Work.Kind) -> Words { "\(WorkText.doing(kind)) is under way" }
  static var nothingPromoted: Words { "nothing was begun in the App Store" }
  static var noOrder: Words { "no order is selected (\(ActionTable.key(of: .showOrders)) lists them)" }
  static var orderIsClosed: Words { "nothing of it can be given up: it was delivered, or is closed" }
  static var nobodyLookedUp: Words { "no customer was looked up" }
  /// What could not be done, and why.
  static func cannot(_ title: String, because reason: String) -> Words { "\(title): \(reason)" }
  /// The same in a list of what can be done.
  static func notNow(_ reason: String) -> Words { "not now: \(reason)" }
}

/// A key as the key bar and the help write it.
extension Key: Worded {}

extension Key {
  package var said: Words {
    switch self {
    case .character(" "): "Space"
    case .character(let character): "\(safeText(String(character)))"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }
}
