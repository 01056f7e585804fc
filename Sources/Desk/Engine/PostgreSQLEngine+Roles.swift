import Core
import Storage

/// The rights in a desk's database: roles without a login, given to the logins of programs and people.
///
/// A server has its roles for all of its databases. Each desk has its own, by the name of its database, so that an
/// agent of one desk has no rights at another.
package enum DeskRole: String, Hashable, Sendable, CaseIterable {
  /// Takes in and derives: adds evidence, and neither changes nor deletes it.
  case listen = "desk_listen"
  /// Looks, writes notes, and asks the worker; no right on a table, so that nothing of it is unseen.
  case agent = "desk_agent"
  /// Reads the signed data.
  case export = "desk_export"
  /// Does the work at Apple, and stores its answers; it does not choose the trusted roots.
  case worker = "desk_worker"
  /// Everything: makes the tables, and forgets.
  case owner = "desk_owner"

  /// A right that a role has on some tables.
  struct Right {
    let words: String
    let tables: [DeskTable]
  }

  /// The rights of a role on each table; none on those that are not named.
  var rights: [Right] {
    let leads = [DeskTables.lookups, DeskTables.names, DeskTables.persons]
    let set = [DeskTables.apps, DeskTables.settings, DeskTables.products]
    switch self {
    case .listen, .worker:
      let evidence = [
        DeskTables.evidence, DeskTables.notifications, DeskTables.letters, DeskTables.headers, DeskTables.roots,
        DeskTables.events, DeskTables.claims, DeskTables.usages, DeskTables.quarantine,
      ]
      let derived = DerivedRows.tables + [DeskTables.queue, DeskTables.deltas, DeskTables.imports]
      var rights = [
        Right(words: "SELECT", tables: set + [DeskTables.secrets, DeskTables.forgotten, DeskTables.orders]),
        Right(words: "SELECT, INSERT", tables: evidence + leads + [DeskTables.aliases, DeskTables.joins]),
        Right(words: "SELECT, INSERT, UPDATE", tables: [DeskTables.customers, DeskTables.totals]),
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
    // By functions alone, each of which answers for a line of the audit.
    case .agent: return []
    case .export:
      let signed = [
        DeskTables.customers, DeskTables.aliases, DeskTables.evidence, DeskTables.notifications, DeskTables.letters,
        DeskTables.headers, DeskTables.roots,
      ]
      return [Right(words: "SELECT", tables: set + signed + leads)]
    case .owner:
      return [Right(words: "SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER", tables: DeskTables.all)]
    }
  }
}

extension PostgreSQLEngine {
  // MARK: Names

  func foundHome() -> (database: String, schema: String, quoted: String) {
    let names: [String]? = try? connection.first(
      "SELECT current_database()::TEXT AS a, current_schema()::TEXT AS b, quote_ident(current_schema()) AS c"
    ) { [try $0["a"], try $0["b"], try $0["c"]] }
    guard let names else { return ("", "public", "public") }
    return (names[0], names[1], names[2])
  }

  /// The schema as statements name it.
  var schema: String { home.quoted }

  /// The name of a role of this desk: its own database is in it, and its schema where that is not the usual one.
  package func name(of role: DeskRole) -> String {
    let whole = "\(role.rawValue)_\(home.database)" + (home.schema == "public" ? "" : "_\(home.schema)")
    guard whole.utf8.count > 63 else { return whole }
    // The server would cut a longer name, where two desks may meet.
    let hash = String(DeskID.hash(Array(whole.utf8)), radix: 36)
    return role.rawValue + "_" + hash
  }

  func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  private func quoted(_ role: DeskRole) -> String {
    "\"" + name(of: role).replacing("\"", with: "\"\"") + "\""
  }

  /// How the login reaches the tables.
  func foundAccess() throws -> Access {
    let rights: [Bool]? = try connection.first(
      """
      SELECT has_table_privilege(oid, 'SELECT') AS reads, has_table_privilege(oid, 'DELETE') AS deletes
      FROM pg_class WHERE oid = to_regclass('evidence') AND has_schema_privilege(relnamespace, 'USAGE')
      """
    ) { [try $0["reads"], try $0["deletes"]] }
    guard let rights else { return .tables }
    return rights[1] ? .tables : rights[0] ? .guarded : .functions
  }

  // MARK: Giving rights

  /// One connection at a time grants rights in a database: the server refuses two that change the same one.
  private static let givingRights: Int64 = 0x0074_696c_6c02

  /// Makes the missing roles, gives each the rights that its work needs here, and takes every other from them.
  ///
  /// - Throws: `forbidden` where the login may not make roles.
  package func grantRoles() throws {
    // Three steps: Citus makes neither a role nor a function behind a change of a table.
    try connection.transaction {
      try connection.lockUntilEnd(Self.givingRights)
      for role in DeskRole.allCases {
        try connection.execute(
          SQL(
            trusted: """
              DO $made$ BEGIN CREATE ROLE \(quoted(role)) NOLOGIN;
              EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $made$
              """))
      }
      try connection.execute(SQL(trusted: "GRANT CREATE, USAGE ON SCHEMA \(schema) TO \(quoted(.owner))"))
    }
    try connection.transaction {
      try connection.lockUntilEnd(Self.givingRights)
      try dropFunctions()
      // No login may call a new function of this login until it gets the right.
      try connection.execute("ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC")
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
  }

  private func grant(_ functions: [String], to roles: [DeskRole]) throws {
    let names = roles.map(quoted).joined(separator: ", ")
    try connection.execute(
      SQL(trusted: "GRANT EXECUTE ON FUNCTION \(functions.joined(separator: ", ")) TO \(names)"))
  }

  /// Ours are those of our names that run with their owner's rights.
  private func ourFunctions() throws -> [String] {
    try connection.values(
      """
      SELECT oid::regprocedure::TEXT FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND prosecdef AND proname ~ '^(agent|desk)_' ORDER BY 1
      """)
  }

  private func dropFunctions() throws {
    for function in try ourFunctions() { try connection.execute(SQL(trusted: "DROP FUNCTION \(function)")) }
  }

  private func giveFunctionsAway() throws {
    // Citus asks its other nodes as the function's owner, and the role has no login.
    let isOwner: Int64? = try connection.value(
      SQL(trusted: "SELECT pg_has_role(\(literal(name(of: .owner))), 'MEMBER')::INTEGER"))
    guard try isOwner == 1 && !hasCitus() else { return }
    for function in try ourFunctions() {
      try connection.execute(SQL(trusted: "ALTER FUNCTION \(function) OWNER TO \(quoted(.owner))"))
    }
  }

  /// Revokes the rights of another desk's roles here, whose copy this may be, and those of every login.
  private func revokeWhatIsNotOurs() throws {
    let names = DeskRole.allCases.map { literal(name(of: $0)) }.joined(separator: ", ")
    let others: [String] = try connection.values(
      SQL(
        trusted: """
          SELECT DISTINCT quote_ident(rolname) FROM (\(Self.grants)) given JOIN pg_roles r ON r.oid = given.grantee
          WHERE rolname ~ '^desk_(listen|agent|export|worker|owner)_' AND rolname NOT IN (\(names))
          """))
    for other in ["PUBLIC"] + others {
      // A DBA's own tables beside the desk's are left alone.
      try connection.execute(SQL(trusted: "REVOKE ALL ON \(Self.relations.joined(separator: ", ")) FROM \(other)"))
      try connection.execute(SQL(trusted: "REVOKE ALL ON SEQUENCE desk_numbers, desk_changes FROM \(other)"))
      if other != "PUBLIC" { try connection.execute(SQL(trusted: "REVOKE ALL ON SCHEMA \(schema) FROM \(other)")) }
    }
  }

  private func grantTables(to role: DeskRole) throws {
    let name = quoted(role)
    try connection.execute(SQL(trusted: "GRANT USAGE ON SCHEMA \(schema) TO \(name)"))
    // An earlier version gave other rights.
    let all = DeskTables.all.map(\.name).joined(separator: ", ")
    try connection.execute(SQL(trusted: "REVOKE ALL ON \(all), desk_schema FROM \(name)"))
    try connection.execute(SQL(trusted: "REVOKE ALL ON SEQUENCE desk_numbers, desk_changes FROM \(name)"))
    // A look at how many commits there were tells nothing; each write counts one more.
    try connection.execute(SQL(trusted: "GRANT SELECT, USAGE ON SEQUENCE desk_changes TO \(name)"))
    if role != .agent, role != .export {
      try connection.execute(SQL(trusted: "GRANT SELECT, USAGE ON SEQUENCE desk_numbers TO \(name)"))
    }
    try connection.execute(SQL(trusted: "GRANT SELECT ON desk_schema TO \(name)"))
    for right in role.rights {
      let names = right.tables.map(\.name).joined(separator: ", ")
      try connection.execute(SQL(trusted: "GRANT \(right.words) ON \(names) TO \(name)"))
    }
    if role == .owner { try connection.execute(SQL(trusted: "GRANT ALL ON desk_schema TO \(name)")) }
  }

  // MARK: Looking at them

  /// The desk's tables, as statements name them.
  private static let relations = DeskTables.all.map(\.name) + ["desk_schema"]

  /// The holders of rights here; 0 is every login.
  private static let grants = """
    SELECT relname::TEXT AS name, grantee FROM pg_class, aclexplode(relacl)
    WHERE relnamespace = current_schema()::regnamespace
    AND relname IN ('desk_numbers', 'desk_changes', '\(relations.joined(separator: "', '"))')
    UNION ALL
    SELECT proname::TEXT, grantee FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    WHERE pronamespace = current_schema()::regnamespace AND prosecdef AND proname ~ '^(agent|desk)_'
    """

  package func rightsFindings() throws -> [String] {
    guard try !ourFunctions().isEmpty else { return [] }
    let open: Int =
      try connection.value(
        SQL(trusted: "SELECT count(DISTINCT name) FROM (\(Self.grants)) given WHERE grantee = 0")) ?? 0
    let names = DeskRole.allCases.map { literal(name(of: $0)) }.joined(separator: ", ")
    let there: [String] = try connection.values(
      SQL(trusted: "SELECT rolname::TEXT FROM pg_roles WHERE rolname IN (\(names))"))
    let others: [String] = try connection.values(
      SQL(
        trusted: """
          SELECT DISTINCT rolname::TEXT FROM (\(Self.grants)) given JOIN pg_roles r ON r.oid = given.grantee
          WHERE rolname ~ '^desk_(listen|agent|export|worker|owner)_' AND rolname NOT IN (\(names)) ORDER BY 1
          """))
    let hasty: [String] = try connection.values(
      SQL(
        trusted: """
          SELECT m.rolname::TEXT FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid
          JOIN pg_roles m ON m.oid = a.member
          WHERE r.rolname = \(literal(name(of: .agent))) AND m.rolcanlogin AND NOT EXISTS (
            SELECT FROM pg_db_role_setting s, unnest(s.setconfig) c
            WHERE s.setrole IN (m.oid, 0) AND c LIKE 'statement_timeout=%') ORDER BY 1
          """))
    var findings: [Words] = []
    if open > 0 {
      findings.append(
        Words(
          open, "\(open) table or function is open to every login; run till desk init",
          "\(open) tables or functions are open to every login; run till desk init"))
    }
    let missing = DeskRole.allCases.map(name(of:)).filter { !there.contains($0) }
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
