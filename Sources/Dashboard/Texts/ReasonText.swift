package import Core
package import TerminalUI

/// The reasons why actions are unavailable.
enum ReasonText {
  static var noProduct: Words { "no product selected" }
  static var noReport: Words { "no actions yet" }
  static var allAsUsual: Words { "nothing differs from the defaults" }
  static var noID: Words { "the selection has no id" }
  static var emptyList: Words { "the list is empty" }
  static var notSold: Words { "no longer in the catalogue" }
  static var signedOut: Words {
    "no Apple Account is signed in to the App Store "
      + "(\(ActionTable.keys(to: .showAccounts)))"
  }
  static var paymentsNotAllowed: Words {
    "payments are not allowed on this device (\(ActionTable.keys(to: "payments")) allows them)"
  }
  static var isBuying: Words { "a purchase is under way" }
  static var onlyConsumables: Words { "only a consumable can be used" }
  static func nothingLeft(product: String) -> Words { "none of \(product) left" }
  static var oneIsEnough: Words { "only consumables can be bought in quantity" }
  static var notFewer: Words { "the minimum is 1" }
  static func notMore(than count: Int) -> Words { "the maximum is \(count)" }
  static var nothingRefundable: Words { "no refundable purchase here" }
  static var stillLoading: Words { "the list is still loading" }
  static var previewIsComing: Words { "the App Store has not said yet what will follow" }
  static func underWay(_ kind: Work.Kind) -> Words { "\(WorkText.doing(kind)) is in progress" }
  static var nothingPromoted: Words { "no purchase was begun in the App Store" }
  static var noOrder: Words { "no order selected (\(ActionTable.key(of: .showOrders)) lists them)" }
  static var orderIsNotGivenUp: Words { "the order was not given up" }
  static var orderIsClosed: Words { "nothing to give up: delivered, completed or given up already" }
  static var nobodyLookedUp: Words { "no customer selected" }
  /// Returns the message for an unavailable action: its name and the reason.
  static func cannot(_ title: String, because reason: String) -> Words { "\(title): \(reason)" }
  /// Returns the reason as it is shown in a list of actions.
  static func notNow(_ reason: String) -> Words { "unavailable: \(reason)" }
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
