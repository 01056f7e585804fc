import Texts

/// What Apple says of a receipt, and why it could not be asked.
enum ReceiptText: Sentence {
  case noMilliseconds, isGood, wasNoPOST, isNoLongerSent, appleHasBadMoment, isNoReceipt, notAuthenticated
  case otherSecret, serverIsNotAvailable, isOfIOS6, isOfSandbox, isOfProduction, appleCannotReachItsData, noAccount
  case appleHasTrouble(isTemporary: Bool), unknownMeaning

  case onlyCustomerCanBuy, onlyCustomerCanAsk, onlyAppCanFinish
  case isOldReceipt(name: String, made: String, seen: String), isXcodes(String)
  case signatureDoesNotHold(name: String, reason: String)
  case isOfAnotherApp(name: String, found: String, expected: String)
  case noReceiptYet(name: String, attempt: Int, of: Int), theReceipt(String)
  case askingToRefresh(name: String, looks: Int), entryInAnotherForm(server: String, reason: String)

  case answersAskingThere(environment: String, code: Int64, words: String), cancelledWhileWaiting(String)
  case attemptFailed(attempt: Int, of: Int, reason: String), anotherTry(String)
  case answeredStatus(server: String, status: Int), noAnswerOfVerifyReceipt, receiptInAnotherForm(String)
  case checkAddress(server: String, answered: String)

  case isOfEnvironment(String, place: String, not: String, open: String)
  case noReceipt(String, looks: Int, wasRefreshed: Bool)

  case serverDoesNotVerify(String, words: String)
  case openBackend(String, words: String)
}
