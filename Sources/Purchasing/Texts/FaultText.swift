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
