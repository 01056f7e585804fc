package import AppStoreModel
package import Core
package import Device

/// An app server's HTTP answer: a status and a JSON object.
package struct AppServerReply: Hashable, Sendable {
  package var status: Int
  package var json: JSONObject

  package init(status: Int = 200, json: JSONObject = JSONObject()) {
    self.status = status
    self.json = json
  }

  package var body: [UInt8] { JSONValue.object(json).serializedBytes() }

  /// Makes the reply that reports an error.
  package init(_ error: VerificationError) {
    status =
      switch error.kind {
      case .temporary: 503
      case .unknownOrder: 404
      case .rejected: 400
      }
    json = ["error": .string(error.kind.rawValue), "message": .string(error.message)]
    if let retryAfter = error.retryAfter { json.append("retryAfter", .number(JSONNumber(retryAfter))) }
  }

  // MARK: For a client

  /// Reads an HTTP answer.
  ///
  /// Status 5xx, 429 and 408 are temporary even when a proxy sends them. An answer that is not a JSON object does not
  /// come from an app server.
  ///
  /// - Parameter retryAfter: The header field of that name, in milliseconds.
  /// - Throws: The `VerificationError` of the reply.
  package init(status: Int, body: [UInt8], retryAfter: Int64? = nil) throws(VerificationError) {
    let json: JSONObject? = if case .object(let object) = try? JSONValue(parsing: body) { object } else { nil }
    guard status != 200 else {
      guard let json else {
        throw VerificationError(
          .temporary, say("the server at this address is not an app server: it did not answer with a JSON object"))
      }
      self.init(json: json)
      return
    }
    let message = (try? json?.string("message")).map { safeText($0) } ?? "HTTP status \(status)"
    let kind: VerificationError.Kind =
      if status >= 500 || status == 429 || status == 408 { .temporary } else {
        (try? json?.string("error")) == VerificationError.Kind.unknownOrder.rawValue ? .unknownOrder : .rejected
      }
    throw VerificationError(
      kind, ServerText.appsServer(message).text, retryAfter: (try? json?.int64("retryAfter")) ?? retryAfter)
  }

  /// Returns whether an order was given up: the answer to `close`.
  ///
  /// A server with an earlier version of the protocol leaves the member out, which means true.
  package func isClosed() throws(VerificationError) -> Bool {
    try read { json throws(JSONError) in try json.bool("closed") ?? true }
  }

  /// Returns whether the claim of the user who logged in succeeded: the answer to `login`.
  package func isClaimed() throws(VerificationError) -> Bool {
    try read { json throws(JSONError) in
      guard let isClaimed = try json.bool("claimed") else { throw .missing("claimed") }
      return isClaimed
    }
  }

  /// Returns the result of an order: the answer to `status`.
  package func orderAnswer() throws(VerificationError) -> OrderAnswer {
    try read { json throws(JSONError) in try OrderAnswer(json: json) }
  }

  /// Returns the owners of the purchases: the answer to `claim`.
  package func ownerships() throws(VerificationError) -> [Ownership] {
    try read { json throws(JSONError) in
      guard let objects = try json.objects("ownerships") else { throw .missing("ownerships") }
      var ownerships: [Ownership] = []
      for (index, object) in objects.enumerated() {
        do throws(JSONError) {
          ownerships.append(try Ownership(json: object))
        } catch {
          throw error.below("ownerships", index)
        }
      }
      return ownerships
    }
  }

  /// Returns the user's account: the answer to `account`.
  package func userAccount() throws(VerificationError) -> UserAccount {
    try read { json throws(JSONError) in try UserAccount(json: json) }
  }

  /// Returns the balance after a use, the answer to `use`; nil when the balance was too small.
  package func left() throws(VerificationError) -> Int? {
    try read { json throws(JSONError) in try json.int64("left").map { Int(clamping: $0) } }
  }

  private func read<Value>(
    _ body: (JSONObject) throws(JSONError) -> Value
  ) throws(VerificationError) -> Value {
    do {
      return try body(json)
    } catch {
      throw VerificationError(.temporary, say("the app server's answer is invalid: \(safeText("\(error)"))"))
    }
  }
}
