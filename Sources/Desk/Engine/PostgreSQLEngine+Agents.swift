import Core
import Storage

/// The functions for an agent's login, which has no rights on tables; they run with their owner's rights.
extension PostgreSQLEngine {
  /// The server's time in milliseconds, as SQL.
  static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT"

  /// Creates the functions with which agents read and write.
  ///
  /// - Returns: The functions that an agent may call.
  func makeAgentFunctions() throws -> [String] {
    try makeTickets()
    try makeSight()
    try makeHash()
    try makeParts()
    var made = [try makeLook(), try makePage()]
    for (name, sql) in DeskQueries.Telling.figures.statements { made.append(try makeFigure(name, sql)) }
    for (name, sql) in DeskQueries.Telling.listing.statements { made.append(try makeListing(name, sql)) }
    for (name, sql) in DeskQueries.Telling.record.statements { made.append(try makeRecord(name, sql)) }
    for table in [DeskTables.notes, DeskTables.requests, DeskTables.tags, DeskTables.assignments] {
      made.append(try makeAddition(to: table))
    }
    for (name, sql) in AgentFunctions.removals { made.append(try makeRemoval(name, sql)) }
    return made
  }

  // MARK: The ticket

  private func makeTickets() throws {
    try make(
      "desk_looked", of: [("ticket", "BIGINT"), ("wanted", "TEXT")],
      returning: "TABLE (act TEXT, customer BIGINT, question JSONB)",
      """
      DECLARE line audit;
      BEGIN
        \(onlyFor(.agent))
        SELECT * INTO line FROM audit a
        WHERE a.number = ticket AND a.date > \(Self.clock) - 300000 AND a.agent = session_user AND a.xid IS NOT NULL;
        -- The transaction that wrote the line is committed, so that no end of this one takes the line away.
        IF NOT FOUND OR pg_xact_status(line.xid::TEXT::xid8) IS DISTINCT FROM 'committed'
          OR line.act <> ALL (string_to_array(wanted, ' ')) THEN
          RAISE EXCEPTION 'no committed look of this login answers for this' USING ERRCODE = '42501';
        END IF;
        RETURN QUERY SELECT line.act, CASE line.act WHEN 'look' THEN substr(line.subject, 2)::BIGINT END,
          CASE line.act WHEN 'list' THEN line.detail::JSONB END;
      END
      """, isReading: true)
  }

  private func makeLook() throws -> String {
    try make(
      "agent_look", of: [("question", "TEXT"), ("customer", "BIGINT")], returning: "BIGINT",
      """
      DECLARE ticket BIGINT := nextval('numbers');
      BEGIN
        \(onlyFor(.agent))
        IF (question IS NULL) = (customer IS NULL) OR length(question) > 100000
          OR question IS NOT NULL AND jsonb_typeof(question::JSONB -> 'ask') <> 'array' THEN
          RAISE EXCEPTION 'a look is at a customer or has a question' USING ERRCODE = '22023';
        END IF;
        INSERT INTO audit(number, date, agent, act, subject, detail, xid) VALUES
          (ticket, \(Self.clock), session_user, CASE WHEN customer IS NULL THEN 'list' ELSE 'look' END,
          coalesce('#' || customer, ''), coalesce(question, ''), pg_current_xact_id()::TEXT::BIGINT);
        RETURN ticket;
      END
      """)
  }

  // MARK: Apps

  /// Creates the function that refuses an app which the login may not see; an app without logins is seen by all agents.
  private func makeSight() throws {
    try make(
      "desk_may_see", of: [("wanted", "BIGINT"), ("place", "BIGINT")], returning: "BIGINT",
      """
      BEGIN
        IF EXISTS (SELECT FROM app_access x WHERE x.app = wanted AND x.environment = place) AND NOT EXISTS (
          SELECT FROM app_access x WHERE x.app = wanted AND x.environment = place AND x.login = session_user) THEN
          RAISE EXCEPTION 'this login may not see this app' USING ERRCODE = '42501';
        END IF;
        RETURN 1;
      END
      """, isReading: true)
  }

