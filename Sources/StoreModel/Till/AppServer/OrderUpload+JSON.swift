package import StrictJSON

// The members are those of the values, in their names.

extension OrderUpload: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    self.init(
      orderId: try json.required("orderId"), intentId: try json.string("intentId"),
      intendedUser: try json.string("intendedUser"), currentUser: try json.string("currentUser"),
      transactionId: try json.required("transactionId"),
      signedTransactionInfo: try json.string("signedTransactionInfo"))
  }

  package var json: JSONObject {
    var json = JSONObject()
    json.write("orderId", orderId)
    json.write("intentId", intentId)
    json.write("intendedUser", intendedUser)
    json.write("currentUser", currentUser)
    json.write("transactionId", transactionId)
    json.write("signedTransactionInfo", signedTransactionInfo)
    return json
  }
}

extension JSONObject {
  /// The text of a member that must be there and not be empty.
  func required(_ name: String) throws(JSONError) -> String {
    guard let text = try string(name), !text.isEmpty else { throw .missing(name) }
    return text
  }

  /// A whole number that must be there.
  func required(_ name: String) throws(JSONError) -> Int {
    guard let number = try int64(name) else { throw .missing(name) }
    guard let value = Int(exactly: number) else { throw .invalid(name, "is out of range") }
    return value
  }

  /// A date in milliseconds that must be there.
  func required(_ name: String) throws(JSONError) -> Timestamp {
    guard let value = try milliseconds(name) else { throw .missing(name) }
    return Timestamp(milliseconds: value)
  }

  /// The texts of a member that must be there.
  func required(_ name: String) throws(JSONError) -> [String] {
    guard let texts = try strings(name) else { throw .missing(name) }
    return texts
  }

  /// One of a closed set of words; nil when the member is absent.
  func word<Value: RawRepresentable<String>>(_ name: String) throws(JSONError) -> Value? {
    guard let text = try string(name) else { return nil }
    guard let value = Value(rawValue: text) else { throw .invalid(name, "is no word that is known here") }
    return value
  }

  /// One of a closed set of words, which must be there.
  func requiredWord<Value: RawRepresentable<String>>(_ name: String) throws(JSONError) -> Value {
    guard let value: Value = try word(name) else { throw .missing(name) }
    return value
  }
}
