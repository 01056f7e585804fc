import StoreModel
import Texts

/// What the desk's screen says.
enum DeskScreenText: Sentence {
  case part(DeskScreen.Part)
  case reading, nobodyFound, emptyDesk, emptyView
  case emptyList
  case searchFor
  case silent(String), silentShort
  case notOpened(String)
  case nothingToOpen, readOnly, noWalkthroughs

  // The header.
  case held(customers: Int, transactions: Int)
  case newestNotification(String, secondsAgo: Int64)
  case neverNotified
  case wait(Int, hasMore: Bool)

  // The customer under the cursor.
  case customerTitle(Int64)
  case tokenLabel, productsLabel, spentLabel, refundedLabel, lastEventLabel
  case asSigned
  case opens

  // Views.
  case deadline(seconds: Int64)

  // Health.
  case figure(Figure)
  case delay(half: Int64, ninetyNine: Int64, of: Int)
  case noDelay
  case counted(Int, hasMore: Bool)
  case newestByType
  case calls(made: Int, left: Int?)
  case arrived(secondsAgo: Int64, delay: Int64)

  // Trends.
  case trend(DeskTrends.Kind, Int)
  case days(from: String, to: String)
  case refundRate(perMille: Int?)
  case active(Int)
  case nothingCounted

  // Notes.
  case notes(Int64), noNotes
  case note(String, by: String, at: String)
  case newestNote(String, by: String, count: Int)
  case noteTitle(Int64), noteText, noteLabel

  // What the worker is asked for.
  case doing(DeskCommand), failed(DeskCommand), done(DeskCommand)
  case noSubscription, nothingAsked
  case answerTitle(String), shareTitle, wishTitle, recorded, delivery(String), share(Int?), preference(String?)
  case reply(ConsumptionReply), partNeedsShare, noConsent, answeredAlready, tooLate
  case extendTitle(String), extendText, extendLabel, noDays(String)

  /// A line of the health figures.
  enum Figure: Hashable {
    case engine, customers, transactions, notifications, delay, waiting, poisoned, quarantined, gaps, calls
  }
}
