import Database
internal import PostgreSQL
import SafeText

/// What an agent's login may do: it has no right on any table, and calls functions that run with their owner's.
///
/// Each notes under the login's own name who was looked at and answers then, in one transaction, so that nobody looks
/// unseen, whatever program the login is used with. They are made of the statements that everybody else runs.
extension PostgreSQLEngine {
  /// The tables that an agent adds to, with what nobody is asked for: the name is the login's, the date the server's.
  private static let added: [(table: DeskTable, fixed: [String: String])] = [
    (DeskTables.notes, ["author": "session_user::TEXT", "date": now]),
    (
      DeskTables.requests,
      ["agent": "session_user::TEXT", "asked": now, "changed": now, "state": "'waiting'", "outcome": "NULL"]
    ),
    (
      DeskTables.audit,
      ["agent": "session_user::TEXT", "date": now, "number": "nextval('desk_numbers')"]
    ),
  ]
  private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT"

  /// The call in place of each statement that an agent asks, and of each row that an agent adds.
  static let calls: [SQL: SQL] = {
    let asked = Asked.Telling.allCases.flatMap(\.statements).map { sql in
      (sql, SQL(trusted: "SELECT * FROM \(function(of: sql))(\(places(count(of: sql))))"))
    }
    let told = added.map { table, _ in
      (table.insertion(.keep), SQL(trusted: "SELECT add_\(table.name)(\(places(table.columns.count)))"))
    }
    return Dictionary(asked + told) { first, _ in first }
  }()

  /// A statement that becomes another one is another function, so that two versions of the program may stand side by side.
  private static func function(of sql: SQL) -> String {
    "ask_" + String(UInt64(bitPattern: DeskID.hash(Array(sql.text.utf8))), radix: 36)
  }

  private static func count(of sql: SQL) -> Int { sql.text.utf8.count { $0 == UInt8(ascii: "?") } }

  private static func places(_ count: Int) -> String { (0..<count).map { _ in "?" }.joined(separator: ", ") }

  /// Whether whoever is logged in has to ask by functions.
  func asksByFunctions() throws -> Bool {
    let isAgent: Int64? = try connection.value(
      """
      SELECT (NOT has_table_privilege(oid, 'SELECT') AND has_schema_privilege(relnamespace, 'USAGE'))::INTEGER
      FROM pg_class WHERE oid = to_regclass('evidence')
      """)
    return isAgent == 1
  }

  // MARK: Making them

  /// Makes the functions, in the running transaction, and lets the agents' role call them.
  ///
  /// - Parameter owner: Whose they are and with whose rights they run; nil for whoever makes them.
  func makeFunctions(in schema: String, owner: String?) throws {
    var made = [
      try make("note_look", of: [("act", "TEXT"), ("subject", "TEXT")], returning: "VOID", noting, in: schema)
    ]
    for telling in Asked.Telling.allCases {
      for sql in telling.statements { made.append(try make(sql, telling, in: schema)) }
    }
    for (table, fixed) in Self.added {
      let places = zip(1..., table.columns).map { fixed[$1.name] ?? "a\($0)" }.joined(separator: ", ")
      let names = table.columns.map(\.name).joined(separator: ", ")
      var body = "INSERT INTO \(table.name)(\(names)) VALUES (\(places)) ON CONFLICT DO NOTHING;"
      if table != DeskTables.audit {
        body += """
          INSERT INTO audit(number, date, agent, act, subject, detail) VALUES
          (nextval('desk_numbers'), \(Self.now), session_user, 'add', '#' || a1, '\(table.name)');
          """
      }
      made.append(
        try make(
          "add_" + table.name, of: zip(1..., table.columns).map { ("a\($0)", $1.kind.postgreSQL) }, returning: "VOID",
          body, in: schema))
    }
    for function in made.dropFirst() {
      try connection.execute(SQL(trusted: "GRANT EXECUTE ON FUNCTION \(function) TO desk_agent"))
    }
    guard let owner else { return }
    for function in made {
      try connection.execute(SQL(trusted: "ALTER FUNCTION \(function) OWNER TO \(owner)"))
    }
  }

