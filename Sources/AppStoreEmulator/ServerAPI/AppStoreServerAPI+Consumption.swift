import AppStoreSimulator
import Foundation
import StoreModel
import StrictJSON

/// Consumption information, which Apple asks for when a customer wants money back.
extension AppStoreServerAPI {
  /// Send Consumption Information.
  func consumption(_ id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let transaction = try transaction(id)
    let body = try body(request)
    guard [.consumable, .autoRenewableSubscription].contains(transaction.type) else {
      throw .invalidTransactionTypeNotSupported
    }
    guard body["customerConsented"] == .bool(true) else { throw .invalidCustomerConsented }
    guard case .bool = body["sampleContentProvided"] else { throw .invalidSampleContentProvided }
    guard let status = body["deliveryStatus"]?.stringValue, Self.deliveryStatuses.contains(status) else {
      throw .invalidDeliveryStatus
    }
    var percentage: Int32 = 0
    if let value = body["consumptionPercentage"], value != .null {
      guard let number = try? body.int32("consumptionPercentage"), (0...100_000).contains(number) else {
        throw .generalBadRequest
      }
      percentage = number
    }
    if let value = body["refundPreference"], value != .null {
      guard let preference = value.stringValue, Self.preferences.contains(preference),
        preference != "GRANT_PRORATED" || percentage > 0
      else { throw .invalidRefundPreference }
    }
    return HTTPResponse(202)
  }

  private static let deliveryStatuses: Set<String> = [
    "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
    "UNDELIVERED_OTHER",
  ]
  private static let preferences: Set<String> = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

  /// Send Consumption Information, version 1: numbers of categories.
  func consumptionVersion1(_ id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let transaction = try transaction(id)
    let body = try body(request)
    guard transaction.type == .consumable else { throw .invalidTransactionNotConsumable }
    guard body["customerConsented"] == .bool(true) else { throw .invalidCustomerConsented }
    if let value = body["sampleContentProvided"], value != .null, value.boolValue == nil {
      throw .invalidSampleContentProvided
    }
    if let token = body["appAccountToken"], token != .null {
      guard let text = token.stringValue, text.isEmpty || UUID(uuidString: text) != nil else {
        throw .invalidAppAccountToken
      }
    }
    for (name, last, error) in Self.categories {
      guard let value = body[name], value != .null else { continue }
      guard let number = value.numberValue?.int64, (0...last).contains(number) else { throw error }
    }
    return HTTPResponse(202)
  }

  /// The members that are numbers, with the greatest of each.
  private static let categories: [(String, Int64, APIError)] = [
    ("consumptionStatus", 3, .invalidConsumptionStatus), ("platform", 2, .invalidPlatform),
    ("deliveryStatus", 5, .invalidDeliveryStatus), ("accountTenure", 7, .invalidAccountTenure),
    ("playTime", 7, .invalidPlayTime), ("lifetimeDollarsRefunded", 7, .invalidLifetimeDollarsRefunded),
    ("lifetimeDollarsPurchased", 7, .invalidLifetimeDollarsPurchased), ("userStatus", 4, .invalidUserStatus),
    ("refundPreference", 3, .invalidRefundPreference),
  ]
}
