import Screen
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
