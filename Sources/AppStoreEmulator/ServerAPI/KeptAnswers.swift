import AppStoreSimulator
import Locks
import StoreModel

/// Answers of the App Store Server API that hold until something is stored in the ledger, or falls due there: whoever asks
/// the same again gets them without a look at it.
final class KeptAnswers: Sendable {
  /// What was known before the ledger was read: an answer made since is kept under it.
  struct Mark: Sendable {
    fileprivate let version: Int64
  }

  private struct State: Sendable {
    /// The version of the ledger that everything here was read from, or a later one that never shows again.
    var version: Int64?
    /// The instant of the machine's clock at which something falls due; nil while nobody asked for it.
    var end: Timestamp?
    var answers: [HTTPTarget: HTTPResponse] = [:]
    var byteCount = 0
  }

  /// How many bytes of answers are kept.
  private static let limit = 8 << 20

  private let store: SimulatedAppStore
  private let versions: LedgerVersions
  private let state = Mutex(State())

  init(_ store: SimulatedAppStore) {
    self.store = store
    versions = LedgerVersions(of: store)
  }

  /// The answer to a question that was asked before, if it still holds; it waits for nothing.
  func answer(to target: HTTPTarget) -> HTTPResponse? {
    guard let version = versions.current() else { return nil }
    let now = store.machineClock()
    return state.withLock { state in
      guard state.version == version, let end = state.end, now < end else { return nil }
      return state.answers[target]
    }
  }

  /// What an answer that is made from now on can be kept under; nil while much is stored, and keeping would be in vain.
  func mark() -> Mark? {
    guard let version = versions.current() else { return nil }
    let (isKnown, hasEnd) = state.withLock { state in
      let isKnown = state.version == version
      if !isKnown { state = State(version: version) }
      return (isKnown, state.end != nil)
    }
    guard isKnown else { return nil }
    if !hasEnd {
      guard let end = try? store.nextDueDate() ?? Timestamp(milliseconds: .max) else { return nil }
      state.withLock { if $0.version == version { $0.end = end } }
    }
    return Mark(version: version)
  }

  /// Keeps an answer; it comes back ready to be sent.
  func keep(_ response: HTTPResponse, for target: HTTPTarget, _ mark: Mark) -> HTTPResponse {
    guard response.status == 200, response.byteCount <= Self.limit / 8 else { return response }
    let response = response.prepared()
    state.withLock { state in
      guard state.version == mark.version, state.end != nil else { return }
      if state.byteCount + response.byteCount > Self.limit { (state.answers, state.byteCount) = ([:], 0) }
      if state.answers.updateValue(response, forKey: target) == nil { state.byteCount += response.byteCount }
    }
    return response
  }
}
