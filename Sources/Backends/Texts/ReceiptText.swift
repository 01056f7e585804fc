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

// MARK: - English

extension ReceiptText {
  var english: String {
    switch self {
    case .noMilliseconds: "is no date in milliseconds, of the years 1 to 9999"
    case .isGood: "the receipt is good"
    case .wasNoPOST: "the request did not arrive as a POST: check the address and the proxy"
    case .isNoLongerSent: "an answer that Apple no longer sends: check the address"
    case .appleHasBadMoment: "Apple has a bad moment: try again later"
    case .isNoReceipt: "it is no receipt, or was damaged on its way: have the app send it again, whole and in base64"
    case .notAuthenticated: "the receipt could not be authenticated: it is forged, damaged or not of the App Store"
    case .otherSecret:
      "the shared secret does not match the app's in App Store Connect, or is missing: set "
        + "TILL_RECEIPT_SECRET or TILL_RECEIPT_SECRET_FILE"
    case .serverIsNotAvailable: "Apple's receipt server is not available: try again later"
    case .isOfIOS6: "a receipt of the iOS 6 kind whose subscription has expired: have the app send its app receipt"
    case .isOfSandbox: "it is a receipt of the sandbox"
    case .isOfProduction: "it is a receipt of production"
    case .appleCannotReachItsData: "Apple cannot reach its data: try again later"
    case .noAccount: "the customer's account was not found, or was deleted"
    case .appleHasTrouble(let isTemporary):
      isTemporary
        ? "Apple has trouble with its data: try again later"
        : "Apple has trouble with its data, and says that trying again does not help"
    case .unknownMeaning: "an answer without a meaning known here"

    case .onlyCustomerCanBuy: "only the customer can buy, in the app"
    case .onlyCustomerCanAsk: "only the customer can ask for a refund, in the app"
    case .onlyAppCanFinish: "only the customer's app can finish a transaction of a receipt"
    case .isOldReceipt(let name, let made, let seen):
      "\(name) is an old receipt, made \(made); one of \(seen) was read before: have the app refresh it"
    case .isXcodes(let name):
      "\(name) was made by Xcode for tests: Apple knows no such receipt (it would answer 21002)"
    case .signatureDoesNotHold(let name, let reason):
      "\(name): its own signature does not hold (\(reason)); Apple decides"
    case .isOfAnotherApp(let name, let found, let expected): "\(name) is a receipt of \(found), not of \(expected)"
    case .noReceiptYet(let name, let attempt, let of): "no receipt \(name) yet: look \(attempt) of \(of)"
    case .theReceipt(let name): "the receipt \(name)"
    case .askingToRefresh(let name, let looks):
      "no receipt \(name) after \(looks) looks: asking the app to refresh it"
    case .entryInAnotherForm(let server, let reason):
      "\(server) answered an entry of a receipt in another form: \(reason)"

    case .answersAskingThere(let environment, let code, let words):
      "\(environment) answers \(code): \(words); asking there"
    case .cancelledWhileWaiting(let what): "cancelled while waiting for \(what)"
    case .attemptFailed(let attempt, let of, let reason): "attempt \(attempt) of \(of): \(reason)"
    case .anotherTry(let server): "another try at \(server)"
    case .answeredStatus(let server, let status): "\(server) answered HTTP status \(status)"
    case .noAnswerOfVerifyReceipt: "no answer of verifyReceipt"
    case .receiptInAnotherForm(let error): "a receipt in another form (\(error))"
    case .checkAddress(let server, let answered): "\(server) answered \(answered): check the address"

    case .isOfEnvironment(let name, let place, let server, let backend):
      "\(name) is a receipt of \(place), not of \(server): open --backend \(backend); the environments never mix"
    case .noReceipt(let name, let looks, let wasRefreshed):
      "there is no receipt \(name), after \(English.counted(looks, "look"))\(wasRefreshed ? " and a refresh" : ""): "
        + "name the file of a receipt, and have the customer's app refresh it where it has none"

    case .serverDoesNotVerify(let server, let words):
      "\(words), which \(server) does not verify: name a server that does"
    case .openBackend(let backend, let words):
      "\(words): open --backend \(backend)"
    }
  }
}
