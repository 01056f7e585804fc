import AppStoreModel
import Core

/// Apple's documented rate limits by call: a number per second in production, a tenth of it in the sandbox.
struct AppleRateLimits: Sendable {
  /// The calls that share one limit per second; each is `METHOD /path` with `*` for an id.
  private static let routes: [(limit: Int, calls: [String])] = [
    (50, ["GET /inApps/v2/history/*"]), (50, ["GET /inApps/v1/history/*"]),
    (50, ["GET /inApps/v1/transactions/appTransactions/*"]), (50, ["GET /inApps/v1/transactions/*"]),
    (50, ["POST /inApps/v1/transactions/*/finish"]), (50, ["GET /inApps/v1/subscriptions/*"]),
    (50, ["PUT /inApps/v2/transactions/consumption/*"]), (50, ["PUT /inApps/v1/transactions/consumption/*"]),
    (50, ["POST /inApps/v1/notifications/history"]),
    (20, ["PUT /inApps/v1/transactions/*/appAccountToken"]), (20, ["PUT /inApps/v1/subscriptions/extend/*"]),
    (10, ["GET /inApps/v1/lookup/*"]), (10, ["GET /inApps/v2/refund/lookup/*"]),
    (10, ["GET /inApps/v1/refund/lookup/*"]),
    (1, ["POST /inApps/v1/subscriptions/extend/mass"]), (1, ["POST /inApps/v1/notifications/test"]),
    (1, ["GET /inApps/v1/notifications/test/*"]),
  ]

  /// The environment whose limits apply.
  let environment: StoreEnvironment
  /// The current time span and its number of requests, by the index of the route.
  private var counts: [Int: (span: Int64, count: Int)] = [:]

  /// Chooses the limits of an environment.
  ///
  /// - Throws: A `StoreError` of kind `usage` for any name but Production or Sandbox.
  init(of name: String) throws(StoreError) {
    environment = StoreEnvironment(rawValue: name)
    guard [.production, .sandbox].contains(environment) else {
      throw StoreError(.usage, say("invalid limits “\(safeText(name))”; use Production or Sandbox"))
    }
  }

  /// Counts a request, and returns whether it exceeds the limit.
  mutating func isBeyond(_ method: String, _ path: String, at now: Timestamp) -> Bool {
    guard let index = Self.routes.firstIndex(where: { $0.calls.contains { Self.fits($0, method, path) } }) else {
      return false
    }
    // A tenth of one request per second is one request in ten seconds.
    let limit = Self.routes[index].limit
    let (allowed, seconds): (Int, Int64) =
      environment == .production ? (limit, 1) : limit < 10 ? (limit, 10) : (limit / 10, 1)
    let span = now.milliseconds / 1000 / seconds
    var count = counts[index] ?? (span, 0)
    if count.span != span { count = (span, 0) }
    count.count += 1
    counts[index] = count
    return count.count > allowed
  }

  private static func fits(_ call: String, _ method: String, _ path: String) -> Bool {
    let words = call.split(separator: " ")
    let (pattern, segments) = (words[1].split(separator: "/"), path.split(separator: "/"))
    return words[0] == method && pattern.count == segments.count
      && zip(pattern, segments).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
