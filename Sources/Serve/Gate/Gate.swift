import Core

/// The handler behind a route: it decides whether a client is allowed, and answers its requests.
package protocol RouteContext: Sendable {
  /// Returns why a caller is refused, judged by the request's head; it must not wait.
  func refusal(of caller: Route.Caller, _ head: HTTPRequestHead, isSameMachine: Bool) -> HTTPRefusal?
  /// Returns why a caller is refused where a signature has to be verified; it may wait.
  func refusal(of caller: Route.Caller, _ request: HTTPRequest) -> HTTPRefusal?
  func answer(_ request: HTTPRequest) async -> HTTPResponse
  /// Receives every request that passed the first checks, with its answer, for instance to log it.
  func note(_ request: HTTPRequest, _ response: HTTPResponse)
}

extension RouteContext {
  package func note(_ request: HTTPRequest, _ response: HTTPResponse) {}
}

/// The decision about a request whose head has arrived.
package enum HTTPAdmission: Sendable {
  case refused(HTTPResponse)
  case admitted(Passage)

  /// A request that is allowed, as far as its head shows.
  package struct Passage: Sendable {
    let bodyLimit: Int
    let answer: @Sendable (HTTPRequest) async -> HTTPResponse
  }
}

/// The entrance of a server: it checks each request against its route before any handler runs.
package struct Gate<Context: RouteContext>: Sendable {
  private let rows: [Route]
  private let policy: GatePolicy
  private let place: @Sendable (HTTPRequestHead) -> (Context, HTTPRequestHead)?

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - rows: The routes; the first that matches a request applies.
  ///   - place: Returns the receiver of a request, and the head as the receiver sees it; nil where there is none.
  package init(
    _ rows: [Route], _ policy: GatePolicy,
    place: @escaping @Sendable (HTTPRequestHead) -> (Context, HTTPRequestHead)?
  ) {
    self.rows = rows
    self.policy = policy
    self.place = place
  }

  /// Decides about a request's head; called on the network thread.
  package func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
    let placed = place(head)
    let row = placed.flatMap { placed in rows.first { $0.matches(placed.1) } }
    do throws(HTTPRefusal) {
      try policy.check(head, row?.hosts ?? .known)
      guard let (context, local) = placed, let row else { throw HTTPRefusal(404, EmulatorText.noSuchPath.text) }
      try Self.check(head, row.body)
      let isSameMachine = policy.isSameMachine(head)
      if let refusal = context.refusal(of: row.caller, local, isSameMachine: isSameMachine) { throw refusal }
      return .admitted(
        HTTPAdmission.Passage(
          bodyLimit: row.body.limit,
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

  /// Checks that a body has a content type of its route.
  ///
  /// A web page can send a body of type text to another site without the browser asking that site first.
  private static func check(_ head: HTTPRequestHead, _ body: Route.Body) throws(HTTPRefusal) {
    guard let types = body.types, head.contentLength ?? 1 > 0, head.hasBody else { return }
    let type = head.field("content-type")?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    guard let type, types.contains(type) else {
      throw HTTPRefusal(415, say("wrong Content-Type; send \(types.joined(separator: ", "))"))
    }
  }
}
