import AppStoreModel
import Core

// The JSON documents of commands that change something; their keys are stable.

extension BuyReport {
  var document: JSONObject {
    var document: JSONObject = ["result": .string(result.rawValue), "alreadyOwned": .bool(alreadyOwned)]
    document["transactionId"] = transactionId.map { .string($0) }
    document["orderId"] = orderId.map { .string($0) }
    if isInterrupted { document["interrupted"] = .bool(true) }
    document["message"] = message.map { .string($0) }
    return document
  }
}

extension RestoreReport {
  var document: JSONObject {
    var document: JSONObject = [
      "result": .string(result.rawValue),
      "restored": restored.json,
      "entitled": entitled.json,
      "inactive": .array(
        inactive.map { ["productId": .string($0.productId), "state": .string($0.state.rawValue)] }),
      "alreadyKnown": .number(JSONNumber(Int64(alreadyKnown))),
      "notRestorable": .array(notRestorable.map { .object($0.document) }),
      "otherUser": .array(otherUser.map { .object($0.document) }),
      "failed": .array(failed.map { .object($0.document) }),
    ]
    document["message"] = message.map { .string($0) }
    return document
  }
}

extension TransactionOutcome {
  var document: JSONObject {
    var document: JSONObject = [:]
    document["transactionId"] = transactionId.map { .string($0) }
    document["productId"] = productId.map { .string($0) }
    document["reason"] = .string(reason)
    return document
  }
}

extension RefundCheckReport {
  var document: JSONObject {
    var document: JSONObject = [
      "result": .string(result.rawValue),
      "complete": .bool(complete),
      "checked": .number(JSONNumber(Int64(checked))),
      "refunded": .array(refunded.map { .object($0.document) }),
      "reversed": .array(reversed.map { .object($0.document) }),
      "entitled": entitled.json,
      "removed": removed.json,
      "unchanged": .number(JSONNumber(Int64(unchanged))),
    ]
    document["message"] = message.map { .string($0) }
    return document
  }
}

extension RefundCheckReport.Item {
  var document: JSONObject {
    [
      "transactionId": .string(transactionId), "productId": .string(productId),
      "revocationDate": revocationDate.json,
    ]
  }
}

extension RefundRequestReport {
  var document: JSONObject {
    [
      "ok": .bool(result == .filed), "result": .string(result.rawValue), "transactionId": .string(transactionId),
      "productId": productId.json, "message": .string(message),
    ]
  }
}
