import StoreModel

extension Reducer {
  /// Begins something on the device.
  mutating func run(_ command: Command) {
    let id = nextID()
    state.works.append(Work(id: id, kind: .command(command)))
    effects.append(.run(id, command))
  }

  /// Begins something on the App Store's side.
  mutating func play(_ move: AppStoreMove) {
    if move.beginsEpoch { state.leavingEpoch = state.device.epoch }
    let id = nextID()
    state.works.append(Work(id: id, kind: .move(move)))
    effects.append(.play(id, move))
  }

  mutating func cancel(_ id: TaskID) {
    guard let index = state.works.firstIndex(where: { $0.id == id }) else { return }
    state.works[index].isStopping = true
    effects.append(.cancel(id))
  }

  mutating func note(_ progress: Progress, of id: TaskID) {
    guard let index = state.works.firstIndex(where: { $0.id == id }) else { return }
    state.works[index].progress = progress
  }

  mutating func finish(_ id: TaskID, _ outcome: Outcome) {
    guard let work = endWork(id) else { return }
    if let report = Texts.report(outcome, of: work.kind, state: state) { tell(report) }
    if case .checked(let report) = outcome { lookAtWhatChanged(report) }
    take(work.kind)
    refresh()
  }

  /// Puts the cursor on the first product that a refund check changed, so that its detail says why and what to do.
  private mutating func lookAtWhatChanged(_ report: RefundCheckReport) {
    let changed =
      report.removed + report.refunded.map(\.productId) + report.reversed.map(\.productId) + report.entitled
    guard let productId = changed.first, !state.products.filter.isEditing else { return }
    if state.products.select(productId) { state.detailTop = 0 }
  }

  mutating func fail(_ id: TaskID, _ problem: Problem) {
    if let slot = state.reads.slot(of: id) {
      _ = state.reads.end(slot)
      endJoining(slot)
      return say(Texts.unreadable(slot, problem), .bad)
    }
    guard let work = endWork(id) else { return }
    tell(Texts.failure(of: work.kind, problem))
    refresh()
  }

  mutating func stop(_ id: TaskID) {
    guard let work = endWork(id) else { return }
    say(Texts.stopped(work.kind), .warning)
    refresh()
  }

  /// Says what came by itself: in the message line only, since nobody asked for it.
  mutating func announce(_ report: Report) {
    refresh()
    guard !report.lines.isEmpty else { return }
    state.message = Texts.announced(report)
    state.lastReport = report
  }

  /// Says what changed: in the message line, and in full where there is more to say.
  mutating func tell(_ report: Report) {
    state.message = report.summary
    state.lastReport = report
    guard !report.lines.isEmpty else { return }
    // A report must not take the keys from a sheet that somebody is looking at.
    let isFree = state.overlays.allSatisfy { if case .report = $0 { true } else { false } }
    guard isFree, !state.products.filter.isEditing else { return }
    state.overlays = [.report(report, top: 0)]
  }

  private mutating func endWork(_ id: TaskID) -> Work? {
    guard let index = state.works.firstIndex(where: { $0.id == id }) else { return nil }
    defer { withdrawQuitQuestion() }
    return state.works.remove(at: index)
  }

  /// Once the purchase has ended there is nothing to ask about any more: what came of it is shown, and `q` quits.
  private mutating func withdrawQuitQuestion() {
    guard !state.isBuying else { return }
    state.overlays.removeAll { if case .confirmation(let question) = $0 { question.decision == .quit } else { false } }
  }

  /// What is known at once of a thing done, before the store is read again.
  private mutating func take(_ kind: Work.Kind) {
    switch kind {
    case .command(.setUpdates(let mode)): state.device.updates = mode
    case .command(.signIn), .command(.signOut), .command(.newDevice), .move(.startOver): state.tabs.forget()
    default: break
    }
  }
}
