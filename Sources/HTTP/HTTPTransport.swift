import Core

/// Sends requests over libcurl, on a thread of its own: many at once, each with its time-outs and caps.
///
/// HTTPS wherever the server is not on this machine (`HTTPAddress` sees to it), TLS always verified, no redirect
/// followed,
/// neither `.netrc` nor cookies, a proxy as the environment names it. Cancelling the task ends a request at once.
package final class HTTPTransport: Sendable {
  /// Made with the first request: most runs of the program never send one.
  private let loop = Mutex<TransferLoop?>(nil)
  private let limits: HTTPLimits

  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  deinit { loop.withLock { $0 }?.stop() }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: An `HTTPError` when there is none; an answer that refuses is returned.
  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    try await exchange(request, piece: nil)
  }

  /// Sends a request whose answer comes in pieces, and waits for its end.
  ///
  /// - Parameter piece: Takes each piece of a granted answer's body on the transport's thread, so it has to be quick;
  ///   false ends the exchange.
  /// - Returns: The head; with the body only where it refuses.
  /// - Throws: An `HTTPError`; of kind `timedOut` when nothing came for as long as `HTTPLimits.timeout`.
  package func receive(
    _ request: HTTPRequest, piece: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(HTTPError) -> HTTPResponse {
    try await exchange(request, piece: piece)
  }

  private func exchange(
    _ request: HTTPRequest, piece: (@Sendable ([UInt8]) -> Bool)?
  ) async throws(HTTPError) -> HTTPResponse {
    try Self.check(request)
    let (answers, answer) = AsyncStream.makeStream(of: Result<HTTPResponse, HTTPError>.self)
    let order = TransferOrder(request, limits: limits, piece: piece) { result in
      answer.yield(result)
      answer.finish()
    }
    let result = await withTaskCancellationHandler {
      startedLoop().begin(order)
      return await answers.first { _ in true }
    } onCancel: {
      cancel(order)
    }
    guard let result, !order.isCancelled else { throw .cancelled(request) }
    return try result.get()
  }

  private func cancel(_ order: TransferOrder) {
    order.cancel()
    loop.withLock { $0 }?.wake()
  }

  private func startedLoop() -> TransferLoop {
    loop.withLock { loop in
      let started = loop ?? TransferLoop()
      loop = started
      return started
    }
  }

  /// Refuses characters that would end a line of the head early.
  private static func check(_ request: HTTPRequest) throws(HTTPError) {
    func isToken(_ text: String) -> Bool {
      !text.isEmpty
        && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
    }
    guard isToken(request.method) else { throw HTTPError(.invalidRequest, say("unknown HTTP method")) }
    for header in request.headers {
      guard isToken(header.name), header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw HTTPError(
          .invalidRequest, say("invalid header \(header.name.debugDescription): it contains a line break"))
      }
    }
  }
}
