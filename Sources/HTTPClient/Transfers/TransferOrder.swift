import Locks

/// An exchange that somebody waits for, as it travels between threads.
final class TransferOrder: Sendable {
  let request: HTTPRequest
  let limits: HTTPLimits
  /// Takes the pieces of a granted answer as they come, where it is a stream; false when it can take no more.
  let piece: (@Sendable ([UInt8]) -> Bool)?
  private let waiter: Mutex<(@Sendable (Result<HTTPResponse, HTTPError>) -> Void)?>
  private let cancelled = Mutex(false)

  init(
    _ request: HTTPRequest, limits: HTTPLimits, piece: (@Sendable ([UInt8]) -> Bool)? = nil,
    waiter: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    self.request = request
    self.limits = limits
    self.piece = piece
    self.waiter = Mutex(waiter)
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }

  /// Gives up waiting; whoever waits hears it at once.
  func cancel() {
    cancelled.withLock { $0 = true }
    end(.failure(.cancelled(request)))
  }

  /// Tells whoever waits; only the first time counts.
  func end(_ result: Result<HTTPResponse, HTTPError>) {
    let waiter = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    waiter?(result)
  }
}
