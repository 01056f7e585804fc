import AppStoreModel
import Core
import Simulator

/// The calls about subscriptions.
extension AppStoreServerAPI {
  func subscriptions(_ request: HTTPRequest, _ path: [String]) throws(APIError) -> HTTPResponse {
    switch (request.method, path.count) {
    case ("GET", 1): try statuses(of: path[0], request)
    case (_, 2...) where path[0] == "extend": try extensions(request, Array(path.dropFirst()))
    default: HTTPResponse(404)
    }
  }

  /// Answers Apple's call Get All Subscription Statuses.
  private func statuses(of id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    var wanted: Set<SubscriptionStatus> = []
    for text in request.head.target.values("status") {
      guard let number = Int(text), (1...5).contains(number) else { throw .invalidStatus }
      wanted.insert(SubscriptionStatus(rawValue: number))
    }
    let all: [SimulatedSubscriptionStatus]
    do throws(APIError) {
      all = try ask { try store.subscriptionStatuses(ofAny: id) }
    } catch {
      throw error == .originalTransactionIdNotFoundRetryable ? .accountNotFoundRetryable : error
    }
    let items = all.filter { wanted.isEmpty || wanted.contains($0.status) }
    var groups: [(id: String, items: [JSONValue])] = []
    for item in items {
      let value: JSONValue = [
        "status": .number(item.status.rawValue), "originalTransactionId": .string(item.originalTransactionId),
        "signedTransactionInfo": .string(item.signedTransactionInfo),
        "signedRenewalInfo": .string(item.signedRenewalInfo),
      ]
      if let index = groups.firstIndex(where: { $0.id == item.subscriptionGroupIdentifier }) {
        groups[index].items.append(value)
      } else {
        groups.append((item.subscriptionGroupIdentifier, [value]))
      }
    }
    var json = origin
    json.append(
      "data",
      .array(
        groups.map { ["subscriptionGroupIdentifier": .string($0.id), "lastTransactions": .array($0.items)] }))
    return HTTPResponse(json: json)
  }
}

/// The calls about one transaction.
extension AppStoreServerAPI {
  func transactions(_ request: HTTPRequest, version: String, _ path: [String]) throws(APIError) -> HTTPResponse {
    switch (request.method, version, path.count) {
    case ("GET", "v1", 1): return try info(path[0])
    case ("GET", "v1", 2) where path[0] == "appTransactions": return try appTransaction(path[1])
    case ("POST", "v1", 2) where path[1] == "finish": return try finish(path[0])
    case ("PUT", "v1", 2) where path[1] == "appAccountToken": return try setToken(path[0], request)
    case ("PUT", "v2", 2) where path[0] == "consumption": return try consumption(path[1], request, .version2)
    case ("PUT", "v1", 2) where path[0] == "consumption": return try consumption(path[1], request, .version1)
    default: return HTTPResponse(404)
    }
  }

  /// Answers Apple's call Get Transaction Info.
  private func info(_ id: String) throws(APIError) -> HTTPResponse {
    HTTPResponse(json: ["signedTransactionInfo": .string(try transaction(id).signedTransactionInfo)])
  }

  /// Answers Apple's call Get App Transaction Info.
  private func appTransaction(_ id: String) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    let signed = try ask { try store.appTransaction(ofAny: id) }
    return HTTPResponse(json: ["signedAppTransactionInfo": .string(signed)])
  }

  /// Answers Apple's call Finish Transaction.
  private func finish(_ id: String) throws(APIError) -> HTTPResponse {
    let id = try purchaseId(id)
    try ask { try store.finish(id) }
    return HTTPResponse(200)
  }

  /// Answers Apple's call Set App Account Token.
  private func setToken(_ id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let transaction = try transaction(id)
    guard case .string(let text) = try body(request)["appAccountToken"], let token = UUIDText.normalized(text)
    else {
      throw .invalidAppAccountTokenUUID
    }
    guard transaction.ownership != .familyShared else { throw .familyTransactionNotSupported }
    guard transaction.transactionId == transaction.originalTransactionId else {
      throw .transactionIdNotOriginalTransactionId
    }
    try ask {
      try store.setAppAccountToken(token, ofOriginal: transaction.transactionId)
    }
    return HTTPResponse(200)
  }

  /// Returns the transaction with an id from a path.
  func transaction(_ id: String) throws(APIError) -> SimulatedTransaction {
    let id = try purchaseId(id)
    return try ask { try store.transactionInfo(id) }
  }
}

/// The calls with consumption information, which Apple asks for when a customer requests a refund.
extension AppStoreServerAPI {
  /// Answers Apple's call Send Consumption Information, version 1 or 2.
  func consumption(_ id: String, _ request: HTTPRequest, _ form: ConsumptionForm) throws(APIError) -> HTTPResponse {
    let id = try purchaseId(id)
    let body = try body(request)
    try ask { try store.answerConsumption(of: id, body, form: form) }
    return HTTPResponse(202)
  }
}
