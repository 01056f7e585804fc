import AppStoreModel
import Core
package import Simulator

/// Apple's App Store Server API for a simulated App Store: its paths, JSON, error numbers and messages.
package struct AppStoreServerAPI: Sendable {
  let store: SimulatedAppStore
  let tokens: BearerTokens
  let faults: EmulatorFaults
  /// Whether a URL for notifications is set.
  let hasNotificationURL: Bool

  /// Makes the API of an open ledger, for clients with tokens of one key.
  package init(
    _ store: SimulatedAppStore, tokens: BearerTokens, faults: EmulatorFaults = EmulatorFaults(),
    hasNotificationURL: Bool = false
  ) {
    self.store = store
    self.tokens = tokens
    self.faults = faults
    self.hasNotificationURL = hasNotificationURL
  }

  /// Returns why a request is refused; nil where its token is valid.
  ///
  /// A refused client gets no reason: Apple's 401 has no body. Only the access log gets the reason.
  package func refusal(of head: HTTPRequestHead) -> HTTPRefusal? {
    tokens.refusal(of: head.field("authorization"), at: store.machineClock()).map { HTTPRefusal(401, $0) }
  }

  /// Answers a request whose path begins with `inApps`, after its token was checked.
  package func answer(_ request: HTTPRequest) -> HTTPResponse {
    if let fault = faults.strike("/" + request.path.joined(separator: "/"), method: request.method) { return fault }
    do throws(APIError) { return try route(request) } catch { return error.response }
  }

  private func route(_ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let path = Array(request.path.dropFirst())
    guard path.count >= 3, let id = path.last else { return HTTPResponse(404) }
    let rest = Array(path.dropFirst(2))
    switch (request.method, path[0], path[1], rest.count) {
    case ("GET", "v2", "history", 1): return try history(of: id, request, version: 2)
    case ("GET", "v1", "history", 1): return try history(of: id, request, version: 1)
    case ("GET", "v2", "refund", 2) where rest[0] == "lookup": return try refundHistory(of: id, request)
    case ("GET", "v1", "refund", 2) where rest[0] == "lookup": return try allRefunds(of: id)
    case ("GET", "v1", "lookup", 1): return try order(id)
    case (_, _, "transactions", _): return try transactions(request, version: path[0], rest)
    case (_, "v1", "subscriptions", _): return try subscriptions(request, rest)
    case (_, "v1", "notifications", _): return try notifications(request, rest)
    case (_, "v1", "messaging", _): return try messaging(request, rest)
    default: return HTTPResponse(404)
    }
  }

  /// Calls the simulated App Store, and turns its errors into Apple's.
  func ask<Answer>(_ body: () throws -> Answer) throws(APIError) -> Answer {
    do {
      return try body()
    } catch {
      throw (error as? StoreError).map(APIError.init) ?? .generalInternal
    }
  }

  /// Checks the form of a transaction id: 1 to 19 digits.
  func transactionId(_ text: String) throws(APIError) -> String {
    guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else {
      throw .invalidTransactionId
    }
    return text
  }

  /// Checks that an id is a purchase's and not an app transaction's.
  func purchaseId(_ text: String) throws(APIError) -> String {
    let id = try transactionId(text)
    guard try ask({ try !store.isAppTransaction(id) }) else { throw .appTransactionIdNotSupported }
    return id
  }

  /// Parses a request's body, which must be a JSON object.
  func body(_ request: HTTPRequest) throws(APIError) -> JSONObject {
    guard case .object(let object) = try? JSONValue(parsing: request.body, limits: .request(depth: 16)) else {
      throw .generalBadRequest
    }
    return object
  }

  /// The members of an answer that name its app and environment.
  var origin: JSONObject {
    var origin: JSONObject = [
      "bundleId": .string(store.bundleId), "environment": .string(store.environment.rawValue),
    ]
    // Apple documents this member only for production.
    if store.environment == .production { origin.append("appAppleId", ifPresent: store.appAppleId.map { .number($0) }) }
    return origin
  }
}
