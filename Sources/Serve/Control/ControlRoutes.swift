import AppStoreModel
import Core
import Simulator
import Verbs

/// The control API of one App Store, for test programs.
///
/// A test program performs verbs, `POST /till/v1/verb/NAME`, and reads the App Store's state. `GET /till/openapi.json`
/// describes the API; the description is generated from the same rows of verbs.
struct ControlRoutes: Sendable {
  static let path = ["till", "v1"]

  let store: SimulatedAppStore
  let faults: EmulatorFaults
  let requests: RequestLog
  /// Waits until all notifications are posted and answered and the app server has read its news, at most a given time.
  ///
  /// Returns false when the time ran out.
  let idle: @Sendable (Duration) async -> Bool

  /// Answers a request whose path begins with `till/v1`.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let rest = Array(request.path.dropFirst(2))
    do throws(StoreError) {
      switch (request.method, rest.first, rest.count) {
      case ("POST", "verb", 2): return try perform(rest[1], request.body)
      case ("POST", "wait-idle", 1): return try await waitUntilIdle(try Self.body(request.body))
      case ("GET", "requests", 1): return HTTPResponse(json: try requests.document(request.head.target.query))
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
        throw StoreError(
          .unsupported, say("unknown path /\(safeText(request.path.joined(separator: "/"))); see /till/openapi.json"))
      }
    } catch {
      return Self.failure(error)
    }
  }

  /// How many seconds `wait-idle` waits by default: longer than a server may take for one answer.
  private static let patience: Int64 = 60

  private func waitUntilIdle(_ body: JSONObject) async throws(StoreError) -> HTTPResponse {
    var seconds = Self.patience
    for (name, value) in body {
      guard name == "seconds", let number = value.numberValue?.int64, (0...600).contains(number) else {
        throw StoreError(.usage, say("invalid body; give {\"seconds\": N} with 0 to 600"))
      }
      seconds = number
    }
    guard await idle(.seconds(seconds)) else {
      let due = try store.countOfDueNotifications()
      throw StoreError(
        .timedOut,
        say(
          seconds,
          "\(due) still to be posted after \(seconds) second; see what the receiver answered in notifications",
          "\(due) still to be posted after \(seconds) seconds; see what the receiver answered in notifications"))
    }
    return HTTPResponse(json: [
      "ok": true, "notificationsWaiting": .number(try store.countOfWaitingNotifications()),
    ])
  }

  private func perform(_ name: String, _ body: [UInt8]) throws(StoreError) -> HTTPResponse {
    guard let verb = Verb.onTheWire(name) else {
      throw StoreError(.unsupported, say("unknown verb “\(safeText(name))”; see /till/openapi.json"))
    }
    let reply: VerbReply
    do throws(StoreError) {
      // A call need not name the customer where there is only one.
      reply = try store.perform(try VerbCall(verb, body: try Self.body(body)), isForTheOnlyOne: true)
    } catch {
      var plain = error
      plain.message = Self.withoutShell(error.message)
      throw plain
    }
    guard case .done(let answer) = reply else {
      throw StoreError(.failed, say("\(name) needs a confirmation, which this API cannot ask for"))
    }
    var document = answer.document
    if let message = document["message"]?.stringValue { document["message"] = .string(Self.withoutShell(message)) }
    if verb == .root { document.append("pem", .string(answer.text)) }
    var files: JSONObject = [:]
    for (name, bytes) in answer.files.sorted(by: { $0.key < $1.key }) {
      files.append(name, .string(String(decoding: Base64.standard.encode(bytes), as: UTF8.self)))
    }
    if !answer.files.isEmpty { document.append("files", .object(files)) }
    return HTTPResponse(json: document)
  }

  /// Parses the object in a request's body; an empty body is an empty object.
  static func body(_ bytes: [UInt8]) throws(StoreError) -> JSONObject {
    guard !bytes.isEmpty else { return [:] }
    guard case .object(let object)? = try? JSONValue(parsing: bytes, limits: .request(depth: 32)) else {
      throw StoreError(.usage, say("invalid body; send a JSON object"))
    }
    return object
  }

  /// Returns a text for programs: without the shell command's name and without the dashes of options.
  static func withoutShell(_ text: String) -> String {
    // The text is read byte by byte: one regular expression would make the program 5 % larger.
    let bytes = Array(text.replacing("till simulator ", with: "").utf8)
    let dash = UInt8(ascii: "-")
    var kept: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let isFirst = kept.last.map { [UInt8(ascii: " "), UInt8(ascii: "`"), UInt8(ascii: "(")].contains($0) } ?? true
      let isOption =
        isFirst && place + 2 < bytes.count && bytes[place] == dash && bytes[place + 1] == dash
        && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[place + 2])
      if isOption { place += 2 }
      kept.append(bytes[place])
      place += 1
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Returns an error as JSON: `{"ok": false, "error": {"kind", "message"}}`.
  static func failure(_ error: StoreError, _ status: Int? = nil) -> HTTPResponse {
    let kind = error.kind.rawValue
    let own =
      switch kind {
      case "usage", "generalBadRequest": 400
      case "unusable": 500
      case "unsupported": 404
      case FailureKind.timedOut.rawValue: 504
      default: kind.hasSuffix("NotFound") ? 404 : 409
      }
    return HTTPResponse(
      status ?? own,
      json: [
        "ok": false,
        "error": ["kind": .string(kind), "message": .string(safeText(error.message, limit: 400))],
      ])
  }
}

extension FailureKind {
  /// The time of `wait-idle` ran out.
  fileprivate static let timedOut = Self(rawValue: "timedOut")
}
