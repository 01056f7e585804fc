import AppStoreSimulator
import StoreModel
import StrictJSON

/// Subscriptions: how they stand.
extension AppStoreServerAPI {
  func subscriptions(_ request: HTTPRequest, _ path: [String]) throws(APIError) -> HTTPResponse {
    switch (request.method, path.count) {
    case ("GET", 1): try statuses(of: path[0], request)
    case (_, 2...) where path[0] == "extend": try extensions(request, Array(path.dropFirst()))
    default: HTTPResponse(404)
    }
  }

  /// Get All Subscription Statuses.
  private func statuses(of id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    var wanted: Set<SubscriptionStatus> = []
    for text in request.head.target.values("status") {
      guard let number = Int(text), (1...5).contains(number) else { throw .invalidStatus }
      wanted.insert(SubscriptionStatus(rawValue: number))
    }
    let items = try ask { try store.subscriptionStatuses(ofAny: id) }
      .filter { wanted.isEmpty || wanted.contains($0.status) }
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
