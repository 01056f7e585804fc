package import AppStoreModel
import Core
import Dispatch
package import HTTP
import Simulator

/// Posts the ledger's notifications to the app server (App Store Server Notifications V2).
///
/// It sends the notifications that are due on the ledger's clock, and records the results; the ledger names the next
/// attempt. A notification may arrive twice, as Apple's may: when this process ends between the answer and its record.
final class NotificationSender: Sendable {
  /// How many of the due notifications it reads at a time to choose the next ones.
  private static let window = 500
  /// How long shuffled ones are gathered after the last that came, while no test waits.
  private static let gathering = Duration.milliseconds(500)

  private let store: SimulatedAppStore
  private let address: HTTPAddress
  private let delivery: NotificationDelivery
  private let attempts: Int
  private let transport: HTTPTransport
  /// A thread of its own: the ledger may keep it waiting.
  private let workers = HTTPWorkers(count: 1)
  /// Where answers are written down: as many as come at the same time share one commit.
  private let recorders = HTTPWorkers(count: 8)
  private let state = Mutex(State())

  private struct State {
    var task: Task<Void, Never>?
    /// Looks for due notifications once more.
    var kick: AsyncStream<Void>.Continuation?
    /// What is being posted, by UUID.
    var underWay: [String: (notification: DueNotification, task: Task<Void, Never>?)] = [:]
    /// What was written down since the last look.
    var ended: [String] = []
    /// Who waits until nothing is due.
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var nextWaiter = 0
    /// The newest that was due at the last look, and since when.
    var newest: (place: Int64, since: ContinuousClock.Instant) = (0, .now)
    var isStopped = false
  }

  /// Begins to send.
  init(_ store: SimulatedAppStore, to address: HTTPAddress, _ options: EmulatorOptions) {
    self.store = store
    self.address = address
    delivery = options.delivery
    attempts = options.attempts ?? DueNotification.attempts(in: store.environment)
    transport = HTTPTransport(
      limits: HTTPLimits(connectTimeout: min(10_000, options.postTimeout), timeout: options.postTimeout))
    let (kicks, kick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    observe(kick)
    let task = Task(executorPreference: workers) { [weak self] in
      for await _ in kicks { self?.look() }
    }
    state.withLock { ($0.task, $0.kick) = (task, kick) }
  }

  /// Waits until everything that is due by now was posted, and answered or not; at once when it has ended.
  ///
  /// - Returns: Whether it was, within the time.
  func idle(within patience: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let (kick, number) = state.withLock { state -> (AsyncStream<Void>.Continuation?, Int) in
        guard !state.isStopped else { return (nil, 0) }
        state.nextWaiter += 1
        state.waiting[state.nextWaiter] = continuation
        return (state.kick, state.nextWaiter)
      }
      guard let kick else { return continuation.resume(returning: true) }
      kick.yield()
      Task(executorPreference: workers) { [weak self] in
        try? await Task.sleep(for: patience)
        self?.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
      }
    }
  }

  /// Sends due notifications, for at most so many seconds, and ends; a running attempt is then not recorded,
  /// and made again next time.
  func stop(patience: Int) {
    if patience > 0 {
      let done = DispatchSemaphore(value: 0)
      Task(executorPreference: workers) { [self] in
        _ = await idle(within: .seconds(patience))
        done.signal()
      }
      done.wait()
    }
    let (tasks, kick, waiting) = state.withLock { state in
      defer { (state.task, state.waiting, state.isStopped) = (nil, [:], true) }
      let tasks = [state.task].compactMap(\.self) + state.underWay.values.compactMap(\.task)
      return (tasks, state.kick, Array(state.waiting.values))
    }
    for one in waiting { one.resume(returning: true) }
    guard !tasks.isEmpty else { return }
    for task in tasks { task.cancel() }
    kick?.finish()
    Task { [workers, recorders] in
      for task in tasks { await task.value }
      workers.stop()
      recorders.stop()
    }
  }

  /// Has it look each time when something may be due: at once, when the ledger changed, and at the instant of the next
  /// attempt.
  private func observe(_ kick: AsyncStream<Void>.Continuation) {
    kick.yield()
    let bell = Task(executorPreference: workers) { [store] in
      for await _ in store.updates() { kick.yield() }
    }
    let timer = Task(executorPreference: workers) { [store] in
      while !Task.isCancelled {
        let next = try? store.nextNotificationAttempt()
        let wait = next?.milliseconds(since: SimulatedAppStore.systemClock()) ?? Self.longestWait
        try? await Task.sleep(for: .milliseconds(min(max(wait, 100), Self.longestWait)))
        kick.yield()
      }
    }
    kick.onTermination = { _ in
      bell.cancel()
      timer.cancel()
    }
  }

