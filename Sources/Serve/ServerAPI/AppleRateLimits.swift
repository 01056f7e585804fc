import AppStoreModel
import Core

/// Apple's documented rate limits by call: a number per second in production, a tenth of it in the sandbox.
struct AppleRateLimits: Sendable {
  /// The environment whose limits apply.
  let environment: StoreEnvironment
  /// The current time span and its number of requests, by the index of the call.
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
    let segments = path.split(separator: "/")
    guard let index = EmulatorRoutes.apple.firstIndex(where: { $0.route.matches(method, segments) }),
      let limit = EmulatorRoutes.apple[index].limit
    else { return false }
    // A tenth of one request per second is one request in ten seconds.
    let (allowed, seconds): (Int, Int64) =
      environment == .production ? (limit, 1) : limit < 10 ? (limit, 10) : (limit / 10, 1)
    let span = now.milliseconds / 1000 / seconds
    var count = counts[index] ?? (span, 0)
    if count.span != span { count = (span, 0) }
    count.count += 1
    counts[index] = count
    return count.count > allowed
  }
}
