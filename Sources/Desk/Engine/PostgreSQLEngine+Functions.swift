import Storage

/// PostgreSQL functions that run with their owner's rights (SECURITY DEFINER).
extension PostgreSQLEngine {
  /// Creates the function of each guarded statement, and the one that writes an audit entry.
  ///
  /// - Returns: The functions for a listener and a worker, and the audit function for every role.
  func makeGuardedFunctions() throws -> (guarded: [String], audit: String) {
    var made = try Guarded.statements.map(makeGuarded)
    for table in Guarded.moving {
      made.append(
        try make(
          "desk_move_" + table.name, of: (1...4).map { ("a\($0)", "BIGINT") }, returning: "BIGINT",
          """
          BEGIN
            \(onlyFor(.listen, .worker))
            IF NOT EXISTS (SELECT FROM joins j WHERE j.customer = a2) THEN
              RAISE EXCEPTION 'no join of this customer was begun' USING ERRCODE = '42501';
            END IF;
            \(numbered(table.copying));
            \(numbered(table.deletion, from: 2));
            RETURN 1;
          END
          """))
    }
    let audit = try make(
      "desk_note", of: [("act", "TEXT"), ("subject", "TEXT"), ("detail", "TEXT")], returning: "BIGINT",
      """
      DECLARE added BIGINT := nextval('numbers');
      BEGIN
        \(onlyFor(.listen, .worker, .export, .agent, .owner))
        INSERT INTO audit(number, date, agent, act, subject, detail) VALUES
          (added, \(Self.clock), session_user, left(act, 100), left(subject, 200), left(detail, 10000));
        RETURN added;
      END
      """)
    return (made, audit)
  }

  private func makeGuarded(_ statement: Guarded.Statement) throws -> String {
    let types = try types(of: statement.sql)
    let values = types.indices.map { "a\($0 + 1)" }
    return try make(
      "desk_" + statement.name, of: zip(values, types).map { ($0, $1) }, returning: "BIGINT",
      """
      DECLARE count BIGINT;
      BEGIN
        \(onlyFor(.listen, .worker))
        IF NOT coalesce((\(statement.condition)), false) THEN
          RAISE EXCEPTION 'evidence may not be lost by this' USING ERRCODE = '42501';
        END IF;
        EXECUTE $asked$\(Placeholders.number(statement.sql.text).text)$asked$ USING \(values.joined(separator: ", "));
        GET DIAGNOSTICS count = ROW_COUNT;
        RETURN count;
      END
      """)
  }

  /// Returns the statement with a function's parameters in place of `?`, numbered from `first`.
  private func numbered(_ sql: SQL, from first: Int = 1) -> String {
    sql.text.split(separator: "?", omittingEmptySubsequences: false).enumerated()
      .map { ($0 == 0 ? "" : "a\($0 + first - 1)") + $1 }.joined()
  }

  /// Returns the check with which each function begins: only logins with one of these roles may call it.
  ///
  /// The rights to execute the function have the same effect. A backup restored on a server without the roles loses
  /// these rights; the check then still refuses the call.
  func onlyFor(_ roles: DeskRole...) -> String {
    let conditions = roles.map { "pg_has_role(session_user, \(literal(name(of: $0))), 'MEMBER')" }
    return """
      IF NOT (\(conditions.joined(separator: " OR "))) THEN
        RAISE EXCEPTION 'this login has no role of this desk' USING ERRCODE = '42501';
      END IF;
      """
  }

  /// Returns the types of a statement's values, as determined by the database.
  func types(of sql: SQL) throws -> [String] {
    let numbered = Placeholders.number(sql.text)
    try connection.execute(SQL(trusted: "PREPARE desk_asked AS \(numbered.text)"))
    let types: String? = try connection.value(
      "SELECT array_to_string(parameter_types, ',') FROM pg_prepared_statements WHERE name = 'desk_asked'")
    try connection.execute("DEALLOCATE desk_asked")
    let kinds = (types ?? "").split(separator: ",").map(String.init)
    guard kinds.count == numbered.count else { throw DatabaseFault(.misuse, file: place, detail: sql.text) }
    // A number is sent as one of 64 bits.
    return kinds.map { $0 == "smallint" ? "bigint" : $0 }
  }

  /// Returns the result columns of a statement with their types.
  ///
  /// They are read from a temporary view of the statement, which is analysed and never run.
  func shape(of sql: SQL, _ types: [String]) throws -> String {
    let parts = sql.text.split(separator: "?", omittingEmptySubsequences: false)
    let empty = parts.enumerated().map { ($0 == 0 ? "" : "CAST(NULL AS \(types[$0 - 1]))") + $1 }.joined()
    try connection.execute(SQL(trusted: "CREATE TEMPORARY VIEW desk_shape AS \(empty)"))
    let shape: String? = try connection.value(
      """
      SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, NULL), ', ' ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = 'pg_temp.desk_shape'::regclass AND attnum > 0
      """)
    try connection.execute("DROP VIEW desk_shape")
    return shape ?? ""
  }

  /// Creates a function that no login may call yet.
  ///
  /// - Parameter isReading: Whether the function only reads; it then sees one state of the database.
  /// - Returns: The function's name with its parameter types, by which later statements refer to it.
  @discardableResult
  func make(
    _ name: String, of parameters: [(name: String, type: String)], returning: String, _ body: String,
    isReading: Bool = false
  ) throws -> String {
    let list = parameters.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    let signature = "\(schema).\(name)(\(parameters.map(\.type).joined(separator: ", ")))"
    // Creating and revoking happen in one transaction, so that at no moment every login may call the function.
    try connection.execute(
      SQL(
        trusted: """
          CREATE FUNCTION \(schema).\(name)(\(list)) RETURNS \(returning)
          LANGUAGE plpgsql \(isReading ? "STABLE" : "VOLATILE") SECURITY DEFINER
          SET search_path = pg_catalog, \(schema), pg_temp
          AS $made$ #variable_conflict use_variable
          \(body) $made$
          """))
    try connection.execute(SQL(trusted: "REVOKE ALL ON FUNCTION \(signature) FROM PUBLIC"))
    return signature
  }
}