  /// Creates the function that hashes a text with the desk's key, the same as `CustomerDesk.hash`.
  ///
  /// No login may call it: the look-up of hashed names does.
  private func makeHash() throws {
    try make(
      "desk_hash", of: [("said", "TEXT")], returning: "TEXT",
      """
      DECLARE secret BYTEA; inside BYTEA := ''; outside BYTEA := '';
      BEGIN
        \(onlyFor(.agent))
        secret := decode((SELECT s.value FROM secrets s WHERE s.name = 'hash_key'), 'base64');
        secret := secret || decode(repeat('00', 64 - length(secret)), 'hex');
        FOR place IN 0..63 LOOP
          inside := inside || set_byte('\\x00', 0, get_byte(secret, place) # 54);
          outside := outside || set_byte('\\x00', 0, get_byte(secret, place) # 92);
        END LOOP;
        RETURN encode(sha256(outside || sha256(inside || convert_to(said, 'UTF8'))), 'hex');
      END
      """, isReading: true)
  }

  /// Returns the check that the login may see the app of a statement, given the expression of each of its values.
  private func sight(_ sql: SQL, _ value: (Int) -> String) -> String {
    func place(_ column: String) -> Int? {
      sql.text.firstRange(of: " \(column) = ?").map { found in sql.text[..<found.lowerBound].count { $0 == "?" } + 1 }
    }
    guard let app = place("app"), let environment = place("environment") else { return "" }
    return "PERFORM desk_may_see((\(value(app)))::BIGINT, (\(value(environment)))::BIGINT);"
  }

  // MARK: Lists

  /// Creates the function that returns the customers of one part of a query.
  private func makeParts() throws {
    let branches = try DeskQueries.Telling.customers.statements.map { name, sql in
      let types = try types(of: sql)
      let columns = sql == DeskQueries.view ? "customer, subject, place" : "customer, ''::TEXT, 0::BIGINT"
      let values = types.enumerated().map { "(part ->> \($0 + 1))::\($1)" }.joined(separator: ", ")
      return """
        WHEN '\(name)' THEN
          \(sight(sql) { "part ->> \($0)" })
          RETURN QUERY EXECUTE $asked$SELECT \(columns) FROM (\(Placeholders.number(sql.text).text)) answer$asked$
          USING \(values);
        """
    }
    try make(
      "desk_part", of: [("part", "JSONB")], returning: "TABLE (customer BIGINT, subject TEXT, place BIGINT)",
      """
      BEGIN
        \(onlyFor(.agent))
        CASE part ->> 0
        \(branches.joined(separator: "\n"))
        ELSE RAISE EXCEPTION 'no such question' USING ERRCODE = '22023';
        END CASE;
      END
      """, isReading: true)
  }

