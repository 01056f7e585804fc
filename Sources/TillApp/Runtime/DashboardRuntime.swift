import AppStoreModel
import Core
package import Dashboard
import Desk
package import TerminalUI

/// The dashboard with its threads but without a screen: handles events, performs effects, and wakes for timed work.
///
/// It belongs to the main thread. The reader and the background tasks post events to its queue.
package final class DashboardRuntime {
  package private(set) var state: State
  let queue: EventQueue
  /// The effects that wait for the screen's thread, in order.
  private var forScreen: [Effect] = []
  /// The reader of the visible store; nil at a desk while no customer is open.
  private var reader: StoreReader?
  /// The runner of commands on the visible store; nil for a desk, whose customers are read-only.
  private let runner: EffectRunner?
  private let desk: DeskReader?
  private var anchor: (device: Timestamp, machine: ContinuousClock.Instant)
  private var lastSpin: ContinuousClock.Instant
  /// Reads the monotonic clock.
  private let monotonic: @Sendable () -> ContinuousClock.Instant
  /// Whether the displayed time advances on its own.
  private let followsClock: Bool
  /// The scene that was set up in the store.
  private let scene: WalkthroughFile?
  /// Whether lists may be saved as files in the working directory.
  private let savesLists: Bool
  /// Makes the setup's texts again, in the language of the moment.
  private let makeSetup: () -> Setup

  /// Creates a dashboard on an open store, with the state that the store last recorded.
  ///
  /// - Parameters:
  ///   - layout: The panes and lists of the first frame.
  ///   - followsClock: False for a walkthrough's stage, whose clock stands still between steps.
  ///   - monotonic: The clock that wakes the dashboard; a test can inject one that lets hours pass.
  package init(
    _ session: StoreSession, size: Size, zone: TimeZoneTable,
    layout: StartLayout = StartLayout(), followsClock: Bool = true,
    monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws {
    self.monotonic = monotonic
    self.followsClock = followsClock
    savesLists = session.dependencies.files == nil
    scene = session.scene
    let overview = try session.lastKnownOverview(from: session.reader())
    makeSetup = { session.setup(zone: zone) }
    state = State(setup: makeSetup(), overview: overview, size: size, start: layout)
    anchor = (overview.now, monotonic())
    lastSpin = anchor.machine
    queue = try EventQueue()
    reader = StoreReader(queue: queue) { DeviceAnswers(session) }
    runner = EffectRunner(session, queue: queue, isUTC: zone == .utc)
    desk = nil
  }

  /// Creates the screen of a desk, with the first page of customers for the first frame.
  package init(
    _ source: DeskSource, _ first: DeskFirstLook, size: Size, zone: TimeZoneTable,
    isReadOnly: Bool, isUnlocked: Bool,
    monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws {
    self.monotonic = monotonic
    (followsClock, savesLists, scene) = (true, true, nil)
    makeSetup = { Setup(desk: first.identity, isReadOnly: isReadOnly, zone: zone) }
    state = State(
      deskOf: makeSetup(), bundleId: first.identity.bundleId,
      reasonAgainstWishes: isReadOnly
        ? say("read-only desk: it sends no requests to the worker")
        : isUnlocked ? nil : say("open the desk with --unlock to send requests to the worker"),
      first: first.page, now: Timestamp.machine, size: size)
    state.desk?.reasonAgainstOrders = source.reasonAgainstOrders
    anchor = (state.now, monotonic())
    lastSpin = anchor.machine
    queue = try EventQueue()
    reader = nil
    runner = nil
    desk = DeskReader(source, zone: zone, queue: queue)
  }

  /// Starts the dashboard: sends the first queries, and runs the start command.
  package func start() {
    let (next, effects) = state.start()
    state = next
    effects.forEach(perform)
    if let scene { begin(scene) }
  }

  /// Selects the product that a scene is about, and shows its keys.
  private func begin(_ scene: WalkthroughFile) {
    if case .product? = scene.moves.first, case .success(let events) = state.events(for: scene.moves[0]) {
      events.forEach(receive)
    }
    receive(.scene(scene.card))
  }

  /// Starts listening for changes at the App Store and in the device store.
  package func attachChangeNotifier() { runner?.attachChangeNotifier() }

  /// Handles an event, and performs the effects that follow.
  package func receive(_ event: Event) {
    if case .loaded(let id, .desk(.customer)) = event, let answers = desk?.customer(for: id) { show(answers) }
    let (next, effects) = reduce(state, event)
    state = next
    switch event {
    case .loaded(_, .overview), .loaded(_, .desk(.customer)): anchor = (state.now, monotonic())
    default: break
    }
    effects.forEach(perform)
    if state.isDeskInFront { leaveCustomer() }
  }

  /// Says everything on the screen in the language that was chosen.
  func speakAgain() { receive(.language(makeSetup())) }

  /// Forgets the data of the customer that the dashboard leaves.
  private func leaveCustomer() {
    guard let desk, let reader else { return }
    reader.stop()
    self.reader = nil
    desk.leaveCustomer()
  }

  /// Answers queries about a customer of the desk.
  private func show(_ answers: @escaping @Sendable () -> any QueryAnswers) {
    reader?.stop()
    reader = StoreReader(queue: queue, answers)
  }

  /// Handles all events that other threads posted.
  func takePosted() { queue.drain().forEach(receive) }

  /// Waits until no work is under way.
  package func settle() {
    while !state.isIdle {
      queue.wait()
      takePosted()
    }
  }

  /// Handles pending updates of the App Store where updates are live, so that a script sees what a person would see.
  package func hearNews() {
    guard state.device.updates == .live, let runner else { return }
    runner.hearNews()
    takePosted()
    settle()
  }

  /// Stops all threads.
  package func stop() {
    reader?.stop()
    runner?.stop()
    desk?.stop()
  }

  /// Returns the pending effects for the screen, and clears them.
  package func takeScreenEffects() -> [Effect] {
    defer { forScreen = [] }
    return forScreen
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .read(let id, .desk(let query)): desk?.ask(id, query)
    case .run(let id, .desk(let command)): desk?.run(id, command)
    case .read(let id, let query): if reader?.ask(id, query) != true { runner?.ask(id, query) }
    case .run(let id, let command): runner?.run(id, command)
    case .play(let id, let move): runner?.play(id, move)
    case .cancel(let id): runner?.cancel(id)
    case .listWalkthroughs: receive(.walkthroughs(WalkthroughLibrary.listings()))
    case .listScenes: receive(.scenes(WalkthroughLibrary.listings(of: .scenes)))
    case .save(let name, let text): receive(.saved(name, failure: save(text, to: name)))
    // Only the screen's thread can do these.
    case .walkthrough, .copy, .film, .settings, .switchMouse, .redraw, .suspend, .quit: forScreen.append(effect)
    }
  }
}

extension DashboardRuntime {
  /// Saves a file in the working directory.
  ///
  /// - Returns: The reason where it could not be saved; else nil.
  private func save(_ text: String, to name: String) -> String? {
    guard savesLists else { return say("a walkthrough writes no files") }
    do {
      try OutputFile.write(Array(text.utf8), to: name)
      return nil
    } catch {
      return Problem(error).message
    }
  }
}

// MARK: Time

extension DashboardRuntime {
  /// Milliseconds between two steps of the spinner.
  private static let spinInterval: Int64 = 120
  /// The longest sleep, in milliseconds.
  private static let longestSleep: Int64 = 3_600_000

  /// Milliseconds until time alone changes the display; nil for never.
  package var timeout: Int? {
    let now = monotonic()
    return [timeToSpin(at: now), timeToTick(at: now)].compactMap { $0 }.min().map { Int($0) }
  }

  /// Handles passing time: a step of the spinner, a new minute, an expiry.
  package func tick() {
    let now = monotonic()
    if timeToSpin(at: now) == 0 {
      lastSpin = now
      receive(.spin)
    }
    if timeToTick(at: now) == 0 { receive(.clock(deviceTime(at: now))) }
  }

  private func timeToSpin(at now: ContinuousClock.Instant) -> Int64? {
    guard state.isBusy else { return nil }
    return max(0, Self.spinInterval - lastSpin.duration(to: now).wholeMilliseconds)
  }

  /// Returns the milliseconds until the device's clock, counted on from its last reading, reaches the next change.
  ///
  /// The longest sleep bounds the result, so that the dashboard checks again for a change that is further away.
  private func timeToTick(at now: ContinuousClock.Instant) -> Int64? {
    guard followsClock, state.situation?.isPaused != true else { return nil }
    return min(max(0, state.nextTick.milliseconds(since: deviceTime(at: now))), Self.longestSleep)
  }

  private func deviceTime(at now: ContinuousClock.Instant) -> Timestamp {
    anchor.device.adding(milliseconds: anchor.machine.duration(to: now).wholeMilliseconds)
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

/// A dashboard for the screen loop: the person's own, or that of a walkthrough.
package protocol DashboardHost: AnyObject {
  /// The running dashboard; a walkthrough replaces it when it goes back.
  var runtime: DashboardRuntime { get }

  /// Starts the dashboard, once the first frame is drawn.
  func start()

  /// Milliseconds until the host must act on its own; nil for never.
  var timeout: Int? { get }

  /// Does the work that is due: timed work, and reactions to events since the last call.
  func attend()

  /// Carries out a person's move in a walkthrough.
  func perform(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next
}

/// A dashboard without walkthroughs, such as the desk's screen, is its own host.
extension DashboardRuntime: DashboardHost {
  package var runtime: DashboardRuntime { self }

  package func attend() { tick() }

  package func perform(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next { .goOn }
}
