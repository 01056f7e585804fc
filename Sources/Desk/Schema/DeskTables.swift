import Storage

/// The tables of a desk.
///
/// Every row of a customer has a key that begins with (customer, app, environment) and is stored with the customer's
/// other rows. An id has a look-up row of its own, distributed by the id, which names the customer. It also settles the
/// race between two listeners that receive the same new purchase: only one of them can insert the row. Ids are numbers
/// where Apple's are (`DeskID`).
///
/// No index begins with app and environment, because most desks have only one of each. Before PostgreSQL has
/// statistics for a new table, it would rate such an index as highly as the key and read all of it for each customer.
/// Evidence has no foreign keys: its parts are inserted in any order and by several processes.
package enum DeskTables {
  static let app = DeskTable.Column.small("app", "number of the app; see apps").within(1...9999)
  static let environment = DeskTable.Column.small(
    "environment", "0 Production, 1 Sandbox, 2 Xcode, 3 other"
  ).within(0...3)
  static let scope = ["app", "environment"]
  /// The first columns of every customer's row.
  static let owner = [
    DeskTable.Column.integer("customer", "the desk's own number of the customer").personal, app, environment,
  ]
  static let ownerKey = ["customer", "app", "environment"]

  static func ofCustomer(
    _ name: String, _ about: String, _ columns: [DeskTable.Column], key: [String] = [],
    removal: DeskTable.Removal = .customer, traffic: DeskTable.Traffic = .grows,
    place: DeskTable.Place = .by("customer"),
    indexes: [DeskTable.Index] = [], ages: String? = nil, isNarrow: Bool = true
  ) -> DeskTable {
    DeskTable(
      name, about, owner + columns, key: ownerKey + key, place: place, removal: removal, traffic: traffic,
      indexes: indexes, ages: ages, isNarrow: isNarrow)
  }

  // MARK: The desk itself

  /// The apps of the desk, one row for each environment.
  package static let apps = DeskTable(
    "apps", "An app in one environment, with the root certificates that its signed data must chain to.",
    [
      app, environment, .text("bundle_id", "the app's bundle id").checked("? <> ''"),
      .text("name", "the team's name for the app").optional,
      .text("roots", "root certificates in base64, one a line; empty for Apple's own"),
      .date("created", "when the app was added to the desk").checked("? > 0"),
    ], key: scope, place: .everywhere, removal: .nothing)
  /// The logins that may see an app.
  package static let appAccess = DeskTable(
    "app_access", "A login that may see an app; an app without a row may be seen by every agent.",
    [app, environment, .text("login", "name of the database login").checked("? <> ''")],
    key: scope + ["login"], place: .everywhere, removal: .nothing)
  /// The settings of the desk: its time limits; only the owner may change them.
  package static let settings = DeskTable(
    "settings", "A setting of the whole desk; only the owner may change it.",
    [.text("name", "name of the setting"), .text("value", "its value")], key: ["name"], place: .everywhere,
    removal: .nothing)
  /// The key of the hashes that identify forgotten people.
  package static let secrets = DeskTable(
    "secrets", "A key of keyed hashes; agents cannot read it.",
    [.text("name", "name of the key"), .text("value", "the key in base64")], key: ["name"], place: .everywhere,
    removal: .nothing)
  /// The state of one process's work: the worker's lease, the position of a sweep, its share of Apple's rate limit.
  package static let marks = DeskTable(
    "marks", "The state of work that one process does for all: its lease or its position.",
    [app, environment, .text("name", "name of the work"), .text("value", "its state")], key: scope + ["name"],
    place: .everywhere, removal: .nothing, traffic: .churns)

  /// The products that any customer has or had; they are never forgotten, because they are no person's.
  package static let products = DeskTable(
    "products", "A product that a customer has or had.",
    [app, environment, .text("product", "product id"), .date("date", "when it was first seen").checked("? > 0")],
    key: scope + ["product"], place: .everywhere, removal: .nothing)

  // MARK: All tables

  /// Every table with customers' rows, for merging and for forgetting.
  package static let ofCustomers = [
    customers, aliases, joins, tokens, evidence, derived, findings, money, queue, notes, tags, assignments,
    notifications, letters, refreshes, orders, requests, importedCustomers, deltas,
  ]
  /// All tables.
  package static let all =
    [apps, appAccess, settings, secrets, marks, products] + ofCustomers
    + [
      lookups, names, persons, people, attributes, peopleNames, headers, roots, events, waiting, claims, usages, totals,
      quarantine, audit, forgotten, imports,
    ]
  /// The tables whose old rows may be deleted, because no derived row depends on them.
  package static let aging = all.filter { $0.ages != nil }
}

extension DeskSchema {
  /// The schema of a desk's database; versions 1 to 8 existed only before the first release.
  package static let desk = DeskSchema(refused: 8, steps: [Step(DeskTables.all.map { .create($0) })])
}

/// The list of all tables and columns that may hold a person's data, which is made from the definition of the tables.
package enum PersonalData {
  /// Returns the tables from which forgetting removes rows in this way.
  static func tables(_ removal: DeskTable.Removal) -> [DeskTable] { DeskTables.all.filter { $0.removal == removal } }

  /// The tables whose rows may be deleted or changed.
  static let touched = DeskTables.all.filter { $0.removal != .nothing }

  /// Returns the columns that no definition names, as `table.column`.
  package static func unanswered(_ columns: [(table: String, column: String)]) -> [String] {
    let known = Set(DeskTables.all.flatMap { table in table.columns.map { "\(table.name).\($0.name)" } })
    return columns.map { "\($0.table).\($0.column)" }.filter { !known.contains($0) }
  }
}
