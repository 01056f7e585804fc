import Texts

/// What commands say of the app's server.
enum AppServerText: Sentence {
  case noJournalNumber(String), moreJournal(String), restorePolicy(policy: String, age: String), nothingIsOverdue
  case overdueAfter(count: Int64, unit: String)

  case transferToWhom, transferNeedsReason, isTransferred(transaction: String, user: String, reason: String)
  case recordNeedsPlatform, recordNeedsReference, recordNeedsUser, withoutEnd
  case isRecorded(user: String, product: String, end: String, platform: String, reference: String), endedByHand
  case grantHasEnded(grant: String, reason: String), noUserAtServer(String), notEntitledExpired
  case notEntitledGrantEnded, noDay(String)

  case endNamesGrant, grantNeedsProduct, grantNeedsEnd, grantNeedsReason, grantNeedsUser
  case isGranted(user: String, until: String, reason: String), noRestorePolicy(name: String, known: String)

  case giveRotateOrTake, secretIsInNoFile, holdsNoSecret(String), noSecretIsSet, cannotBeWritten(String)

  case secretIsSet(previousUntil: String?)
  case whatUserHas(String?)
  case notEntitledEnded(why: String, date: String)
  case left(Int)
  case bought(Int)
  case granted
  case yes
}
