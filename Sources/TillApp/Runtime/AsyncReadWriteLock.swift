/// The order of access to the device store: shared callers together, or one exclusive caller, first come, first served.
///
/// The lock is empty, held by one or more shared callers, or held by one exclusive caller; only `arrive`, `enterIfIdle`
/// and `leave` change that. Each waiter enters exactly once, when one of these calls returns it, and each caller inside
/// leaves exactly once. Each `leave` admits the next waiters, so no waiter is forgotten.
struct AsyncReadWriteLock<Ticket> {
  enum Manner: Equatable {
    /// Shared: together with other shared callers.
    case together
    case alone
  }

  private enum Inside: Equatable {
    case nobody
    case together(Int)
    case one

    /// Returns the state after one more caller has entered; nil when that caller must wait.
    func joined(by manner: Manner) -> Inside? {
      switch (self, manner) {
      case (.nobody, .alone): .one
      case (.nobody, .together): .together(1)
      case (.together(let count), .together): .together(count + 1)
      case (.together, .alone), (.one, _): nil
      }
    }

    /// The state after one caller has left.
    var left: Inside {
      if case .together(let count) = self, count > 1 { .together(count - 1) } else { .nobody }
    }
  }

  private var inside = Inside.nobody
  /// The waiters, in order of arrival.
  private var line: [(manner: Manner, ticket: Ticket)] = []

  /// Whether no caller is inside and none waits.
  var isIdle: Bool { inside == .nobody && line.isEmpty }

  /// The number of waiters.
  var waiting: Int { line.count }

  /// Adds a caller to the end of the line, and returns the callers that enter now.
  mutating func arrive(_ ticket: Ticket, _ manner: Manner) -> [Ticket] {
    line.append((manner, ticket))
    return admit()
  }

  /// Admits one exclusive caller if no caller is inside and none waits.
  ///
  /// - Returns: Whether it entered.
  mutating func enterIfIdle() -> Bool {
    guard isIdle else { return false }
    inside = .one
    return true
  }

  /// Records that a caller leaves, and returns the callers that enter now.
  mutating func leave() -> [Ticket] {
    precondition(inside != .nobody, "only who is inside leaves")
    inside = inside.left
    return admit()
  }

  /// Admits waiters from the front of the line, as long as the first one may enter.
  private mutating func admit() -> [Ticket] {
    var admitted: [Ticket] = []
    while let first = line.first, let joined = inside.joined(by: first.manner) {
      inside = joined
      admitted.append(line.removeFirst().ticket)
    }
    return admitted
  }
}
