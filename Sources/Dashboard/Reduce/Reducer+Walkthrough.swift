extension Reducer {
  /// What is done about walkthroughs, as actions.
  mutating func tell(_ action: Action) {
    switch action {
    case .walkthroughs: effects.append(.listWalkthroughs)
    case .goOn: effects.append(.walkthrough(.goOn))
    case .stepBack: effects.append(.walkthrough(.back))
    default: effects.append(.walkthrough(.leave))
    }
  }

  /// Offers walkthroughs to choose from.
  mutating func offer(_ listings: [WalkthroughListing]) {
    guard !listings.isEmpty else { return say(Texts.noWalkthroughs, .warning) }
    guard state.overlays.isEmpty else { return }
    state.overlays.append(.choice(Texts.walkthroughs(listings)))
  }

  /// Remembers what a person does while a walkthrough is told.
  mutating func note(_ action: Action) {
    guard state.walkthrough != nil, !action.isMovement, ![.goOn, .stepBack, .leaveWalkthrough].contains(action) else {
      return
    }
    state.walkthrough?.performed.append(action)
  }
}

extension State {
  /// The keys of the walkthrough come first, except in a field that takes text.
  func scopes(before own: [Scope]) -> [Scope] {
    walkthrough == nil || own.first?.takesText == true ? own : [.walkthrough] + own
  }

  /// Where a person's keys count: while Till presses the keys, theirs would get in the way.
  var scopesOfKeys: [Scope] { walkthrough?.status == .playing ? [.walkthrough] : scopes }
}
