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
  case deskTokenIsTooShort, hostNeedsToken, tooManyClaims(Int), subjectHasEnoughClaims(String, Int)
  case tooMuchWaits
  case notStored
  case noDesk(String, near: [String])
  case usageTillDesk
  case directoryOfCould(String)
  case noDeskYet
  case nameApp, noRoles, bytesAreHeld
  case requestOneOf, extendNeedsDays, requested(kind: String, customer: String), nothingWasAsked, anotherWorker
  case worked(kind: String, customer: String, subject: String, outcome: String, detail: String)
  case noRules(file: String, error: String), commandFailed(String), usagesOfYourServer(Int), noFormat(String)
  case notificationsInAnotherForm(String), askOnlyApple, otherEnvironment(server: String, environment: String)
  case rateIsNumber(String), fromIsDay(String)
  case refreshed(customer: String, new: Int, known: Int, calls: Int)
  case swept(read: Int, filled: Int, undelivered: Int, until: String)
  case everythingIsKept, keptFrom(day: String, months: Int), wentOfTable(table: String, rows: Int, months: Int)
  case monthsAreNumber(String)
  case isNotSignedByApple(file: String, String)
  case deskFor(bundleId: String, environment: String)
}

// MARK: - English

extension DeskCommandText {
  var english: String {
    switch self {
    case .limitNumberUp(let text):
      "--limit \(text): a number up to 10000"
    case .afterGiveNextOfList(let text):
      "--after \(text): give the \"next\" of the list before"
    case .isNotSignedByApple(let file, let name):
      "\(file) says \(name): it is not signed by Apple and would not be checked; make the desk with till desk init "
        + "--bundle-id ID --environment \(name) if you trust it"
    case .nobodyIsKnown(let words):
      "nobody is known by \(words)"
    case .noView(let words):
      "there is no view \(words): "
    case .nothingIsInQuarantine:
      "nothing is in quarantine"
    case .removeEverythingAboutCustomer(let customer):
      "Remove everything about customer #\(customer)? It cannot be taken back; hashes stay, so "
        + "that Apple's next notification does not bring it back."
    case .nameWhatToImport:
      "name what to import: till desk import FILE..."
    case .stoppedWhileDeriving:
      "stopped while deriving; it goes on with the next look"
    case .andMore(let failed):
      "and \(failed) more: till desk view quarantine"
    case .stoppedSameCommandGoes:
      "stopped; the same command goes on from there"
    case .noClaim(let file, let error):
      "\(file): no claim: \(error); nothing of it was taken in"
    case .linesSecond(let file, let lines, let rate):
      "\(file): \(lines) lines, \(rate) a second"
    case .sLeft(let rate, let left):
      ", \(rate) %, \(left) s left"
    case .derivedOfCustomers(let count, let of):
      "derived \(count) of \(of) customers"
    case .importedKnownFailed(let imported, let known, let failed, let rate):
      "imported \(imported), known \(known), failed \(failed); \(rate) a second"
    case .notificationsRenewalInformations(let notifications, let renewals):
      "\(notifications) notifications, \(renewals) renewal informations"
    case .claimsOfYourServer(let claims):
      "\(claims) claims of your server"
    case .aboutCustomersWhoWereForgotten(let forgotten):
      "\(forgotten) about customers who were forgotten: nothing of them was kept"
    case .customersOfThemNew(let customers, let newCustomers):
      "\(customers) customers, \(newCustomers) of them new"
    case .tillDeskListens(let place):
      "till: the desk listens on \(place); Ctrl-C stops it"
    case .tlsNeedsCertificateAndIts:
      "--tls needs a certificate and its key, both PEM: --tls CERT KEY"
    case .portNumberUp(let text):
      "--port \(text): a number up to 65535"
    case .noAppStoreServerNotification:
      "no App Store Server Notification of version 2"
    case .notificationFrom(let client):
      "notification from \(client)"
    case .tokenOfTillDeskToken:
      "the token of TILL_DESK_TOKEN is asked for"
    case .deskTokenIsTooShort: "TILL_DESK_TOKEN is too short; use at least 8 characters"
    case .hostNeedsToken: "--host lets other machines in; set TILL_DESK_TOKEN, which they must send"
    case .tooManyClaims(let limit): "too many claims; send at most \(limit) at a time"
    case .subjectHasEnoughClaims(let subject, let limit):
      "too many claims about \(subject) (limit \(English.counted(limit, "claim")) for each customer and purchase)"
    case .claimsFromElsewhereNeedTill:
      "claims from elsewhere need TILL_DESK_TOKEN"
    case .tooMuchWaits:
      "too much waits: send it again"
    case .notStored:
      "not stored: send it again"
    case .noDesk(let name, let near):
      "there is no desk \(name): "
        + (near.isEmpty ? "see till help desk" : "did you mean \(English.list(near, "or"))?")
    case .usageTillDesk:
      "usage: till desk "
    case .directoryOfCould(let place):
      "the directory of \(place) could not be made: check the path or name another with --db"
    case .noDeskYet:
      "there is no desk yet: till desk init --bundle-id ID, or till desk import FILE"
    case .notificationsInAnotherForm(let error):
      "Apple's history of notifications came in another form (\(error))"
    case .askOnlyApple:
      "a desk asks only the App Store Server API: --backend appstore:production, appstore:sandbox or appstore:URL"
    case .otherEnvironment(let server, let environment):
      "\(server) is not of \(environment), which this desk is for: name another --backend or --environment"
    case .rateIsNumber(let text):
      "--rate \(text): calls a second, up to 1000"
    case .fromIsDay(let text):
      "--from \(text): a date such as 2026-01-31"
    case .refreshed(let customer, let new, let known, let calls):
      "customer #\(customer): \(English.counted(new, "new statement")), \(known) known; "
        + English.counted(calls, "call")
    case .swept(let read, let filled, let undelivered, let until):
      "\(English.counted(read, "notification")) read up to \(until), \(filled) of them had never arrived; "
        + "\(undelivered) could not be delivered by Apple"
    case .requestOneOf:
      "usage: till desk request refresh CUSTOMER, extend SUBSCRIPTION DAYS, or hold TRANSACTION"
    case .extendNeedsDays:
      "an extension has 1 to 90 days: till desk request extend SUBSCRIPTION DAYS"
    case .requested(let kind, let customer):
      kind == "hold"
        ? "the question about customer #\(customer) is yours: the worker leaves it alone"
        : "\(kind) of customer #\(customer) waits for the worker: till desk worker"
    case .nothingWasAsked:
      "nothing was asked of the worker"
    case .anotherWorker:
      "another worker is at work: one holds the credentials at a time"
    case .worked(let kind, let customer, let subject, let outcome, let detail):
      "\(kind) of customer #\(customer)\(subject.isEmpty ? "" : " about \(subject)"): "
        + "\(Self.words(outcome: outcome))\(detail.isEmpty ? "" : ": \(detail)")"
    case .noRules(let file, let error):
      "\(file): no rules: \(error)"
    case .commandFailed(let command):
      "the command of --run failed: \(command)"
    case .usagesOfYourServer(let count):
      English.counted(count, "new record") + " of consent and use"
    case .noFormat(let format):
      "--format \(format): csv, markdown or json"
    case .noRoles:
      "the roles of the desk were not made: whoever may make roles runs till desk init once more"
    case .bytesAreHeld:
      "another program reads the file and holds its old pages: run till desk retain when it has ended, to erase them"
    case .nameApp:
      "name the app: till desk init --bundle-id ID"
    case .everythingIsKept: "everything is kept"
    case .keptFrom(let day, let months):
      "kept: what came since \(day) (\(English.counted(months, "month")) and the one that runs)"
    case .wentOfTable(let table, let rows, let months):
      "\(table): \(English.counted(rows, "row")) deleted, \(English.counted(months, "whole month")) dropped"
    case .monthsAreNumber(let text): "--older-than takes a number of months such as 13mo, or never, not \(text)"
    case .deskFor(let bundleId, let environment):
      "a desk for \(bundleId) in \(environment)"
    }
  }

  /// What became of a piece of the worker's work.
  private static func words(outcome: String) -> String {
    switch outcome {
    case "wouldSend": "would be sent"
    case "noConsent": "not answered, for no consent is recorded"
    case "held": "left to a person"
    case "later": "Apple could not be asked; again later"
    default: outcome
    }
  }
}
