import StoreModel

/// The dashboard after something happened, and what it asks the program to do.
///
/// Pure: no clock, no randomness, no input or output of its own.
package func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
  var reducer = Reducer(state: state)
  reducer.take(event)
  reducer.state.settle()
  return (reducer.state, reducer.effects)
}

extension State {
  /// The dashboard as it begins: the first questions, and what a start does.
  package func start() -> (State, [Effect]) {
    var reducer = Reducer(state: self)
    reducer.run(.start)
    reducer.refresh()
    // The entrance to the real App Store is a customer.
    if isSupport, device.account == nil {
      reducer.state.overlays.append(.entry(Texts.lookingUp))
    }
    reducer.state.settle()
    return (reducer.state, reducer.effects)
  }
}

/// One step of `reduce`: the state under way and the effects so far.
struct Reducer {
  var state: State
  var effects: [Effect] = []

  init(state: State) { self.state = state }

  mutating func take(_ event: Event) {
    switch event {
    case .key(let key): press(key)
    case .paste(let text): paste(text)
    case .resize(let size): state.size = size
    case .action(let action): perform(action)
    case .clock(let now): advance(to: now)
    case .spin: state.spinnerStep &+= 1
    case .storeChanged: refresh()
    case .waiting(let count): state.device.waitingUpdates = max(0, count)
    case .news(let report): announce(Texts.news(report, state: state))
    case .walkthroughs(let listings): offer(listings)
    case .walkthrough(let panel): state.walkthrough = panel
    case .said(let message): state.message = message
    case .loaded(let id, let loaded): take(loaded, to: id)
    case .progress(let id, let progress): note(progress, of: id)
    case .finished(let id, let outcome): finish(id, outcome)
    case .failed(let id, let problem): fail(id, problem)
    case .stopped(let id): stop(id)
    }
  }

  /// A number for a question or a task.
  mutating func nextID() -> TaskID {
    defer { state.nextNumber += 1 }
    return TaskID(state.nextNumber)
  }

  mutating func say(_ text: String, _ tone: Tone = .plain) { state.message = Message(text, tone) }
}
