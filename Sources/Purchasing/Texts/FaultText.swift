import Texts

/// What a fault on purpose says when it strikes.
enum FaultText: Sentence {
  case faultStrikes(kind: String, kind2: String)

  case appStoreDidNotAnswer, appStoreNeverCalledBack, networkIsOffAtThis, receiptDoesNotListIt(Int)
  case receiptWasRefreshedAndDoes, chargedButReceiptDoes

  case refusedOnPurpose, overdueOnPurpose, appStoreDoesNotKnow(String), refusedOnPurposeTillFault
  case overdueOnPurposeTillFault, appsServerIsDown
  case receiptDoesNotListItAtAll
  case lateIdAtServer
}

// MARK: - English

extension FaultText {
  var english: String {
    switch self {
    case .faultStrikes(let kind, let kind2): "the fault \(kind) strikes: \(kind2)"

    case .appStoreDidNotAnswer: "the App Store did not answer in time"
    case .appStoreNeverCalledBack: "the App Store never called back"
    case .networkIsOffAtThis: "the network is off at this device (till fault network)"
    case .receiptDoesNotListIt(let number): "the receipt does not list the purchase: try \(number) of 5"
    case .receiptWasRefreshedAndDoes: "the receipt was refreshed, and does not list the purchase either"
    case .chargedButReceiptDoes: "charged, but the receipt does not list the purchase after 5 tries and a refresh"

    case .refusedOnPurpose: "refused on purpose"
    case .overdueOnPurpose: "overdue on purpose"
    case .appStoreDoesNotKnow(let transactionId):
      "the App Store does not know transaction \(transactionId) yet (till fault late-id)"
    case .refusedOnPurposeTillFault: "refused on purpose (till fault app-server-refused)"
    case .overdueOnPurposeTillFault: "overdue on purpose (till fault app-server-overdue)"
    case .appsServerIsDown: "the app's server is down on purpose (till fault app-server-down)"
    case .receiptDoesNotListItAtAll:
      "the receipt does not list the purchase after 5 tries and a refresh"
    case .lateIdAtServer:
      "the App Store does not know the transaction's id yet (till fault late-id)"
    }
  }
}
