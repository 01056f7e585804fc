package import StrictJSON

extension OrderAnswer: JSONRepresentable {
  /// The word of each answer on the wire.
  private enum Word: String {
    case processing, confirmed, refused, overdue
  }

  package init(json: JSONObject) throws(JSONError) {
    switch try json.requiredWord("answer") as Word {
    case .processing: self = .processing
    case .confirmed: self = .confirmed(try Credit(json: json))
    case .refused: self = .refused(reason: try json.required("reason"))
    case .overdue: self = .overdue(reason: try json.required("reason"))
    }
  }

  package var json: JSONObject {
    var json = JSONObject()
    switch self {
    case .processing: json.write("answer", Word.processing.rawValue)
    case .confirmed(let credit):
      json.write("answer", Word.confirmed.rawValue)
      json.append(contentsOf: credit.json)
    case .refused(let reason):
      json.write("answer", Word.refused.rawValue)
      json.write("reason", reason)
    case .overdue(let reason):
      json.write("answer", Word.overdue.rawValue)
      json.write("reason", reason)
    }
    return json
  }
}

extension Credit: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    self.init(
      users: try json.required("users"), quantity: try json.required("quantity"),
      attribution: try json.requiredWord("attribution"), policyOutcome: try json.word("policyOutcome"))
    guard quantity >= 0 else { throw .invalid("quantity", "is negative") }
  }

  package var json: JSONObject {
    var json = JSONObject()
    json.write("users", users)
    json.write("quantity", quantity)
    json.write("attribution", attribution.rawValue)
    json.write("policyOutcome", policyOutcome?.rawValue)
    return json
  }
}
