import Core
import Storage

/// The roles in a desk's database; they cannot log in, and are granted to the logins of programs and people.
///
/// A PostgreSQL server shares its roles among all its databases. Each desk has its own roles, named after its database,
/// so that an agent of one desk has no rights in another.
package enum DeskRole: String, Hashable, Sendable, CaseIterable {
  /// Receives and derives: adds evidence, and can neither change nor delete it.
  case listen = "desk_listen"
  /// Reads, writes notes and makes requests to the worker; has no rights on tables, so that every read is in the audit.
  case agent = "desk_agent"
  /// Reads the signed data.
  case export = "desk_export"
  /// Makes the calls to Apple and stores the answers; cannot change the trusted roots.
  case worker = "desk_worker"
  /// Has all rights: creates the tables, and forgets people.
  case owner = "desk_owner"

  /// The rights of a role on some tables.
  struct Right {
    let words: String
    let tables: [DeskTable]
  }

  /// The rights of a role on tables; it has none on tables that are not named.
  var rights: [Right] {
    let leads = [DeskTables.lookups, DeskTables.names, DeskTables.persons]
    let set = [DeskTables.apps, DeskTables.appAccess, DeskTables.settings]
    switch self {
    case .listen, .worker:
      let evidence = [
        DeskTables.evidence, DeskTables.notifications, DeskTables.letters, DeskTables.headers, DeskTables.roots,
        DeskTables.events, DeskTables.claims, DeskTables.usages, DeskTables.quarantine, DeskTables.importedCustomers,
        DeskTables.products,
      ]
      let people = [DeskTables.people, DeskTables.attributes, DeskTables.peopleNames]
      let derived = DerivedRows.tables + people + [DeskTables.queue, DeskTables.deltas, DeskTables.waiting]
      var rights = [
        Right(words: "SELECT", tables: set + [DeskTables.secrets, DeskTables.forgotten, DeskTables.orders]),
        Right(words: "SELECT, INSERT", tables: evidence + leads + [DeskTables.aliases, DeskTables.joins]),
        Right(words: "SELECT, INSERT, UPDATE", tables: [DeskTables.customers, DeskTables.totals, DeskTables.imports]),
        Right(words: "SELECT, INSERT, UPDATE, DELETE", tables: derived),
        Right(words: self == .worker ? "SELECT, INSERT, UPDATE" : "SELECT", tables: [DeskTables.marks]),
      ]
      if self == .worker {
        rights += [
          Right(words: "SELECT, INSERT, UPDATE", tables: [DeskTables.requests, DeskTables.refreshes]),
          Right(words: "INSERT", tables: [DeskTables.orders]),
        ]
      }
      return rights
    // An agent reads only through functions, each of which needs an audit entry.
    case .agent: return []
    case .export:
      let signed = [
        DeskTables.customers, DeskTables.aliases, DeskTables.evidence, DeskTables.notifications, DeskTables.letters,
        DeskTables.headers, DeskTables.roots, DeskTables.findings,
      ]
      return [Right(words: "SELECT", tables: set + signed + leads)]
    case .owner:
      return [Right(words: "SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER", tables: DeskTables.all)]
    }
  }
}

extension PostgreSQLEngine {
  // MARK: Names

  /// Returns a role's name in this desk: it has the database's name, and the schema's unless that is the usual one.
  package func name(of role: DeskRole) -> String {
    let whole = "\(role.rawValue)_\(database)" + (schemaName == Self.usualSchema ? "" : "_\(schemaName)")
    guard whole.utf8.count > 63 else { return whole }
    // The server would cut a longer name, and two desks could get the same one.
    let hash = String(DeskID.hash(Array(whole.utf8)), radix: 36)
    return role.rawValue + "_" + hash
  }

  private func quoted(_ role: DeskRole) -> String { Self.quoted(name(of: role)) }

  /// The names of this desk's roles, as a list of literals.
  private var names: String { DeskRole.allCases.map { literal(name(of: $0)) }.joined(separator: ", ") }

  /// Returns how the login may use the tables, and learns whether Citus distributes them.
  func foundAccess() throws -> Access {
    let rights: [Bool]? = try connection.first(
      """
      SELECT has_table_privilege(c.oid, 'SELECT') AS reads, has_table_privilege(c.oid, 'DELETE') AS deletes,
        EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ? AND c.relname = 'evidence' AND has_schema_privilege(n.oid, 'USAGE')
      """, schemaName
    ) { [try $0["reads"], try $0["deletes"], try $0["citus"]] }
    guard let rights else { return .tables }
    isCitus = rights[2]
    if isCitus { try useFewConnections() }
    return rights[1] ? .tables : rights[0] ? .guarded : .functions
  }

  // MARK: Granting rights

  /// The lock for granting rights: PostgreSQL refuses two connections that change the same rights at once.
  private static let givingRights: Int64 = 0x0074_696c_6c02

