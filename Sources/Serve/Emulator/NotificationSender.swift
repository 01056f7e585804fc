package import AppStoreModel
import Core
package import HTTP
import Simulator

/// A sender that posts the ledger's notifications to the app server (App Store Server Notifications V2).
///
/// It sends the notifications that are due on the ledger's clock, and records the results; the ledger computes the next
/// attempt. A notification may arrive twice, as Apple's may: when this process ends between the answer and its record.
final class NotificationSender: Sendable {
  /// How many due notifications are read at a time to choose the next ones.
  private static let window = 500
  /// How long to wait after the last new notification before shuffling, unless a test waits.
  private static let gathering = Duration.milliseconds(500)

  private let store: SimulatedAppStore
  private let address: HTTPAddress
  private let delivery: NotificationDelivery
  private let attempts: Int
  private let transport: HTTPTransport
  /// One thread of its own, because the ledger may block it.
  private let workers = WaitingThreads(most: 1)
  /// The threads that record answers; records made at the same time share one commit.
  private let recorders = WaitingThreads(most: 8)
  private let state = Mutex(State())

  private struct State {
    var task: Task<Void, Never>?
    /// Starts one more look for due notifications.
    var kick: AsyncStream<Void>.Continuation?
    /// The notifications that are being posted, by UUID.
    var underWay: [String: (notification: DueNotification, task: Task<Void, Never>?)] = [:]
    /// The UUIDs of the notifications whose results were recorded since the last look.
    var ended: [String] = []
    /// The callers that wait until nothing is due.
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var nextWaiter = 0
    /// The newest notification that was due at the last look, and since when it has been the newest.
    var newest: (place: Int64, since: ContinuousClock.Instant) = (0, .now)
    var isStopped = false
  }

  /// Starts sending.
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

  /// Waits until every notification that is due now was posted, whether or not it was answered.
  ///
  /// Returns at once when sending was stopped.
  ///
  /// - Returns: False when the time ran out first.
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

  /// Sends due notifications for at most the given number of seconds, and stops.
  ///
  /// An attempt that is still running is not recorded; it is repeated next time.
  func stop(patience: Int) {
    if patience > 0 { _ = try? blocking { [self] in await idle(within: .seconds(patience)) } }
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

  /// Starts a look now, whenever the ledger changes, and at the time of the next attempt.
  private func observe(_ kick: AsyncStream<Void>.Continuation) {
    kick.yield()
    let bell = Task(executorPreference: workers) { [store] in
      for await _ in store.updates() { kick.yield() }
    }
    let timer = Task(executorPreference: workers) { [store] in
      while !Task.isCancelled {
        let next = try? store.nextNotificationAttempt()
        let wait = next?.milliseconds(since: store.machineClock()) ?? Self.longestWait
        try? await Task.sleep(for: .milliseconds(min(max(wait, 100), Self.longestWait)))
        kick.yield()
      }
    }
    kick.onTermination = { _ in
      bell.cancel()
      timer.cancel()
    }
  }

  /// The longest wait between two looks, in milliseconds: one minute.
  ///
  /// A change of the ledger's clock starts a look by itself, because it changes the ledger, but waking from the
  /// machine's sleep starts none.
  private static let longestWait: Int64 = 60_000

  // MARK: Posting

  /// Posts the notifications that come next; only one look runs at a time.
  private func look() {
    // These results are already recorded, so the ledger, which is read next, no longer lists them as due.
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

  /// Returns whether shuffling may begin: a test waits for the end, or nothing new arrived for a while.
  ///
  /// Notifications that were shuffled one by one as they arrive would keep their order.
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

  /// Posts a notification and records the result.
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

  /// Waits for a second, because the ledger cannot be used.
  ///
  /// Otherwise a notification that the ledger still lists as due would be posted in a tight loop.
  private func rest() async { try? await Task.sleep(for: .seconds(1)) }
}

extension SendAttemptResult {
  /// Translates a transport error into Apple's name for it.
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
