import Core
import Dashboard

/// The reason why a move is impossible, in one line.
struct Obstacle: Error {
  let message: String
}

extension State {
  /// Returns a move's events, as a person's keys would cause them; fails for effects outside the walkthrough's store.
  func events(for move: Move) -> Result<[Event], Obstacle> {
    way(to: move).flatMap { events in
      var state = self
      for event in events {
        let (next, effects) = reduce(state, event)
        if effects.contains(where: \.leavesTheStore) {
          return .failure(Obstacle(message: say("a file cannot do \(move.name), which affects more than the story")))
        }
        state = next
      }
      return .success(events)
    }
  }

  private func way(to move: Move) -> Result<[Event], Obstacle> {
    switch move {
    case .action(let action):
      guard let entry = ActionTable.entry(of: action, in: scopes) else {
        return .failure(Obstacle(message: say("\(action.rawValue) is unavailable here")))
      }
      if let reason = reason(against: action) {
        return .failure(Obstacle(message: say("\(entry.title) is unavailable: \(reason)")))
      }
      return .success([.action(action)])
    case .product(let id): return way(toProduct: id)
    case .choose(let text): return way(toRowWith: text)
    case .type(let text):
      guard scopes.first?.takesText == true else {
        return .failure(Obstacle(message: say("no text field here for “\(text)”")))
      }
      return .success(text.map { .paste(String($0)) })
    }
  }

  private func way(toProduct id: String) -> Result<[Event], Obstacle> {
    var state = self
    var events: [Event] = []
    func take(_ event: Event) {
      events.append(event)
      state = reduce(state, event).0
    }
    // An open report would receive the keys that move the cursor, so it is closed first.
    while case .report = state.overlays.last { take(.action(.close)) }
    guard state.overlays.isEmpty else { return .failure(Obstacle(message: say("a sheet covers the products"))) }
    for _ in 0..<3 where state.focus != .products { take(.action(.nextPane)) }
    guard let way = state.steps(until: { $0.selected?.id == id }) else {
      return .failure(Obstacle(message: say("product \(id) is not on the screen")))
    }
    return .success(events + way)
  }

  private func way(toRowWith text: String) -> Result<[Event], Obstacle> {
    guard !overlays.isEmpty, let way = steps(until: { $0.chosenText?.contains(text) == true }) else {
      return .failure(Obstacle(message: say("the front sheet has no row with \"\(text)\"")))
    }
    return .success(way)
  }

  /// Returns the fewest cursor moves to the wanted row: none, down, or down from the first row; nil without such a row.
  private func steps(until isThere: (State) -> Bool) -> [Event]? {
    if isThere(self) { return [] }
    return descent(until: isThere)
      ?? reduce(self, .action(.first)).0.descent(until: isThere).map { [.action(.first)] + $0 }
  }

  private func descent(until isThere: (State) -> Bool) -> [Event]? {
    var state = self
    var events: [Event] = []
    while !isThere(state) {
      let next = reduce(state, .action(.down)).0
      guard next != state else { return nil }
      state = next
      events.append(.action(.down))
    }
    return events
  }
}

extension Move {
  /// The move's name in a file.
  fileprivate var name: String {
    switch self {
    case .action(let action): action.rawValue
    case .product(let text), .choose(let text), .type(let text): text
    }
  }
}
