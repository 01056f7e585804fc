import Locks
import SafeText
import StoreModel
import StrictJSON
import Texts

/// What was asked of one App Store, kept so that a test can say what must have been asked: the newest 2,000 requests.
///
/// The header with the token is not kept, and the shared secret is blotted out.
final class RequestLog: Sendable {
  fileprivate struct Entry: Sendable {
    let number: Int64
    let date: Timestamp
    let method: String
    let path: String
    let query: [HTTPField]
    let body: JSONValue?
    let status: Int
    let errorCode: JSONValue?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var count: Int64 = 0
  }

  private static let limit = 2000
  /// A larger body is not kept.
  private static let bodyLimit = 16 << 10

  private let state = Mutex(State())

  func append(_ request: HTTPRequest, _ response: HTTPResponse, at date: Timestamp) {
    var errorCode: JSONValue?
    if response.status >= 400, case .bytes(let bytes) = response.body {
      errorCode = try? JSONValue(parsing: bytes).objectValue?["errorCode"]
    }
    let (code, body) = (errorCode, Self.body(request))
    state.withLock { state in
      state.count += 1
      if state.entries.count >= Self.limit { state.entries.removeFirst(Self.limit / 4) }
      state.entries.append(
        Entry(
          number: state.count, date: date, method: request.method, path: "/" + request.path.joined(separator: "/"),
          query: request.head.target.query, body: body, status: response.status, errorCode: code))
    }
  }

  func clear() { state.withLock { $0.entries = [] } }

  private static func body(_ request: HTTPRequest) -> JSONValue? {
    guard !request.body.isEmpty, request.body.count <= bodyLimit,
      case .object(let object)? = try? JSONValue(parsing: request.body, limits: JSONLimits(depth: 16))
    else { return nil }
    var kept: JSONObject = [:]
    for (name, value) in object { kept.append(name, name == "password" ? "…" : value) }
    return .object(kept)
  }

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
          throw StoreError(.usage, EmulatorText.noNumberAfter(safeText(value)).text)
        }
        entries.removeAll { $0.number <= number }
      default:
        throw StoreError(
          .usage, EmulatorText.noFilter(safeText(field.name)).text)
      }
    }
    return ["count": .number(entries.count), "requests": .array(entries.map { .object($0.json) })]
  }
}

extension RequestLog.Entry {
  /// Whether a transaction's id stands in the path, or as a value in the body.
  fileprivate func names(_ id: String) -> Bool {
    path.split(separator: "/").contains { $0 == id } || body.map { Self.holds($0, id) } ?? false
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
    json.append("body", ifPresent: body)
    return json
  }
}
