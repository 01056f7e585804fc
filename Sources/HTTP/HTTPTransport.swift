import Core

/// Sends HTTP requests over libcurl on its own thread, many at once, each with its time-outs and size limits.
///
/// HTTPS is required for any server that is not on this machine (`HTTPAddress` enforces it), and TLS certificates are
/// always verified. Redirects, `.netrc` and cookies are not used. A proxy is taken from the environment. Cancelling the
/// task ends its request at once.
package final class HTTPTransport: Sendable {
  /// The thread's loop, created at the first request, because most runs of the program send none.
  private let loop = Mutex<TransferLoop?>(nil)
  private let limits: HTTPLimits

  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  deinit { loop.withLock { $0 }?.stop() }

  /// Sends a request and waits for the complete answer.
  ///
  /// - Parameter piece: For an answer that is a stream: called with each piece of a successful answer's body on the
  ///   transport's thread, so it must be fast; if it returns false, the exchange ends. The answer then has no body,
  ///   unless its status is an error.
  /// - Throws: An `HTTPError` if no answer arrives; an answer with an error status is returned. For a stream it has the
  ///   kind `timedOut` if no data arrives for `HTTPLimits.timeout`.
  package func send(
    _ request: HTTPRequest, piece: (@Sendable ([UInt8]) -> Bool)? = nil
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

  /// Rejects characters that would end a header line early.
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
