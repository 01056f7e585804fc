import AppStoreModel
import Core
import Simulator

/// The calls about histories of transactions and refunds.
extension AppStoreServerAPI {
  /// Answers Apple's call Get Transaction History, version 1 or 2.
  func history(of id: String, _ request: HTTPRequest, version: Int) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    var filter = try filter(request.head.target)
    filter.hidesFinishedConsumables = version == 1
    filter.last = faults.standstill("/" + request.path.joined(separator: "/"))
    let revision = revision(request)
    let page = try ask { try store.history(ofAny: id, filter, after: revision) }
    var json: JSONObject = ["revision": .string(page.revision), "hasMore": .bool(page.hasMore)]
    for (name, value) in origin { json.append(name, value) }
    json.append("signedTransactions", .strings(page.signedTransactions))
    return HTTPResponse(json: json)
  }

  /// Answers Apple's call Get Refund History.
  func refundHistory(of id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    let revision = revision(request)
    let page = try ask { try store.refundHistory(ofAny: id, after: revision) }
    return HTTPResponse(json: [
      "signedTransactions": .strings(page.signedTransactions), "revision": .string(page.revision),
      "hasMore": .bool(page.hasMore),
    ])
  }

  /// Answers Apple's call Get Refund History, version 1: at most 50 transactions, without pages.
  func allRefunds(of id: String) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    var texts: [String] = []
    var revision: String?
    var hasMore = true
    while hasMore, texts.count < 50 {
      let page = try ask { try store.refundHistory(ofAny: id, after: revision) }
      texts += page.signedTransactions
      revision = page.revision
      hasMore = page.hasMore
    }
    return HTTPResponse(json: ["signedTransactions": .strings(texts.prefix(50))])
  }

  /// Answers Apple's call Look Up Order ID.
  func order(_ number: String) throws(APIError) -> HTTPResponse {
    let found = try ask { try store.transactionInfo(ofOrder: number) }
    var json: JSONObject = ["status": .number(found == nil ? 1 : 0)]
    if let found { json.append("signedTransactions", .strings([found.signedTransactionInfo])) }
    return HTTPResponse(json: json)
  }

  /// Returns the revision of a request; an empty one counts as none, because Apple's clients send it.
  private func revision(_ request: HTTPRequest) -> String? {
    request.head.target.values("revision").last.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func filter(_ target: HTTPTarget) throws(APIError) -> HistoryFilter {
    var filter = HistoryFilter()
    filter.startDate = try date(target, "startDate", .invalidStartDate)
    filter.endDate = try date(target, "endDate", .invalidEndDate)
    if let start = filter.startDate {
      guard start.milliseconds >= 0 else { throw .startDateTooFarInPast }
      if let end = filter.endDate, start >= end { throw .startDateAfterEndDate }
    }
    filter.productIds = try list(target, "productId", .invalidProductId)
    filter.groups = try list(target, "subscriptionGroupIdentifier", .invalidSubscriptionGroupIdentifier)
    if let names = try list(target, "productType", .invalidProductType) {
      var types: [ProductType] = []
      for name in names {
        guard let type = Self.types[name] else { throw .invalidProductType }
        types.append(type)
      }
      filter.types = types
    }
    if let ownership = target.values("inAppOwnershipType").last {
      guard ["PURCHASED", "FAMILY_SHARED"].contains(ownership) else { throw .invalidInAppOwnershipType }
      filter.ownership = InAppOwnershipType(rawValue: ownership)
    }
    switch target.values("sort").last {
    case nil, "ASCENDING": break
    case "DESCENDING": filter.isDescending = true
    default: throw .invalidSort
    }
    filter.isRevoked = try truth(target, "revoked", .invalidRevoked)
    if try truth(target, "excludeRevoked", .invalidExcludeRevoked) == true { filter.isRevoked = false }
    return filter
  }

  private static let types: [String: ProductType] = [
    "AUTO_RENEWABLE": .autoRenewableSubscription, "NON_RENEWABLE": .nonRenewingSubscription,
    "CONSUMABLE": .consumable, "NON_CONSUMABLE": .nonConsumable,
  ]

  private func date(
    _ target: HTTPTarget, _ name: String, _ error: APIError
  ) throws(APIError) -> Timestamp? {
    guard let text = target.values(name).last else { return nil }
    guard let date = Timestamp(milliseconds: text) else { throw error }
    return date
  }

  private func list(_ target: HTTPTarget, _ name: String, _ error: APIError) throws(APIError) -> [String]? {
    let values = target.values(name)
    guard !values.contains("") else { throw error }
    return values.isEmpty ? nil : values
  }

  /// Reads a Boolean parameter: Apple's Python client writes it with a capital, its Swift client without.
  private func truth(_ target: HTTPTarget, _ name: String, _ error: APIError) throws(APIError) -> Bool? {
    switch target.values(name).last {
    case nil: return nil
    case "true", "True": return true
    case "false", "False": return false
    default: throw error
    }
  }
}
