import StoreModel
import Texts

/// What the app's server writes into its journal; it is kept in the words of the day.
enum ServerJournalText: Sentence {
  case wasTakenBack(product: String, cause: String, count: Int, of: Int), wasRefunded(count: Int, of: Int)
  case wasReversed(Int)
  case wasCredited(product: String, told: String, byDevice: Bool, others: String?)
  case wasCreditedToNobody(String)
  case tokenIsOnOthers(String)

  case foundInHistory(String), serverLostItsData

  case uploadedForAnother(order: String, transaction: String), refusedOnPurpose, overdueOnPurpose, markedAsOverdue
  case boughtTooLongAgo, tokenIsNobodys, creditedBefore, noOrder(String), closedByHand(String)

  case hasIt(String), hasItInstead(others: String, told: String), byRestorePolicy(outcome: String, others: String)

  case fileHolds(value: String, type: String), restorePolicyIsNow(String)

  case wasSwept(Int)
  case wasMoved(from: String?, reason: String)

  case attribution(Attribution)
}
