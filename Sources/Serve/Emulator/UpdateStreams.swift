import Core
import Simulator

/// Event streams that tell devices when the ledger changes; one observer of the ledger serves all of them.
final class UpdateStreams: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var next = 0
    var tasks: [Task<Void, Never>] = []
    var isStopped = false
  }

  private static let change = Array("data: changed\n\n".utf8)
  private static let heartbeat = Array(": \n\n".utf8)
  /// The interval between heartbeats, which let both ends notice a lost connection.
  private static let pulse = Duration.seconds(10)

  private let store: SimulatedAppStore
  private let state = Mutex(State())

  init(_ store: SimulatedAppStore) { self.store = store }

  /// Returns a stream of server-sent events for one device.
  ///
  /// The first event is a change, because the ledger may have changed before the device subscribed.
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

  /// Ends every stream and stops observing the ledger.
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
    // Outside the lock: a stream that ends takes the lock too.
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(bytes) }
  }
}
