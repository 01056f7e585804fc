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

// MARK: - English

extension ServerAPIText {
  var english: String {
    switch self {
    case .withoutAWord(let status): "HTTP status \(status) without a word"
    case .keyMayBeRevoked(let keyId): "the key \(keyId) may be revoked or not be an in-app purchase key"
    case .issuerMayBeOther(let issuerId): "the issuer \(issuerId) may be another account's"
    case .appMayBeOther(let bundleId): "the bundle id \(bundleId) may be no app of that account"
    case .clockMayBeWrong: "this machine's clock may be wrong"
    case .appMayBeUnreleased: "the app may have no released version yet"

    case .onlyCustomerCanBuy: "only the customer can buy, in the app"
    case .onlyCustomerCanAsk: "only the customer can ask for a refund, in the app"
    case .ordersAreInProduction:
      "order numbers are looked up in production only: give a transaction id, or open --backend "
        + "appstore:production"
    case .noOrder(let server, let order): "\(server) knows no order \(order): check the number on the invoice"
    case .unreadableTransactionOfOrder: "an order with an unreadable transaction"
    case .isOfTheOther(let name, let server, let other):
      "\(name) is not of \(server) but of the other environment: open --backend \(other)"

    case .extensionWithoutIdentifier: "a mass extension without requestIdentifier"
    case .testWithoutToken: "a test without testNotificationToken"

    case .transactionWithoutInfo: "a transaction without signedTransactionInfo"
    case .appTransactionWithoutInfo: "an app transaction without signedAppTransactionInfo"
    case .orderWithoutStatus: "an order without status"
    case .statusesInAnotherForm(let error): "subscription statuses in another form (\(error))"
    case .historyInAnotherForm(let error): "a history in another form (\(error))"
    case .checkAddress(let server, let answered): "\(server) answered \(answered): check the address"
    case .notificationsInAnotherForm(let error): "a notification history in another form (\(error))"
    case .notificationsRepeat: "a notification history that repeats itself"

    case .cancelledWhileWaiting(let server): "cancelled while waiting to ask \(server) again"
    case .noToken(let key, let reason): "no token could be signed with the key \(key): \(reason)"
    case .isNoServerAPI(let server): "what \(server) answered is not the App Store Server API: check the address"

    case .tooManyRequests(let host, let seconds):
      "\(host) has had too many requests: \(seconds.map { "again in \($0) s" } ?? "again later")"
    case .refusesKey(let server, let reasons):
      "\(server) refuses the key (401, without a reason): \(reasons.joined(separator: "; or "))"
    case .noneKnows(let server, let other, let transaction):
      other.map { "neither \(server) nor \($0) knows the transaction \(transaction)" }
        ?? "\(server) does not know the transaction \(transaction)"
    }
  }
}
