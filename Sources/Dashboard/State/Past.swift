package import AppStoreModel
import Core

/// A step to an earlier or later moment at which the state of a product changed.
package enum PastStep: Hashable, Sendable {
  /// To the last change before a date; nil starts from now.
  case before(Timestamp?)
  case after(Timestamp)
  /// To a date, whether a state changed then or not.
  case at(Timestamp)
}

/// A past moment at which the state of a product changed on the device.
package struct PastMoment: Hashable, Sendable {
  package var date: Timestamp
  /// The device's state at that moment.
  package var overview: Overview
  /// The ids of the products whose states changed.
  package var changed: [String]

  package init(date: Timestamp, overview: Overview, changed: [String]) {
    (self.date, self.overview, self.changed) = (date, overview, changed)
  }
}

/// The mode in which the dashboard shows the past.
struct Past: Hashable, Sendable {
  /// The date that is shown.
  var date: Timestamp
  /// The ids of the products whose states changed at that date.
  var changed: Set<String> = []
  /// Whether Till was started for this date, so that there is no present to return to.
  var isFixed = false
  /// The present time.
  var present: Timestamp
}

extension State {
  /// The reason why no action can be undone.
  var reasonAgainstUndoing: String? {
    if let reason = setup.abilities[.appStore] ?? commandsUnderWay ?? verbsUnderWay { return reason }
    return facts.undoable.isEmpty ? say("nothing to undo") : nil
  }

  /// Returns why an action is unavailable while the past is shown.
  func reasonOfThePast(against entry: ActionEntry) -> String? {
    guard past != nil, ActionTable.changing.contains(entry.action) else { return nil }
    return (past?.isFixed == true ? Words("this is the past (--as-of), read-only") : TimelineText.isPast).text
  }

  /// Returns why the dashboard cannot show an earlier or later moment.
  func reasonAgainstPast(forward: Bool) -> String? {
    if forward { return past == nil ? say("this is now; \(ActionTable.key(of: .earlier)) goes back") : nil }
    return isAtFirstAnswer ? whyNothingEarlier : nil
  }
}

extension Reducer {
  /// Asks for the last change before the moment shown.
  mutating func stepBack() { ask(.past, .past(.before(state.past?.date))) }

  /// Asks for the next change; after the last one comes the present.
  mutating func stepForward() {
    if let past = state.past { ask(.past, .past(.after(past.date))) }
  }

  /// Shows the device at a past moment.
  mutating func apply(_ moment: PastMoment?, after step: PastStep) {
    guard let moment else {
      guard case .after = step else {
        state.isAtFirstAnswer = true
        return announce(Language.sentence(state.whyNothingEarlier), .warning)
      }
      return state.past?.isFixed == false
        ? returnToNow() : announce(say("Nothing changed after this moment."), .warning)
    }
    let before = state.past
    state.isAtFirstAnswer = false
    if before == nil { state.overlays.removeAll { $0 != .timeline } }
    state.past = Past(
      date: moment.date, changed: Set(moment.changed), isFixed: before?.isFixed ?? false,
      present: before?.present ?? state.now)
    state.now = moment.overview.now
    state.device = moment.overview.device
    state.products.replace(with: moment.overview.statuses, isResolved: true)
    if let first = moment.changed.first { _ = state.products.select(first) }
    state.tabs.forget()
    readFrontTab()
    announce(TimelineText.asOf(state.pastTime ?? "", changes: state.changes(moment.changed)).text, .plain)
  }

  /// Returns to the present.
  mutating func returnToNow() {
    guard let past = state.past else { return }
    state.past = nil
    state.isAtFirstAnswer = false
    state.now = past.present
    state.tabs.forget()
    refresh()
    announce(say("Back in the present."), .plain)
  }

  /// Shows the timeline: focuses its pane, or opens a sheet if there is no room for the pane.
  mutating func openTimeline() {
    if Layout(state).timeline == nil { state.overlays.append(.timeline) } else { state.focus = .timeline }
  }

  /// Reads the histories of the products, if they are visible and not up to date.
  mutating func readLivesIfShown() {
    guard state.isLivesStale, !state.reads.isUnderWay(.lives),
      state.overlays.contains(.timeline) || state.showsHistory || Layout(state).timeline != nil
    else { return }
    state.isLivesStale = false
    begin(.lives, .lives)
  }

  /// Moves the selection in the timeline from product to product.
  mutating func moveInTimeline(_ movement: Movement, _ height: Int) {
    let ids = (state.lives ?? []).map(\.productId)
    let index = ids.firstIndex { $0 == state.selected?.id } ?? 0
    let target = Self.moved(index, movement, count: ids.count, height)
    if ids.indices.contains(target) { _ = state.products.select(ids[target]) }
  }
}

extension State {
  /// The moment shown, to the second, in the user's time zone; nil in the present.
  var pastTime: String? { past.map { instant($0.date) } }

  /// Why there is no earlier answer: what was bought before this device existed is in the timeline alone.
  fileprivate var whyNothingEarlier: String {
    guard lives?.contains(where: { !$0.happenings.isEmpty }) == true else {
      return say("this device keeps nothing older")
    }
    let timeline = ActionTable.key(of: .timeline)
    return past == nil
      ? say(
        "the answer has been the same since this device received its purchases; the timeline (\(timeline)) shows when "
          + "each was made")
      : say("this is the first answer of this device; the timeline (\(timeline)) shows what was bought before it")
  }

  /// Returns the names of products with their states.
  fileprivate func changes(_ ids: [String]) -> [String] {
    ids.compactMap { products[$0] }.map { "\($0.name) \(word(for: $0))" }
  }
}

extension Confirmation {
  /// Creates the question before an action is undone.
  static func undoing(_ name: String) -> Confirmation {
    Confirmation(
      decision: .undo, title: say("Undo: \(name)?"),
      text: [
        say(
          "As if it had never happened: the App Store, the app server and this device go back to the moment "
            + "before it."),
        say("Ids stay used, and notifications already posted to your server stay posted."),
      ])
  }
}
