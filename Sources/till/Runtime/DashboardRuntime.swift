import Dashboard
import Screen
import StoreModel

/// The dashboard with its threads, without a screen: takes events, performs their effects, and knows when to wake.
///
/// Belongs to the main thread. The reader and the tasks beside it post to the queue.
final class DashboardRuntime {
  private(set) var state: State
  let queue: EventQueue
  /// What the screen is to do, in order; whoever has one takes it.
  private var forScreen: [ScreenEffect] = []
  private let reader: StoreReader
  private let runner: EffectRunner
  private var anchor: (device: Timestamp, machine: ContinuousClock.Instant)
  private var lastSpin = ContinuousClock.now

  /// What only the thread of the screen can do.
  enum ScreenEffect {
    case redraw, suspend, quit
  }

  /// A dashboard on an open store, as it was last known.
  init(_ session: StoreSession, size: Size, zone: TimeZoneTable) throws {
    let overview = try session.lastKnownOverview(from: session.reader())
    state = State(setup: session.setup(zone: zone), overview: overview, size: size)
    anchor = (overview.now, .now)
    queue = try EventQueue()
    reader = StoreReader(session, queue: queue)
    runner = EffectRunner(session, queue: queue, isUTC: zone == .utc)
  }

  /// Begins: the first questions, and what a start does.
  func start() {
    let (next, effects) = state.start()
    state = next
    effects.forEach(perform)
  }

  /// Listens for news that comes by itself.
  func attachDoorbell() { runner.attachDoorbell() }

  /// Takes an event and performs what follows from it.
  func take(_ event: Event) {
    let (next, effects) = reduce(state, event)
    state = next
    if case .loaded(_, .overview) = event { anchor = (state.now, .now) }
    effects.forEach(perform)
  }

  /// Takes everything that the other threads posted.
  func takePosted() { queue.drain().forEach(take) }

  /// Ends all threads.
  func stop() {
    reader.stop()
    runner.stop()
  }

  /// What the screen is to do since the last time.
  func takeScreenEffects() -> [ScreenEffect] {
    defer { forScreen = [] }
    return forScreen
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .read(let id, let query): reader.ask(id, query)
    case .run(let id, let command): runner.run(id, command)
    case .play(let id, let move): runner.play(id, move)
    case .cancel(let id): runner.cancel(id)
    case .redraw: forScreen.append(.redraw)
    case .suspend: forScreen.append(.suspend)
    case .quit: forScreen.append(.quit)
    }
  }
}

// MARK: Time

extension DashboardRuntime {
  /// Milliseconds between two steps of the spinner.
  private static let spinInterval: Int64 = 120
  /// The longest sleep, in milliseconds.
  private static let longestSleep: Int64 = 3_600_000

  /// Milliseconds until something that is shown changes by time alone; nil for never.
  var timeout: Int? {
    let now = ContinuousClock.now
    return [spinDate, tickDate].compactMap { $0 }.min().map { Int(max(0, now.duration(to: $0).wholeMilliseconds)) }
  }

  /// Sends what time brings: a step of the spinner, a minute's end, an expiry.
  func tick() {
    let now = ContinuousClock.now
    if let spinDate, spinDate <= now {
      lastSpin = now
      take(.spin)
    }
    if let tickDate, tickDate <= now {
      take(.clock(anchor.device.adding(milliseconds: anchor.machine.duration(to: now).wholeMilliseconds)))
    }
  }

  private var spinDate: ContinuousClock.Instant? {
    state.isBusy ? lastSpin + .milliseconds(Self.spinInterval) : nil
  }

  /// When the device's clock, which goes on from where it was read last, reaches the next change.
  private var tickDate: ContinuousClock.Instant? {
    guard state.situation?.isPaused != true else { return nil }
    return anchor.machine + .milliseconds(min(state.nextTick.milliseconds(since: anchor.device), Self.longestSleep))
  }
}

extension Duration {
  /// Whole milliseconds, rounded up.
  fileprivate var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
