import Dashboard

/// The key presses that Till makes in a walkthrough, slow enough for a person to follow.
struct Script {
  /// The delays in milliseconds: before the first move, between moves, and between the keys of one move.
  private static let (lead, betweenMoves, betweenKeys): (Int, Int, Int) = (500, 900, 120)

  private var moves: ArraySlice<Move>
  private var events: ArraySlice<Event> = []
  private var due: ContinuousClock.Instant
  private var isHurried = false

  init(_ moves: ArraySlice<Move>) {
    self.moves = moves
    due = .now + .milliseconds(Self.lead)
  }

  /// Milliseconds until the next key.
  var wait: Int {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: due).components
    return isHurried ? 0 : Int(max(0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }

  /// Removes all further delays.
  mutating func hurry() { isHurried = true }

  mutating func nextEvent() -> Event? {
    guard let event = events.popFirst() else { return nil }
    due = .now + .milliseconds(events.isEmpty ? Self.betweenMoves : Self.betweenKeys)
    return event
  }

  mutating func nextMove() -> Move? { moves.popFirst() }

  /// Starts to press the keys of a move.
  mutating func press(_ keys: [Event]) { events = keys[...] }
}

extension [Move] {
  /// The actions among the moves, in order.
  var actions: [Action] { compactMap { if case .action(let action) = $0 { action } else { nil } } }

  /// Returns the moves after the given number of actions.
  func following(_ count: Int) -> ArraySlice<Move> {
    var rest = self[...]
    var left = count
    while left > 0, let move = rest.popFirst() {
      if case .action = move { left -= 1 }
    }
    return rest
  }
}

extension [Action] {
  /// Returns the indices in `performed` at which these actions were done in order, as far as they were done.
  func matched(by performed: [Action]) -> [Int] {
    var places: [Int] = []
    for (place, action) in performed.enumerated() where places.count < count && action == self[places.count] {
      places.append(place)
    }
    return places
  }
}
