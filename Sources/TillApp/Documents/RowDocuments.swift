import AppStoreModel
import Core

// The JSON rows of lists, with Apple's field names where Apple has one. A missing value has no key.

extension JSONObject {
  /// Appends a number unless it is nil.
  mutating func append(_ name: String, number: Int64?) {
    if let number { append(name, .number(number)) }
  }
}

extension Verdict {
  /// The verdict in one word.
  var word: String {
    switch self {
    case .verified: "verified"
    case .failed: "failed"
    case .skipped: "skipped"
    case .attested(.answer): "attested"
    case .attested(.receipt): "receipt"
    case .attested(.file): "unsigned"
    }
  }
}

extension StoredTransaction {
  /// The transaction's JSON: Apple's decoded payload, with `verification` and other fields of Till.
  var document: JSONObject {
    var document = transaction.json
    document.append("verification", .string(verdict.word))
    document.append("origin", .string(origin.rawValue))
    document.append("versions", number: Int64(versions))
    if isAbsent { document.append("absent", .bool(true)) }
    document.append("refundAskedDate", date: refundAskedDate)
    return document
  }
}

extension RefundRecord {
  var document: JSONObject {
    var document: JSONObject = [
      "transactionId": .string(transactionId), "productId": .string(productId),
      "revocationDate": revocationDate.json, "originalTransactionId": .string(originalTransactionId),
    ]
    document.append("purchaseDate", date: purchaseDate)
    document.append("revocationReason", number: revocationReason.map { Int64($0.rawValue) })
    document.append("revocationType", text: revocationType?.rawValue)
    document.append("revocationPercentage", number: revocationPercentage.map { Int64($0) })
    document.append("price", number: price)
    document.append("currency", text: currency)
    document.append("reversedDate", date: reversedDate)
    return document
  }
}

extension Order {
  var document: JSONObject {
    var document: JSONObject = [
      "orderId": .string(id), "state": .string(state.rawValue), "productId": .string(productId),
      "transactionId": .string(transactionId), "user": loginName(user).json, "appAccountToken": appAccountToken.json,
      "createdDate": createdDate.json,
    ]
    document.append("account", .string(account))
    document.append("ground", text: ground?.rawValue)
    document.append("updatedDate", date: updatedDate)
    document.append("verification", .string(verification.text))
    document.append("lastError", text: lastError)
    document.append("closedReason", text: closedReason)
    if attempts > 0 { document.append("attempts", number: Int64(attempts)) }
    document.append("nextRetryDate", date: nextRetryDate)
    if let credit {
      document.append("creditedUsers", credit.users.compactMap(loginName).json)
      document.append("creditedQuantity", number: Int64(credit.quantity))
      document.append("attribution", .string(credit.attribution.rawValue))
      document.append("policyOutcome", text: credit.policyOutcome?.rawValue)
    }
    return document
  }
}

extension UnfinishedTransaction {
  var document: JSONObject {
    var document: JSONObject = [
      "transactionId": .string(transactionId), "productId": .string(productId), "state": .string(state),
    ]
    document.append("orderId", text: orderId)
    document.append("account", text: account)
    document.append("date", date: date)
    document.append("lastError", text: lastError)
    if attempts > 0 { document.append("attempts", number: Int64(attempts)) }
    document.append("nextRetryDate", date: nextRetryDate)
    document.append("advice", .string(advice))
    return document
  }
}

extension JournalEntry {
  var document: JSONObject {
    var document: JSONObject = [
      "id": .number(JSONNumber(id)), "date": date.json, "machineDate": machineDate.json, "kind": .string(kind),
      "text": .string(text),
    ]
    document.append("account", text: account)
    document.append("user", text: user)
    document.append("productId", text: productId)
    document.append("transactionId", text: transactionId)
    document.append("orderId", text: orderId)
    return document
  }
}
