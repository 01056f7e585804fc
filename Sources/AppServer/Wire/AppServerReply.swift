import AppStoreModel
package import Core
package import Device

/// An app server's HTTP answer: a status and a JSON object.
package struct AppServerReply: Hashable, Sendable {
  package var status = 200
  package var json = JSONObject()
}

extension AppServerReply {
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

  /// Reads the answer to a call.
  package func answer(to call: AppServerCall) throws(VerificationError) -> AppServerAnswer {
    do {
      return try read(call)
    } catch {
      throw .invalidAnswer("\(error)")
    }
  }

  private func read(_ call: AppServerCall) throws(JSONError) -> AppServerAnswer {
    switch call {
    case .register, .upload, .reopen, .grant, .duration, .endGrant, .transfer, .record, .notification: return .done
    case .status: return .order(try OrderAnswer(json: json))
    // A server with an earlier version of the protocol leaves the member out, which means true.
    case .close: return .closed(try json.bool("closed") ?? true)
    case .login:
      guard let isClaimed = try json.bool("claimed") else { throw .missing("claimed") }
      return .claimed(isClaimed)
    case .account, .owner: return .account(try UserAccount(json: json))
    case .use: return .left(try json.int64("left").map { Int(clamping: $0) })
    case .claim:
      guard try json.objects("ownerships") != nil else { throw .missing("ownerships") }
      return .ownerships(try json.each("ownerships", read: Ownership.init(json:)))
    }
  }
}

extension AppServerAnswer {
  /// The JSON object that `AppServerReply` reads.
  var json: JSONObject {
    switch self {
    case .done, .left(nil): JSONObject()
    case .order(let answer): answer.json
    case .closed(let isClosed): ["closed": .bool(isClosed)]
    case .ownerships(let ownerships): ["ownerships": .array(ownerships.map { .object($0.json) })]
    case .claimed(let isClaimed): ["claimed": .bool(isClaimed)]
    case .account(let account): account.json
    case .left(let left?): ["left": .number(JSONNumber(Int64(left)))]
    }
  }
}