  /// One line a minute for the same look: its number and its date are made of what it says, so that the second is the first.
  private var noting: String {
    """
    INSERT INTO audit(number, date, agent, act, subject, detail) VALUES
    (-1 - (hashtextextended(session_user || ' ' || act || ' ' || subject, \(Self.now) / 60000) & \(Int64.max)),
    \(Self.now) / 60000 * 60000, session_user, act, subject, '') ON CONFLICT DO NOTHING;
    """
  }

  /// The function of one statement: its types are what the database finds in the statement itself.
  private func make(_ sql: SQL, _ telling: Asked.Telling, in schema: String) throws -> String {
    let numbered = Placeholders.number(sql.text)
    try connection.execute(SQL(trusted: "PREPARE desk_asked AS \(numbered.text)"))
    let types: String? = try connection.value(
      "SELECT array_to_string(parameter_types, ',') FROM pg_prepared_statements WHERE name = 'desk_asked'")
    try connection.execute("DEALLOCATE desk_asked")
    let kinds = (types ?? "").split(separator: ",").map(String.init)
    guard kinds.count == numbered.count else {
      throw DatabaseFault(.misuse, file: place, detail: sql.text)
    }
    // A view is analysed and never run.
    var empty = ""
    var number = 0
    for character in sql.text {
      guard character == "?" else {
        empty.append(character)
        continue
      }
      empty += "CAST(NULL AS \(kinds[number]))"
      number += 1
    }
    try connection.execute(SQL(trusted: "CREATE TEMPORARY VIEW desk_shape AS \(empty)"))
    let shape: String? = try connection.value(
      """
      SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, NULL), ', ' ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = 'pg_temp.desk_shape'::regclass AND attnum > 0
      """)
    try connection.execute("DROP VIEW desk_shape")

    let isOfCustomer = sql.text.split(separator: "?").first?.hasSuffix(" customer = ") ?? false
    let subject = isOfCustomer ? "'#' || a1" : "''"
    let noted = telling == .figures ? "" : "PERFORM note_look('\(telling.rawValue)', \(subject));"
    let values = kinds.indices.map { "a\($0 + 1)" }.joined(separator: ", ")
    let body = """
      \(noted)
      RETURN QUERY EXECUTE $asked$\(numbered.text)\(Self.withoutSecrets(sql))$asked$\(kinds.isEmpty ? "" : " USING " + values);
      """
    return try make(
      Self.function(of: sql), of: zip(1..., kinds).map { ("a\($0)", $1) }, returning: "TABLE (\(shape ?? ""))", body,
      in: schema)
  }

  /// The key of the hashes is nobody's who looks.
  private static func withoutSecrets(_ sql: SQL) -> String {
    switch sql {
    case Asked.settings: " WHERE name <> 'hash_key'"
    case Asked.setting: " AND name <> 'hash_key'"
    default: ""
    }
  }

  /// - Returns: The function with its types, as it is named from here on.
  private func make(
    _ name: String, of parameters: [(name: String, type: String)], returning: String, _ body: String, in schema: String
  ) throws -> String {
    let list = parameters.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    let types = parameters.map { parameter in
      parameter.type.firstRange(of: " COLLATE").map { String(parameter.type[..<$0.lowerBound]) } ?? parameter.type
    }
    let signature = "\(schema).\(name)(\(types.joined(separator: ", ")))"
    try connection.execute(
      SQL(
        trusted: """
          CREATE OR REPLACE FUNCTION \(schema).\(name)(\(list.replacing(" COLLATE \"C\"", with: ""))) RETURNS \(returning)
          LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, \(schema), pg_temp
          AS $made$ #variable_conflict use_variable
          BEGIN \(body) END $made$
          """))
    try connection.execute(SQL(trusted: "REVOKE ALL ON FUNCTION \(signature) FROM PUBLIC"))
    return signature
  }
}
