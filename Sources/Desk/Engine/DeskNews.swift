import Database
internal import PostgreSQL

/// Hears at once what writers with `announces` commit, over a direct connection: no pooler and no replica stands between.
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
