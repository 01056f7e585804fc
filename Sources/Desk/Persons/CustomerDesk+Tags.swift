package import AppStoreModel
import Core
import Storage

/// Tags of customers, and the agents to whom customers are assigned.
extension CustomerDesk {
  /// The most tags of a customer, and the longest one.
  private static let (mostTags, longestTag) = (20, 40)

  /// Adds tags to a customer and removes others.
  package func tag(_ customer: Int64, add: [String], remove: [String], by author: String) throws {
    let added = add.map { $0.lowercased() }.filter { !$0.isEmpty }
    guard added.allSatisfy({ $0.count <= Self.longestTag }), added.count <= Self.mostTags else {
      throw DeskError(
        .unusable(say("too many or too long tags; a tag has at most \(Self.longestTag) letters")))
    }
    try engine.transaction {
      try engine.execute(Self.untagging, each: remove.map { owner(customer) + [.deskText($0.lowercased())] })
      let rows = Set(added).sorted().map { owner(customer) + [.deskText($0), .deskText(author), now().databaseValue] }
      try put(rows, into: DeskTables.tags)
    }
  }

  /// Assigns a customer to an agent, or to no agent (nil).
  package func assign(_ customer: Int64, to agent: String?, by author: String) throws {
    try engine.transaction {
      guard let agent else {
        try engine.execute(Self.unassigning, values: owner(customer))
        return
      }
      try put(
        [owner(customer) + [.deskText(String(agent.prefix(100))), .deskText(author), now().databaseValue]],
        into: DeskTables.assignments)
    }
  }

  static let untagging: SQL = "DELETE FROM tags WHERE customer = ? AND app = ? AND environment = ? AND tag = ?"
  static let unassigning: SQL = "DELETE FROM assignments WHERE customer = ? AND app = ? AND environment = ?"

  /// Replaces rows; an agent's login does it with a function that writes author and date itself.
  private func put(_ rows: [[DatabaseValue]], into table: DeskTable) throws {
    guard engine.agent == nil else {
      for row in rows { try engine.append(row, to: table) }
      return
    }
    try engine.insert(rows, into: table, whenThere: .replace)
  }
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
  package func notes(about customer: Int64, limit: Int = 100) throws -> [DeskRemark] {
    try engine.agent?.look(at: customer)
    return try engine.rows(
      DeskQueries.notes, customer, app, environment, limit
    ) { DeskRemark(date: try $0["date"], author: try $0["author"], text: try $0["body"]) }
  }
}
