package import StoreModel
import Texts

/// What the desk says.
package enum DeskText: Sentence {
  case error(DeskError.Kind)
  case several(String, [Int64])
  case claim(entitled: Bool, since: Timestamp, until: Timestamp?, reason: String?, differs: Bool)
  case claimDiffers(entitled: Bool)
  case damaged(String)
  case sound(String)
  case poisoned(Int64, String)
  case waiting(Int)
  case joins(Int)
  case rebuilt(Int, [Int64])
  case nothingToAsk
  case noQuestion(String), noConsent, answeredAlready(String), refusal(ConsumptionReply.Refusal)
  case renewalsAtApple, historyAtApple, orderAtApple, notificationsAtApple
  case alertDeadline(String, customer: Int64, minutes: Int64)
  case alertRefunds(Int, dayBefore: Int)
  case alertSilence(minutes: Int64)
  case alertDelay(seconds: Int64)
  case notGzip
  case zlibIsMissing
  case lineTooLong(Int)
  case unreadable(String, String)
  case shrunk(String)
}
