import AppStoreModel
import Core
import HTTP
import Serve
import Simulator

/// Requests of the server that is tested.
extension Stage {
  /// Posts every notification that is due, oldest first and one at a time, as the App Store does.
  ///
  /// Without an `answer` each has to be taken: status 200 to 206. One that is refused is due again when Apple would try
  /// again, on the story's clock.
  func post(to url: String, for step: Step) throws -> [String] {
    let address = try tested.address(of: url, till: serverURL)
    let appStore = try SimulatedAppStore(path: directory + "/appstore.db", machineClock: dependencies.clock)
    let transport = HTTPTransport()
    var (rows, refused): ([JSONValue], [String]) = ([], [])
    while let notification = try appStore.dueNotifications(limit: 1).first {
      let body: JSONObject = ["signedPayload": .string(notification.signedPayload)]
      let result = send("POST", address, [:], .object(body), transport)
      try appStore.recordAttempt(notification.notificationUUID, result.attempt)
      var row: JSONObject = [
        "notificationType": .string(notification.notificationType.rawValue),
        "notificationUUID": .string(notification.notificationUUID),
      ]
      row.append("subtype", ifPresent: notification.subtype.map { .string($0.rawValue) })
      row.append("transactionId", ifPresent: notification.transactionId.map(JSONValue.string))
      for member in result.document { row.append(member.name, member.value) }
      rows.append(.object(row))
      if result.attempt != .success {
        refused.append(
          say("the answer to \(notification.notificationType.rawValue) was \(result.words)"))
      }
    }
    try name(step)
    guard let answer = step.answer else { return refused }
    let document: JSONObject = [
      "posted": .number(rows.count), "refused": .number(refused.count), "notifications": .array(rows),
    ]
    return Match(names: names).differences(answer, .object(document), subject: "answer")
  }

  /// Makes a request; without an `answer` its status must be 200 to 299.
  func make(_ call: ServerCall, for step: Step) throws -> [String] {
    let match = try Match(names: namesWithRoot())
    let address = try tested.address(of: call.url, till: serverURL)
    let headers = call.headers.mapValues(match.resolve)
    let result = send(call.method, address, headers, call.body.map(match.resolving), HTTPTransport())
    try name(step)
    guard let answer = step.answer else {
      return result.isSuccess
        ? [] : [say("the answer to \(call.method) \(address.description) was \(result.words)")]
    }
    return match.differences(answer, .object(result.document), subject: "answer")
  }

  /// The names with the App Store's root certificate, which a server can be given, and the story's own `till serve`.
  private func namesWithRoot() throws -> [String: String] {
    let appStore = try SimulatedAppStore(path: directory + "/appstore.db", machineClock: dependencies.clock)
    var more = ["root": appStore.rootCertificatePEM]
    more["till"] = serverURL
    return names.merging(more) { own, _ in own }
  }

  private func name(_ step: Step) throws {
    guard let name = step.name else { return }
    throw CommandError(.usage, say("line \(step.line): \(safeText(name)) names a transaction and needs do or run"))
  }

  private func send(
    _ method: String, _ address: HTTPAddress, _ headers: [String: String], _ body: JSONValue?,
    _ transport: HTTPTransport
  ) -> ServerAnswer {
    var lines = headers.sorted { $0.key < $1.key }.map { HTTPHeader($0.key, $0.value) }
    if body != nil, !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
      lines.append(HTTPHeader("Content-Type", "application/json"))
    }
    let request = HTTP.HTTPRequest(method, address, headers: lines, body: body?.serializedBytes())
    do {
      return .answered(try blocking { try await transport.send(request) })
    } catch let error as HTTPError {
      return .failed(error)
    } catch {
      return .failed(HTTPError(.failed, say("could not send the request: \(safeText("\(error)"))")))
    }
  }
}

/// A server's answer, or the reason why there is none.
private enum ServerAnswer {
  case answered(HTTP.HTTPResponse)
  case failed(HTTPError)

  /// Apple's name for the result of such an attempt.
  var attempt: SendAttemptResult {
    switch self {
    case .answered(let response):
      (200...206).contains(response.status) ? .success : .unsuccessfulHTTPResponseCode
    case .failed(let error): SendAttemptResult(error.kind)
    }
  }

  var isSuccess: Bool {
    if case .answered(let response) = self { response.isSuccess } else { false }
  }

  /// `status` and `body`, which is JSON where it can be read so; `error` without an answer.
  var document: JSONObject {
    switch self {
    case .failed(let error): return ["error": .string(safeText(error.message, limit: 400))]
    case .answered(let response):
      var document: JSONObject = ["status": .number(response.status)]
      if !response.body.isEmpty {
        let text = JSONValue.string(String(decoding: response.body, as: UTF8.self))
        document.append("body", (try? JSONValue(parsing: response.body)) ?? text)
      }
      return document
    }
  }

  var words: String {
    switch self {
    case .answered(let response):
      let body = safeText(String(decoding: response.body, as: UTF8.self), limit: 200)
      return "status \(response.status)" + (body.isEmpty ? "" : ": \(body)")
    case .failed(let error): return "nothing (\(safeText(error.message, limit: 200)))"
    }
  }
}
