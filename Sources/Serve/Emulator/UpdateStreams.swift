import Core
import Simulator

/// Tells any number of devices that the ledger changed, with one watch on it for all.
final class UpdateStreams: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var next = 0
    var tasks: [Task<Void, Never>] = []
    var isStopped = false
  }

  private static let change = Array("data: changed\n\n".utf8)
  private static let heartbeat = Array(": \n\n".utf8)
  /// How often a sign of life is sent, so that both ends notice when the other one is gone.
  private static let pulse = Duration.seconds(10)

  private let store: SimulatedAppStore
  private let state = Mutex(State())

  init(_ store: SimulatedAppStore) { self.store = store }

  /// A stream of server-sent events for one device; it begins with a change, since there may have been one.
  func subscribe() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(8))
    let number = state.withLock { state -> Int? in
      guard !state.isStopped else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      if state.tasks.isEmpty { state.tasks = [watch(), beat()] }
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
    continuation.yield(Self.change)
    return stream
  }

  /// Ends every stream and the watch.
  func stop() {
    let (listeners, tasks) = state.withLock { state in
      state.isStopped = true
      defer { state.listeners = [:] }
      return (Array(state.listeners.values), state.tasks)
    }
    for listener in listeners { listener.finish() }
    for task in tasks { task.cancel() }
  }

  private func watch() -> Task<Void, Never> {
    Task { [weak self, store] in
      for await _ in store.updates() { self?.send(Self.change) }
    }
  }

  private func beat() -> Task<Void, Never> {
    Task { [weak self] in
      while (try? await Task.sleep(for: Self.pulse)) != nil { self?.send(Self.heartbeat) }
    }
  }

  private func send(_ bytes: [UInt8]) {
    // Outside the lock: the end of a stream comes back for it.
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(bytes) }
  }
}
