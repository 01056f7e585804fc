import Texts

/// Why the ledger cannot do what was asked, and what is wrong with it.
enum LedgerText: Sentence {
  case noCheckpointName(String), statementCannotBeRead

  case noHistory(String), historyOfAnotherApp(name: String, found: String, expected: String)
  case isDamaged(name: String, fault: String), historyHasNoState, timeOfHistoryIsNone, catalogueOfHistory
  case numberWithFraction

  case ledgerHasNoState(String), catalogueInFile(String)

  case theCatalogue

  case noRevision(String), appStoreStartedOver

  case thereIsNone

  case receiptsAreFor(String)

  case takeOneOffer, renewalsGoWithAgo

  case runsInFilesOfItsOwn(String), moreRows(name: String, next: String)

  case noAccount(name: String, known: String), noAccountName(String), accountExists(String), noLocale(String)
  case noStorefront(String)

  case timeRate(String), billingGracePeriod, interruptedPurchases, failingRenewals, paymentWithoutSheet
  case theFault(String), demoCouldNotBeMade(account: String, productId: String)

  case itIsNotInCatalogue

  case tooManyRenewals(product: String, most: Int)

  case hasNoKinds(fault: String, kind: String), doesNotFailSo(fault: String, kind: String, kinds: String)

  case transactionCannotBeRead

  case noSubscription(account: String, name: String), notBefore2001

  case certificatesChanged

  case listedFromNewest, noPlaceInList(String)

  case onlyForward, notPast2098

  case noNetwork, noPayments, noAnswer, neverCallsBack, noTransaction(String)

  case failsOnPurpose(call: String, kind: String, words: String)

  case noCheckpoint(String, known: [String])
}
