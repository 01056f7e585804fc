package import AppStoreModel
import Storage

/// A note of an agent about a customer.
package struct DeskNote: Hashable, Sendable {
  package let date: Timestamp
  package let author: String
  package let body: String
}

extension CustomerDesk {
  /// Stores a note about a customer.
  package func add(note body: String, about customer: Int64, by author: String) throws {
    try engine.transaction {
      try engine.append(
        owner(customer) + [.null, now().databaseValue, .deskText(author), .deskText(body), .text("note"), .null],
        to: DeskTables.notes)
    }
  }

  /// Returns the notes about a customer, newest first.
  package func notes(about customer: Int64, limit: Int = 100) throws -> [DeskNote] {
    try engine.agent?.look(at: customer)
    return try engine.rows(
      DeskQueries.notes, customer, app, environment, limit
    ) { DeskNote(date: try $0["date"], author: try $0["author"], body: try $0["body"]) }
  }
}
