import AppStoreModel
import Core
package import HTTP

/// The server that is examined: where it takes notifications, and where it says who is entitled.
package struct ExaminedServer: Sendable {
  /// Where notifications are posted.
  package let webhook: HTTPAddress
  /// The address that is asked, with `{token}` and `{product}` in it.
  private let question: String
  /// How long it may take until its answer is right, in milliseconds.
  package let patience: Int64
  private let transport: HTTPTransport

  /// - Parameter deadline: How long one exchange may take, in milliseconds.
  /// - Throws: An `HTTPError` that names what is wrong with an address.
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
    // Tokens are UUIDs, and product ids have letters, digits, dots, hyphens and underscores: nothing to escape.
    try HTTPAddress(question.replacing("{token}", with: token).replacing("{product}", with: product))
  }

  /// Posts a notification as Apple does; the status that it was answered with.
  func post(_ signedPayload: String) async throws(HTTPError) -> Int {
    let body = JSONValue.object(["signedPayload": .string(signedPayload)]).serializedBytes()
    return try await transport.send(
      HTTPRequest("POST", webhook, headers: [HTTPHeader("Content-Type", "application/json")], body: body)
    ).status
  }

  /// What the server says of a user and a product.
  enum Answer: Hashable, Sendable {
    case entitled, notEntitled
    /// It says neither: why, in one line.
    case unclear(String)
    /// It did not answer in time.
    case none(String)

    init(_ isEntitled: Bool) { self = isEntitled ? .entitled : .notEntitled }

    /// The answer for tables.
    var text: String {
      switch self {
      case .entitled: say("yes")
      case .notEntitled: say("no")
      case .unclear, .none: say("unclear")
      }
    }
  }

  /// Asks who is entitled, again until the answer is the expected one or the patience is over.
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

  /// What an answer means: `true` or `false`, `{"entitled": …}`, else the status: 200 to 299, or 404.
  static func read(_ response: HTTPResponse) -> Answer {
    if response.status == 404 { return .notEntitled }
    guard response.isSuccess else { return .unclear(say("status \(response.status)")) }
    guard let value = try? JSONValue(parsing: response.body, limits: .request(depth: 16)) else { return .entitled }
    if let isEntitled = value.boolValue ?? value.objectValue?["entitled"]?.boolValue { return Answer(isEntitled) }
    return .unclear(say("\(safeText(value.serialized(), limit: 100)) is neither true, false nor {\"entitled\": …}"))
  }
}
