package import AppStoreModel
import Core
import Storage

/// A line of a saved view.
package struct ViewLine: Hashable, Sendable {
  package let row: DeskCustomer
  /// The product or transaction that is the reason for the line; empty if the customer is.
  package let subject: String
  /// The date by which the view is sorted; nil if it is sorted by something else.
  package let date: Timestamp?
  /// The position from which a page continues after this line.
  package let place: ViewPlace
}

extension CustomerDesk {
  /// Returns the customer of an id, or of the desk's own number (`#17`, or `17` because no id is that short).
  ///
  /// - Throws: A `DeskError` if no customer matches, or several.
  package func customer(_ text: String) throws -> Int64 {
    let asked = text.lowercased()
    if let number = Int64(asked.hasPrefix("#") ? asked.dropFirst() : asked[...]), try isCustomer(current(number)) {
      return try current(number)
    }
    var found = try customersNamed(exactly: asked)
    if found.isEmpty, let question = partly(asked, limit: 2) { found = try Set(customers(of: question)) }
    if found.isEmpty { found = try customers(withTokens: tokens(ofPeopleNamed: text)) }
    guard let customer = found.first else { throw try noCustomer(text) }
    guard found.count == 1 else {
      throw DeskError(
        .unusable(
          say(
            "\(safeText(text)) matches \(found.sorted().count) customers: "
              + "\(Language.series(found.sorted().prefix(9).map { "#\($0)" }))"
          )))
    }
    return customer
  }

  /// Returns the error for a text that finds no customer, which may be a user's without a purchase.
  package func noCustomer(_ text: String) throws -> DeskError {
    DeskError(try tokens(ofPeopleNamed: text).isEmpty ? .unknownCustomer(text) : .noPurchase(text))
  }

  private func isCustomer(_ number: Int64) throws -> Bool {
    let found: Int64? = try engine.value(DeskQueries.isCustomer, number, app, environment)
    return found != nil
  }

  /// Returns the customers that a complete id belongs to.
  func customersNamed(exactly id: String) throws -> Set<Int64> {
    guard let question = exactly(id) else { return [] }
    return try Set(customers(of: question))
  }

  // MARK: Lists

  /// Returns the rows of customers in lists, in the given order.
  package func rows(of customers: [Int64]) throws -> [DeskCustomer] {
    if let agent = engine.agent { return try customers.map { try agent.row(of: $0) } }
    // A customer may have several lines of a view, but is asked for once.
    let asked = Set(customers).sorted().map { DatabaseValue.integer($0) }
    var columns = CustomerColumns()
    for row in try engine.rows(DeskQueries.columns, among: asked, values: scope) { try columns.add(row) }
    return customers.map { columns.row(of: $0) }
  }

  /// Returns the first lines of a saved view, or those after a position.
  package func view(_ view: SavedView, after: ViewPlace? = nil, limit: Int = 50) throws -> [ViewLine] {
    try found(question(of: view, after: after, limit: limit)).lines.map { line in
      ViewLine(
        row: line.row, subject: view == .chargedAcross ? line.subject.productOfUser : line.subject,
        date: view == .refunders ? nil : Timestamp(milliseconds: abs(line.place)),
        place: ViewPlace(place: line.place, customer: line.row.number, subject: line.subject))
    }
  }

  /// Returns the positions of the first lines of a saved view, without the customers' columns.
  package func lines(of view: SavedView, after: ViewPlace?, limit: Int) throws -> [ViewPlace] {
    let question = question(of: view, after: after, limit: limit)
    return try engine.rows(question.parts[0].sql, values: question.parts[0].values[0]) {
      ViewPlace(place: try $0["place"], customer: try $0["customer"], subject: try $0["subject"])
    }
  }

  private func question(of view: SavedView, after: ViewPlace?, limit: Int) -> CustomerQuestion {
    let places = view.places(at: now())
    let start = after ?? ViewPlace(place: places.lowerBound, customer: 0, subject: "")
    return CustomerQuestion(
      asTheyCome: DeskQueries.view,
      scope + [
        view.databaseValue, .integer(start.place), .integer(start.customer), .deskText(start.subject),
        .integer(places.upperBound), .integer(Int64(limit)),
      ])
  }

  /// How many items the quarantine keeps, and how many bytes of them.
  package struct QuarantineLimit: Sendable {
    package var items: Int
    package var bytes: Int
  }

  package static let quarantineLimit = QuarantineLimit(items: 10_000, bytes: 64 << 20)

  /// Deletes the oldest items in quarantine, so that no sender can fill the disk.
  ///
  /// - Returns: How many items were deleted.
  @discardableResult
  package func capQuarantine(at limit: QuarantineLimit = quarantineLimit) throws -> Int {
    let oldest: Int64? = try engine.value(
      """
      SELECT max(date) FROM (
        SELECT date, row_number() OVER newest AS items, sum(length(body)) OVER newest AS bytes FROM quarantine
        WHERE app = ? AND environment = ? WINDOW newest AS (ORDER BY date DESC, digest)) kept
      WHERE items > ? OR bytes > ?
      """, app, environment, limit.items, limit.bytes)
    guard let oldest else { return 0 }
    return try engine.transaction {
      try engine.execute(Guarded.capQuarantine, app, environment, oldest)
    }
  }

  /// Returns the items in quarantine, newest first.
  package func quarantined(limit: Int = 50) throws -> [QuarantinedRow] {
    try listing(DeskQueries.quarantine, [.integer(Int64(limit))]) { row in
      QuarantinedRow(
        place: try row["place"], failure: try row["failure"], message: try row["message"], date: try row["date"])
    }
  }
}

/// The position at which a page of a saved view ended.
package struct ViewPlace: Hashable, Sendable {
  package let place: Int64
  package let customer: Int64
  package let subject: String
}

/// An item that failed verification.
package struct QuarantinedRow: Hashable, Sendable {
  package let place: String
  package let failure: String
  package let message: String
  package let date: Timestamp
}
