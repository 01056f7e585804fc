/// Customers, their look-ups, and the team's own data about them.
extension DeskTables {
  /// The customers; a customer is one Apple Account's purchases in this app.
  package static let customers = ofCustomer(
    "customers", "A customer: what one Apple Account bought in an app. The number never changes.",
    [
      .date("created", "when the desk first heard of the customer").personal.checked("? > 0"),
      .integer("app_transaction", "Apple's appTransactionId as a number, where Apple signed one").personal.optional,
      .integer("transactions", "how many transactions the customer has, as last derived").personal.checked("? >= 0"),
      .date("last_event", "newest signedDate of the customer's transactions").personal.optional,
      .small("rules", "version of the rules that made the derived rows").checked("? >= 0"),
    ], traffic: .changes, indexes: [.init("customers_rules", ["rules", "app", "environment", "customer"])])
  /// The former numbers of customers that were merged into another customer.
  package static let aliases = ofCustomer(
    "aliases", "The former number of a customer that was merged into another one.",
    [
      .integer("into_customer", "the customer that has the rows now").personal,
      .date("date", "when the merge began").personal.checked("? > 0"),
    ], removal: .joined, traffic: .rare, place: .everywhere)
  /// The merges of customers that have begun and are not complete.
  package static let joins = ofCustomer(
    "joins", "A merge of two customers that has begun and is not complete.",
    [
      .integer("into_customer", "the customer that gets the rows").personal,
      .date("date", "when the merge began").personal.checked("? > 0"),
    ], removal: .joined, traffic: .churns, place: .everywhere)
  private static let lookupKind = DeskTable.Column.small(
    "kind", "1 lineage, 2 transaction, 3 web order line item, 4 app transaction, 5 notification, 6 order number"
  ).within(1...6)
  /// The customer that each of Apple's numeric ids belongs to.
  package static let lookups = DeskTable(
    "lookups", "The customer that one of Apple's numeric ids belongs to.",
    [
      .integer("id", "the id; an id that is no number is hashed to a negative one").personal, lookupKind, app,
      environment, .integer("customer", "the customer").personal,
    ], key: ["id", "kind"] + scope, place: .by("id"), removal: .lead, traffic: .grows,
    indexes: [.init("lookups_ending", ["(id % 10000)", "app", "environment"])])
  /// The customer that any other id belongs to: a notification's UUID, an order number that was looked up.
  package static let names = DeskTable(
    "names", "The customer that a text id belongs to: a notification's UUID, an order number.",
    [
      .text("id", "the id in lower case").personal, lookupKind, app, environment,
      .integer("customer", "the customer").personal,
    ], key: ["id", "kind"] + scope, place: .by("id"), removal: .lead, traffic: .grows)
  /// The customers whose purchases contain an app account token; a token may have several customers and vice versa.
  package static let persons = DeskTable(
    "persons", "A customer whose purchases contain an app account token; a token may have several customers.",
    [
      .text("token", "the app account token in lower case").personal, app, environment,
      .integer("customer", "the customer").personal,
    ], key: ["token", "app", "environment", "customer"], place: .by("token"), removal: .lead, traffic: .grows)
  /// The app account tokens of a customer, with the first and last date of each.
  package static let tokens = ofCustomer(
    "tokens", "An app account token in a customer's purchases.",
    [
      .text("token", "the token in lower case").personal,
      .date("first_seen", "date of the first purchase with it").personal,
      .date("last_seen", "date of the last purchase with it").personal,
    ], key: ["token"], traffic: .changes)

  // MARK: The team's own data

