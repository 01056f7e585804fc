import Storage

/// The SQL statements that read a desk for people; all of them are listed here.
///
/// An agent's login on PostgreSQL has no rights on tables. Each of these statements is a function there
/// (`PostgreSQLEngine+Agents`), which answers only for a committed audit entry. An agent cannot run any other
/// statement.
enum DeskQueries {
  // MARK: The desk itself

  static let apps: SQL = "SELECT app, environment, bundle_id, roots FROM apps ORDER BY app, environment"
  static let setting: SQL = "SELECT value FROM settings WHERE name = ?"
  static let mark: SQL = "SELECT value FROM marks WHERE name = ? AND app = ? AND environment = ?"
  static let totals: SQL = """
    SELECT name, day, product, amount FROM totals
    WHERE name = ANY(?) AND app = ? AND environment = ? AND day >= ?
    """
  static let deltas: SQL = "SELECT amounts FROM deltas WHERE app = ? AND environment = ?"
  static let waitingCount: SQL = "SELECT count(*) FROM queue WHERE app = ? AND environment = ?"
  static let waiting: SQL = "SELECT customer FROM queue WHERE app = ? AND environment = ? AND tries = 0 LIMIT ?"
  static let poisoned: SQL = "SELECT customer FROM queue WHERE app = ? AND environment = ? AND tries > 0 LIMIT ?"
  static let newestArrival: SQL = """
    SELECT arrived FROM notifications
    WHERE app = ? AND environment = ?
    ORDER BY arrived DESC LIMIT 1
    """
  static let arrivals: SQL = """
    SELECT arrived, signed, type FROM notifications
    WHERE app = ? AND environment = ?
    ORDER BY arrived DESC LIMIT ?
    """
  static let quarantineCount: SQL = "SELECT count(*) FROM quarantine WHERE app = ? AND environment = ?"
  static let quarantined: SQL = "SELECT date FROM quarantine WHERE app = ? AND environment = ? LIMIT ?"
  static let quarantine: SQL = """
    SELECT place, failure, message, date FROM quarantine
    WHERE app = ? AND environment = ?
    ORDER BY date DESC, digest LIMIT ?
    """

  // MARK: From an id to a customer

  static let byNumber: SQL = "SELECT customer FROM lookups WHERE id = ? AND app = ? AND environment = ?"
  static let byName: SQL = "SELECT customer FROM names WHERE id = ? AND app = ? AND environment = ?"
  static let withTokens: SQL = """
    SELECT token, customer FROM persons
    WHERE token = ANY(?) AND app = ? AND environment = ?
    """
  static let byToken: SQL = "SELECT customer FROM persons WHERE token = ? AND app = ? AND environment = ?"
  static let byNumbers: SQL = """
    SELECT customer FROM lookups
    WHERE id >= ? AND id <= ? AND app = ? AND environment = ?
    ORDER BY id LIMIT ?
    """
  static let byEnding: SQL = """
    SELECT customer FROM lookups
    WHERE id % 10000 = ? AND id % ? = ? AND app = ? AND environment = ?
    ORDER BY id LIMIT ?
    """
  static let byNames: SQL = """
    SELECT customer FROM names
    WHERE id >= ? AND id < ? AND app = ? AND environment = ?
    ORDER BY id LIMIT ?
    """
  static let byTokens: SQL = """
    SELECT customer FROM persons
    WHERE token >= ? AND token < ? AND app = ? AND environment = ?
    ORDER BY token LIMIT ?
    """
  static let anyAlias: SQL = "SELECT customer FROM aliases LIMIT 1"
  static let alias = CustomerQuery("into_customer", from: "aliases")
  static let isCustomer: SQL = "SELECT customer FROM customers WHERE customer = ? AND app = ? AND environment = ?"

  // MARK: Lists

