import AppStoreModel
import TerminalUI
import Testing
import Verbs

@testable import Dashboard

/// A dashboard in a test: it receives a test's events and collects the effects.
struct Driver {
  var state: State
  /// The effects since the test last cleared them.
  var effects: [Effect] = []
  /// Whether the App Store previews a purchase of a non-consumable at once.
  var answersPreviews = true
  /// Whether each key's frame is drawn; a test of a thousand keys leaves it out.
  var drawsFrames = true

  /// Makes a dashboard that has received the answers to its first queries.
  init(
    _ overview: Overview = Fixture.overview(), setup: Setup = Fixture.setup, width: Int = 80, height: Int = 24,
    situation: AppStoreSituation? = Fixture.situation, isStarted: Bool = true
  ) {
    state = State(setup: setup, overview: overview, size: Size(width: width, height: height))
    guard isStarted else { return }
    (state, effects) = state.start()
    finish(.done(detail: nil))
    answer(.overview(overview))
    if let situation { answer(.situation(situation)) }
    answer(.refunds(Fixture.refunds))
    // The end of the start reads everything once more.
    answer(.overview(overview))
    if let situation { answer(.situation(situation)) }
    answer(.refunds(Fixture.refunds))
    if state.reads.isUnderWay(.lives) { answer(.lives(Fixture.lives)) }
    effects = []
  }

  mutating func send(_ event: Event) {
    let (next, more) = reduce(state, event)
    state = next
    effects += more
    preview(more)
    // Every event that moves a cursor is a key.
    guard drawsFrames, case .key = event else { return }
    _ = render(state)
  }

  /// Answers what is asked about purchases of non-consumables; of these the account owns only the premium unlock.
  private mutating func preview(_ effects: [Effect]) {
    guard answersPreviews else { return }
    for case .read(let id, .preview(let productId, _, _)) in effects {
      guard let product = state.products[productId], product.type == .nonConsumable else { continue }
      let isOwned = productId == Fixture.premium.id
      send(
        .loaded(
          id,
          .preview(
            PurchasePreview(
              productId: productId, change: isOwned ? .owned : nil, currentProductId: nil,
              charged: isOwned ? "¥0.00" : product.price))))
    }
  }

  /// Returns the dashboard after these keys.
  func pressing(_ script: String) throws -> Driver {
    var next = self
    try next.press(script)
    return next
  }

  /// Presses keys in the notation of key scripts.
  mutating func press(_ script: String) throws {
    for key in try Key.parse(script: script) { send(.key(key)) }
  }

  /// Answers the newest query of this kind, if there is one.
  mutating func answer(_ loaded: Loaded) {
    guard let id = newestRead(matching: loaded) else { return }
    send(.loaded(id, loaded))
  }

  /// Answers the newest query for an export.
  mutating func answerExport(_ loaded: Loaded) {
    for case .read(let id, .exported) in effects.reversed() { return send(.loaded(id, loaded)) }
  }

  /// Ends the newest task.
  mutating func finish(_ outcome: Outcome) {
    guard let id = state.works.last?.id else { return }
    send(.finished(id, outcome))
  }

  /// The commands that the dashboard requested.
  var commands: [Command] {
    effects.compactMap { if case .run(_, let command) = $0 { command } else { nil } }
  }

  var calls: [VerbCall] {
    effects.compactMap { if case .play(_, let call) = $0 { call } else { nil } }
  }

  var queries: [Query] {
    effects.compactMap { if case .read(_, let query) = $0 { query } else { nil } }
  }

  func frame(_ theme: Theme = Theme()) -> Frame { render(state, theme: theme) }

  private func newestRead(matching loaded: Loaded) -> TaskID? {
    for case .read(let id, let query) in effects.reversed() {
      switch (query, loaded) {
      case (.overview, .overview), (.situation, .situation), (.refundable, .refundable), (.preview, .preview),
        (.orderJournal, .orderJournal), (.page(.quarantine, _), .quarantine),
        (.page(.refunds, _), .refunds), (.page(.transactions, _), .transactions), (.page(.orders, _), .orders),
        (.page(.unfinished, _), .unfinished), (.page(.journal, _), .journal), (.lives, .lives), (.past, .past),
        (.signedItem, .signedItem), (.forgery, .forgery):
        return id
      default: continue
      }
    }
    return nil
  }
}
