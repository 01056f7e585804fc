internal import CPostgreSQL
import Core
import Libc
package import Storage

/// A connection to a PostgreSQL database, used like a `DatabaseConnection`: the same statements, rows and faults.
///
/// It is used by one thread at a time. It needs no server session of its own, so that pgbouncer may use another server
/// connection for every transaction: statements have no names, and settings and locks end with the transaction. Every
/// wait has a time limit on this side too, because a server behind a broken network never answers.
package final class PostgreSQLConnection {
  /// The time limits, in milliseconds.
  package struct Patience: Hashable, Sendable {
    /// The limit for one statement.
    package var statement = 30_000
    /// The limit for a lock that another transaction holds.
    package var lock = 5000
    /// How much longer than the server's own limit this side waits for a statement.
    package var grace = 2000
    /// The limit for one attempt to open a connection.
    package var connect = 5000
    /// The limit for opening a lost connection again, with all attempts.
    package var reconnect = 10_000
    /// How many times a transaction is run at most, after conflicts or lost connections.
    package var attempts = 10

    /// The limits unless the caller sets others.
    package static let usual = Patience()
  }

  /// The address of the database.
  package let address: PostgreSQLAddress
  /// The time limits.
  package var patience: Patience
  /// The statement that is sent after each COMMIT of a write, in the same round trip, to report it to others.
  package var announcement: SQL?
  /// A setting of the session that only makes it faster, because a pooler may forget it.
  private var setting: SQL?
  var handle: OpaquePointer?
  var placeholders = Placeholders()
  /// The kind of transaction that is open.
  var scope = Scope.none
  /// The fault of a statement after which the server ignores the rest of the transaction.
  var failed: DatabaseFault?

  enum Scope {
    case none
    case read
    case write(depth: Int)
  }

  /// Whether no transaction is open, so that each statement commits by itself.
  package var isBetweenTransactions: Bool { if case .none = scope { true } else { false } }

  /// Opens a connection; tries again within the time limit if the server does not answer.
  ///
  /// - Throws: `unreachable`, `forbidden`, `missing`.
  package init(_ address: PostgreSQLAddress, patience: Patience = .usual) throws(DatabaseFault) {
    self.address = address
    self.patience = patience
    try ensureOpen()
  }

  deinit { close() }

  /// Closes the connection; the next statement opens a new one.
  package func close() {
    till_pq_finish(handle)
    handle = nil
  }

  /// Whether the connection is open, as far as this side has heard.
  var isOpen: Bool {
    guard let handle, till_pq_consume_input(handle) == 1 else { return false }
    return till_pq_status(handle) == CONNECTION_OK
  }

  /// The server's version, such as 150020 for 15.20.
  package var serverVersion: Int { Int(till_pq_server_version(handle)) }

  /// Opens the connection if it is closed, with growing random pauses between attempts.
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
        if let setting { try run(setting.text) }
        return
      } catch {
        close()
        guard error.cause == .unreachable, ContinuousClock.now < end else { throw error }
        Self.pause(attempt: attempt)
        attempt += 1
      }
    }
  }

  /// Changes a setting of the session, now and after each loss of the connection.
  func set(_ setting: SQL) throws(DatabaseFault) {
    self.setting = setting
    try ensureOpen()
    try run(setting.text)
  }

  /// Waits between attempts: up to 20 ms at first, doubled each time up to a second; at least half of that.
  static func pause(attempt: Int) {
    let whole = min(1_000_000, 20_000 << min(attempt, 8))
    sleepThread(for: .microseconds(Int.random(in: whole / 2...whole)))
  }

  private func open() throws(DatabaseFault) {
    // The address's own settings come later and override these, except the encoding.
    let settings: [(String, String)] =
      (address.isCertificateChecked ? [("sslmode", "verify-full")] : []) + [
        ("fallback_application_name", "till"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "15000"), ("dbname", address.text), ("client_encoding", "UTF8"),
      ]
    Self.withCStrings(settings.map(\.0)) { keywords in
      Self.withCStrings(settings.map(\.1)) { values in handle = till_pq_connect_start(keywords, values) }
    }
    guard handle != nil, till_pq_status(handle) != CONNECTION_BAD else { throw lost() }
    let end = ContinuousClock.now + .milliseconds(address.connectTimeout ?? patience.connect)
    var next = PGRES_POLLING_WRITING
    while next != PGRES_POLLING_OK {
      guard next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING else { throw lost() }
      let events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard wait(for: Int16(events), until: end) else { throw silent(address.connectTimeout ?? patience.connect) }
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

  /// Returns the fault of a lost connection.
  func lost() -> DatabaseFault { DatabaseFault(connection: handle, address: address) }

  /// Returns the fault of a server that took too long; the result of its work is unknown.
  func silent(_ milliseconds: Int) -> DatabaseFault {
    DatabaseFault(
      .unreachable, file: address.description, detail: say("no answer within \("\(milliseconds)") ms"))
  }

  func misuse(_ detail: String) -> DatabaseFault {
    DatabaseFault(.misuse, file: address.description, detail: detail)
  }

  /// Waits until the socket can be read or written; returns false after the time limit.
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

/// A listener for the database's notifications.
///
/// It needs a direct connection to the server, because LISTEN works neither through pgbouncer nor on a replica.
package final class PostgreSQLListener {
  private let connection: PostgreSQLConnection
  private let channel: SQL

  /// Starts to listen on a channel.
  ///
  /// - Throws: `unreachable`, `forbidden`.
  package init(_ address: PostgreSQLAddress, channel: SQL) throws(DatabaseFault) {
    connection = try PostgreSQLConnection(address)
    self.channel = channel
    try connection.run(("LISTEN" + channel).text)
  }

  /// Waits for a notification.
  ///
  /// - Returns: Whether one came. Opening a lost connection again also counts, because notifications may have been
  ///   missed.
  package func wait(milliseconds: Int) throws(DatabaseFault) -> Bool {
    guard let handle = connection.handle, till_pq_status(handle) == CONNECTION_OK else { return try again() }
    guard connection.wait(for: Int16(POLLIN), until: .now + .milliseconds(milliseconds)) else { return false }
    guard till_pq_consume_input(handle) == 1 else { return try again() }
    var heard = false
    while let news = till_pq_notifies(handle) {
      till_pq_free(news)
      heard = true
    }
    return heard
  }

  private func again() throws(DatabaseFault) -> Bool {
    try connection.ensureOpen()
    try connection.run(("LISTEN" + channel).text)
    return true
  }
}
