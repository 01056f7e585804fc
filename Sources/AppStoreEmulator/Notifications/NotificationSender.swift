import AppStoreSimulator
import HTTPClient
import Locks
import StoreModel
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
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Begins to send.
  init(_ store: SimulatedAppStore, to address: HTTPAddress) {
    self.store = store
    self.address = address
    let task = Task(executorPreference: workers) { [weak self] in
      guard let kicks = self?.kicks() else { return }
      for await _ in kicks { await self?.sendDue() }
    }
    self.task.withLock { $0 = task }
  }

  /// Ends it; an attempt that is under way is not written down, and made again next time.
  func stop() {
    let task = task.withLock { task in
      defer { task = nil }
      return task
    }
    guard let task else { return }
    task.cancel()
    Task { [workers] in
      await task.value
      workers.stop()
    }
  }

  /// Each time when something may be due: at once, when the ledger changed, and at the instant of the next attempt.
  private func kicks() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.yield()
      let bell = Task(executorPreference: workers) { [store] in
        for await _ in store.updates() { continuation.yield() }
      }
      let timer = Task(executorPreference: workers) { [store] in
        while !Task.isCancelled {
          let next = try? store.nextNotificationAttempt()
          let wait = next?.milliseconds(since: SimulatedAppStore.systemClock()) ?? Self.longestWait
          try? await Task.sleep(for: .milliseconds(min(max(wait, 100), Self.longestWait)))
          continuation.yield()
        }
      }
      continuation.onTermination = { _ in
        bell.cancel()
        timer.cancel()
      }
    }
  }

  /// A minute: the ledger's clock may be moved meanwhile, which rings, or the machine may sleep, which does not.
  private static let longestWait: Int64 = 60_000

  private func sendDue() async {
    while !Task.isCancelled, let due = try? store.dueNotifications(limit: Self.batch), !due.isEmpty {
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
    let result: SendAttemptResult
    do throws(HTTPError) {
      let status = try await transport.send(request).status
      result = (200...206).contains(status) ? .success : .unsuccessfulHTTPResponseCode
    } catch {
      guard error.kind != .cancelled else { return }
      result = SendAttemptResult(error.kind)
    }
    _ = try? store.recordAttempt(notification.notificationUUID, result)
  }
}

extension SendAttemptResult {
  /// What Apple calls a failure of that kind.
  fileprivate init(_ kind: HTTPError.Kind) {
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
