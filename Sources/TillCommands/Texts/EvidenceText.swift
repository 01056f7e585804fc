import Texts

/// What commands say of evidence from elsewhere, and of customers.
enum EvidenceText: Sentence {
  case nothingInFiles, readOnlyImport, moreFailed(Int), isImported(imported: Int, known: Int, failed: Int)
  case tellOfNoTransaction(Int), customerInCase(account: String, name: String)

  case oneFileAtTime

  case needsRealAppStore, historyUnreadable(String), customerWasRead(id: String, count: Int)

  case noSupport(String), supportTakesNo(name: String, option: String), supportNeedsServerAPI, nobodyWasLookedUp
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
