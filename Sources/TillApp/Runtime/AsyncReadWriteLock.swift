/// The order of access to the device store: shared callers together, or one exclusive caller, first come, first served.
///
/// The lock is empty, held by one or more shared callers, or held by one exclusive caller; only `arrive`, `enterIfIdle`
/// and `leave` change that. Each waiter enters exactly once, when one of these calls returns it, and each caller inside
/// leaves exactly once. Each `leave` admits the next waiters, so no waiter is forgotten.
struct AsyncReadWriteLock<Ticket> {
  enum Manner {
    /// Shared: together with other shared callers.
    case together
    case alone
  }

  /// How many callers are inside, and in which manner; an exclusive one is alone.
  private var inside: (manner: Manner, count: Int) = (.together, 0)
  /// The waiters, in order of arrival.
  private var line: [(manner: Manner, ticket: Ticket)] = []

  /// Whether no caller is inside and none waits.
  var isIdle: Bool { inside.count == 0 && line.isEmpty }

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
    inside = (.alone, 1)
    return true
  }

  /// Records that a caller leaves, and returns the callers that enter now.
  mutating func leave() -> [Ticket] {
    precondition(inside.count > 0, "only who is inside leaves")
    inside.count -= 1
    return admit()
  }

  /// Admits waiters from the front of the line, as long as the first one may enter.
  private mutating func admit() -> [Ticket] {
    var admitted: [Ticket] = []
    while let first = line.first, inside.count == 0 || first.manner == .together && inside.manner == .together {
      inside = (first.manner, inside.count + 1)
      admitted.append(line.removeFirst().ticket)
    }
    return admitted
  }
}
