package import AppStoreModel
package import Core
package import Device

/// The HTTP answer of an app server: a status and a JSON object.
package struct AppServerReply: Hashable, Sendable {
  package var status: Int
  package var json: JSONObject

  package init(status: Int = 200, json: JSONObject = JSONObject()) {
    self.status = status
    self.json = json
  }

  package var body: [UInt8] { JSONValue.object(json).serializedBytes() }

  /// The reply that tells why there is no answer.
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
  /// 5xx and 429 are temporary from any sender, a proxy for instance; an answer that is not JSON is not the server's.
  ///
  /// - Parameter retryAfter: The header field of that name, in milliseconds.
  /// - Throws: the `VerificationError` of the reply.
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

  /// Whether an order counts as closed: the answer to `close`; a server of an earlier version of the protocol says
  /// nothing.
  package func isClosed() throws(VerificationError) -> Bool {
    try read { json throws(JSONError) in try json.bool("closed") ?? true }
  }

  /// Whether the user who logged in has it now: the answer to `login`.
  package func isClaimed() throws(VerificationError) -> Bool {
    try read { json throws(JSONError) in
      guard let isClaimed = try json.bool("claimed") else { throw .missing("claimed") }
      return isClaimed
    }
  }

  /// What became of an order: the answer to `status`.
  package func orderAnswer() throws(VerificationError) -> OrderAnswer {
    try read { json throws(JSONError) in try OrderAnswer(json: json) }
  }

  /// The answers to `claim`.
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

  /// The answer to `account`.
  package func userAccount() throws(VerificationError) -> UserAccount {
    try read { json throws(JSONError) in try UserAccount(json: json) }
  }

  /// The rest after a use; nil when there was not enough.
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
