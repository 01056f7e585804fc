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
  case desk(String), customer(Int64, String), customerIsLookedAt, noDesk, savesNoLists, noWorker, deskIsLocked
  case mouseIsOn, mouseIsOff, mouseIsAbsent
}

// MARK: - English

extension DashboardText {
  var english: String {
    switch self {
    case .diskFull(let fault): "disk full, nothing was finished with the App Store: \(fault)"
    case .noPlaceInList(let key): "--after \(key): give the \"next\" of the list before"

    case .isNotSimulated: "this App Store is not simulated: nobody can play it"

    case .tooManyFiles: "too many files are open: close some, or raise ulimit -n"

    case .appStoreIsUnknown: "the device store does not know how the App Store stands"

    case .simulated(let environment): "SIMULATED (signs as \(environment))"
    case .otherServerAPI(let environment): "SERVER API, not Apple's: \(environment)"
    case .otherReceipts(let environment): "RECEIPTS, not Apple's: \(environment)"
    case .isReadOnly: "read-only: open it without --readonly to act"
    case .thisIsNotSimulated: "this App Store is not simulated"
    case .supportNeedsServerAPI: "support works at the App Store Server API: --backend appstore:PLACE"
    case .isLocked: "locked until --unlock"
    case .dateIsToCome: "--as-of names a date that is still to come"
    case .backendIsNotSimulated: "this backend has no simulated App Store: use --backend simulator"
    case .isAnotherVersion: "the App Store answers as no `till serve` of this version does"

    case .isDamaged(let what):
      "\(what): run till doctor"
    case .deviceStoreDoesNotKnow:
      "the device store does not know what the App Store holds"
    case .noOrder:
      "there is no order of that id on this device"
    case .noSuchItem:
      "there is no such item in the quarantine"
    case .noSuchEntry:
      "there is no such entry in the journal"
    case .noLetter:
      "there is no letter to change in what it says"
    case .desk(let environment): "DESK: \(environment)"
    case .customer(let number, let environment): "CUSTOMER #\(number): \(environment)"
    case .customerIsLookedAt: "a customer at the desk is looked at, and nothing of theirs is changed here"
    case .deskIsLocked: "open the desk with --unlock to ask the worker for anything"
    case .noWorker: "this desk is only read: nothing is asked of the worker from here"
    case .noDesk: "no desk is open"
    case .savesNoLists: "a walkthrough writes no files"
    case .mouseIsOn: "The mouse is Till's: a click selects, the wheel scrolls. Shift with the mouse selects text."
    case .mouseIsOff: "The mouse is the terminal's: it selects text."
    case .mouseIsAbsent: "This terminal tells nothing of a mouse."
    }
  }
}
