package import AppStoreModel
import Core
import TerminalUI

/// A step through what the device would have answered.
package enum PastStep: Hashable, Sendable {
  /// To the answer before that of a date; nil is now.
  case before(Timestamp?)
  case after(Timestamp)
}

/// A past moment at which the device's answer became another.
package struct PastMoment: Hashable, Sendable {
  package var date: Timestamp
  /// The device's state at that time.
  package var overview: Overview
  /// The products of which it said something else before.
  package var changed: [String]

  package init(date: Timestamp, overview: Overview, changed: [String]) {
    (self.date, self.overview, self.changed) = (date, overview, changed)
  }
}

/// The mode in which the screen shows the past.
struct Past: Hashable, Sendable {
  /// As of when.
  var date: Timestamp
  /// The products that had changed at that moment.
  var changed: Set<String> = []
  /// Whether the program was asked for this date: there is no now to return to.
  var isFixed = false
  /// The time that it is meanwhile.
  var present: Timestamp
}

extension State {
  /// Why nothing can be taken back.
  var reasonAgainstUndoing: String? {
    if let reason = setup.abilities.appStore ?? commandsUnderWay ?? verbsUnderWay { return reason }
    return undoable.isEmpty ? say("nothing to undo") : nil
  }

  /// Why something cannot be done while the past is shown.
  func reasonOfThePast(against entry: ActionEntry) -> String? {
    guard past != nil, ActionTable.changing.contains(entry.action) else { return nil }
    return (past?.isFixed == true ? Words("this is the past (--as-of), read-only") : TimelineText.isPast).text
  }

  /// Why the moment before, or the next one, cannot be shown.
  func reasonAgainstPast(forward: Bool) -> String? {
    if forward { return past == nil ? say("this is now; \(ActionTable.key(of: .earlier)) goes back") : nil }
    return isAtFirstAnswer ? whyNothingEarlier : nil
  }
}

extension Reducer {
  /// Asks for the moment at which the answer before this one began.
  mutating func stepBack() { ask(.past, .past(.before(state.past?.date))) }

  /// Asks for the next one; behind the last one is now.
  mutating func stepForward() {
    if let past = state.past { ask(.past, .past(.after(past.date))) }
  }

  /// Shows the device as of a past moment.
  mutating func take(_ moment: PastMoment?, after step: PastStep) {
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

  /// Leaves the past.
  mutating func returnToNow() {
    guard let past = state.past else { return }
    state.past = nil
    state.isAtFirstAnswer = false
    state.now = past.present
    state.tabs.forget()
    refresh()
    announce(say("Back in the present."), .plain)
  }

  /// Shows the timeline: its pane, or where there is none a sheet.
  mutating func openTimeline() {
    if Layout(state).timeline == nil { state.overlays.append(.timeline) } else { state.focus = .timeline }
  }

  /// Reads the lives where they are shown and not up to date.
  mutating func readLivesIfShown() {
    guard state.isLivesStale, !state.reads.isUnderWay(.lives),
      state.overlays.contains(.timeline) || state.showsHistory || Layout(state).timeline != nil
    else { return }
    state.isLivesStale = false
    begin(.lives, .lives)
  }

  /// Moves in the timeline: from life to life.
  mutating func moveInTimeline(_ movement: Movement, _ height: Int) {
    let ids = (state.lives ?? []).map(\.productId)
    let index = ids.firstIndex { $0 == state.selected?.id } ?? 0
    let target = Self.moved(index, movement, count: ids.count, height)
    if ids.indices.contains(target) { _ = state.products.select(ids[target]) }
  }
}

extension State {
  /// The past instant that is shown, to the second, in the zone that the person set.
  var pastTime: String? {
    past.map { $0.date.formatted(.second, secondsFromUTC: setup.zone.offset(at: $0.date)) }
  }

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

  /// The states of some products, by their names.
  fileprivate func changes(_ ids: [String]) -> [String] {
    ids.compactMap { products[$0] }.map { "\($0.name) \(word(for: $0))" }
  }
}

extension Confirmation {
  /// Whether something is to be taken back.
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
