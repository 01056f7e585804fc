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
