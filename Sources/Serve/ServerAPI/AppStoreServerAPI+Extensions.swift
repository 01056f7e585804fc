import AppStoreModel
import Core
import Simulator

/// The calls with which an app server extends renewal dates.
extension AppStoreServerAPI {
  /// Answers the paths below `subscriptions/extend`.
  func extensions(_ request: HTTPRequest, _ path: [String]) throws(APIError) -> HTTPResponse {
    switch (request.method, path[0], path.count) {
    case ("POST", "mass", 1): try extendAll(request)
    case ("GET", "mass", 3): try massStatus(productId: path[1], path[2])
    case ("PUT", _, 1): try extend(path[0], request)
    default: HTTPResponse(404)
    }
  }

  /// Answers Apple's call Extend a Subscription Renewal Date.
  private func extend(_ id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    guard let id = try? transactionId(id) else { throw .invalidOriginalTransactionId }
    let (days, name) = try terms(try body(request))
    let extended: SimulatedExtension
    do throws(APIError) {
      extended = try ask { try store.extendRenewal(ofOriginal: id, days: days, requestIdentifier: name) }
    } catch {
      throw error == .transactionIdNotFound ? .originalTransactionIdNotFound : error
    }
    var json: JSONObject = ["originalTransactionId": .string(extended.originalTransactionId)]
    json.append("webOrderLineItemId", ifPresent: extended.webOrderLineItemId.map(JSONValue.string))
    json.append("success", true)
    json.append("effectiveDate", .number(extended.effectiveDate.milliseconds))
    return HTTPResponse(json: json)
  }

  /// Answers Apple's call Extend Subscription Renewal Dates for All Active Subscribers.
  private func extendAll(_ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let body = try body(request)
    let (days, requestIdentifier) = try terms(body)
    guard case .string(let productId)? = body["productId"], !productId.isEmpty else { throw .invalidProductId }
    let mass = MassExtension(
      requestIdentifier: requestIdentifier, productId: productId, days: days, storefronts: try storefronts(body))
    let done = try ask { try store.extendRenewals(mass) }
    return HTTPResponse(json: ["requestIdentifier": .string(done.requestIdentifier)])
  }

  /// Answers Apple's call Get Status of Subscription Renewal Date Extensions.
  private func massStatus(productId: String, _ requestIdentifier: String) throws(APIError) -> HTTPResponse {
    let done = try ask { try store.massExtension(requestIdentifier, productId: productId) }
    return HTTPResponse(json: [
      "requestIdentifier": .string(done.requestIdentifier), "complete": true,
      "completeDate": .number(done.completeDate.milliseconds), "succeededCount": .number(done.succeededCount),
      "failedCount": .number(done.failedCount),
    ])
  }

  /// Reads the members of both requests.
  ///
  /// They are 1 to 90 days, a reason code of 0 to 3, and an identifier of 1 to 128 characters.
  private func terms(_ body: JSONObject) throws(APIError) -> (days: Int, requestIdentifier: String) {
    guard let days = try? body.int32("extendByDays"), (1...90).contains(days) else { throw .invalidExtendByDays }
    guard let reason = try? body.int32("extendReasonCode"), (0...3).contains(reason) else {
      throw .invalidExtendReasonCode
    }
    guard case .string(let name)? = body["requestIdentifier"], (1...128).contains(name.count) else {
      throw .invalidRequestIdentifier
    }
    return (Int(days), name)
  }

  private func storefronts(_ body: JSONObject) throws(APIError) -> [String]? {
    switch body["storefrontCountryCodes"] {
    case nil, .null: return nil
    case .array(let values):
      guard !values.isEmpty else { throw .invalidEmptyStorefrontCountryCodeList }
      let codes = values.compactMap(\.stringValue)
      guard codes.count == values.count, codes.allSatisfy(CountryCode.isAlpha3) else {
        throw .invalidStorefrontCountryCode
      }
      return codes
    default: throw .invalidStorefrontCountryCode
    }
  }
}
