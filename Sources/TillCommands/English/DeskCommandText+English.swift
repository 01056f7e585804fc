import Texts

extension DeskCommandText {
  var english: String {
    switch self {
    case .limitNumberUp(let text):
      "--limit \(text): a number up to 10000"
    case .afterGiveNextOfList(let text):
      "--after \(text): give the \"next\" of the list before"
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
    case .claimsFromElsewhereNeedTill:
      "claims from elsewhere need TILL_DESK_TOKEN"
    case .tooMuchWaits:
      "too much waits: send it again"
    case .notStored:
      "not stored: send it again"
    case .noDesk(let name):
      "there is no desk \(name): see till help desk"
    case .usageTillDesk:
      "usage: till desk "
    case .directoryOfCould(let place):
      "the directory of \(place) could not be made: check the path or name another with --db"
    case .noDeskYet:
      "there is no desk yet: till desk init --bundle-id ID, or till desk import FILE"
    case .nameApp:
      "name the app: till desk init --bundle-id ID"
    case .deskFor(let bundleId, let environment):
      "a desk for \(bundleId) in \(environment)"
    }
  }
}