  static let newest: SQL = """
    SELECT customer FROM customers
    WHERE customer < ? AND app = ? AND environment = ?
    ORDER BY customer DESC LIMIT ?
    """
  static let sold: SQL = """
    SELECT product FROM products
    WHERE app = ? AND environment = ?
    ORDER BY product LIMIT 500
    """
  static let withProduct: SQL = """
    SELECT customer FROM derived
    WHERE app = ? AND environment = ? AND product = ? AND customer > ?
    ORDER BY customer LIMIT ?
    """
  static let withProductInState: SQL = """
    SELECT customer FROM derived
    WHERE app = ? AND environment = ? AND state = ? AND product = ? AND customer > ?
    ORDER BY customer LIMIT ?
    """
  static let view: SQL = """
    SELECT customer, subject, place FROM findings
    WHERE app = ? AND environment = ? AND view = ? AND (place, customer, subject) > (?, ?, ?) AND place <= ?
    ORDER BY place, customer, subject LIMIT ?
    """
  static let places: SQL = """
    SELECT place FROM findings
    WHERE app = ? AND environment = ? AND view = ? AND place >= ? AND place <= ?
    ORDER BY place, customer, subject LIMIT ?
    """
  static let requests: SQL = """
    SELECT customer, number, kind, subject, body, agent, asked, state, outcome FROM requests
    WHERE app = ? AND environment = ?
    ORDER BY changed DESC, number DESC LIMIT ?
    """

  // MARK: The columns of a page of customers

  /// What lists show of each customer, one row for each product, currency, token, tag, agent and last event.
  static let columnsOfCustomers: String = """
    SELECT 'product' AS kind, d.customer AS customer, d.product AS name, d.state AS word,
      CAST(CASE WHEN d.entitled THEN 1 ELSE 0 END AS BIGINT) AS one, d.expires AS two, d.app, d.environment
    FROM derived d
    UNION ALL SELECT 'money', m.customer, m.currency, '', m.spent, m.refunded, m.app, m.environment FROM money m
    UNION ALL SELECT 'token', t.customer, t.token, '', t.last_seen, NULL, t.app, t.environment FROM tokens t
    UNION ALL SELECT 'event', c.customer, '', '', c.last_event, NULL, c.app, c.environment FROM customers c
    UNION ALL SELECT 'tag', t.customer, t.tag, '', 0, NULL, t.app, t.environment FROM tags t
    UNION ALL SELECT 'assignee', a.customer, a.assignee, '', 0, NULL, a.app, a.environment FROM assignments a
    """
  static let columns = SQL(
    trusted: """
      SELECT kind, customer, name, word, one, two FROM (\(columnsOfCustomers)) shown
      WHERE customer = ANY(?) AND app = ? AND environment = ?
      """)
  static let evidence = CustomerQuery("kind, payload, verdict, arrived", from: "evidence", by: "kind, id, digest")
  static let signed: SQL = """
    SELECT arrived, header, payload, signature FROM evidence
    WHERE customer = ? AND app = ? AND environment = ? AND kind = ? AND id = ?
    ORDER BY signed DESC, digest LIMIT 100
    """
  static let header: SQL = "SELECT segment FROM headers WHERE id = ?"
  static let notifications = CustomerQuery(
    "type, subtype, signed, uuid, transaction_id", from: "notifications", by: "signed, uuid")
  static let notes: SQL = """
    SELECT date, author, body FROM notes
    WHERE customer = ? AND app = ? AND environment = ?
    ORDER BY number DESC LIMIT ?
    """
  static let questions: SQL = """
    SELECT subject, place FROM findings
    WHERE customer = ? AND app = ? AND environment = ? AND view = ? AND place > ?
    ORDER BY place
    """
  static let requestsAbout: SQL = """
    SELECT customer, number, kind, subject, body, agent, asked, state, outcome FROM requests
    WHERE customer = ? AND app = ? AND environment = ? AND subject = ?
    ORDER BY number
    """

  // MARK: The team's users

  static let peopleBeginning: SQL = """
    SELECT person, name, value FROM people_names
    WHERE app = ? AND environment = ? AND value >= ? AND value < ?
    ORDER BY value, name, person LIMIT ?
    """
  /// The users with a hashed name or attribute, for an agent's login: its function hashes the text itself.
  static let peopleHashed: SQL = """
    SELECT person, name FROM people_names
    WHERE app = ? AND environment = ? AND value = ?
    ORDER BY name, person LIMIT ?
    """
  static let peopleTokens: SQL = """
    SELECT value FROM people_names
    WHERE app = ? AND environment = ? AND person = ? AND name = 'token'
    ORDER BY value
    """
  static let personsOfTokens: SQL = """
    SELECT value, person FROM people_names
    WHERE value = ANY(?) AND app = ? AND environment = ? AND name = 'token'
    """
  static let users: SQL = """
    SELECT person, app_user_id, is_hashed FROM people
    WHERE person = ANY(?) AND app = ? AND environment = ?
    """
  static let person: SQL = "SELECT app_user_id, is_hashed FROM people WHERE app = ? AND environment = ? AND person = ?"
  static let attributes: SQL = """
    SELECT name, value FROM attributes
    WHERE app = ? AND environment = ? AND person = ?
    ORDER BY name
    """
  static let withTag: SQL = """
    SELECT customer FROM tags
    WHERE app = ? AND environment = ? AND tag = ? AND customer > ?
    ORDER BY customer LIMIT ?
    """
  static let assignedTo: SQL = """
    SELECT customer FROM assignments
    WHERE app = ? AND environment = ? AND assignee = ? AND customer > ?
    ORDER BY customer LIMIT ?
    """

