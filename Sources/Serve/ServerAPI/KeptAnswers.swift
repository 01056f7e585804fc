import AppStoreModel
import Core
import Simulator

/// Answers of the App Store Server API that hold for a second, until something is stored in the ledger or falls due there.
///
/// The same request gets them without a look at it. They are signed with a date, which would be an old one after that.
final class KeptAnswers: Sendable {
  /// The state before the ledger was read: an answer made since is kept under it.
  struct Mark: Sendable {
    fileprivate let version: Int64
    /// The machine's time then: the answer is signed later.
    fileprivate let date: Timestamp
  }

  private struct State: Sendable {
    /// The version of the ledger that everything here was read from, or a later one that never shows again.
    var version: Int64?
    /// When the event is due, by the machine's clock; nil until it is requested.
    var end: Timestamp?
    var answers: [HTTPTarget: (response: HTTPResponse, end: Timestamp)] = [:]
    var byteCount = 0
  }

  /// How long an answer is kept at most: a server may look at the age of what is signed.
  private static let longest: Int64 = 1000

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
      guard state.version == version, let end = state.end, now < end, let kept = state.answers[target], now < kept.end
      else { return nil }
      return kept.response
    }
  }

  /// The mark for an answer made from now on; nil while the ledger changes often, and keeping would be in vain.
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

  /// Keeps an answer; it comes back ready to be sent.
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
