import Storage

/// Receives the commits of writers with `announces` at once, over a direct connection without a pooler or a replica.
package final class DeskNews {
  private let listener: PostgreSQLListener

  /// Begins to listen.
  ///
  /// - Throws: A `DatabaseFault`.
  package init(_ place: String) throws {
    let address = try PostgreSQLAddress(place)
    let schema: String? = try PostgreSQLConnection(address).value("SELECT quote_ident('desk_' || current_schema())")
    listener = try PostgreSQLListener(address, channel: SQL(trusted: schema ?? "desk_public"))
  }

  /// Waits for news; a connection that was lost and is there again is news too.
  package func wait(milliseconds: Int) throws -> Bool { try listener.wait(milliseconds: milliseconds) }
}
