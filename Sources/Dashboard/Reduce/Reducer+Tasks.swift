import AppStoreModel
import Core
import Verbs

extension Reducer {
  /// Starts a command on the device.
  mutating func run(_ command: Command) {
    let id = nextID()
    state.works.append(Work(id: id, kind: .command(command)))
    effects.append(.run(id, command))
  }

  /// Starts a verb on the App Store's side.
  mutating func play(_ call: VerbCall) {
    followSelectedRow()
    if call.verb.effect == .newEpoch { state.leavingEpoch = state.device.epoch }
    let id = nextID()
    state.works.append(Work(id: id, kind: .verb(call)))
    effects.append(.play(id, call))
  }

  mutating func cancel(_ id: TaskID) {
    guard let index = state.works.firstIndex(where: { $0.id == id }) else { return }
    state.works[index].isStopping = true
    effects.append(.cancel(id))
  }

  mutating func note(_ progress: Int, of id: TaskID) {
    guard let index = state.works.firstIndex(where: { $0.id == id }) else { return }
    state.works[index].progress = progress
  }

  mutating func finish(_ id: TaskID, _ outcome: Outcome) {
    guard let work = endWork(id) else { return }
    if let report = state.report(outcome, of: work.kind) { tell(report) }
    if case .checked(let report) = outcome { lookAtWhatChanged(report) }
    if case .helped(let help) = outcome, state.overlays.isEmpty { show(help) }
    if case .asksBeforeLogin(let question) = outcome { present(state.claims(before: question)) }
    apply(work.kind)
    refresh()
  }

  /// Selects the first product that a refund check changed, so that the detail shows why and what to do.
  private mutating func lookAtWhatChanged(_ report: RefundCheckReport) {
    let changed =
      report.removed + report.refunded.map(\.productId) + report.reversed.map(\.productId) + report.entitled
    guard let productId = changed.first, !state.products.filter.isEditing else { return }
    _ = state.products.select(productId)
  }

  mutating func fail(_ id: TaskID, _ problem: Problem) {
    if let slot = state.reads.slot(of: id) {
      _ = state.reads.end(slot)
      endJoining(slot)
      if case .desk(let part) = slot { return desk(part, failed: problem) }
      return announce(unreadable(slot, safeText(problem.message)), .bad)
    }
    guard let work = endWork(id) else { return }
    tell(Report(failureOf: work.kind, problem))
    refresh()
  }

  private func unreadable(_ slot: ReadSlot, _ message: String) -> String {
    (slot == .situation
      ? Words("The App Store's side could not be loaded: \(message)")
      : Words(
        "The store could not be loaded: "
          + "\(message)"))
      .text
  }

  mutating func stop(_ id: TaskID) {
    guard let work = endWork(id) else { return }
    announce(WorkText.stopped(work.kind).text, .warning)
    refresh()
  }

  /// Shows in the message line an update that arrived on its own; closes an open report that it has made wrong.
  mutating func announce(_ report: Report, unlocking products: [String]) {
    refresh()
    state.overlays.removeAll { overlay in
      if case .report(let shown, _) = overlay { shown.locked.map(products.contains) ?? false } else { false }
    }
    guard !report.lines.isEmpty else { return }
    state.message = report.announcement
    state.lastReport = report
  }

  /// Shows the result of an action: in the message line, and in full if the report has more lines.
  mutating func tell(_ report: Report) {
    state.message = report.summary
    state.lastReport = report
    guard !report.lines.isEmpty else { return }
    // A report must not take the focus from another open sheet.
    let isFree = state.overlays.allSatisfy { if case .report = $0 { true } else { false } }
    guard isFree, !state.products.filter.isEditing else { return }
    state.overlays = [.report(report, top: 0)]
  }

  private mutating func endWork(_ id: TaskID) -> Work? {
    guard let index = state.works.firstIndex(where: { $0.id == id }) else { return nil }
    defer { withdrawQuitQuestion() }
    return state.works.remove(at: index)
  }

  /// Withdraws the question about quitting once the purchase has ended: its result is shown, and `q` quits.
  private mutating func withdrawQuitQuestion() {
    guard !state.isBuying else { return }
    state.overlays.removeAll { if case .confirmation(let question) = $0 { question.decision == .quit } else { false } }
  }

  /// Applies the result of an action at once, before the store is read again.
  private mutating func apply(_ kind: Work.Kind) {
    switch kind {
    case .command(.setUpdates(let mode)): state.device.updates = mode
    case .command(.signIn), .command(.signOut), .command(.newDevice): state.tabs.forget()
    case .verb(let call) where call.verb.effect == .newEpoch: state.tabs.forget()
    default: break
    }
  }
}
