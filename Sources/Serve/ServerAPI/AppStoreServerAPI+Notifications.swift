import AppStoreModel
import Core
import Simulator

/// The calls about notifications: their history, and tests.
extension AppStoreServerAPI {
  func notifications(_ request: HTTPRequest, _ path: [String]) throws(APIError) -> HTTPResponse {
    switch (request.method, path.first, path.count) {
    case ("POST", "test", 1): return try requestTest()
    case ("GET", "test", 2): return try testStatus(path[1])
    case ("POST", "history", 1): return try notificationHistory(request)
    default: return HTTPResponse(404)
    }
  }

  /// Answers Apple's call Request a Test Notification.
  private func requestTest() throws(APIError) -> HTTPResponse {
    guard hasNotificationURL else { throw .serverNotificationUrlNotFound }
    let notification = try ask { try store.requestTestNotification() }
    return HTTPResponse(json: ["testNotificationToken": .string(notification.testNotificationToken)])
  }

  /// Answers Apple's call Get Test Notification Status.
  private func testStatus(_ token: String) throws(APIError) -> HTTPResponse {
    HTTPResponse(json: Self.item(try ask { try store.testNotification(token) }))
  }

  /// Answers Apple's call Get Notification History.
  private func notificationHistory(_ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let filter = try notificationFilter(try body(request))
    let token = request.head.target.values("paginationToken").last.flatMap { $0.isEmpty ? nil : $0 }
    let page = try ask { try store.notificationHistory(filter, after: token) }
    var json = JSONObject()
    json.append("paginationToken", ifPresent: page.paginationToken.map(JSONValue.string))
    json.append("hasMore", .bool(page.paginationToken != nil))
    json.append("notificationHistory", .array(page.notifications.map { .object(Self.item($0)) }))
    return HTTPResponse(json: json)
  }

  /// How long Apple keeps notifications in production, in milliseconds: 180 days.
  ///
  /// The sandbox's 30 days would refuse requests that a production server makes.
  private static let notificationsKept: Int64 = 180 * 86_400_000

  private func notificationFilter(_ body: JSONObject) throws(APIError) -> NotificationFilter {
    var filter = NotificationFilter.everything
    guard let start = try? body.int64("startDate") else { throw .invalidStartDate }
    guard let end = try? body.int64("endDate") else { throw .invalidEndDate }
    guard start < end else { throw .startDateAfterEndDate }
    filter.startDate = Timestamp(milliseconds: start)
    filter.endDate = Timestamp(milliseconds: end)
    let type = try text(body, "notificationType", .invalidNotificationType)
    let subtype = try text(body, "notificationSubtype", .invalidNotificationType)
    filter.type = type.map(NotificationType.init(rawValue:))
    filter.subtype = subtype.map(NotificationSubtype.init(rawValue:))
    guard filter.type.map(NotificationType.known.contains) != false,
      filter.subtype.map(NotificationSubtype.known.contains) != false, filter.type != nil || filter.subtype == nil
    else { throw .invalidNotificationType }
    if let id = try text(body, "transactionId", .invalidTransactionId) {
      filter.transactionId = try transactionId(id)
    }
    guard filter.transactionId == nil || filter.type == nil else { throw .multipleFiltersSupplied }
    switch body["onlyFailures"] {
    case nil, .null: break
    case .bool(let value): filter.onlyFailures = value
    default: throw .generalBadRequest
    }
    let oldest = try ask { try store.clock().now }.adding(milliseconds: -Self.notificationsKept)
    guard start >= oldest.milliseconds else { throw .startDateTooFarInPast }
    return filter
  }

  private func text(_ body: JSONObject, _ name: String, _ error: APIError) throws(APIError) -> String? {
    switch body[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw error
    }
  }

  /// Returns a notification as JSON, with `firstSendAttemptResult`, which Apple still sends beside its successor.
  private static func item(_ notification: SimulatedNotification) -> JSONObject {
    var json: JSONObject = ["signedPayload": .string(notification.signedPayload)]
    json.append(
      "firstSendAttemptResult",
      ifPresent: notification.sendAttempts.first.map { .string($0.sendAttemptResult.rawValue) })
    json.append("sendAttempts", .array(notification.sendAttempts.map { .object($0.json) }))
    return json
  }
}
