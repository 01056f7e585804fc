import AppStoreModel
import Core

/// The log of requests to one App Store, which tests check.
///
/// It keeps the newest 2,000 requests, and of their bodies the newest 2 MiB. It does not keep the header with the
/// token, and never shows the shared secret.
final class RequestLog: Sendable {
  fileprivate struct Entry: Sendable {
    let number: Int64
    let date: Timestamp
    let method: String
    let path: String
    let query: [HTTPField]
    /// The raw body; it is parsed only when it is shown, so it uses no more memory than its bytes.
    var body: [UInt8]
    let status: Int
    let errorCode: JSONValue?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var count: Int64 = 0
    var byteCount = 0
    /// The index of the oldest entry whose body is kept.
    var bodies = 0

    mutating func append(_ entry: Entry) {
      if entries.count >= RequestLog.limit { forget(RequestLog.limit / 4) }
      entries.append(entry)
      byteCount += entry.body.count
      while byteCount > RequestLog.byteLimit {
        byteCount -= entries[bodies].body.count
        entries[bodies].body = []
        bodies += 1
      }
    }

    private mutating func forget(_ number: Int) {
      byteCount -= entries.prefix(number).reduce(0) { $0 + $1.body.count }
      bodies = max(0, bodies - number)
      entries.removeFirst(number)
    }
  }

  private static let limit = 2000
  private static let byteLimit = 2 << 20
  /// The size in bytes above which a body is not kept.
  private static let bodyLimit = 16 << 10

  private let state = Mutex(State())

  func append(_ request: HTTPRequest, _ response: HTTPResponse, at date: Timestamp) {
    var errorCode: JSONValue?
    if response.status >= 400, case .bytes(let bytes) = response.body {
      errorCode = try? JSONValue(parsing: bytes).objectValue?["errorCode"]
    }
    let code = errorCode
    let body = request.body.count <= Self.bodyLimit ? request.body : []
    state.withLock { state in
      state.count += 1
      state.append(
        Entry(
          number: state.count, date: date, method: request.method, path: "/" + request.path.joined(separator: "/"),
          query: request.head.target.query, body: body, status: response.status, errorCode: code))
    }
  }

  func clear() { state.withLock { $0 = State(count: $0.count) } }

  /// Returns the requests that match all filters of a query.
  ///
  /// The filters are `method`, `path` (its beginning), `transaction` (an id in the path or anywhere in the body),
  /// `status` and `after` (the number of a request in an earlier answer).
  ///
  /// - Throws: A `StoreError` of kind `usage` for an unknown filter.
  func document(_ query: [HTTPField]) throws(StoreError) -> JSONObject {
    var entries = state.withLock { $0.entries }
    for field in query {
      let value = field.value
      switch field.name {
      case "method": entries.removeAll { $0.method != value.uppercased() }
      case "path": entries.removeAll { !$0.path.hasPrefix(value) }
      case "status": entries.removeAll { String($0.status) != value }
      case "transaction": entries.removeAll { !$0.names(value) }
      case "after":
        guard let number = Int64(value) else {
          throw StoreError(.usage, say("invalid number “\(safeText(value))” in after"))
        }
        entries.removeAll { $0.number <= number }
      default:
        throw StoreError(
          .usage, say("unknown filter “\(safeText(field.name))”; use method, path, transaction, status or after"))
      }
    }
    return ["count": .number(entries.count), "requests": .array(entries.map { .object($0.json) })]
  }
}

extension RequestLog.Entry {
  /// Returns whether the path or a value in the body is this transaction id.
  fileprivate func names(_ id: String) -> Bool {
    path.split(separator: "/").contains { $0 == id } || shownBody.map { Self.holds($0, id) } ?? false
  }

  /// The body as it is shown, if it is an object; nil for any other body, and for one that is no longer kept.
  private var shownBody: JSONValue? {
    guard !body.isEmpty, case .object(var object)? = try? JSONValue(parsing: body, limits: .request(depth: 16))
    else { return nil }
    if object["password"] != nil { object["password"] = "…" }
    return .object(object)
  }

  private static func holds(_ value: JSONValue, _ id: String) -> Bool {
    switch value {
    case .string(let text): text == id
    case .array(let values): values.contains { holds($0, id) }
    case .object(let object): object.contains { holds($0.1, id) }
    default: false
    }
  }

  fileprivate var json: JSONObject {
    var json: JSONObject = [
      "number": .number(number), "date": .number(date.milliseconds), "method": .string(method), "path": .string(path),
    ]
    if !query.isEmpty {
      json.append("query", .array(query.map { ["name": .string($0.name), "value": .string($0.value)] }))
    }
    json.append("status", .number(status))
    json.append("errorCode", ifPresent: errorCode)
    json.append("body", ifPresent: shownBody)
    return json
  }
}