  /// Creates the missing roles, grants each the rights that its work needs, and revokes all other rights.
  ///
  /// - Throws: `forbidden` if a role is missing and the login may not create roles.
  package func grantRoles() throws {
    // Three transactions are needed: Citus creates no role and no function after a change of a table in one
    // transaction.
    try connection.transaction {
      try connection.lockUntilEnd(Self.givingRights)
      for role in try missingRoles() {
        // Another connection may have created it meanwhile.
        try connection.execute(
          SQL(
            trusted: """
              DO $made$ BEGIN CREATE ROLE \(quoted(role)) NOLOGIN;
              EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $made$
              """))
      }
      // Without USAGE no login reaches a table or function, even if a restored backup lost the rights on them.
      try connection.execute(SQL(trusted: "REVOKE ALL ON SCHEMA \(schema) FROM PUBLIC"))
      try connection.execute(SQL(trusted: "GRANT CREATE, USAGE ON SCHEMA \(schema) TO \(quoted(.owner))"))
    }
    try connection.transaction {
      try connection.lockUntilEnd(Self.givingRights)
      try dropFunctions()
      // No login may call a new function before the right is granted to it.
      try connection.execute("ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC")
      try connection.execute(
        SQL(trusted: "ALTER DEFAULT PRIVILEGES IN SCHEMA \(schema) REVOKE ALL ON TABLES FROM PUBLIC"))
      let agents = try makeAgentFunctions()
      let (guarded, audit) = try makeGuardedFunctions()
      try grant(agents + [audit], to: [.agent])
      try grant(guarded + [audit], to: [.listen, .worker])
      try grant([audit], to: [.export])
      try giveFunctionsAway()
    }
    try connection.transaction {
      try connection.lockUntilEnd(Self.givingRights)
      try revokeWhatIsNotOurs()
      for role in DeskRole.allCases { try grantTables(to: role) }
    }
    try limitAgents()
  }

  /// Returns the roles that the server does not have.
  private func missingRoles() throws -> [DeskRole] {
    let there: Set<String> = try Set(
      connection.values(SQL(trusted: "SELECT rolname::TEXT FROM pg_roles WHERE rolname IN (\(names))")))
    return DeskRole.allCases.filter { !there.contains(name(of: $0)) }
  }

  /// Returns the agents' logins whose statements may run without limit.
  private func unlimitedAgents() throws -> [String] {
    try connection.values(
      SQL(
        trusted: """
          SELECT m.rolname::TEXT FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid
          JOIN pg_roles m ON m.oid = a.member
          WHERE r.rolname = \(literal(name(of: .agent))) AND m.rolcanlogin AND NOT EXISTS (
            SELECT FROM pg_db_role_setting s, unnest(s.setconfig) c
            WHERE s.setrole IN (m.oid, 0) AND c LIKE 'statement_timeout=%') ORDER BY 1
          """))
  }

  /// Sets a `statement_timeout` in this database for agents' logins without one, as far as this login may.
  private func limitAgents() throws {
    for login in try unlimitedAgents() {
      _ = try? connection.transaction {
        try connection.execute(
          SQL(
            trusted: "ALTER ROLE \(Self.quoted(login)) IN DATABASE \(Self.quoted(database)) "
              + "SET statement_timeout = '30s'"))
      }
    }
  }

  private func grant(_ functions: [String], to roles: [DeskRole]) throws {
    let names = roles.map(quoted).joined(separator: ", ")
    try connection.execute(
      SQL(trusted: "GRANT EXECUTE ON FUNCTION \(functions.joined(separator: ", ")) TO \(names)"))
  }

  /// Returns the desk's functions: those with its name prefixes that run with their owner's rights.
  private func ourFunctions() throws -> [String] {
    try connection.values(
      SQL(
        trusted: """
          SELECT \(literal(schema)) || '.' || quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')'
          FROM pg_proc WHERE pronamespace = \(literal(schema))::regnamespace AND prosecdef
          AND proname ~ '^(agent|desk)_' ORDER BY 1
          """))
  }

  private func dropFunctions() throws {
    for function in try ourFunctions() { try connection.execute(SQL(trusted: "DROP FUNCTION \(function)")) }
  }

  private func giveFunctionsAway() throws {
    // Citus queries its other nodes as the function's owner, and the owner role has no login.
    let isOwner: Int64? = try connection.value(
      SQL(trusted: "SELECT pg_has_role(\(literal(name(of: .owner))), 'MEMBER')::INTEGER"))
    guard try isOwner == 1 && !hasCitus() else { return }
    for function in try ourFunctions() {
      try connection.execute(SQL(trusted: "ALTER FUNCTION \(function) OWNER TO \(quoted(.owner))"))
    }
  }

