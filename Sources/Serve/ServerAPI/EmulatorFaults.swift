import AppStoreModel
import Core
import Simulator

/// The simulated failures of the HTTP service.
///
/// Each affects the requests of its route, and ends by itself after a number of requests or after a time.
package final class EmulatorFaults: Sendable {
  /// One simulated failure.
  struct Fault: Sendable {
    /// The beginning of the affected paths.
    var path = "/inApps"
    var status = 500
    /// Apple's error number, where it differs from the status's usual one.
    var errorCode: Int?
    /// How many requests it still affects; nil for no limit.
    var times: Int?
    /// When the failure ends, on the machine's clock; nil for never.
    var until: Timestamp?
    /// With status 429: the milliseconds until the time in `Retry-After`.
    var retryAfter: Int64 = 1000
    /// The number of requests per second above which requests fail; nil fails every request.
    var perSecond: Int?
    /// The place in the order of modification after which histories list nothing; such a failure refuses no request.
    var standsAt: Int64?
    /// The range of milliseconds by which the answer is delayed.
    var latency: ClosedRange<Int64>?
    /// How the answer is damaged; nil where it is not.
    var damage: HTTPResponse.Damage?
    /// Whether requests are refused with the status and error number.
    var refuses = true
    /// The current second, and the number of requests in it.
    var second: Int64 = 0
    var count = 0
  }

  private let faults = Mutex<[Fault]>([])
  private let limits = Mutex<AppleRateLimits?>(nil)

  /// Starts without any failure.
  package init() {}

  /// Removes all simulated failures and limits.
  func clear() {
    faults.withLock { $0 = [] }
    limits.withLock { $0 = nil }
  }

  /// Replaces the failures with those of a body: `{"faults": [{…}], "limits": "Sandbox"}`.
  ///
  /// - Parameter place: The present place in the order of modification, after which lagging histories list nothing.
  /// - Throws: A `StoreError` of kind `usage` with the mistake.
  func set(_ body: JSONObject, at place: Int64 = 0) throws(StoreError) {
    let new: [Fault]
    let limited: AppleRateLimits?
    do {
      limited = try body.string("limits").map(AppleRateLimits.init(of:))
      guard let list = try body.objects("faults") ?? (limited == nil ? nil : []) else {
        throw JSONError.missing("faults")
      }
      new = try list.map { try Fault(json: $0, at: place) }
    } catch {
      if let error = error as? StoreError { throw error }
      throw StoreError(.usage, safeText(say("invalid faults: \("\(error)")"), limit: 200))
    }
    faults.withLock { $0 = new }
    limits.withLock { $0 = limited }
  }

  /// The active failures as JSON.
  var json: JSONObject {
    var json: JSONObject = ["faults": .array(faults.withLock { $0 }.map { .object($0.json) })]
    json.append("limits", ifPresent: limits.withLock { $0 }.map { .string($0.environment.rawValue) })
    return json
  }

  /// Returns the place after which the histories of a path list nothing; nil where they are up to date.
  func standstill(_ path: String) -> Int64? {
    let now = Timestamp.machine
    return faults.withLock { faults in
      faults.removeAll { $0.isOver(at: now) }
      return faults.first { $0.standsAt != nil && path.hasPrefix($0.path) }?.standsAt
    }
  }

  /// The effect of failures on one answer.
  struct Disturbance: Sendable {
    var wait: Duration
    var damage: HTTPResponse.Damage?
    /// The answer that replaces the correct one; nil keeps the correct one.
    var response: HTTPResponse?
  }

  /// Returns the effect of failures on a request's answer; nil for none.
  ///
  /// The control API is never affected, because it ends the failures.
  func disturbance(of request: HTTPRequest) -> Disturbance? {
    let path = "/" + request.path.joined(separator: "/")
    guard request.path.first != "till" || request.path.dropFirst().first == "v3" else { return nil }
    let now = Timestamp.machine
    let struck = strike(at: now) { $0.isOnTheWay && path.hasPrefix($0.path) }
    return struck.map { fault in
      Disturbance(
        wait: .milliseconds(fault.latency.map { Int64.random(in: $0) } ?? 0), damage: fault.damage,
        response: fault.refuses ? fault.response(at: now) : nil)
    }
  }

  /// Returns the first of the selected faults that affects this request, and counts it in the fault's `times`.
  private func strike(at now: Timestamp, _ isMeant: (Fault) -> Bool) -> Fault? {
    faults.withLock { faults in
      faults.removeAll { $0.isOver(at: now) }
      for index in faults.indices where isMeant(faults[index]) && faults[index].isStruck(at: now) {
        let struck = faults[index]
        if let times = struck.times {
          if times <= 1 { faults.remove(at: index) } else { faults[index].times = times - 1 }
        }
        return struck
      }
      return nil
    }
  }

  /// Returns the answer that replaces the correct one; nil where none does.
  ///
  /// - Parameter path: The path of the request.
  func strike(_ path: String = "/inApps", method: String = "GET") -> HTTPResponse? {
    let now = Timestamp.machine
    if limits.withLock({ $0?.isBeyond(method, path, at: now) }) ?? false {
      return Fault(status: 429, retryAfter: 1000).response(at: now)
    }
    let struck = strike(at: now) { !$0.isOnTheWay && path.hasPrefix($0.path) }
    return struck?.response(at: now)
  }
}

