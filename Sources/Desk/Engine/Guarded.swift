import Storage

/// The statements that change existing data.
///
/// The roles of a listener and a worker may not run them. They call a function for each, which first checks that no
/// data is lost.
enum Guarded {
  /// Replaces a statement with a later one that differs only in its `signedDate`.
  static let advance: SQL = """
    UPDATE evidence SET signed = ?, header = ?, payload = ?, signature = ?, verdict = ?, root = ?
    WHERE customer = ? AND app = ? AND environment = ? AND kind = ? AND id = ? AND digest = ? AND signed < ?
    """
  /// Marks evidence of an import as sent by Apple too, so that taking the import back leaves it.
  static let confirm: SQL = """
    UPDATE evidence SET batch = NULL
    WHERE customer = ? AND app = ? AND environment = ? AND kind = ? AND id = ? AND digest = ? AND batch IS NOT NULL
    """
  /// Redirects a merged customer's look-up row to the other customer.
  static let leadNumber: SQL = """
    UPDATE lookups SET customer = ? WHERE id = ? AND kind = ? AND app = ? AND environment = ? AND customer = ?
    """
  static let leadName: SQL = """
    UPDATE names SET customer = ? WHERE id = ? AND kind = ? AND app = ? AND environment = ? AND customer = ?
    """
  static let leavePerson: SQL = "DELETE FROM persons WHERE token = ? AND app = ? AND environment = ? AND customer = ?"
  static let capQuarantine: SQL = "DELETE FROM quarantine WHERE app = ? AND environment = ? AND date <= ?"

  /// A guarded statement.
  struct Statement {
    let name: String
    let sql: SQL
    /// The condition for running the statement, in PL/pgSQL; `a1` is the first value.
    let condition: String
  }

  /// The condition that two payloads are equal except for `signedDate`; see `SignedStatement.withoutSignedDate`.
  private static let saysTheSame = """
    (('x' || encode(substr(sha256(convert_to(regexp_replace(convert_from(a3, 'UTF8'), '("signedDate":)[0-9]*', '\\1'),
    'UTF8')), 1, 8), 'hex'))::bit(64)::BIGINT >> 2) & 4611686018427387903 = a12 AND a1 = a13
    """

  private static func isJoined(_ parameter: Int) -> String {
    "EXISTS (SELECT FROM joins j WHERE j.customer = a\(parameter))"
  }

  static let statements: [Statement] =
    [
      Statement(name: "advance_evidence", sql: advance, condition: saysTheSame),
      Statement(name: "confirm_evidence", sql: confirm, condition: "true"),
      Statement(name: "lead_lookup", sql: leadNumber, condition: isJoined(6)),
      Statement(name: "lead_name", sql: leadName, condition: isJoined(6)),
      Statement(name: "leave_person", sql: leavePerson, condition: isJoined(4)),
      Statement(
        name: "leave_customers", sql: DeskTables.customers.deletion,
        condition: isJoined(1) + " AND NOT EXISTS (SELECT FROM evidence e WHERE e.customer = a1)"),
      Statement(name: "leave_refreshes", sql: DeskTables.refreshes.deletion, condition: isJoined(1)),
      Statement(
        name: "leave_joins", sql: DeskTables.joins.deletion,
        condition: "NOT EXISTS (SELECT FROM evidence e WHERE e.customer = a1) OR "
          + "EXISTS (SELECT FROM joins j WHERE j.customer = a1 AND (j.into_customer = a1 "
          + "OR EXISTS (SELECT FROM aliases s WHERE s.customer = j.into_customer)))"),
      // The newest items stay, up to the limits.
      Statement(
        name: "cap_quarantine", sql: capQuarantine,
        condition: """
          (SELECT count(*) > \(CustomerDesk.quarantineLimit.items) OR sum(length(q.body)) > \(CustomerDesk.quarantineLimit.bytes)
          FROM quarantine q WHERE q.app = a1 AND q.environment = a2 AND q.date >= a3)
          """),
    ]

  /// The function call that replaces each statement.
  static let calls = Dictionary(
    statements.map { statement in
      let places = AgentFunctions.places(AgentFunctions.count(of: statement.sql))
      return (statement.sql, SQL(trusted: "SELECT desk_\(statement.name)(\(places))"))
    }
  ) { first, _ in first }

  /// The tables whose rows a merge moves; derived rows are derived again instead.
  static let moving = [
    DeskTables.evidence, DeskTables.notifications, DeskTables.letters, DeskTables.notes, DeskTables.orders,
    DeskTables.requests,
  ]
}