  /// Revokes the rights of PUBLIC, and those of another desk's roles, of which this database may be a copy.
  private func revokeWhatIsNotOurs() throws {
    for other in try ["PUBLIC"] + foreignRoles().map(Self.quoted) {
      // Other tables that a database administrator created in the schema stay as they are.
      try connection.execute(SQL(trusted: "REVOKE ALL ON \(everything) FROM \(other)"))
      try connection.execute(SQL(trusted: "REVOKE ALL ON SEQUENCE \(schema).numbers, \(schema).changes FROM \(other)"))
      if other != "PUBLIC" { try connection.execute(SQL(trusted: "REVOKE ALL ON SCHEMA \(schema) FROM \(other)")) }
    }
  }

  private func grantTables(to role: DeskRole) throws {
    let name = quoted(role)
    try connection.execute(SQL(trusted: "GRANT USAGE ON SCHEMA \(schema) TO \(name)"))
    // An earlier version may have granted other rights.
    try connection.execute(SQL(trusted: "REVOKE ALL ON \(everything) FROM \(name)"))
    try connection.execute(SQL(trusted: "REVOKE ALL ON SEQUENCE \(schema).numbers, \(schema).changes FROM \(name)"))
    // Every role may read the number of commits, which contains no personal data; each write increases it.
    try connection.execute(SQL(trusted: "GRANT SELECT, USAGE ON SEQUENCE \(schema).changes TO \(name)"))
    if role != .agent, role != .export {
      try connection.execute(SQL(trusted: "GRANT SELECT, USAGE ON SEQUENCE \(schema).numbers TO \(name)"))
    }
    try connection.execute(SQL(trusted: "GRANT SELECT ON \(schema).schema_history TO \(name)"))
    for right in role.rights {
      try connection.execute(SQL(trusted: "GRANT \(right.words) ON \(relations(right.tables)) TO \(name)"))
      let views = right.tables.filter(\.hasView).map { "\(schema).\($0.name)_view" }
      guard right.words.contains("SELECT"), !views.isEmpty else { continue }
      try connection.execute(SQL(trusted: "GRANT SELECT ON \(views.joined(separator: ", ")) TO \(name)"))
    }
    if role == .owner { try connection.execute(SQL(trusted: "GRANT ALL ON \(schema).schema_history TO \(name)")) }
  }

  // MARK: Checking rights

  /// The desk's tables and views, without the schema's name.
  private static let relations =
    DeskTables.all.map(\.name) + DeskTables.all.filter(\.hasView).map { $0.name + "_view" } + ["schema_history"]

  /// The same as a list of a statement.
  private var everything: String { Self.relations.map { "\(schema).\($0)" }.joined(separator: ", ") }

  /// The query for the holders of rights in this database; grantee 0 is PUBLIC.
  private var grants: String {
    """
    SELECT relname::TEXT AS name, grantee FROM pg_class, aclexplode(relacl)
    WHERE relnamespace = \(literal(schema))::regnamespace
    AND relname IN ('numbers', 'changes', '\(Self.relations.joined(separator: "', '"))')
    UNION ALL
    SELECT proname::TEXT, grantee FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    WHERE pronamespace = \(literal(schema))::regnamespace AND prosecdef AND proname ~ '^(agent|desk)_'
    UNION ALL
    SELECT nspname::TEXT, grantee FROM pg_namespace, aclexplode(nspacl) WHERE nspname = \(literal(schemaName))
    """
  }

  /// Returns another desk's roles with rights in this one.
  private func foreignRoles() throws -> [String] {
    try connection.values(
      SQL(
        trusted: """
          SELECT DISTINCT rolname::TEXT FROM (\(grants)) given JOIN pg_roles r ON r.oid = given.grantee
          WHERE rolname ~ '^desk_(listen|agent|export|worker|owner)_' AND rolname NOT IN (\(names)) ORDER BY 1
          """))
  }

  package func rightsFindings() throws -> [String] {
    guard try !ourFunctions().isEmpty else { return [] }
    let open: Int =
      try connection.value(
        SQL(trusted: "SELECT count(DISTINCT name) FROM (\(grants)) given WHERE grantee = 0")) ?? 0
    let others = try foreignRoles()
    let hasty = try unlimitedAgents()
    var findings: [Words] = []
    if open > 0 {
      findings.append(
        Words(
          open, "\(open) table or function is open to every login; run till desk init",
          "\(open) tables or functions are open to every login; run till desk init"))
    }
    let missing = try missingRoles().map(name(of:))
    if !missing.isEmpty {
      findings.append(Words("this server has no role \(Language.series(missing)); run till desk init"))
    }
    if !others.isEmpty {
      findings.append(
        Words(
          "roles of another desk have rights in this one: "
            + "\(Language.series(others)); run till desk init"))
    }
    if !hasty.isEmpty {
      findings.append(
        Words(
          "\(Language.series(hasty)) has no statement_timeout; "
            + "run ALTER ROLE \(hasty[0]) SET statement_timeout = '30s'"
        ))
    }
    return findings.map(\.text)
  }
}