  /// Creates the function that returns a page of a list: its lines, and each customer's columns, in one call.
  private func makePage() throws -> String {
    try make(
      "agent_page", of: [("ticket", "BIGINT")],
      returning: "TABLE (kind TEXT, customer BIGINT, name TEXT, word TEXT, one BIGINT, two BIGINT)",
      """
      DECLARE
        looked RECORD; part JSONB; pair RECORD; line RECORD; ids BIGINT[] := '{}'; was BIGINT[];
      BEGIN
        \(onlyFor(.agent))
        SELECT * INTO looked FROM desk_looked(ticket, 'list look');
        IF looked.act = 'look' THEN
          -- Citus runs no function with statements of its own inside a statement on a shard.
          FOR pair IN SELECT c.app, c.environment FROM customers c WHERE c.customer = looked.customer LOOP
            PERFORM desk_may_see(pair.app::BIGINT, pair.environment::BIGINT);
          END LOOP;
          ids := ARRAY[looked.customer];
          RETURN QUERY SELECT 'line', looked.customer, '', '', 0::BIGINT, NULL::BIGINT;
        ELSIF (looked.question ->> 'isSet')::BOOLEAN THEN
          FOR part IN SELECT value FROM jsonb_array_elements(looked.question -> 'ask') LOOP
            ids := ids || ARRAY(SELECT p.customer FROM desk_part(part) p);
          END LOOP;
          FOR round IN 1..10001 LOOP
            IF round > 10000 THEN RAISE EXCEPTION 'a customer is merged into itself'; END IF;
            was := ids;
            FOR pair IN SELECT a.customer AS old, a.into_customer AS new FROM aliases a WHERE a.customer = ANY (ids) LOOP
              ids := array_replace(ids, pair.old, pair.new);
            END LOOP;
            EXIT WHEN was = ids;
          END LOOP;
          RETURN QUERY SELECT 'count', 0::BIGINT, '', '', count(DISTINCT i), NULL::BIGINT FROM unnest(ids) i;
          ids := ARRAY(
            SELECT DISTINCT i FROM unnest(ids) i WHERE i > (looked.question ->> 'after')::BIGINT ORDER BY i
            LIMIT least((looked.question ->> 'limit')::BIGINT, 10000));
          RETURN QUERY SELECT 'line', i, '', '', 0::BIGINT, NULL::BIGINT FROM unnest(ids) i;
        ELSE
          FOR line IN SELECT * FROM desk_part(looked.question -> 'ask' -> 0) LIMIT 10000 LOOP
            ids := ids || line.customer;
            RETURN QUERY SELECT 'line', line.customer, line.subject, '', line.place, NULL::BIGINT;
          END LOOP;
          RETURN QUERY SELECT 'count', 0::BIGINT, '', '', cardinality(ids)::BIGINT, NULL::BIGINT;
        END IF;
        RETURN QUERY SELECT s.kind, s.customer, s.name, s.word, s.one, s.two
          FROM (\(DeskQueries.columnsOfCustomers)) s WHERE s.customer = ANY (ids)
          -- Earlier programs take the rows in this order.
          ORDER BY CASE s.kind WHEN 'token' THEN -s.one ELSE 0 END, s.name;
        FOR line IN SELECT DISTINCT ON (t.customer) t.customer, t.token FROM tokens t
          WHERE t.customer = ANY (ids) ORDER BY t.customer, t.last_seen DESC, t.token LOOP
          RETURN QUERY SELECT 'account', line.customer, '', '', p.customer, NULL::BIGINT FROM persons p
            WHERE p.token = line.token;
        END LOOP;
      END
      """, isReading: true)
  }

  private func makeListing(_ name: String, _ sql: SQL) throws -> String {
    let types = try types(of: sql)
    let values = types.enumerated().map { index, type in
      // The third value of this look-up is the text to hash.
      sql == DeskQueries.peopleHashed && index == 2
        ? "desk_hash(part ->> \(index + 1))" : "(part ->> \(index + 1))::\(type)"
    }.joined(separator: ", ")
    return try make(
      "agent_" + name, of: [("ticket", "BIGINT")], returning: "TABLE (\(shape(of: sql, types)))",
      """
      DECLARE part JSONB;
      BEGIN
        \(onlyFor(.agent))
        part := (SELECT l.question -> 'ask' -> 0 FROM desk_looked(ticket, 'list') l);
        IF part ->> 0 IS DISTINCT FROM '\(name)' THEN
          RAISE EXCEPTION 'the look was for something else' USING ERRCODE = '42501';
        END IF;
        \(sight(sql) { "part ->> \($0)" })
        RETURN QUERY EXECUTE $asked$\(Placeholders.number(sql.text).text)$asked$ USING \(values);
      END
      """, isReading: true)
  }

  // MARK: One customer

  /// Returns the expression for the number of an id in a column or parameter, the same as `DeskID.number`.
  static func number(ofId column: String) -> String {
    """
    CASE WHEN \(column) ~ '^(0|[1-9][0-9]{0,17})$'
      OR (\(column) ~ '^[1-9][0-9]{18}$' AND \(column) COLLATE "C" <= '9223372036854775807') THEN \(column)::BIGINT
    ELSE -1 - (('x' || encode(substr(sha256(convert_to(\(column), 'UTF8')), 1, 8), 'hex'))::bit(64)::BIGINT
      >> 2 & 4611686018427387903) END
    """
  }

