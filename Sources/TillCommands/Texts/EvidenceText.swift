import Texts

/// What commands say of evidence from elsewhere, and of customers.
enum EvidenceText: Sentence {
  case nothingInFiles, readOnlyImport, moreFailed(Int), isImported(imported: Int, known: Int, failed: Int)
  case tellOfNoTransaction(Int), customerInCase(account: String, name: String)

  case oneFileAtTime

  case needsRealAppStore, historyUnreadable(String), customerWasRead(id: String, count: Int)

  case noSupport(String, near: [String])
  case supportTakesNo(name: String, option: String), supportNeedsServerAPI, nobodyWasLookedUp
  case noDate(option: String, text: String), sayUnlock(server: String, deed: String)

  case extendedByDays(String), extendRenewal(id: String, days: Int), customerPaysLater, isExtended(String)
  case extendEveryRenewal(product: String, days: Int), allPayLater, askedFor
  case askedForExtension(product: String, identifier: String), noConsumptionRequest(String)
  case customerMustConsent(String), sendConsumption(String), appleWeighsIt, isNoUuid(String), setToken(String)
  case renewalsCarry(String), stopsDelivering, sendTestNotification, touchesNoCustomer, askedForTest(String)

  case noSubscriptions, noNotifications, noAppTransaction, isComplete(date: String, done: Int64, failed: Int64)
  case isNotComplete(done: Int64, failed: Int64), noResult, notSentYet, billingRetry, gracePeriod, unknownStatus
  case signatureNotVerified, noSignedPayload

  case nothingWasImported(String)
  case productsOfFile(Int, name: String, areForSale: Bool)
  case boughtEarlier(String, isForSale: Bool)
  case warning(String)
  case catalogueWasNotLoaded(String)
  case customersProduct(String, isEntitled: Bool, state: String)
  case appTransaction(id: String?, bundleId: String)
  case firstBought(String, version: String?)
  case refused(String)
  case filesSettings
  case interruptedPurchases
  case everyPurchaseFails
  case everyRenewalFails
  case billingGracePeriod
  case noDialogs
}

// MARK: - English

extension EvidenceText {
  var english: String {
    switch self {
    case .nothingInFiles: "there is nothing in the files"
    case .readOnlyImport: "read-only: nothing was imported; leave out --readonly to act"
    case .moreFailed(let count): "and \(count) more; --json lists all"
    case .isImported(let imported, let known, let failed): "imported \(imported), known \(known), failed \(failed)"
    case .tellOfNoTransaction(let count): "\(count) signed data tell of no transaction"
    case .customerInCase(let account, let name): "customer \(account): till --case \(name) account \(account)"

    case .oneFileAtTime: "one file at a time: till import FILE.storekit"

    case .needsRealAppStore: "customers are looked up at a real App Store: open it with --backend appstore:PLACE"
    case .historyUnreadable(let id): "the history of \(id) could not be read"
    case .customerWasRead(let id, let count): "customer \(id): \(English.counted(count, "transaction")) read"

    case .noSupport(let name, let near):
      "there is no support \(name): "
        + (near.isEmpty ? "see till help support" : "did you mean \(English.list(near, "or"))?")
    case .supportTakesNo(let name, let option): "till support \(name) takes no --\(option)"
    case .supportNeedsServerAPI: "support works at the App Store Server API: open it with --backend appstore:PLACE"
    case .nobodyWasLookedUp: "nobody was looked up: till lookup ID, or give the id"
    case .noDate(let option, let text): "--\(option) \(text): no date: write 2025-03-01 or 2025-03-01T12:00:00Z"
    case .sayUnlock(let server, let deed): "\(server) is read-only: say --unlock to \(deed)"

    case .extendedByDays(let text): "\(text): a renewal is extended by 1 to 90 days"
    case .extendRenewal(let id, let days): "extend the renewal of \(id) by \(English.counted(days, "day"))"
    case .customerPaysLater: "The customer pays later, and Apple allows it twice a year."
    case .isExtended(let date): "extended: the next renewal is on \(date)"
    case .extendEveryRenewal(let product, let days):
      "extend the renewals of every subscriber of \(product) by \(English.counted(days, "day"))"
    case .allPayLater: "All of them pay later, and Apple allows it twice a year."
    case .askedFor: "asked for"
    case .askedForExtension(let product, let identifier):
      "asked for: till support extend-status \(product) \(identifier) shows how far Apple is"
    case .noConsumptionRequest(let file): "\(file): not one JSON object as Apple's ConsumptionRequest"
    case .customerMustConsent(let file): "\(file): customerConsented must be true: ask the customer first"
    case .sendConsumption(let id): "send consumption information of \(id)"
    case .appleWeighsIt: "Apple weighs the refund by it."
    case .isNoUuid(let text): "\(text) is no UUID"
    case .setToken(let id): "set the app account token of \(id)"
    case .renewalsCarry(let uuid): "All its renewals carry \(uuid) from now on."
    case .stopsDelivering: "The App Store stops delivering it: be sure that the customer has it."
    case .sendTestNotification: "send a test notification to the app's server"
    case .touchesNoCustomer: "It touches no customer."
    case .askedForTest(let token): "asked for: till support test-result \(token) shows what became of it"

    case .noSubscriptions: "no subscriptions"
    case .noNotifications: "no notifications"
    case .noAppTransaction: "no app transaction"
    case .isComplete(let date, let done, let failed): "complete on \(date): \(done) extended, \(failed) not"
    case .isNotComplete(let done, let failed): "not complete yet: \(done) extended so far, \(failed) not"
    case .noResult: "no result"
    case .notSentYet: "not sent yet"
    case .billingRetry: "billing retry"
    case .gracePeriod: "grace period"
    case .unknownStatus: "unknown status"
    case .signatureNotVerified: "signature not verified"
    case .noSignedPayload: "no signed payload"

    case .nothingWasImported(let reason):
      "nothing was imported: \(reason)"
    case .productsOfFile(let count, let name, let areForSale):
      "\(English.counted(count, "product")) of \(name) \(English.agreeing(count, "is", "are")) "
        + (areForSale ? "for sale" : "listed")
    case .boughtEarlier(let ids, let isForSale):
      "bought earlier and not \(isForSale ? "for sale any more" : "in the file"): \(ids)"
    case .warning(let text):
      "warning: \(text)"
    case .catalogueWasNotLoaded(let reason):
      "the catalogue was taken, this device could not load it: \(reason)"
    case .customersProduct(let product, let isEntitled, let state):
      "  \(product): \(isEntitled ? "entitled" : "not entitled"), \(state)"
    case .appTransaction(let id, let bundleId):
      "app transaction \(id ?? "without id") of \(bundleId)"
    case .firstBought(let date, let version):
      "first bought \(date) as version \(version ?? "unknown")"
    case .refused(let reason):
      "refused: \(reason)"
    case .filesSettings:
      "the file's settings are on: "
    case .interruptedPurchases:
      "interrupted purchases"
    case .everyPurchaseFails:
      "every purchase fails"
    case .everyRenewalFails:
      "every renewal fails"
    case .billingGracePeriod:
      "billing grace period"
    case .noDialogs:
      "no dialogs"
    }
  }
}
