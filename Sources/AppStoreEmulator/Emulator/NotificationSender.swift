import AppStoreSimulator
import Dispatch
package import HTTPClient
import Locks
package import StoreModel
import StrictJSON

/// Posts the ledger's notifications to the app's server (App Store Server Notifications V2).
///
/// What is due on the ledger's clock is sent, and how that went is written down; the ledger says when the next attempt
/// is. A notification may arrive twice, as Apple's may: when this process ends between the answer and its note.
final class NotificationSender: Sendable {
  private static let batch = 20

  private let store: SimulatedAppStore
  private let address: HTTPAddress
  private let transport = HTTPTransport()
  /// A thread of its own: the ledger may keep it waiting.
  private let workers = HTTPWorkers(count: 1)
  /// Where answers are written down: as many as come at the same time share one commit.
  private let recorders = HTTPWorkers(count: 8)
  private let state = Mutex(State())

  private struct State {
    var task: Task<Void, Never>?
    /// Looks for what is due once more.
    var kick: AsyncStream<Void>.Continuation?
    /// Who waits until nothing is due.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isStopped = false
  }

  /// Begins to send.
  init(_ store: SimulatedAppStore, to address: HTTPAddress) {
    self.store = store
    self.address = address
    let (kicks, kick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    observe(kick)
    let task = Task(executorPreference: workers) { [weak self] in
      for await _ in kicks {
        guard let self else { return }
        // Who came before this round began has seen the end of it.
        let waiting = state.withLock { state in
          defer { state.waiting = [] }
          return state.waiting
        }
        await sendDue()
        for one in waiting { one.resume() }
      }
    }
    state.withLock { ($0.task, $0.kick) = (task, kick) }
  }

  /// Waits until everything that is due by now was posted, and answered or not; at once when it has ended.
  func idle() async {
    await withCheckedContinuation { continuation in
      let kick = state.withLock { state -> AsyncStream<Void>.Continuation? in
        guard !state.isStopped else { return nil }
        state.waiting.append(continuation)
        return state.kick
      }
      if let kick { kick.yield() } else { continuation.resume() }
    }
  }

  /// Posts what is due, for at most so many seconds, and ends; an attempt that is under way then is not written down,
  /// and made again next time.
  func stop(patience: Int) {
    if patience > 0 {
      let done = DispatchSemaphore(value: 0)
      Task(executorPreference: workers) { [self] in
        await idle()
        done.signal()
      }
      _ = done.wait(timeout: .now() + .seconds(patience))
    }
    let (task, kick, waiting) = state.withLock { state in
      defer { (state.task, state.waiting, state.isStopped) = (nil, [], true) }
      return (state.task, state.kick, state.waiting)
    }
    for one in waiting { one.resume() }
    guard let task else { return }
    task.cancel()
    kick?.finish()
    Task { [workers, recorders] in
      await task.value
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

  private func sendDue() async {
    while !Task.isCancelled, let due = try? store.dueNotifications(limit: Self.batch), !due.isEmpty {
      guard !due.contains(where: \.isOrdered) else {
        for notification in due { await send(notification) }
        continue
      }
      await withTaskGroup { group in
        for notification in due {
          group.addTask { [self] in await send(notification) }
        }
      }
    }
  }

  private func send(_ notification: SimulatedNotification) async {
    let body: JSONObject = ["signedPayload": .string(notification.signedPayload)]
    let request = HTTPClient.HTTPRequest(
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
    let note = Task(executorPreference: recorders) { [store] in
      _ = try? store.recordAttempt(notification.notificationUUID, result, answer: answer)
    }
    await note.value
  }
}

extension SendAttemptResult {
  /// What Apple calls a failure of that kind.
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
