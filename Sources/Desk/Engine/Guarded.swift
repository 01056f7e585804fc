import Storage

/// The statements that change earlier data: a listener and a worker have no right to them, and call a function for
/// each, which first sees that nothing gets lost.
enum Guarded {
  /// Keeps the later of two statements that differ only in when they were signed.
  static let advance: SQL = """
    UPDATE evidence SET signed = ?, header = ?, payload = ?, signature = ?, verdict = ?, root = ?
    WHERE customer = ? AND app = ? AND environment = ? AND kind = ? AND id = ? AND digest = ? AND signed < ?
    """
  /// Redirects a joined customer's look-ups to the other customer.
  static let leadNumber: SQL = """
    UPDATE lookups SET customer = ? WHERE id = ? AND kind = ? AND app = ? AND environment = ? AND customer = ?
    """
  static let leadName: SQL = """
    UPDATE names SET customer = ? WHERE id = ? AND kind = ? AND app = ? AND environment = ? AND customer = ?
    """
  static let leavePerson: SQL = "DELETE FROM persons WHERE token = ? AND app = ? AND environment = ? AND customer = ?"
  static let capQuarantine: SQL = "DELETE FROM quarantine WHERE app = ? AND environment = ? AND date <= ?"

  /// One of them.
  struct Statement {
    let name: String
    let sql: SQL
    /// The condition in PL/pgSQL; `a1` is the first value.
    let condition: String
  }

  /// The statement's content without the digits of its `signedDate` is the same: `SignedStatement.withoutSignedDate`.
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
      // The newest ten thousand stay.
      Statement(
        name: "cap_quarantine", sql: capQuarantine,
        condition: "(SELECT count(*) FROM (SELECT FROM quarantine q WHERE q.date >= a3 LIMIT 10001) newest) > 10000"),
    ]

  /// The call in place of each.
  static let calls = Dictionary(
    statements.map { statement in
      let places = AgentFunctions.places(AgentFunctions.count(of: statement.sql))
      return (statement.sql, SQL(trusted: "SELECT desk_\(statement.name)(\(places))"))
    }
  ) { first, _ in first }

  /// The tables whose rows a join moves; derived rows are derived anew.
  static let moving = [
    DeskTables.evidence, DeskTables.notifications, DeskTables.letters, DeskTables.notes, DeskTables.orders,
    DeskTables.requests,
  ]
}
