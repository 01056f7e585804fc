import SafeText
package import Screen
import Texts

/// Why something cannot be done now.
enum ReasonText: Sentence {
  case noProduct, noReport, nothingToSay, allAsUsual, clockStays, noID, nothingFound, emptyList, notSold, signedOut,
    paymentsNotAllowed, isBuying
  case onlyConsumables
  case nothingLeft(product: String)
  case oneIsEnough, notFewer
  case notMore(than: Int)
  case nothingRefundable, stillLoading, productIsHidden
  case previewIsComing, noOffers
  case nothingToTransfer
  case underWay(Work.Kind)
  case nothingPromoted, isDeferred
  case noOrder, orderIsClosed, nothingTyped
  case noWalkthroughs
  case nobodyLookedUp, onlySubscriptions, noPurchaseChosen
  /// Not a UUID, as it was typed.
  case noUUID(String)

  /// What could not be done, and why.
  case cannot(String, because: String)
  /// The same in a list of what can be done.
  case notNow(String)
  /// An action that belongs elsewhere.
  case notHere(Action)
  /// A key that means nothing where it was pressed.
  case nothingHere(Key)
}

/// Keys for sentences, which name an action and never spell its key.
extension Sentence {
  /// The key of an action where it is done: `c`.
  func key(_ action: Action) -> String { ActionTable.key(of: action) }

  /// The keys that lead to an action from the dashboard: `c`; on the App Store's side `s, o`.
  func keys(to action: Action) -> String { ActionTable.keys(to: action) }
}

/// A key as the key bar and the help write it.
extension Key: Sentence {}

// MARK: - English

extension ReasonText {
  var english: String {
    switch self {
    case .noProduct: "no product is selected"
    case .noReport: "nothing was done yet"
    case .nothingToSay: "there is nothing to say to the customer about it"
    case .allAsUsual: "everything is as usual"
    case .clockStays:
      "the device's clock stays ahead, since something was signed at that time (\(key(.undo)) takes acts back)"
    case .nothingFound: "nothing is called that"
    case .noID: "nothing with an id is selected"
    case .emptyList: "the list is empty"
    case .notSold: "it is not in the catalogue any more"
    case .signedOut: "nobody is signed in to the App Store (\(keys(to: .showAccounts)))"
    case .paymentsNotAllowed: "this device may not make payments (\(keys(to: "payments")) allows them)"
    case .isBuying: "a purchase is under way"
    case .onlyConsumables: "only a consumable can be used"
    case .nothingLeft(let product): "there is nothing left of \(product)"
    case .oneIsEnough: "only consumables are bought in numbers"
    case .notFewer: "one is the least"
    case .notMore(let count): "\(count) is the most"
    case .nothingRefundable: "no purchase here can be refunded"
    case .stillLoading: "the list is still being read"
    case .productIsHidden: "that product is not in the list above"
    case .nothingToTransfer: "no other login has a purchase of this product"
    case .previewIsComing: "the App Store is still being asked what will follow"
    case .noOffers: "this product has no offers"
    case .underWay(let kind): "\(WorkText.doing(kind)) is under way"
    case .nothingPromoted: "nothing was begun in the App Store"
    case .isDeferred: "it is put off already, until somebody logs in (\(key(.switchUser)))"
    case .noOrder: "no order is selected (\(key(.showOrders)) lists them)"
    case .orderIsClosed: "nothing of it can be given up: it was delivered, or is closed"
    case .nothingTyped: "nothing is typed"
    case .noWalkthroughs: "no walkthroughs are installed; till walkthrough list says where they are looked for"
    case .nobodyLookedUp: "no customer was looked up"
    case .onlySubscriptions: "only a subscription that renews can be extended"
    case .noPurchaseChosen: "choose a product or a transaction of the customer first"
    case .noUUID(let text): "\(text) is no UUID: write it as 6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11"
    case .cannot(let title, let reason): "\(title): \(reason)"
    case .notNow(let reason): "not now: \(reason)"
    case .notHere(let action): "\(action.rawValue): not here; \(key(.close)) goes back"
    case .nothingHere(let pressed): "\(pressed) does nothing here; \(key(.help)) lists the keys"
    }
  }
}

extension Key {
  package var english: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): safeText(String(character))
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
