import Texts

/// What the program says of the dashboard it runs, and of what went wrong below it.
enum DashboardText: Sentence {
  case diskFull(String), noPlaceInList(String)

  case isNotSimulated

  case tooManyFiles

  case appStoreIsUnknown

  case simulated(String), otherServerAPI(String), otherReceipts(String), isReadOnly, thisIsNotSimulated
  case supportNeedsServerAPI, isLocked, dateIsToCome, backendIsNotSimulated, isAnotherVersion

  case isDamaged(String)
  case deviceStoreDoesNotKnow
  case noOrder
  case noSuchItem
  case noSuchEntry
  case noLetter
  case desk(String), customer(Int64, String), customerIsLookedAt, noDesk, noWorker, deskIsLocked
  case mouseIsOn, mouseIsOff, mouseIsAbsent
}
