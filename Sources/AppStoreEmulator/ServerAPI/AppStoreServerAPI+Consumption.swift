import AppStoreSimulator
import StoreModel
import StrictJSON

/// Consumption information, which Apple asks for when a customer wants money back.
extension AppStoreServerAPI {
  /// Send Consumption Information, versions 1 and 2.
  func consumption(_ id: String, _ request: HTTPRequest, _ form: ConsumptionForm) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    let body = try body(request)
    try ask { try store.answerConsumption(of: id, body, form: form) }
    return HTTPResponse(202)
  }
}

extension APIError {
  /// The refusals of consumption information, by the simulated App Store's names for them.
  static let ofConsumption: [String: APIError] = [
    "invalidAccountTenure": .invalidAccountTenure, "invalidAppAccountToken": .invalidAppAccountToken,
    "invalidConsumptionStatus": .invalidConsumptionStatus, "invalidCustomerConsented": .invalidCustomerConsented,
    "invalidDeliveryStatus": .invalidDeliveryStatus,
    "invalidLifetimeDollarsPurchased": .invalidLifetimeDollarsPurchased,
    "invalidLifetimeDollarsRefunded": .invalidLifetimeDollarsRefunded, "invalidPlatform": .invalidPlatform,
    "invalidPlayTime": .invalidPlayTime, "invalidRefundPreference": .invalidRefundPreference,
    "invalidSampleContentProvided": .invalidSampleContentProvided, "invalidUserStatus": .invalidUserStatus,
    "invalidTransactionNotConsumable": .invalidTransactionNotConsumable,
    "invalidTransactionTypeNotSupported": .invalidTransactionTypeNotSupported,
  ]
}
