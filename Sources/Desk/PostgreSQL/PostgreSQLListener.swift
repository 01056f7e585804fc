internal import CPostgreSQL
package import Storage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
