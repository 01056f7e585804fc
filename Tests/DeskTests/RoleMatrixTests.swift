import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests each role with each table and each function; the result is the matrix in `Assets/Docs/desk.md`.
@Suite(PostgreSQLCluster.isHere) struct RoleMatrixTests {
  private static let roles: [DeskRole] = [.listen, .worker, .export, .agent, .owner]

  private let address: PostgreSQLAddress

  init() throws {
    let world = try DeskWorld(on: .postgreSQL, customers: 1, transactions: 1)
    _ = try world.desk()
    address = try #require(world.place.addresses.withLock { $0["desk"] })
    try PostgreSQLEngine(address).grantRoles()
  }

  private func engine(as role: DeskRole) throws -> PostgreSQLEngine {
    let name = try PostgreSQLEngine(address).name(of: role)
    return try PostgreSQLEngine(PostgreSQLAddress(address.text + "%20-crole%3D\(name)"))
  }

  /// Returns whether a statement is refused because the role has no right to it.
  private func isRefused(_ sql: String, on engine: PostgreSQLEngine) throws -> Bool {
    struct Back: Error {}
    do {
      try engine.connection.transaction {
        try engine.connection.forEachRow(SQL(trusted: sql)) { _ in true }
        throw Back()
      }
    } catch is Back {
      return false
    } catch let fault as DatabaseFault {
      return fault.cause == .forbidden && fault.detail.contains("permission denied")
    }
    return false
  }

  @Test func theMatrixMatchesTheTrial() throws {
    var rights: [DeskRole: [String: String]] = [:]
    var callers: [String: [String]] = [:]
    let functions: [(name: String, call: String)] = try PostgreSQLEngine(address).connection.rows(
      """
      SELECT proname::TEXT AS name, proname || '(' || coalesce((SELECT string_agg('NULL::' || format_type(t, NULL), ', ')
      FROM unnest(proargtypes) t), '') || ')' AS call FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND prosecdef ORDER BY 1
      """
    ) { (try $0["name"], try $0["call"]) }
    #expect(functions.count > 50)
    for role in Self.roles {
      let engine = try engine(as: role)
      for table in DeskTables.all {
        let column = table.columns[0].name
        let tries = [
          ("r", "SELECT count(*) FROM \(table.name)"),
          ("a", "INSERT INTO \(table.name)(\(column)) SELECT NULL WHERE false"),
          ("c", "UPDATE \(table.name) SET \(column) = NULL WHERE false"),
          ("d", "DELETE FROM \(table.name) WHERE false"),
        ]
        rights[role, default: [:]][table.name] = try tries.filter { try !isRefused("EXPLAIN " + $0.1, on: engine) }
          .map(\.0).joined()
      }
      for function in functions where try !isRefused("SELECT \(function.call)", on: engine) {
        callers[function.name, default: []].append(role.rawValue)
      }
    }
    // Only the owner deletes evidence, changes the trusted roots, or writes to the audit.
    for role in Self.roles where role != .owner {
      let may = try #require(rights[role])
      for table in ["evidence", "notifications", "letters", "events", "claims", "usages", "quarantine", "lookups"] {
        #expect(!(may[table] ?? "").contains { "cd".contains($0) }, "\(role): \(table)")
      }
      for table in ["settings", "secrets", "apps", "forgotten"] {
        #expect(["", "r"].contains(may[table]), "\(role): \(table)")
      }
      #expect(may["audit"] == "", "\(role)")
    }
    #expect(Set(rights[.agent]?.values ?? [:].values) == [""])
    #expect(rights[.export]?["secrets"] == "")

    var text = "| tables | " + Self.roles.map { "`\($0.rawValue)`" }.joined(separator: " | ") + " |\n"
    text += "|---|" + Self.roles.map { _ in "---|" }.joined() + "\n"
    let tables = Dictionary(grouping: DeskTables.all.map(\.name).sorted()) { table in
      Self.roles.map { rights[$0]?[table] ?? "" }
    }
    for (rights, names) in tables.sorted(by: { ($0.value.first ?? "") < ($1.value.first ?? "") }) {
      text += "| " + names.map { "`\($0)`" }.joined(separator: " ") + " | " + rights.joined(separator: " | ") + " |\n"
    }
    text += "\n| functions | may be called by |\n|---|---|\n"
    let groups = Dictionary(grouping: functions.map(\.name)) { callers[$0] ?? [] }
    for (roles, names) in groups.sorted(by: { ($0.value.first ?? "") < ($1.value.first ?? "") }) {
      text += "| " + names.map { "`\($0)`" }.joined(separator: " ") + " | "
      text += roles.map { "`\($0)`" }.joined(separator: ", ") + " |\n"
    }
    try DeskGuide.check(text, between: "<!-- matrix -->\n", and: "<!-- matrix ends -->", suite: "RoleMatrixTests")
  }
}