  private func makeRecord(_ name: String, _ sql: SQL) throws -> String {
    let types = try types(of: sql)
    let isBySubject = AgentFunctions.isBySubject(sql)
    let given = types.enumerated().dropFirst(isBySubject ? 0 : 1).map { ("a\($0 + 1)", $1) }
    let values = (isBySubject ? ["a1"] : ["looked"]) + types.indices.dropFirst().map { "a\($0 + 1)" }
    let number = Self.number(ofId: "a1")
    let guarding =
      isBySubject
      ? """
      IF NOT EXISTS (SELECT FROM persons p WHERE p.token = a1 AND p.customer = looked)
        AND NOT EXISTS (SELECT FROM lookups l WHERE l.id = \(number) AND l.customer = looked) THEN
        RETURN;
      END IF;
      """ : ""
    return try make(
      "agent_" + name, of: [("ticket", "BIGINT")] + given, returning: "TABLE (\(shape(of: sql, types)))",
      """
      DECLARE looked BIGINT;
      BEGIN
        \(onlyFor(.agent))
        looked := (SELECT l.customer FROM desk_looked(ticket, 'look') l);
        \(sight(sql) { "a\($0)" })
        \(guarding)
        RETURN QUERY EXECUTE $asked$\(Placeholders.number(sql.text).text)$asked$ USING \(values.joined(separator: ", "));
      END
      """, isReading: true)
  }

  private func makeFigure(_ name: String, _ sql: SQL) throws -> String {
    let types = try types(of: sql)
    let values = types.indices.map { "a\($0 + 1)" }.joined(separator: ", ")
    return try make(
      "agent_" + name, of: types.enumerated().map { ("a\($0 + 1)", $1) }, returning: "TABLE (\(shape(of: sql, types)))",
      """
      BEGIN
        \(onlyFor(.agent))
        \(sight(sql) { "a\($0)" })
        RETURN QUERY EXECUTE $asked$\(Placeholders.number(sql.text).text)$asked$\(types.isEmpty ? "" : " USING " + values);
      END
      """, isReading: true)
  }

  // MARK: An agent's writes

  /// Creates a function that inserts a row, with number, date and author set by the database.
  private func makeAddition(to table: DeskTable) throws -> String {
    let values = table.columns.map { AgentFunctions.filled[$0.name] ?? "a_\($0.name)" }.joined(separator: ", ")
    let names = table.columns.map(\.name).joined(separator: ", ")
    return try make(
      "agent_add_" + table.name,
      of: AgentFunctions.given(table).map { ("a_\($0.name)", $0.kind.sent) },
      returning: "BIGINT",
      """
      DECLARE added BIGINT := nextval('numbers');
      BEGIN
        \(onlyFor(.agent))
        INSERT INTO \(table.name)(\(names)) VALUES (\(values)) \(table.ending(.replace).text);
        INSERT INTO audit(number, date, agent, act, subject, detail) VALUES
          (nextval('numbers'), \(Self.clock), session_user, 'add', '#' || a_customer, '\(table.name)');
        RETURN added;
      END
      """)
  }

  /// Creates a function that deletes a row which agents wrote, by its key.
  private func makeRemoval(_ name: String, _ sql: SQL) throws -> String {
    let types = try types(of: sql)
    return try make(
      "agent_remove_" + name, of: types.enumerated().map { ("a\($0 + 1)", $1) }, returning: "BIGINT",
      """
      BEGIN
        \(onlyFor(.agent))
        EXECUTE $asked$\(Placeholders.number(sql.text).text)$asked$ USING \(types.indices.map { "a\($0 + 1)" }.joined(separator: ", "));
        INSERT INTO audit(number, date, agent, act, subject, detail) VALUES
          (nextval('numbers'), \(Self.clock), session_user, 'remove', '#' || a1, '\(name)');
        RETURN 1;
      END
      """)
  }
}
