import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The connections of one server and the memory of each, so that no number of clients takes more memory, time or
/// descriptors than the server has for all of them together.
///
/// The library's own time limit begins anew with every byte; the clock here does not.
final class ConnectionTable: Sendable {
  /// The stage of a connection.
  enum Stage: Int {
    /// The next head is awaited: nothing came, or a part of it.
    case head
    /// A body is on its way.
    case body
    /// A handler has the request: only the server itself can be slow.
    case handling
    /// The client takes an answer.
    case answer
    /// The client takes a stream, which has no end of its own.
    case stream
  }

  /// Why a connection is closed before its time.
  private enum Reason: String {
    case tooMuch = "503 Service Unavailable"
    case tooLate = "408 Request Timeout"
  }

  private struct Row {
    let descriptor: Int32
    var stage = Stage.head
    /// When the stage began.
    var since = ContinuousClock.now
    /// Its memory beside its head.
    var bytes = 0
    var isCutOff = false
  }

  private struct State {
    var rows: [Int: Row] = [:]
    /// Those that are not cut off.
    var count = 0
    var bytes = 0
  }

  private let state = Mutex(State())
  private let settings: HTTPServerSettings
  private let limit: Int
  private let sweeping = Mutex<Task<Void, Never>?>(nil)

  /// - Parameter limit: How many connections there may be.
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

  // MARK: Calls of the library

  /// A connection has begun; where there are too many now, those that have kept the server waiting longest go: some at
  /// once, so that a flood of new ones costs little.
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

  /// A connection is about to be closed: its descriptor is another's from now on.
  func close(_ connection: Int) {
    state.withLock { state in
      guard let row = state.rows.removeValue(forKey: connection) else { return }
      state.bytes -= row.bytes
      if !row.isCutOff { state.count -= 1 }
    }
  }

  /// A connection is at a stage and holds so many bytes.
  ///
  /// Where that is too much for all of them together, those that have been sending or taking longest are closed first.
  ///
  /// - Returns: Whether there is room; without any it keeps what it held.
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

  /// Closes a connection that there is no room for.
  func refuse(_ connection: Int) { state.withLock { cutOff(connection, .tooMuch, &$0) } }

  /// How many connections there are, and how many bytes they hold.
  var figures: (connections: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }

  // MARK: Closing

  /// The connections that have been at their stage longest: requests that arrive, then answers, then streams; none that
  /// waits for the server.
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

  /// Shuts the socket, which the library then finds closed.
  ///
  /// The descriptor is still this connection's: `close` comes before the library gives it back, and waits for the lock.
  private func cutOff(_ connection: Int, _ reason: Reason, _ state: inout State) {
    guard var row = state.rows[connection], !row.isCutOff else { return }
    if row.stage == .body, settings.tls == nil {
      let answer = Array("HTTP/1.1 \(reason.rawValue)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
      send(row.descriptor, answer, answer.count, Int32(MSG_DONTWAIT) | Self.noSignal)
    }
    shutdown(row.descriptor, Int32(SHUT_RDWR))
    state.bytes -= row.bytes
    state.count -= 1
    (row.bytes, row.isCutOff) = (0, true)
    state.rows[connection] = row
  }

  #if canImport(Glibc)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0
  #endif
}
