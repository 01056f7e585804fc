import AppStoreSimulator
import Locks
import StoreModel

/// Failures of the HTTP service that somebody asked for: they strike the next requests and end by themselves.
package final class EmulatorFaults: Sendable {
  private struct State {
    var rateLimited = 0
    var retryAfter: Int64 = 0
    var unavailable = 0
  }

  private let state = Mutex(State())

  /// No failure.
  package init() {}

  /// Has the next requests answered with 429, telling to come back after milliseconds.
  package func limitRate(of count: Int, retryAfter milliseconds: Int64) {
    state.withLock {
      $0.rateLimited = max(0, count)
      $0.retryAfter = min(max(0, milliseconds), 86_400_000)
    }
  }

  /// Has the next requests answered with 500 and the error that asks to try again.
  package func beUnavailable(for count: Int) {
    state.withLock { $0.unavailable = max(0, count) }
  }

  /// The answer that takes the place of the right one.
  ///
  /// `Retry-After` is an instant in milliseconds since 1970, as Apple's is.
  func strike() -> HTTPResponse? {
    state.withLock { state in
      if state.rateLimited > 0 {
        state.rateLimited -= 1
        let instant = SimulatedAppStore.systemClock().adding(milliseconds: state.retryAfter).milliseconds
        return HTTPResponse(
          429, json: APIError.rateLimitExceeded.json,
          fields: [HTTPField(name: "Retry-After", value: String(instant))])
      }
      guard state.unavailable > 0 else { return nil }
      state.unavailable -= 1
      return APIError.generalInternalRetryable.response
    }
  }
}
