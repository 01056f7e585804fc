import Database
internal import PostgreSQL

/// Who may do what in a desk's database: roles that nobody logs in as, given to the logins of programs and people.
package enum DeskRole: String, Hashable, Sendable, CaseIterable {
  /// Takes in and derives; changes nothing that people wrote, and forgets nobody.
  case listen = "desk_listen"
  /// Looks, writes notes, and asks the worker; no right on a table, so that nothing of it is unseen.
  case agent = "desk_agent"
  /// Reads the signed data.
  case export = "desk_export"
  /// Does the work at Apple, and takes in what it hears there.
  case worker = "desk_worker"
  /// Everything: makes the tables, and forgets.
  case owner = "desk_owner"

  private static let taking = "SELECT, INSERT, UPDATE, DELETE"

  /// A right that a role has on some tables.
  struct Right {
    let words: String
    let tables: [DeskTable]
  }

  /// What a role may do with each table; nothing with those that are not named.
  var rights: [Right] {
    let leads = [DeskTables.lookups, DeskTables.names, DeskTables.persons]
    var rights = [
      Right(words: "SELECT", tables: [DeskTables.apps, DeskTables.settings, DeskTables.products]),
      Right(words: "INSERT", tables: [DeskTables.audit]),
    ]
    switch self {
    case .listen, .worker:
      // A join moves all rows of a customer, notes too.
      let own = DeskTables.ofCustomers + leads
      rights.append(
        Right(words: Self.taking, tables: own + [DeskTables.quarantine, DeskTables.deltas, DeskTables.imports]))
      rights.append(
        Right(
          words: "SELECT, INSERT",
          tables: [DeskTables.headers, DeskTables.roots, DeskTables.events, DeskTables.claims, DeskTables.usages]))
      rights.append(Right(words: "SELECT, INSERT, UPDATE", tables: [DeskTables.totals]))
      rights.append(Right(words: "SELECT", tables: [DeskTables.forgotten]))
      if self == .worker { rights.append(Right(words: "INSERT, UPDATE", tables: [DeskTables.settings])) }
    // By functions alone, each of which leaves its line.
    case .agent: return []
    case .export:
      let signed = [
        DeskTables.customers, DeskTables.aliases, DeskTables.evidence, DeskTables.notifications, DeskTables.letters,
        DeskTables.headers, DeskTables.roots,
      ]
      rights.append(Right(words: "SELECT", tables: signed + leads))
    case .owner: return [Right(words: "ALL", tables: DeskTables.all)]
    }
    return rights
  }
}

extension PostgreSQLEngine {
  /// Makes the roles that are missing, and gives each the rights that its work needs here.
  ///
  /// - Throws: `forbidden` where whoever is logged in may make no roles.
  package func grantRoles() throws {
    guard let schema: String = try connection.value("SELECT quote_ident(current_schema())") else { return }
    // Three steps: Citus makes neither a role nor a function behind a change of a table.
    try connection.transaction {
      for role in DeskRole.allCases {
        try connection.execute(
          SQL(
            trusted: """
              DO $$ BEGIN CREATE ROLE \(role.rawValue) NOLOGIN;
              EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
              """))
      }
      try connection.execute(SQL(trusted: "GRANT CREATE ON SCHEMA \(schema) TO desk_owner"))
    }
    // Citus asks its other nodes as whoever owns the function, and nobody logs in as the role.
    let isOwner: Int64? = try connection.value("SELECT pg_has_role('desk_owner', 'MEMBER')::INTEGER")
    let owner = try isOwner == 1 && !hasCitus() ? "desk_owner" : nil
    try connection.transaction { try makeFunctions(in: schema, owner: owner) }
    try connection.transaction {
      for role in DeskRole.allCases {
        try connection.execute(SQL(trusted: "GRANT USAGE ON SCHEMA \(schema) TO \(role.rawValue)"))
        try connection.execute(
          SQL(trusted: "GRANT SELECT, USAGE ON SEQUENCE desk_numbers, desk_changes TO \(role.rawValue)"))
        try connection.execute(SQL(trusted: "GRANT SELECT ON desk_schema TO \(role.rawValue)"))
        // An earlier version gave other rights.
        let all = DeskTables.all.map(\.name).joined(separator: ", ")
        try connection.execute(SQL(trusted: "REVOKE ALL ON \(all) FROM \(role.rawValue)"))
        for right in role.rights {
          let names = right.tables.map(\.name).joined(separator: ", ")
          try connection.execute(SQL(trusted: "GRANT \(right.words) ON \(names) TO \(role.rawValue)"))
        }
      }
      try connection.execute("GRANT ALL ON desk_schema TO desk_owner")
    }
  }
}
