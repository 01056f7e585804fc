import Storage

/// The tables of a desk.
///
/// Every row of a customer has a key that begins with (customer, app, environment) and lies with the customer's other
/// rows. The target of an id is a row of its own, cut by the id: it finds the customer, and it is the claim by which
/// two
/// listeners that meet a new purchase at once make one customer of it. Ids are numbers where Apple's are (`DeskID`).
///
/// No index begins with the app and the environment, of which nearly every desk has one: until PostgreSQL has counted a
/// young table it takes such an index for as good as the key, and reads all of it for each customer.
package enum DeskTables {
  /// The first columns of everything that is a customer's.
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

  /// The apps, by the number that stands for each; the environment is a number of its own.
  package static let apps = DeskTable(
    "apps", [.integer("app"), .text("bundle_id")], key: ["app"], place: .everywhere)
  /// The settings of the desk: its app, its roots, its limits of time; only its owner changes them.
  package static let settings = DeskTable(
    "settings", [.text("name"), .text("value")], key: ["name"], place: .everywhere)
  /// The key of the hashes by which a forgotten person is recognised.
  package static let secrets = DeskTable(
    "secrets", [.text("name"), .text("value")], key: ["name"], place: .everywhere)
  /// How far the worker is: its claim, the place of its sweep, its share of Apple's limits.
  package static let marks = DeskTable(
    "marks", [.text("name"), .text("value")], key: ["name"], place: .everywhere)
  /// The catalogue, where one was given: a product a row.
  package static let products = DeskTable(
    "products", [.integer("app"), .text("product"), .integer("position"), .text("json")], key: ["app", "product"],
    place: .everywhere)

  // MARK: Customers and their look-ups

  /// A customer: one Apple Account's purchases in this app, and the version of the rules that made its derived rows.
  package static let customers = ofCustomer(
    "customers",
    [
      .integer("created"), .integer("app_transaction", optional: true), .integer("transactions"),
      .integer("last_event", optional: true), .integer("rules"),
    ], indexes: [.init("customers_rules", ["rules", "app", "environment", "customer"])])
  /// The number that a customer had before it turned out to be another one.
  package static let aliases = ofCustomer("aliases", [.integer("into_customer"), .integer("date")])
  /// A join that was begun, until all of it is done.
  package static let joins = ofCustomer("joins", [.integer("into_customer"), .integer("date")])
  /// The target of one of Apple's numbers.
  package static let lookups = DeskTable(
    "lookups", [.integer("id"), .integer("kind"), .integer("app"), .integer("environment"), .integer("customer")],
    key: ["id", "kind", "app", "environment"], place: .by("id"))
  /// The target of another id: a notification's UUID, an order number that was looked up.
  package static let names = DeskTable(
    "names", [.text("id"), .integer("kind"), .integer("app"), .integer("environment"), .integer("customer")],
    key: ["id", "kind", "app", "environment"], place: .by("id"))
  /// The customers whose purchases carried a token of the team's: a person may be several, and a customer several.
  package static let persons = DeskTable(
    "persons", [.text("token"), .integer("app"), .integer("environment"), .integer("customer")],
    key: ["token", "app", "environment", "customer"], place: .by("token"))
  /// The tokens of a customer, with when each was seen.
  package static let tokens = ofCustomer(
    "tokens", [.text("token"), .integer("first_seen"), .integer("last_seen")], key: ["token"])

  // MARK: Evidence

  /// The header segments of signed data, nine tenths of each and the same for many.
  package static let headers = DeskTable(
    "headers", [.integer("id"), .bytes("segment")], key: ["id"], place: .by("id"))
  /// The root certificates that something was verified against.
  package static let roots = DeskTable("roots", [.integer("id"), .text("fingerprint")], key: ["id"], place: .by("id"))
  /// Every signed statement about a customer's purchases, older versions too; the JWS is rebuilt from it exactly.
  package static let evidence = ofCustomer(
    "evidence",
    [
      .integer("kind"), .integer("id"), .integer("signed"), .integer("digest"), .integer("header"), .bytes("payload"),
      .bytes("signature"), .integer("verdict"), .integer("root", optional: true), .integer("arrived"),
    ], key: ["kind", "id", "digest"], isNarrow: false)
  /// Every notification about a customer: its facts, which decide refunds and never expire.
  package static let notifications = ofCustomer(
    "notifications",
    [
      .text("uuid"), .text("type"), .text("subtype", optional: true), .integer("signed"), .integer("arrived"),
      .integer("transaction_id", optional: true),
    ], key: ["uuid"], indexes: [notificationsArrived], isNarrow: false)
  private static let notificationsArrived = DeskTable.Index(
    "notifications_arrived", ["arrived", "app", "environment"], including: ["signed", "type"])
  /// Each notification's signed text: nine tenths of it, and a proof from which nothing is derived.
  package static let letters = ofCustomer(
    "letters",
    [.text("uuid"), .integer("arrived"), .integer("header"), .bytes("payload"), .bytes("signature")],
    key: ["uuid", "arrived"], ages: "arrived", isNarrow: false)
  /// Apple's notifications about no customer: a test, a summary, an external purchase.
  package static let events = DeskTable(
    "events",
    [
      .text("uuid"), .integer("app"), .integer("environment"), .text("type"), .text("subtype", optional: true),
      .integer("signed"), .integer("arrived"), .integer("header"), .bytes("payload"), .bytes("signature"),
    ], key: ["uuid", "app", "environment"], place: .by("uuid"),
    indexes: [.init("events_arrived", ["arrived", "app", "environment"])], ages: "arrived", isNarrow: false)
  /// The team server's claims, by their user or purchase.
  package static let claims = DeskTable(
    "claims",
    [
      .text("subject"), .integer("app"), .integer("environment"), .text("product"), .integer("at"), .text("user_id"),
      .integer("entitled"), .integer("until_date", optional: true), .text("reason", optional: true),
      .integer("arrived"),
    ], key: ["subject", "app", "environment", "product", "at"], place: .by("subject"))

  // MARK: Derived tables

  /// The state of each product for a customer, as the resolver had it last.
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
  /// The lines of a saved view, in the view's order.
  package static let findings = ofCustomer(
    "findings", [.integer("view"), .text("subject"), .integer("place")], key: ["view", "subject"],
    indexes: [.init("findings_view", ["view", "app", "environment", "place", "customer", "subject"])])
  /// A customer's payments and refunds, as they were signed.
  package static let money = ofCustomer(
    "money", [.text("currency"), .integer("spent"), .integer("refunded")], key: ["currency"])
  /// The customers whose rows above have to be derived again.
  package static let queue = ofCustomer(
    "queue", [.integer("since"), .integer("tries"), .text("failure", optional: true)],
    indexes: [.init("queue_since", ["tries", "app", "environment", "since"])])

  // MARK: Figures

  /// The amounts that each commit adds to the figures; folded into `totals` from time to time, so that no row is shared
  /// by all.
  package static let deltas = DeskTable(
    "deltas",
    [.integer("batch"), .integer("number"), .text("name"), .integer("day"), .text("product"), .integer("amount")],
    key: ["batch", "number"], place: .by("batch"))
  /// The figures as they were folded last.
  package static let totals = DeskTable(
    "totals", [.text("name"), .integer("day"), .text("product"), .integer("amount")], key: ["name", "day", "product"],
    place: .by("name"))

  // MARK: People and troubles

  /// The team's notes about a customer.
  package static let notes = ofCustomer(
    "notes", [.integer("number"), .integer("date"), .text("author"), .text("body")], key: ["number"])
  /// Unverified items, with their source and the reason.
  package static let quarantine = DeskTable(
    "quarantine",
    [
      .bytes("digest"), .integer("app"), .integer("environment"), .text("place"), .text("failure"), .text("message"),
      .integer("transaction_id", optional: true), .bytes("body"), .integer("date"),
    ], key: ["digest", "app", "environment"], place: .by("digest"),
    indexes: [.init("quarantine_date", ["date", "app", "environment"])], ages: "date", isNarrow: false)
  /// The agents' looks and changes; of a person who was forgotten only a hash.
  ///
  /// The line of an agent's look is the ticket with which the agent reads: `xid` is the transaction that committed it.
  package static let audit = DeskTable(
    "audit",
    [
      .integer("number"), .integer("date"), .text("agent"), .text("act"), .text("subject"), .text("detail"),
      .integer("xid", optional: true),
    ],
    key: ["number", "date"], place: .by("number"), indexes: [.init("audit_date", ["date"])], ages: "date")
  /// Hashes of the ids of forgotten people, so that the next notification does not bring them back.
  package static let forgotten = DeskTable(
    "forgotten", [.bytes("hash"), .integer("app"), .integer("environment"), .integer("date")],
    key: ["hash", "app", "environment"], place: .by("hash"))
  /// How far a file, named by a keyed hash, was read, so that an import goes on where it was left.
  package static let imports = DeskTable(
    "imports", [.text("source"), .integer("place"), .integer("line"), .integer("date")], key: ["source"],
    place: .by("source"))

  // MARK: With Apple

  /// How far a customer's history was read at Apple.
  package static let refreshes = ofCustomer("refreshes", [.text("revision"), .integer("date")])
  /// The order numbers of a customer that were looked up.
  package static let orders = ofCustomer("orders", [.text("order_id"), .integer("date")], key: ["order_id"])
  /// The requests to the worker, and their results.
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
  /// The team server's records of consent and use, by their user or purchase.
  package static let usages = DeskTable(
    "usages",
    [
      .text("subject"), .integer("app"), .integer("environment"), .text("product"), .integer("at"),
      .integer("consented"), .text("delivery", optional: true), .integer("percentage", optional: true),
      .integer("sample", optional: true), .integer("arrived"),
    ], key: ["subject", "app", "environment", "product", "at"], place: .by("subject"))

  /// Every table that holds rows of customers, for a join and for forgetting.
  package static let ofCustomers = [
    customers, aliases, joins, tokens, evidence, derived, findings, money, queue, notes, notifications, letters,
    refreshes, orders, requests,
  ]
  /// Every table.
  package static let all =
    [apps, settings, secrets, marks, products] + ofCustomers
    + [
      lookups, names, persons, headers, roots, events, claims, usages, deltas, totals, quarantine, audit, forgotten,
      imports,
    ]
  /// The tables whose old rows may be deleted: no derived row depends on them.
  package static let aging = all.filter { $0.ages != nil }
}

extension DeskSchema {
  /// The schema of a desk's database; the forms 1 to 7 were tried out before the first desk.
  package static let desk = DeskSchema(refused: 7, steps: [DeskTables.all.map { .create($0) }])
}
