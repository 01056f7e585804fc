import Texts

/// What the commands of the desk say.
enum DeskCommandText: Sentence {
  case limitNumberUp(String)
  case afterGiveNextOfList(String)
  case nobodyIsKnown(String)
  case noView(String)
  case nothingIsInQuarantine
  case removeEverythingAboutCustomer(String)
  case nameWhatToImport
  case stoppedWhileDeriving
  case andMore(String)
  case stoppedSameCommandGoes
  case noClaim(file: String, error: String)
  case linesSecond(file: String, lines: String, rate: String)
  case sLeft(rate: String, left: String)
  case derivedOfCustomers(count: Int, of: String)
  case importedKnownFailed(imported: String, known: String, failed: String, rate: String)
  case notificationsRenewalInformations(notifications: String, renewals: String)
  case claimsOfYourServer(String)
  case aboutCustomersWhoWereForgotten(String)
  case customersOfThemNew(customers: String, newCustomers: String)
  case tillDeskListens(String)
  case tlsNeedsCertificateAndIts
  case portNumberUp(String)
  case noAppStoreServerNotification
  case notificationFrom(String)
  case tokenOfTillDeskToken
  case claimsFromElsewhereNeedTill
  case tooMuchWaits
  case notStored
  case noDesk(String)
  case usageTillDesk
  case directoryOfCould(String)
  case noDeskYet
  case nameApp, noRoles
  case requestOneOf, extendNeedsDays, requested(kind: String, customer: String), nothingWasAsked, anotherWorker
  case worked(kind: String, customer: String, subject: String, outcome: String, detail: String)
  case noRules(file: String, error: String), commandFailed(String), usagesOfYourServer(Int), noFormat(String)
  case notificationsInAnotherForm(String), askOnlyApple, otherEnvironment(server: String, environment: String)
  case rateIsNumber(String), fromIsDay(String)
  case refreshed(customer: String, new: Int, known: Int, calls: Int)
  case swept(read: Int, filled: Int, undelivered: Int, until: String)
  case deskFor(bundleId: String, environment: String)
}
