import AppStoreModel
import Core

/// The requests to one App Store, kept for the checks of a test: the newest 2,000 requests, and
/// of their bodies the newest two million bytes.
///
/// The header with the token is not kept, and the shared secret is never shown.
final class RequestLog: Sendable {
  fileprivate struct Entry: Sendable {
    let number: Int64
    let date: Timestamp
    let method: String
    let path: String
    let query: [HTTPField]
    /// The raw body: it is parsed on demand, and so takes no more room than its bytes.
    var body: [UInt8]
    let status: Int
    let errorCode: JSONValue?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var count: Int64 = 0
    var byteCount = 0
    /// The place of the oldest entry whose body is kept.
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
  /// A larger body is not kept.
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

  /// The requests that all of the query's parameters fit: `method`, `path` (its beginning), `transaction` (an id in the
  /// path or anywhere in the body), `status`, `after` (a number of an earlier answer).
  ///
  /// - Throws: a `StoreError` of kind `usage` for a parameter that there is not.
  func answer(_ query: [HTTPField]) throws(StoreError) -> JSONObject {
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
  /// Whether a transaction's id stands in the path, or as a value in the body.
  fileprivate func names(_ id: String) -> Bool {
    path.split(separator: "/").contains { $0 == id } || shownBody.map { Self.holds($0, id) } ?? false
  }

  /// The body, where it is an object; nil for any other, and for one that is not kept any more.
  private var shownBody: JSONValue? {
    guard !body.isEmpty, case .object(let object)? = try? JSONValue(parsing: body, limits: .request(depth: 16))
    else { return nil }
    var shown: JSONObject = [:]
    for (name, value) in object { shown.append(name, name == "password" ? "…" : value) }
    return .object(shown)
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
