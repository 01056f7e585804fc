import Core
import Libc

/// The connections of one server and their memory.
///
/// It limits how much memory, time and descriptors all clients together can use, however many they are. The time limit
/// of libmicrohttpd begins again with every byte; the limit here does not.
final class ConnectionTable: Sendable {
  /// The stage of a connection.
  enum Stage: Int {
    /// The server waits for the next head: nothing of it has arrived, or a part.
    case head
    /// A body is arriving.
    case body
    /// A handler has the request, so the connection waits for the server, not for the client.
    case handling
    /// The client is receiving an answer.
    case answer
    /// The client is receiving a stream, which has no end of its own.
    case stream
  }

  /// Why the server closes a connection early.
  private enum Reason: String {
    case tooMuch = "503 Service Unavailable"
    case tooLate = "408 Request Timeout"
  }

  private struct Row {
    let descriptor: Int32
    var stage = Stage.head
    /// When the stage began.
    var since = ContinuousClock.now
    /// The memory that the connection uses beside its head, in bytes.
    var bytes = 0
    var isCutOff = false
  }

  private struct State {
    var rows: [Int: Row] = [:]
    /// The number of connections that are not cut off.
    var count = 0
    var bytes = 0
  }

  private let state = Mutex(State())
  private let settings: HTTPServerSettings
  private let limit: Int
  private let sweeping = Mutex<Task<Void, Never>?>(nil)

  /// Starts checking connections for their time limits.
  ///
  /// - Parameter limit: The largest number of connections.
  init(_ settings: HTTPServerSettings, limit: Int) {
    self.settings = settings
    self.limit = limit
    let pause = Duration.milliseconds(min(1000, settings.arrivalLimit * 250))
    let task = Task { [weak self] in
      while (try? await Task.sleep(for: pause)) != nil { self?.sweep() }
    }
    sweeping.withLock { $0 = task }
  }

  func stop() { sweeping.withLock { $0?.cancel() } }

  // MARK: Called by libmicrohttpd

  /// Adds a new connection.
  ///
  /// Where there are too many, closes the connections that have been at their stage longest. It closes several at a
  /// time, so that a flood of new ones costs little.
  func open(_ connection: Int, _ descriptor: Int32) {
    state.withLock { state in
      state.rows[connection] = Row(descriptor: descriptor)
      state.count += 1
      guard state.count > limit else { return }
      for id in Self.oldest(max(1, limit / 64), in: state, where: { id, _ in id != connection }) {
        cutOff(id, .tooMuch, &state)
      }
    }
  }

  /// Removes a connection that is about to be closed, because its descriptor will be used by another one.
  func close(_ connection: Int) {
    state.withLock { state in
      guard let row = state.rows.removeValue(forKey: connection) else { return }
      state.bytes -= row.bytes
      if !row.isCutOff { state.count -= 1 }
    }
  }

  /// Moves a connection to a stage, and charges it with the bytes that it holds.
  ///
  /// Where all connections together hold too much, those that have been sending or receiving longest are closed first.
  ///
  /// - Returns: False where there is still not enough room; the connection then keeps its stage and its bytes.
  func enter(_ connection: Int, _ stage: Stage, bytes: Int) -> Bool {
    state.withLock { state in
      guard var row = state.rows[connection], !row.isCutOff else { return false }
      let more = bytes - row.bytes
      while more > 0, state.bytes + more > settings.byteLimit {
        guard let oldest = Self.oldest(1, in: state, where: { id, row in id != connection && row.bytes > 0 }).first
        else { return false }
        cutOff(oldest, .tooMuch, &state)
      }
      if row.stage != stage { (row.stage, row.since) = (stage, .now) }
      row.bytes = bytes
      state.bytes += more
      state.rows[connection] = row
      return true
    }
  }

  /// Closes a connection for which there is no room.
  func refuse(_ connection: Int) { state.withLock { cutOff(connection, .tooMuch, &$0) } }

  /// The bytes that all connections hold.
  var heldBytes: Int { state.withLock { $0.bytes } }

  // MARK: Closing

  /// Returns the connections that have been at their stage longest.
  ///
  /// Arriving requests come first, then answers, then streams. Connections that wait for the server are left out.
  private static func oldest(_ count: Int, in state: State, where fits: (Int, Row) -> Bool) -> [Int] {
    var found: [(stage: Int, since: ContinuousClock.Instant, id: Int)] = []
    for (id, row) in state.rows where !row.isCutOff && row.stage != .handling && fits(id, row) {
      found.append((max(Stage.body.rawValue, row.stage.rawValue), row.since, id))
    }
    if count == 1 { return found.min { ($0.stage, $0.since) < ($1.stage, $1.since) }.map { [$0.id] } ?? [] }
    return found.sorted { ($0.stage, $0.since) < ($1.stage, $1.since) }.prefix(count).map(\.id)
  }

  /// Closes connections that have been sending or receiving for too long.
  private func sweep() {
    let now = ContinuousClock.now
    state.withLock { state in
      for (id, row) in state.rows where !row.isCutOff {
        let patience: Int
        switch row.stage {
        case .head, .body: patience = settings.arrivalLimit
        case .answer: patience = settings.arrivalLimit * 4
        case .handling, .stream: continue
        }
        if row.since.duration(to: now) > .seconds(patience) { cutOff(id, .tooLate, &state) }
      }
    }
  }

  /// Shuts down a connection's socket; libmicrohttpd then finds it closed.
  ///
  /// The descriptor still belongs to this connection: libmicrohttpd calls `close` before it frees the descriptor, and
  /// `close` waits for the lock.
  private func cutOff(_ connection: Int, _ reason: Reason, _ state: inout State) {
    guard var row = state.rows[connection], !row.isCutOff else { return }
    if row.stage == .body, settings.tls == nil {
      let answer = Array("HTTP/1.1 \(reason.rawValue)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
      send(row.descriptor, answer, answer.count, Int32(MSG_DONTWAIT))
    }
    shutdown(row.descriptor, Int32(SHUT_RDWR))
    state.bytes -= row.bytes
    state.count -= 1
    (row.bytes, row.isCutOff) = (0, true)
    state.rows[connection] = row
  }
}