extension EmulatorFaults.Fault {
  private static let members: Set<String> = [
    "path", "status", "errorCode", "times", "seconds", "retryAfter", "perSecond", "lags", "latency", "answer",
  ]

  fileprivate init(json: JSONObject, at place: Int64) throws {
    if let unknown = json.names.first(where: { !Self.members.contains($0) }) {
      throw StoreError(.usage, say("unknown member “\(safeText(unknown))” of a fault; see /till/openapi.json"))
    }
    if let path = try json.string("path") { self.path = path }
    errorCode = try json.int32("errorCode").map(Int.init)
    status = try json.int32("status").map(Int.init) ?? errorCode.map { $0 / 10_000 } ?? 500
    times = try json.int32("times").map(Int.init)
    retryAfter = try json.int64("retryAfter") ?? 1000
    perSecond = try json.int32("perSecond").map(Int.init)
    if try json.bool("lags") == true { standsAt = place }
    latency = try Self.latency(json["latency"])
    damage = try json.string("answer").map(Self.damage)
    refuses = json["status"] != nil || json["errorCode"] != nil || !isOnTheWay
    let seconds = try json.int32("seconds")
    guard (400...599).contains(status), times.map({ $0 > 0 }) ?? true, (0...86_400_000).contains(retryAfter),
      perSecond.map({ $0 >= 0 }) ?? true, seconds.map({ $0 > 0 }) ?? true, path.hasPrefix("/")
    else {
      throw StoreError(
        .usage,
        say(
          "invalid fault; status is 400 to 599, times and seconds are at least 1, "
            + "retryAfter is at most a day in milliseconds, path starts with /"))
    }
    until = seconds.map { Timestamp.machine.adding(milliseconds: Int64($0) * 1000) }
  }

  /// Reads a latency: a number of milliseconds, or an array of the least and the most.
  private static func latency(_ json: JSONValue?) throws -> ClosedRange<Int64>? {
    let bounds: [Int64?]
    switch json {
    case nil, .null: return nil
    case .number(let number): bounds = [number.int64, number.int64]
    case .array(let list): bounds = list.map { $0.numberValue?.int64 }
    default: bounds = []
    }
    guard bounds.count == 2, let least = bounds[0], let most = bounds[1], 0 <= least, least <= most, most <= 600_000
    else {
      throw StoreError(
        .usage,
        say("invalid latency; use milliseconds, such as 250, or two of them, such as [100, 900]; at most 600000"))
    }
    return least...most
  }

  private static func damage(_ name: String) throws -> HTTPResponse.Damage {
    guard let damage = HTTPResponse.Damage(rawValue: name) else {
      throw StoreError(.usage, say("unknown answer “\(safeText(name))”; use reset, truncated, malformed or html"))
    }
    return damage
  }

  /// Whether it delays or damages answers.
  fileprivate var isOnTheWay: Bool { latency != nil || damage != nil }

  fileprivate var json: JSONObject {
    var json: JSONObject = ["path": .string(path)]
    if standsAt != nil { json.append("lags", true) } else if refuses { json.append("status", .number(status)) }
    json.append(
      "latency", ifPresent: latency.map { .array([.number($0.lowerBound), .number($0.upperBound)]) })
    json.append("answer", ifPresent: damage.map { .string($0.rawValue) })
    json.append("errorCode", ifPresent: errorCode.map { .number($0) })
    json.append("times", ifPresent: times.map { .number($0) })
    json.append("until", ifPresent: until.map { .number($0.milliseconds) })
    if status == 429 { json.append("retryAfter", .number(retryAfter)) }
    json.append("perSecond", ifPresent: perSecond.map { .number($0) })
    return json
  }

  fileprivate func isOver(at now: Timestamp) -> Bool { until.map { $0 <= now } ?? false }

  /// Returns whether the fault affects this request; counts requests where only those above a rate fail.
  fileprivate mutating func isStruck(at now: Timestamp) -> Bool {
    guard standsAt == nil else { return false }
    guard let perSecond else { return true }
    if now.milliseconds / 1000 != second { (second, count) = (now.milliseconds / 1000, 0) }
    count += 1
    return count > perSecond
  }

  /// Returns the answer of the failure, like Apple's.
  ///
  /// `Retry-After` is an instant in milliseconds since 1970, and a 401 has no body.
  fileprivate func response(at now: Timestamp) -> HTTPResponse {
    var response: HTTPResponse
    switch (errorCode, status) {
    case (let code?, _):
      let known = APIError.allCases.first { $0.code == code }
      response = APIError.response(status, code, known?.message ?? "An error that was asked for.")
    case (nil, 401): response = HTTPResponse(401)
    case (nil, 404): response = APIError.transactionIdNotFound.response
    case (nil, 429): response = APIError.rateLimitExceeded.response
    case (nil, 500): response = APIError.generalInternal.response
    default: response = HTTPResponse(status)
    }
    if status == 429 {
      let instant = now.adding(milliseconds: retryAfter).milliseconds
      response.fields.append(HTTPField(name: "Retry-After", value: String(instant)))
    }
    response.note = say("simulated fault")
    return response
  }
}
