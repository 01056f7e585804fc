import Texts

/// Why the App Store Server API gave no answer.
enum ServerAPIText: Sentence {
  case withoutAWord(Int), keyMayBeRevoked(String), issuerMayBeOther(String), appMayBeOther(String), clockMayBeWrong
  case appMayBeUnreleased

  case onlyCustomerCanBuy, onlyCustomerCanAsk, ordersAreInProduction, noOrder(server: String, order: String)
  case unreadableTransactionOfOrder, isOfTheOther(name: String, server: String, other: String)

  case extensionWithoutIdentifier, testWithoutToken

  case transactionWithoutInfo, appTransactionWithoutInfo, orderWithoutStatus, statusesInAnotherForm(String)
  case historyInAnotherForm(String), checkAddress(server: String, answered: String)
  case notificationsInAnotherForm(String), notificationsRepeat

  case cancelledWhileWaiting(String), noToken(key: String, reason: String), isNoServerAPI(String)

  case tooManyRequests(String, againInSeconds: Int64?)
  case refusesKey(String, because: [String])
  case noneKnows(String, other: String?, transaction: String)
}
