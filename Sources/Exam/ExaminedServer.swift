import Core
package import HTTP

/// The app server under test: its webhook for notifications, and its address that says which users are entitled.
package struct ExaminedServer: Sendable {
  /// The address to which notifications are posted.
  package let webhook: HTTPAddress
  /// The address template of the question, with `{token}` and `{product}` in it.
  private let question: String
  /// How long the server may take until its answer is right, in milliseconds.
  package let patience: Int64
  private let transport: HTTPTransport

  /// Creates a server from its two addresses.
  ///
  /// - Parameter deadline: How long one HTTP exchange may take, in milliseconds.
  /// - Throws: An `HTTPError` that says what is wrong with an address.
  package init(
    webhook: String, entitled question: String, patience: Int64, deadline: Int64 = 5000
  ) throws(HTTPError) {
    transport = HTTPTransport(
      limits: HTTPLimits(connectTimeout: deadline, timeout: deadline, bodyBytes: 64 << 10, headBytes: 64 << 10))
    self.webhook = try HTTPAddress(webhook)
    self.question = question
    self.patience = patience
    guard question.contains("{token}"), question.contains("{product}") else {
      throw HTTPError(
        .invalidAddress,
        say(
          "\(safeText(question)) lacks {token} or {product}, such as http://127.0.0.1:3000/entitled/{token}/{product}"))
    }
    _ = try address(token: "0", product: "0")
  }

  private func address(token: String, product: String) throws(HTTPError) -> HTTPAddress {
    // Needs no escaping: tokens are UUIDs; product ids have only letters, digits, dots, hyphens and underscores.
    try HTTPAddress(question.replacing("{token}", with: token).replacing("{product}", with: product))
  }

  /// Posts a notification as Apple does, and returns the HTTP status of the answer.
  func post(_ signedPayload: String) async throws(HTTPError) -> Int {
    let body = JSONValue.object(["signedPayload": .string(signedPayload)]).serializedBytes()
    return try await transport.send(
      HTTPRequest("POST", webhook, headers: [HTTPHeader("Content-Type", "application/json")], body: body)
    ).status
  }

  /// The server's answer about one user and one product.
  enum Answer: Hashable, Sendable {
    case entitled, notEntitled
    /// The response means neither yes nor no; the text says why, in one line.
    case unclear(String)
    /// The server did not answer in time, or could not be reached; the text says why.
    case none(String)

    init(_ isEntitled: Bool) { self = isEntitled ? .entitled : .notEntitled }

    /// The answer as text, for tables.
    var text: String {
      switch self {
      case .entitled: say("yes")
      case .notEntitled: say("no")
      case .unclear, .none: say("unclear")
      }
    }
  }

  /// Asks whether the user is entitled, again and again until the answer is as expected or the patience is over.
  func ask(token: String, product: String, expecting expected: Bool) async -> Answer {
    let start = ContinuousClock.now
    var wait: Int64 = 20
    while true {
      let answer = await ask(token: token, product: product)
      if answer == Answer(expected) { return answer }
      if case .none = answer { return answer }
      let left = patience - Int64(start.duration(to: .now) / .milliseconds(1))
      guard left > 0, (try? await Task.sleep(for: .milliseconds(min(wait, left)))) != nil else { return answer }
      wait = min(wait * 2, 500)
    }
  }

  private func ask(token: String, product: String) async -> Answer {
    do throws(HTTPError) {
      let address = try address(token: token, product: product)
      let response = try await transport.send(
        HTTPRequest("GET", address, headers: [HTTPHeader("Accept", "application/json")]))
      return Self.read(response)
    } catch {
      return .none(error.message)
    }
  }

  /// Reads an answer: the JSON `true`, `false` or `{"entitled": …}`, else the status (200 to 299 is yes, 404 is no).
  static func read(_ response: HTTPResponse) -> Answer {
    if response.status == 404 { return .notEntitled }
    guard response.isSuccess else { return .unclear(say("status \(response.status)")) }
    guard let value = try? JSONValue(parsing: response.body, limits: .request(depth: 16)) else { return .entitled }
    if let isEntitled = value.boolValue ?? value.objectValue?["entitled"]?.boolValue { return Answer(isEntitled) }
    return .unclear(say("\(safeText(value.serialized(), limit: 100)) is neither true, false nor {\"entitled\": …}"))
  }
}