  // MARK: The team server's data

  static let anyClaim: SQL = "SELECT at FROM claims LIMIT 1"
  static let claims: SQL = """
    SELECT subject, user_id, product, entitled, until_date, reason, at FROM claims
    WHERE subject = ? AND app = ? AND environment = ?
    ORDER BY product, at
    """
  static let anyUsage: SQL = "SELECT at FROM usages LIMIT 1"
  static let usages: SQL = """
    SELECT subject, product, at, consented, delivery, percentage, sample FROM usages
    WHERE subject = ? AND app = ? AND environment = ?
    ORDER BY at DESC
    """

  // MARK: The audit entry that each statement needs

  /// How much personal data an answer contains, which decides the audit entry that an agent needs for it.
  enum Telling: CaseIterable {
    /// No personal data; no entry is needed.
    case figures
    /// The customers of a list, with their columns; the entry contains the query.
    case customers
    /// Another list; the entry contains the query.
    case listing
    /// The signed data, claims and notes about one customer; the entry names the customer.
    case record

    /// The statements of this kind, each with the name of its function.
    var statements: [(name: String, sql: SQL)] {
      switch self {
      case .figures:
        [
          ("apps", apps), ("setting", setting), ("mark", mark), ("totals", totals), ("deltas", deltas),
          ("waiting_count", waitingCount), ("waiting", waiting),
          ("poisoned", poisoned), ("newest_arrival", newestArrival), ("arrivals", arrivals),
          ("quarantine_count", quarantineCount), ("quarantined", quarantined), ("any_alias", anyAlias),
          ("alias", alias.one), ("is_customer", isCustomer), ("sold", sold), ("places", places), ("header", header),
          ("any_claim", anyClaim), ("any_usage", anyUsage),
        ]
      case .customers:
        [
          ("by_number", byNumber), ("by_name", byName), ("by_token", byToken), ("by_numbers", byNumbers),
          ("by_ending", byEnding), ("by_names", byNames), ("by_tokens", byTokens), ("newest", newest),
          ("with_product", withProduct), ("with_product_in_state", withProductInState), ("with_tag", withTag),
          ("assigned_to", assignedTo), ("view", view),
        ]
      case .listing:
        [
          ("requests", requests), ("quarantine", quarantine), ("people_beginning", peopleBeginning),
          ("people_hashed", peopleHashed),
          ("people_tokens", peopleTokens), ("person", person), ("attributes", attributes),
        ]
      case .record:
        [
          ("evidence", evidence.one), ("signed", signed), ("notifications", notifications.one), ("notes", notes),
          ("questions", questions), ("requests_about", requestsAbout), ("claims", claims), ("usages", usages),
        ]
      }
    }
  }
}

/// A query about one customer, and the same query about several customers with the customer as its last column.
struct CustomerQuery: Sendable {
  let one: SQL
  /// The same query with `ANY(?)` for the customers.
  let many: SQL

  /// - Parameters:
  ///   - condition: What the rows must meet besides.
  ///   - order: The columns by which each customer's rows are sorted.
  init(_ columns: String, from table: String, where condition: String? = nil, by order: String? = nil) {
    let scope = "app = ? AND environment = ?" + (condition.map { " AND \($0)" } ?? "")
    let ending = order.map { " ORDER BY \($0)" } ?? ""
    one = SQL(trusted: "SELECT \(columns) FROM \(table) WHERE customer = ? AND \(scope)\(ending)")
    many = SQL(trusted: "SELECT \(columns), customer FROM \(table) WHERE customer = ANY(?) AND \(scope)\(ending)")
  }
}
