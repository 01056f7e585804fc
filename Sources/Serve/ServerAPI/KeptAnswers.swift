import AppStoreModel
import Core
import Simulator

/// A cache of App Store Server API answers.
///
/// An answer is valid for a second at most, and only until the ledger changes or an event falls due there. The same
/// request then gets it without reading the ledger. Answers are signed with a date, which would be out of date after
/// that second.
final class KeptAnswers: Sendable {
  /// The state before the ledger was read; the answer made from it is cached for that state.
  struct Mark: Sendable {
    fileprivate let version: Int64
    /// The machine's time when the mark was made; the answer is signed after that.
    fileprivate let date: Timestamp
  }

  private struct State: Sendable {
    /// The ledger's version when the answers here were requested.
    ///
    /// If the ledger changes while an answer is read, this version never becomes current again, so the answer is never
    /// used.
    var version: Int64?
    /// When the ledger's next event is due, on the machine's clock; nil until it was read.
    var end: Timestamp?
    var answers: [HTTPTarget: (response: HTTPResponse, end: Timestamp)] = [:]
    var byteCount = 0
  }

  /// How many milliseconds an answer is cached at most, because a server may check the age of signed data.
  private static let longest: Int64 = 1000

  /// How many bytes of answers are cached.
  private static let limit = 8 << 20

  private let store: SimulatedAppStore
  private let versions: LedgerVersions
  private let state = Mutex(State())

  init(_ store: SimulatedAppStore) {
    self.store = store
    versions = LedgerVersions(of: store)
  }

  /// Returns the cached answer to a request, if it is still valid; never waits.
  func response(to target: HTTPTarget) -> HTTPResponse? {
    guard let version = versions.current() else { return nil }
    let now = store.machineClock()
    return state.withLock { state in
      guard state.version == version, let end = state.end, now < end, let kept = state.answers[target], now < kept.end
      else { return nil }
      return kept.response
    }
  }

  /// Returns the mark for the next answer; nil where the ledger has just changed, so that caching would be useless.
  func mark() -> Mark? {
    guard let version = versions.current() else { return nil }
    let date = store.machineClock()
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
    return Mark(version: version, date: date)
  }

  /// Caches an answer, and returns it prepared for sending.
  func keep(_ response: HTTPResponse, for target: HTTPTarget, _ mark: Mark) -> HTTPResponse {
    guard response.status == 200, response.byteCount <= Self.limit / 8 else { return response }
    let (response, end) = (response.prepared(), mark.date.adding(milliseconds: Self.longest))
    state.withLock { state in
      guard state.version == mark.version, state.end != nil else { return }
      if state.byteCount + response.byteCount > Self.limit { (state.answers, state.byteCount) = ([:], 0) }
      if state.answers.updateValue((response, end), forKey: target) == nil { state.byteCount += response.byteCount }
    }
    return response
  }
}
