import AppStoreSimulator
import Backends
import SafeText
import SignedData
import StoreModel
import StoreVerbs
import StrictJSON
import Texts

/// The documented control API of one App Store.
///
/// What a test's program tells it to do, `POST /till/v1/verb/NAME`, and what it asks of it. `GET /till/openapi.json`
/// describes it, made from the same rows.
struct ControlRoutes: Sendable {
  static let path = ["till", "v1"]

  let store: SimulatedAppStore
  let faults: EmulatorFaults
  let requests: RequestLog
  /// Waits until everything is posted, answered and heard.
  let idle: @Sendable () async -> Void

  /// Answers a request whose path begins with `till/v1`.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let rest = Array(request.path.dropFirst(2))
    do throws(StoreError) {
      switch (request.method, rest.first, rest.count) {
      case ("POST", "verb", 2): return try perform(rest[1], request.body)
      case ("POST", "wait-idle", 1):
        await idle()
        return HTTPResponse(json: [
          "ok": true, "notificationsWaiting": .number(try store.countOfWaitingNotifications()),
        ])
      case ("GET", "requests", 1): return HTTPResponse(json: try requests.answer(request.head.target.query))
      case ("DELETE", "requests", 1):
        requests.clear()
        return HTTPResponse(json: ["ok": true])
      case ("GET", "faults", 1): return HTTPResponse(json: faults.json)
      case ("PUT", "faults", 1):
        try faults.set(try Self.body(request.body), at: try store.lastModification())
        return HTTPResponse(json: faults.json)
      case ("DELETE", "faults", 1):
        faults.clear()
        return HTTPResponse(json: faults.json)
      default:
        throw StoreError(.unsupported, say("there is no \(request.method) here: see /till/openapi.json"))
      }
    } catch {
      return Self.failure(error)
    }
  }

  private func perform(_ name: String, _ body: [UInt8]) throws(StoreError) -> HTTPResponse {
    guard let verb = Verb.onTheWire(name) else {
      throw StoreError(.unsupported, say("there is no verb \(safeText(name)): see /till/openapi.json"))
    }
    // Where there is one customer, nobody has to say who it is.
    let call = try VerbCall(verb, body: try Self.body(body))
    guard case .done(let answer) = try store.perform(call, isForTheOnlyOne: true) else {
      throw StoreError(.failed, say("\(name) asks before it acts, and nobody can answer here"))
    }
    var document = answer.document
    if verb == .root { document.append("pem", .string(answer.text)) }
    var files: JSONObject = [:]
    for (name, bytes) in answer.files.sorted(by: { $0.key < $1.key }) {
      files.append(name, .string(String(decoding: Base64.standard.encode(bytes), as: UTF8.self)))
    }
    if !answer.files.isEmpty { document.append("files", .object(files)) }
    return HTTPResponse(json: document)
  }

  /// The object in a request's body; an empty body is an empty object.
  static func body(_ bytes: [UInt8]) throws(StoreError) -> JSONObject {
    guard !bytes.isEmpty else { return [:] }
    guard case .object(let object)? = try? JSONValue(parsing: bytes, limits: .request(depth: 32)) else {
      throw StoreError(.usage, say("the body is no JSON object"))
    }
    return object
  }

  /// A refusal as JSON: `{"ok": false, "error": {"kind", "message"}}`.
  static func failure(_ error: StoreError, _ status: Int? = nil) -> HTTPResponse {
    let kind = error.kind.rawValue
    let own =
      switch kind {
      case "usage", "generalBadRequest": 400
      case "unusable": 500
      case "unsupported": 404
      default: kind.hasSuffix("NotFound") ? 404 : 409
      }
    return HTTPResponse(
      status ?? own,
      json: [
        "ok": false, "error": ["kind": .string(kind), "message": .string(safeText(error.message, limit: 400))],
      ])
  }
}
