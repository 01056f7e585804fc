package import StrictJSON

extension Ownership: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    self.init(
      originalTransactionId: try json.required("originalTransactionId"), users: try json.required("users"),
      attribution: try json.requiredWord("attribution"), policyOutcome: try json.word("policyOutcome"))
  }

  package var json: JSONObject {
    var json = JSONObject()
    json.write("originalTransactionId", originalTransactionId)
    json.write("users", users)
    json.write("attribution", attribution.rawValue)
    json.write("policyOutcome", policyOutcome?.rawValue)
    return json
  }
}

extension OwnershipClaim: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    guard let isRestore = try json.bool("isRestore") else { throw .missing("isRestore") }
    self.init(
      user: try json.string("user"), signedTransactions: try json.required("signedTransactions"), isRestore: isRestore)
  }

  package var json: JSONObject {
    var json = JSONObject()
    json.write("user", user)
    json.write("signedTransactions", signedTransactions)
    json.write("isRestore", isRestore)
    return json
  }
}
