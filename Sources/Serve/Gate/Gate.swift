import Core

/// The context behind a row: the client's identity, and the answers.
package protocol RouteContext: Sendable {
  /// Why this caller may not come in, as far as the head tells; it must not wait.
  func refusal(of caller: Route.Caller, _ head: HTTPRequestHead, isSameMachine: Bool) -> GateRefusal?
  /// The same where a signature has to be verified; it may wait.
  func refusal(of caller: Route.Caller, _ request: HTTPRequest) -> GateRefusal?
  /// An answer that is known already; it must not wait.
  func answerAtOnce(_ head: HTTPRequestHead) -> HTTPResponse?
  func answer(_ request: HTTPRequest) async -> HTTPResponse
  /// Is told of every answer to a request that came with the body it may have.
  func note(_ request: HTTPRequest, _ response: HTTPResponse)
}

extension RouteContext {
  package func answerAtOnce(_ head: HTTPRequestHead) -> HTTPResponse? { nil }
  package func note(_ request: HTTPRequest, _ response: HTTPResponse) {}
}

/// The decision about a request whose head has come.
package enum HTTPAdmission: Sendable {
  case refused(HTTPResponse)
  case admitted(Passage)

  /// A request that may come in, as far as its head tells.
  package struct Passage: Sendable {
    let bodyLimit: Int
    /// Answers a request without a body on the thread of the sockets, or leaves it to `answer`.
    let atOnce: (@Sendable () -> HTTPResponse?)?
    let answer: @Sendable (HTTPRequest) async -> HTTPResponse
  }
}

/// The one way into a server: each request is judged against its row before anything of it is run.
package struct Gate<Context: RouteContext>: Sendable {
  private let rows: [Route]
  private let policy: GatePolicy
  private let place: @Sendable (HTTPRequestHead) -> (Context, HTTPRequestHead)?

  /// - Parameters:
  ///   - rows: The first that fits a request counts.
  ///   - place: The receiver of a request, and its head as the receiver sees it; nil where there is none.
  package init(
    _ rows: [Route], _ policy: GatePolicy,
    place: @escaping @Sendable (HTTPRequestHead) -> (Context, HTTPRequestHead)?
  ) {
    self.rows = rows
    self.policy = policy
    self.place = place
  }

  /// Judges a head; called on the thread of the sockets.
  package func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
    let placed = place(head)
    let row = placed.flatMap { placed in rows.first { $0.matches(placed.1) } }
    do throws(GateRefusal) {
      try policy.check(head, row?.hosts ?? .known)
      guard let (context, local) = placed, let row else { throw GateRefusal(404, EmulatorText.noSuchPath.text) }
      try Self.check(head, row.body)
      let isSameMachine = policy.isSameMachine(head)
      if let refusal = context.refusal(of: row.caller, local, isSameMachine: isSameMachine) { throw refusal }
      return .admitted(
        HTTPAdmission.Passage(
          bodyLimit: row.body.limit, atOnce: { context.answerAtOnce(local) },
          answer: { await Self.answer(HTTPRequest(head: local, body: $0.body), row, context) }))
    } catch {
      return .refused(error.response(row?.answers ?? .status))
    }
  }

  private static func answer(_ request: HTTPRequest, _ row: Route, _ context: Context) async -> HTTPResponse {
    let response =
      if let refusal = context.refusal(of: row.caller, request) {
        refusal.response(row.answers)
      } else {
        await context.answer(request)
      }
    context.note(request, response)
    return response
  }

  /// Whether a body is declared as its row takes it: a web page can send a body declared as text without asking.
  private static func check(_ head: HTTPRequestHead, _ body: Route.Body) throws(GateRefusal) {
    guard let types = body.types, head.contentLength ?? 1 > 0, head.hasBody else { return }
    let type = head.field("content-type")?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    guard let type, types.contains(type) else {
      throw GateRefusal(415, say("wrong Content-Type; send \(types.joined(separator: ", "))"))
    }
  }
}
