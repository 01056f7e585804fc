internal import CPostgreSQL
import Core
package import Storage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A connection to a PostgreSQL database, used as a `DatabaseConnection` is: the same statements, rows and faults.
///
/// It belongs to one owner. Nothing of it needs a session of its own, so that pgbouncer may lend another server with
/// every
/// transaction: statements have no names, settings and locks end with the transaction. Every wait has an end, on this
/// side too: a server that was cut off is as bad as one that is not there.
package final class PostgreSQLConnection {
  /// How long things may take, in milliseconds.
  package struct Patience: Hashable, Sendable {
    /// One statement.
    package var statement: Int
    /// One lock that another transaction holds.
    package var lock: Int
    /// How much longer than the server itself this side waits for the end of a statement.
    package var grace: Int
    /// Opening a connection, once.
    package var connect: Int
    /// Opening a lost connection again, with all its attempts.
    package var reconnect: Int
    /// How often a transaction is done again after a conflict or a lost connection.
    package var attempts = 10

    /// The usual patience.
    package init(
      statement: Int = 30_000, lock: Int = 5000, grace: Int = 2000, connect: Int = 5000, reconnect: Int = 10_000
    ) {
      self.statement = statement
      self.lock = lock
      self.grace = grace
      self.connect = connect
      self.reconnect = reconnect
    }
  }

  /// Where the database is.
  package let address: PostgreSQLAddress
  /// How long things may take.
  package var patience: Patience
  /// The statement behind each write, in the same journey, that tells others of it.
  package var announcement: SQL?
  var handle: OpaquePointer?
  var placeholders = Placeholders()
  /// The transaction that the connection is in.
  var scope = Scope.none
  /// The fault of a statement after which the server ignores the rest of the transaction.
  var failed: DatabaseFault?

  enum Scope {
    case none
    case read
    case write(depth: Int)
  }

  /// Whether each statement commits by itself now.
  package var isBetweenTransactions: Bool { if case .none = scope { true } else { false } }

  /// Opens a connection; a server that does not answer is tried again while there is patience.
  ///
  /// - Throws: `unreachable`, `forbidden`, `missing`.
  package init(_ address: PostgreSQLAddress, patience: Patience = Patience()) throws(DatabaseFault) {
    self.address = address
    self.patience = patience
    try ensureOpen()
  }

  deinit { close() }

  /// Ends the connection; the next statement opens another.
  package func close() {
    till_pq_finish(handle)
    handle = nil
  }

  /// The version of the server: 150020 for 15.20.
  package var serverVersion: Int { Int(till_pq_server_version(handle)) }

  /// Whether the server is one that only reads: a replica.
  package var isReplica: Bool {
    guard let value = till_pq_parameter(handle, "in_hot_standby") else { return false }
    return String(cString: value) == "on"
  }

  /// Opens the connection where there is none, with growing, random pauses between the attempts.
  func ensureOpen() throws(DatabaseFault) {
    if let handle, till_pq_status(handle) == CONNECTION_OK, till_pq_transaction_status(handle) == PQTRANS_IDLE {
      return
    }
    close()
    let end = ContinuousClock.now + .milliseconds(patience.reconnect)
    var attempt = 0
    while true {
      do throws(DatabaseFault) {
        try open()
        return
      } catch {
        close()
        guard error.cause == .unreachable, ContinuousClock.now < end else { throw error }
        Self.pause(attempt: attempt)
        attempt += 1
      }
    }
  }

  /// Waits between attempts: 20 ms, twice as long each time up to a second, by half of it at random.
  static func pause(attempt: Int) {
    let whole = min(1_000_000, 20_000 << min(attempt, 8))
    usleep(UInt32(Int.random(in: whole / 2...whole)))
  }

  private func open() throws(DatabaseFault) {
    // The address's own settings come after and count, but for the encoding.
    let settings: [(String, String)] = [
      ("fallback_application_name", "till"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "15000"), ("dbname", address.text), ("client_encoding", "UTF8"),
    ]
    Self.withCStrings(settings.map(\.0)) { keywords in
      Self.withCStrings(settings.map(\.1)) { values in handle = till_pq_connect_start(keywords, values) }
    }
    guard handle != nil, till_pq_status(handle) != CONNECTION_BAD else { throw lost() }
    let end = ContinuousClock.now + .milliseconds(patience.connect)
    var next = PGRES_POLLING_WRITING
    while next != PGRES_POLLING_OK {
      guard next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING else { throw lost() }
      let events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard wait(for: Int16(events), until: end) else { throw silent(patience.connect) }
      next = till_pq_connect_poll(handle)
    }
    till_pq_ignore_notices(handle)
    guard till_pq_set_nonblocking(handle) == 0 else { throw lost() }
  }

  private static func withCStrings(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void) {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    (copies.map { $0.map { UnsafePointer($0) } } + [nil]).withUnsafeBufferPointer { list in
      if let start = list.baseAddress { body(start) }
    }
  }

  /// The fault of the connection itself.
  func lost() -> DatabaseFault { DatabaseFault(connection: handle, address: address) }

  /// The fault of a server that takes too long; the result of its work is unknown.
  func silent(_ milliseconds: Int) -> DatabaseFault {
    DatabaseFault(
      .unreachable, file: address.description, detail: say("no answer within \("\(milliseconds)") ms"))
  }

  func misuse(_ detail: String) -> DatabaseFault {
    DatabaseFault(.misuse, file: address.description, detail: detail)
  }

  /// Waits until the socket can be read or written; false after the end.
  func wait(for events: Int16, until end: ContinuousClock.Instant) -> Bool {
    var socket = pollfd(fd: till_pq_socket(handle), events: events, revents: 0)
    while true {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      let ready = poll(&socket, 1, Int32(clamping: Int(left.rounded(.up))))
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return true }
    }
  }
}
