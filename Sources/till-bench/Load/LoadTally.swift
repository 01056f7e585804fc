import Locks

/// What clients did, what went wrong on the way, and what they must find again.
struct LoadTally: Sendable {
  /// A purchase that was asked for.
  struct Purchase: Hashable, Sendable {
    var account: String
    /// Its own `appAccountToken`, a UUID.
    var token: String
    /// Nil where no answer came: it may have been charged.
    var transactionId: String?
  }

  /// How often each thing was done.
  var done: [String: Int] = [:]
  /// How often each failed, by the kind of the failure.
  var errors: [String: Int] = [:]
  /// How often each failed, by what was tried.
  private var failures: [String: Int] = [:]
  var purchases: [Purchase] = []
  /// The transactions that the app's server confirmed.
  var confirmed: Set<String> = []
  var accounts: [String] = []
  /// What cannot be.
  var problems: [String] = []

  mutating func count(_ name: String) { done[name, default: 0] += 1 }

  mutating func fail(_ name: String, _ kind: String) {
    errors[name + " " + kind, default: 0] += 1
    failures[name, default: 0] += 1
  }

  /// What was tried often and never done: no fault lasts that long.
  var neverDone: [String] { failures.filter { $0.value >= 20 && done[$0.key] == nil }.keys.sorted() }
}

/// The one tally of all clients.
final class LoadBook: Sendable {
  private let tally = Mutex(LoadTally())

  var whole: LoadTally { tally.withLock { $0 } }

  func note(_ change: (inout LoadTally) -> Void) { tally.withLock { change(&$0) } }
}
