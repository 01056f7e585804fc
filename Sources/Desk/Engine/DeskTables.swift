import Storage

/// The tables of a desk.
///
/// Every row of a customer has a key that begins with (customer, app, environment) and is stored with the customer's
/// other rows. An id has a look-up row of its own, distributed by the id, which names the customer. It also settles the
/// race between two listeners that receive the same new purchase: only one of them can insert the row. Ids are numbers
/// where Apple's are (`DeskID`).
///
/// No index begins with app and environment, because nearly every desk has only one of each. Before PostgreSQL has
/// statistics for a new table, it would rate such an index as highly as the key and read all of it for each customer.
package enum DeskTables {
  /// The first columns of every customer's row.
  private static let owner: [DeskTable.Column] = [.integer("customer"), .integer("app"), .integer("environment")]
  private static let ownerKey = ["customer", "app", "environment"]

  private static func ofCustomer(
    _ name: String, _ columns: [DeskTable.Column], key: [String] = [], indexes: [DeskTable.Index] = [],
    ages: String? = nil, isNarrow: Bool = true
  ) -> DeskTable {
    DeskTable(
      name, owner + columns, key: ownerKey + key, place: .by("customer"), indexes: indexes, ages: ages,
      isNarrow: isNarrow)
  }

  // MARK: The desk itself

  /// The apps, each with its number; environments have fixed numbers.
  package static let apps = DeskTable(
    "apps", [.integer("app"), .text("bundle_id")], key: ["app"], place: .everywhere)
  /// The settings of the desk: its app, its roots, its time limits; only the owner may change them.
  package static let settings = DeskTable(
    "settings", [.text("name"), .text("value")], key: ["name"], place: .everywhere)
  /// The key of the hashes that identify forgotten people.
  package static let secrets = DeskTable(
    "secrets", [.text("name"), .text("value")], key: ["name"], place: .everywhere)
  /// The worker's state: its lock, the position of its sweep, its share of Apple's rate limit.
  package static let marks = DeskTable(
    "marks", [.text("name"), .text("value")], key: ["name"], place: .everywhere)
  /// The products of the catalogue, if one was given.
  package static let products = DeskTable(
    "products", [.integer("app"), .text("product"), .integer("position"), .text("json")], key: ["app", "product"],
    place: .everywhere)

  // MARK: Customers and their look-ups

  /// The customers; a customer is one Apple Account's purchases in this app.
  ///
  /// `rules` is the version of the rules that made the derived rows.
  package static let customers = ofCustomer(
    "customers",
    [
      .integer("created"), .integer("app_transaction", optional: true), .integer("transactions"),
      .integer("last_event", optional: true), .integer("rules"),
    ], indexes: [.init("customers_rules", ["rules", "app", "environment", "customer"])])
  /// The former numbers of customers that were merged into another customer.
  package static let aliases = ofCustomer("aliases", [.integer("into_customer"), .integer("date")])
  /// The merges of customers that have begun and are not complete.
  package static let joins = ofCustomer("joins", [.integer("into_customer"), .integer("date")])
  /// The customer that each of Apple's numeric ids belongs to.
  package static let lookups = DeskTable(
    "lookups", [.integer("id"), .integer("kind"), .integer("app"), .integer("environment"), .integer("customer")],
    key: ["id", "kind", "app", "environment"], place: .by("id"))
  /// The customer that any other id belongs to: a notification's UUID, an order number that was looked up.
  package static let names = DeskTable(
    "names", [.text("id"), .integer("kind"), .integer("app"), .integer("environment"), .integer("customer")],
    key: ["id", "kind", "app", "environment"], place: .by("id"))
  /// The customers whose purchases contain an app account token; a token may have several customers and vice versa.
  package static let persons = DeskTable(
    "persons", [.text("token"), .integer("app"), .integer("environment"), .integer("customer")],
    key: ["token", "app", "environment", "customer"], place: .by("token"))
  /// The app account tokens of a customer, with the first and last date of each.
  package static let tokens = ofCustomer(
    "tokens", [.text("token"), .integer("first_seen"), .integer("last_seen")], key: ["token"])

  // MARK: Evidence

  /// The header segments of signed data, stored once because many JWS share one that is nine tenths of their size.
  package static let headers = DeskTable(
    "headers", [.integer("id"), .bytes("segment")], key: ["id"], place: .by("id"))
  /// The root certificates against which data was verified.
  package static let roots = DeskTable("roots", [.integer("id"), .text("fingerprint")], key: ["id"], place: .by("id"))
  /// The signed statements about customers' purchases, in every version; the exact JWS can be rebuilt from a row.
  package static let evidence = ofCustomer(
    "evidence",
    [
      .integer("kind"), .integer("id"), .integer("signed"), .integer("digest"), .integer("header"), .bytes("payload"),
      .bytes("signature"), .integer("verdict"), .integer("root", optional: true), .integer("arrived"),
    ], key: ["kind", "id", "digest"], isNarrow: false)
  /// The facts of every notification about a customer; they decide refunds and never expire.
  package static let notifications = ofCustomer(
    "notifications",
    [
      .text("uuid"), .text("type"), .text("subtype", optional: true), .integer("signed"), .integer("arrived"),
      .integer("transaction_id", optional: true),
    ], key: ["uuid"], indexes: [notificationsArrived], isNarrow: false)
  private static let notificationsArrived = DeskTable.Index(
    "notifications_arrived", ["arrived", "app", "environment"], including: ["signed", "type"])
  /// The signed texts of notifications: nine tenths of the data, kept as proof; no derived row depends on them.
  package static let letters = ofCustomer(
    "letters",
    [.text("uuid"), .integer("arrived"), .integer("header"), .bytes("payload"), .bytes("signature")],
    key: ["uuid", "arrived"], ages: "arrived", isNarrow: false)
  /// Apple's notifications that are about no customer: a test, a summary, an external purchase.
  package static let events = DeskTable(
    "events",
    [
      .text("uuid"), .integer("app"), .integer("environment"), .text("type"), .text("subtype", optional: true),
      .integer("signed"), .integer("arrived"), .integer("header"), .bytes("payload"), .bytes("signature"),
    ], key: ["uuid", "app", "environment"], place: .by("uuid"),
    indexes: [.init("events_arrived", ["arrived", "app", "environment"])], ages: "arrived", isNarrow: false)
  /// The team server's claims, by user or purchase.
  package static let claims = DeskTable(
    "claims",
    [
      .text("subject"), .integer("app"), .integer("environment"), .text("product"), .integer("at"), .text("user_id"),
      .integer("entitled"), .integer("until_date", optional: true), .text("reason", optional: true),
      .integer("arrived"),
    ], key: ["subject", "app", "environment", "product", "at"], place: .by("subject"))

  // MARK: Derived tables

  /// The state of each product of a customer, as last derived.
  package static let derived = ofCustomer(
    "derived",
    [
      .text("product"), .text("type"), .text("state"), .integer("entitled"), .integer("confirmed"),
      .integer("expires", optional: true), .integer("since", optional: true), .integer("balance", optional: true),
      .text("deciding", optional: true), .integer("next_moment", optional: true),
    ], key: ["product"],
    indexes: [
      .init("derived_moment", ["next_moment", "app", "environment"]),
      .init("derived_state", ["state", "product", "app", "environment", "customer"]),
      .init("derived_product", ["product", "app", "environment", "customer"]),
    ])
  /// The lines of the saved views, in each view's order.
  package static let findings = ofCustomer(
    "findings", [.integer("view"), .text("subject"), .integer("place")], key: ["view", "subject"],
    indexes: [.init("findings_view", ["view", "app", "environment", "place", "customer", "subject"])])
  /// The amounts that a customer paid and was refunded, as signed.
  package static let money = ofCustomer(
    "money", [.text("currency"), .integer("spent"), .integer("refunded")], key: ["currency"])
  /// The customers that must be derived again.
  package static let queue = ofCustomer(
    "queue", [.integer("since"), .integer("tries"), .text("failure", optional: true)],
    indexes: [.init("queue_since", ["tries", "app", "environment", "since"])])

  // MARK: Counters

  /// The amounts that each commit adds to the counters.
  ///
  /// They are folded into `totals` from time to time, so that no row is changed by every commit.
  package static let deltas = DeskTable(
    "deltas",
    [.integer("batch"), .integer("number"), .text("name"), .integer("day"), .text("product"), .integer("amount")],
    key: ["batch", "number"], place: .by("batch"))
  /// The counters as last folded.
  package static let totals = DeskTable(
    "totals", [.text("name"), .integer("day"), .text("product"), .integer("amount")], key: ["name", "day", "product"],
    place: .by("name"))

  // MARK: Notes, quarantine, audit and forgotten people

  /// The team's notes about a customer.
  package static let notes = ofCustomer(
    "notes", [.integer("number"), .integer("date"), .text("author"), .text("body")], key: ["number"])
  /// The items that failed verification, with their source and the reason.
  package static let quarantine = DeskTable(
    "quarantine",
    [
      .bytes("digest"), .integer("app"), .integer("environment"), .text("place"), .text("failure"), .text("message"),
      .integer("transaction_id", optional: true), .bytes("body"), .integer("date"),
    ], key: ["digest", "app", "environment"], place: .by("digest"),
    indexes: [.init("quarantine_date", ["date", "app", "environment"])], ages: "date", isNarrow: false)
  /// The audit: agents' reads and changes; of a forgotten person it keeps only a hash.
  ///
  /// The entry of an agent's read is also the ticket for reading; `xid` is the transaction that committed it.
  package static let audit = DeskTable(
    "audit",
    [
      .integer("number"), .integer("date"), .text("agent"), .text("act"), .text("subject"), .text("detail"),
      .integer("xid", optional: true),
    ],
    key: ["number", "date"], place: .by("number"), indexes: [.init("audit_date", ["date"])], ages: "date")
  /// Hashes of the ids of forgotten people, so that a later notification does not store them again.
  package static let forgotten = DeskTable(
    "forgotten", [.bytes("hash"), .integer("app"), .integer("environment"), .integer("date")],
    key: ["hash", "app", "environment"], place: .by("hash"))
  /// How far each file was imported, so that an import can continue; a file is named by a keyed hash.
  package static let imports = DeskTable(
    "imports", [.text("source"), .integer("place"), .integer("line"), .integer("date")], key: ["source"],
    place: .by("source"))

  // MARK: Data from Apple and requests to it

  /// How far each customer's history was read at Apple.
  package static let refreshes = ofCustomer("refreshes", [.text("revision"), .integer("date")])
  /// The order numbers that were looked up, by customer.
  package static let orders = ofCustomer("orders", [.text("order_id"), .integer("date")], key: ["order_id"])
  /// The requests that agents make to the worker, and their results.
  package static let requests = ofCustomer(
    "requests",
    [
      .integer("number"), .text("kind"), .text("subject"), .text("body"), .text("agent"), .integer("asked"),
      .text("state"), .integer("changed"), .text("outcome", optional: true),
    ], key: ["number"],
    indexes: [
      .init("requests_state", ["state", "app", "environment", "number"]),
      .init("requests_changed", ["changed", "app", "environment"]),
    ])
  /// The team server's records of consent and usage, by user or purchase.
  package static let usages = DeskTable(
    "usages",
    [
      .text("subject"), .integer("app"), .integer("environment"), .text("product"), .integer("at"),
      .integer("consented"), .text("delivery", optional: true), .integer("percentage", optional: true),
      .integer("sample", optional: true), .integer("arrived"),
    ], key: ["subject", "app", "environment", "product", "at"], place: .by("subject"))

  /// Every table with customers' rows, for merging and for forgetting.
  package static let ofCustomers = [
    customers, aliases, joins, tokens, evidence, derived, findings, money, queue, notes, notifications, letters,
    refreshes, orders, requests,
  ]
  /// All tables.
  package static let all =
    [apps, settings, secrets, marks, products] + ofCustomers
    + [
      lookups, names, persons, headers, roots, events, claims, usages, deltas, totals, quarantine, audit, forgotten,
      imports,
    ]
  /// The tables whose old rows may be deleted, because no derived row depends on them.
  package static let aging = all.filter { $0.ages != nil }
}

extension DeskSchema {
  /// The schema of a desk's database; versions 1 to 7 existed only before the first release.
  package static let desk = DeskSchema(refused: 7, steps: [DeskTables.all.map { .create($0) }])
}
