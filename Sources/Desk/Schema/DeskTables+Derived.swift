/// Rows that are derived from evidence and can be derived again, the queue of what waits for it, and counters.
extension DeskTables {
  /// The state of each product of a customer, as last derived.
  package static let derived = ofCustomer(
    "derived", "The state of a product of a customer, as last derived from evidence.",
    [
      .text("product", "product id").personal, .text("type", "Apple's product type").personal,
      .text("state", "state of the product, such as purchased, expired or refunded").personal.checked("? <> ''"),
      .boolean("entitled", "whether the customer has access").personal,
      .boolean("confirmed", "whether Apple's signed data confirms the state").personal,
      .date("expires", "when the access ends").personal.optional,
      .date("since", "since when the state has held").personal.optional,
      .integer("balance", "units left of a consumable").personal.optional,
      .text("deciding", "transaction that decides the state").personal.optional,
      .date("next_moment", "when time alone may change the state").personal.optional,
    ], key: ["product"], traffic: .changes,
    indexes: [
      .init("derived_moment", ["next_moment", "app", "environment"], where: "next_moment IS NOT NULL"),
      .init("derived_state", ["state", "product", "app", "environment", "customer"]),
      .init("derived_product", ["product", "app", "environment", "customer"]),
    ])
  /// The lines of the saved views, in each view's order.
  package static let findings = ofCustomer(
    "findings", "A line of a saved view.",
    [
      .small("view", "number of the view; till desk view names them").personal.checked("? > 0"),
      .text("subject", "product or transaction; empty if the line is about the customer").personal,
      .integer("place", "position in the view").personal,
    ], key: ["view", "subject"], traffic: .changes,
    indexes: [.init("findings_view", ["view", "app", "environment", "place", "customer", "subject"])])
  /// The amounts that a customer paid and was refunded, as signed.
  package static let money = ofCustomer(
    "money", "What a customer paid in one currency, as Apple signed it; not revenue.",
    [
      .text("currency", "currency code").personal, .integer("spent", "paid, in milliunits").personal,
      .integer("refunded", "refunded, in milliunits").personal,
    ], key: ["currency"], traffic: .changes)
  /// The customers that must be derived again.
  package static let queue = ofCustomer(
    "queue", "A customer whose derived rows must be derived again.",
    [
      .date("since", "since when the customer waits").personal.checked("? > 0"),
      .small("tries", "0 waits, 1 failed").personal.within(0...1),
      .text("failure", "why it failed").personal.optional,
    ], traffic: .churns, indexes: [.init("queue_since", ["tries", "app", "environment", "since"])])

  // MARK: Counters

  /// The amounts that each commit adds to the counters, one row for a commit, stored with one of its customers.
  ///
  /// They are folded into `totals` from time to time, so that no row is changed by every commit.
  package static let deltas = ofCustomer(
    "deltas", "What one commit adds to the counters; it is soon folded into totals.",
    [
      .integer("number", "number of the commit"),
      .text("amounts", "JSON array of [counter, day or hour, product, amount]"),
    ], key: ["number"], traffic: .churns)
  /// The counters as last folded.
  package static let totals = DeskTable(
    "totals", "A counter of the desk, in all or for one day or hour and product.",
    [
      .text("name", "name of the counter"), app, environment,
      .integer("day", "days since 1970, or hours; 0 for a counter of the whole desk"),
      .text("product", "product id; empty for all"), .integer("amount", "the count"),
    ], key: ["name", "app", "environment", "day", "product"], place: .by("name"), removal: .nothing,
    traffic: .changes)
}
