package import AppStoreModel
package import Core

/// The calls that change something at the App Store, and the calls about notifications.
extension AppStoreClient {
  /// Tells the App Store that a transaction was delivered.
  package func finish(_ transactionId: String) async throws(StoreError) {
    _ = try await call("POST", ["v1", "transactions", transactionId, "finish"])
  }

  /// Extends a subscription's renewal date.
  ///
  /// - Parameters:
  ///   - days: 1 to 90; Apple allows two extensions per year.
  ///   - reasonCode: 0 undeclared, 1 customer satisfaction, 2 other, 3 service outage.
  ///   - requestIdentifier: Apple executes requests with the same identifier only once.
  /// - Returns: Apple's answer, with `effectiveDate`.
  package func extend(
    _ originalTransactionId: String, days: Int, reasonCode: Int, requestIdentifier: String
  ) async throws(StoreError) -> JSONObject {
    try await call(
      "PUT", ["v1", "subscriptions", "extend", originalTransactionId],
      body: [
        "extendByDays": .number(days), "extendReasonCode": .number(reasonCode),
        "requestIdentifier": .string(requestIdentifier),
      ])
  }

  /// Extends the renewal dates of all active subscribers of a product; Apple does this in the background.
  ///
  /// - Parameter terms: Apple's `MassExtendRenewalDateRequest`.
  /// - Returns: The identifier of the request, with which `massExtension` reads its progress.
  package func extendAll(_ terms: JSONObject) async throws(StoreError) -> String {
    let answer = try await call("POST", ["v1", "subscriptions", "extend", "mass"], body: terms)
    guard let identifier = try? answer.string("requestIdentifier") else {
      throw malformed(say("a mass extension without requestIdentifier"))
    }
    return identifier
  }

  /// Sends Apple information about a customer's use of a purchase, for its decision about a refund.
  ///
  /// - Parameter consumption: Apple's `ConsumptionRequest`.
  package func sendConsumption(_ transactionId: String, _ consumption: JSONObject) async throws(StoreError) {
    _ = try await call("PUT", ["v2", "transactions", "consumption", transactionId], body: consumption)
  }

  /// Sets the `appAccountToken` of a purchase to a user's UUID.
  package func setAppAccountToken(_ originalTransactionId: String, token: String) async throws(StoreError) {
    _ = try await call(
      "PUT", ["v1", "transactions", originalTransactionId, "appAccountToken"],
      body: ["appAccountToken": .string(token)])
  }

  /// Returns one page of the notifications that Apple sent to the app server.
  ///
  /// - Parameter filter: Apple's `NotificationHistoryRequest`; dates are in milliseconds.
  package func notificationHistory(
    _ filter: JSONObject, after paginationToken: String?
  ) async throws(StoreError) -> JSONObject {
    let query = paginationToken.map { [(name: "paginationToken", value: $0)] } ?? []
    return try await call("POST", ["v1", "notifications", "history"], query: query, body: filter)
  }

  /// Asks Apple to send a test notification; returns the token for reading its result.
  package func requestTestNotification() async throws(StoreError) -> String {
    let answer = try await call("POST", ["v1", "notifications", "test"], isRepeatable: false)
    guard let token = try? answer.string("testNotificationToken") else {
      throw malformed(say("a test without testNotificationToken"))
    }
    return token
  }

  /// Returns Apple's answer about the result of a test notification.
  package func testNotification(_ token: String) async throws(StoreError) -> JSONObject {
    try await call("GET", ["v1", "notifications", "test", token])
  }
}
