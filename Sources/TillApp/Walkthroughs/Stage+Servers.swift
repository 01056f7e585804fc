import AppStoreModel
import Core
import HTTP
import Serve
import Simulator

/// Requests to the tested server.
extension Stage {
  /// Posts every due notification, oldest first and one at a time, as the App Store does.
  ///
  /// If the step expects no `answer`, the server must accept each one with a status of 200 to 206. A rejected
  /// notification is due again when Apple would retry, by the walkthrough's clock.
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

  /// Sends a request; if the step expects no `answer`, the status must be 200 to 299.
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

  /// Returns all names, including the App Store's root certificate and the address of the walkthrough's `till serve`.
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

/// A server's response, or the error where there is none.
private enum ServerAnswer {
  case answered(HTTP.HTTPResponse)
  case failed(HTTPError)

  /// Apple's name for the result of this attempt.
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

  /// The JSON of the answer: `status` and `body`, parsed where it is JSON; `error` where there is no response.
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