  /// The team's users, as the team's server names them.
  package static let people = DeskTable(
    "people", "A user of the app, as the team's server names the user.",
    [
      .integer("person", "the desk's own number of the user").personal, app, environment,
      .text("app_user_id", "the team's id of the user; a keyed hash where attributes are hashed").personal,
      .boolean("is_hashed", "whether the attributes are keyed hashes, which are found by exact match only"),
      .date("created", "when the desk first heard of the user").personal.checked("? > 0"),
      .date("changed", "when the team's server last sent the user").personal.checked("? > 0"),
    ], key: ["person"] + scope, place: .by("person"), removal: .person, traffic: .changes)
  /// The team's attributes of a user, such as an e-mail address or a language.
  package static let attributes = DeskTable(
    "attributes", "An attribute that the team's server sent about a user, such as an e-mail address.",
    [
      .integer("person", "the user").personal, app, environment,
      .text("name", "name of the attribute, such as email or language"),
      .text("value", "its value, or the keyed hash of it in hexadecimal").personal,
      .date("changed", "when the team's server sent it").personal.checked("? > 0"),
    ], key: ["person", "app", "environment", "name"], place: .by("person"), removal: .person, traffic: .changes)
  /// The users that have a token, an app user id or an attribute; it is found by its beginning.
  package static let peopleNames = DeskTable(
    "people_names", "A user that has a token, an app user id or an attribute, found by its beginning.",
    [
      .text("value", "the value in lower case, or its keyed hash").personal,
      .text("name", "token, app_user_id, or the name of the attribute"), app, environment,
      .integer("person", "the user").personal,
    ], key: ["value", "name", "app", "environment", "person"], place: .by("value"), removal: .person, traffic: .grows,
    indexes: [.init("people_names_person", ["person", "app", "environment"])])
  /// The team's notes about a customer, and the sentences that the customer was told.
  package static let notes = ofCustomer(
    "notes", "A note of the team about a customer, or a sentence that the customer was told.",
    [
      .integer("number", "number of the note").personal, .date("date", "when it was written").personal.checked("? > 0"),
      .text("author", "login or name of the author").personal, .text("body", "the text").personal,
      .text("kind", "note: for the team; told: the customer was told this").oneOf(["note", "told"]),
      .text("language", "language of a sentence that was told").optional,
    ], key: ["number"])
  /// The tags that the team gave a customer.
  package static let tags = ofCustomer(
    "tags", "A tag that the team gave a customer.",
    [
      .text("tag", "the tag").personal.checked("? <> ''"), .text("author", "who gave it").personal,
      .date("date", "when it was given").personal.checked("? > 0"),
    ], key: ["tag"], indexes: [.init("tags_tag", ["tag", "app", "environment", "customer"])])
  /// The agents who take care of customers.
  package static let assignments = ofCustomer(
    "assignments", "The agent who takes care of a customer.",
    [
      .text("assignee", "login or name of the agent").personal, .text("author", "who assigned the customer").personal,
      .date("date", "when it was assigned").personal.checked("? > 0"),
    ], traffic: .changes, indexes: [.init("assignments_assignee", ["assignee", "app", "environment", "customer"])])

  // MARK: Data from Apple and requests to it

  /// How far each customer's history was read at Apple.
  package static let refreshes = ofCustomer(
    "refreshes", "How far a customer's history was read at Apple.",
    [
      .text("revision", "Apple's revision token").personal,
      .date("date", "when it was read").personal.checked("? > 0"),
    ], traffic: .changes)
  /// The order numbers that were looked up, by customer.
  package static let orders = ofCustomer(
    "orders", "An order number of an invoice, which was looked up at Apple.",
    [
      .text("order_id", "the order number in lower case").personal,
      .date("date", "when it was looked up").personal.checked("? > 0"),
    ], key: ["order_id"])
  /// The requests that agents make to the worker, and their results.
  package static let requests = ofCustomer(
    "requests", "A request of an agent to the worker for a call to Apple, with its result.",
    [
      .integer("number", "number of the request").personal,
      .text("kind", "what to do at Apple").personal.oneOf(DeskRequest.Kind.allCases.map(\.rawValue)),
      .text("subject", "the transaction or lineage; empty if the request is about the customer").personal,
      .text("body", "parameters as JSON").personal, .text("agent", "login or name of the agent").personal,
      .date("asked", "when the agent asked").personal.checked("? > 0"),
      .text("state", "how far the worker is").personal.oneOf(DeskRequest.State.allCases.map(\.rawValue)),
      .date("changed", "when the state last changed").personal.checked("? > 0"),
      .text("outcome", "why it failed").personal.optional,
    ], key: ["number"], traffic: .changes,
    indexes: [
      .init("requests_state", ["state", "app", "environment", "number"]),
      .init("requests_changed", ["changed", "app", "environment"]),
    ])
}