  /// A minute: the ledger's clock may be moved meanwhile, which rings, or the machine may sleep, which does not.
  private static let longestWait: Int64 = 60_000

  // MARK: Posting

  /// Posts what comes next; only one look is taken at a time.
  private func look() {
    // What ended is written down already: the ledger, which is read after this, shows it no more.
    let waiters = state.withLock { state in
      for uuid in state.ended { state.underWay[uuid] = nil }
      state.ended = []
      return Array(state.waiting.keys)
    }
    let queue = (try? store.deliveryQueue(limit: Self.window)) ?? (notifications: [], clockStandsStill: false)
    let (next, free) = state.withLock { state -> ([DueNotification], [CheckedContinuation<Bool, Never>]) in
      guard !state.isStopped else { return ([], []) }
      let due = queue.notifications.filter { state.underWay[$0.uuid] == nil }
      if due.isEmpty, state.underWay.isEmpty {
        return ([], waiters.compactMap { state.waiting.removeValue(forKey: $0) })
      }
      guard isGathered(due, &state) else { return ([], []) }
      let next = delivery.next(
        due, underWay: state.underWay.values.map(\.notification), isStill: queue.clockStandsStill)
      for one in next { state.underWay[one.uuid] = (one, nil) }
      return (next, [])
    }
    for one in free { one.resume(returning: true) }
    for one in next {
      let task = Task(executorPreference: workers) { [self] in
        await send(one.uuid)
        let kick = state.withLock { state in
          state.ended.append(one.uuid)
          return state.kick
        }
        kick?.yield()
      }
      let isStopped = state.withLock { state in
        state.underWay[one.uuid]?.task = task
        return state.isStopped
      }
      if isStopped { task.cancel() }
    }
  }

  /// Whether shuffling may begin: a test waits for the end, or nothing came for a while.
  ///
  /// Drawn one by one as they come they would be in their order.
  private func isGathered(_ due: [DueNotification], _ state: inout State) -> Bool {
    guard case .shuffled = delivery, state.underWay.isEmpty, state.waiting.isEmpty else { return true }
    let newest = due.map(\.place).max() ?? 0
    if newest > state.newest.place { state.newest = (newest, .now) }
    let rest = Self.gathering - state.newest.since.duration(to: .now)
    guard rest > .zero else { return true }
    Task(executorPreference: workers) { [kick = state.kick] in
      try? await Task.sleep(for: rest)
      kick?.yield()
    }
    return false
  }

  /// Posts one and writes down how that went.
  private func send(_ uuid: String) async {
    guard let notification = try? store.notification(uuid) else { return await rest() }
    let body: JSONObject = ["signedPayload": .string(notification.signedPayload)]
    let request = HTTP.HTTPRequest(
      "POST", address, headers: [HTTPHeader("Content-Type", "application/json")],
      body: JSONValue.object(body).serializedBytes())
    let start = ContinuousClock.now
    let result: SendAttemptResult
    var status: Int?
    do throws(HTTPError) {
      let answered = try await transport.send(request).status
      status = answered
      result = (200...206).contains(answered) ? .success : .unsuccessfulHTTPResponseCode
    } catch {
      guard error.kind != .cancelled else { return }
      result = SendAttemptResult(error.kind)
    }
    let took = Int(start.duration(to: .now) / .milliseconds(1))
    let answer = ReceiverAnswer(status: status, milliseconds: took)
    let note = Task(executorPreference: recorders) { [store, attempts] in
      (try? store.recordAttempt(uuid, result, answer: answer, most: attempts)) != nil
    }
    if await !note.value { await rest() }
  }

  /// The ledger cannot be used: what it still shows as due is not posted again and again meanwhile.
  private func rest() async { try? await Task.sleep(for: .seconds(1)) }
}

extension SendAttemptResult {
  /// Apple's name for a failure of that kind.
  package init(_ kind: HTTPError.Kind) {
    self =
      switch kind {
      case .timedOut: .timedOut
      case .untrusted: .tlsIssue
      case .notFound, .unreachable: .socketIssue
      case .interrupted: .prematureClose
      case .malformed, .tooLarge: .invalidResponse
      case .invalidAddress, .invalidRequest, .cancelled, .failed: .other
      }
  }
}
