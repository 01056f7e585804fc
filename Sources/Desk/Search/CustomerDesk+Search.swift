package import AppStoreModel
import Core
import Storage

/// A customer as lists show it.
package struct CustomerRow: Hashable, Sendable {
  /// A product of the customer's, as it was derived last.
  package struct ProductRow: Hashable, Sendable {
    package let productId: String
    package let state: String
    package let entitled: Bool
    package let expiresDate: Timestamp?
  }

  package let customer: Int64
  package let tokens: [String]
  package let products: [ProductRow]
  /// As it was signed, by currency: not revenue.
  package let spent: [String: Int64]
  package let refunded: [String: Int64]
  package let lastEventDate: Timestamp?
}

/// A line of a saved view.
package struct ViewLine: Hashable, Sendable {
  package let row: CustomerRow
  /// The reason for the listing: a product, a transaction; empty for the customer.
  package let subject: String
  /// The date by which the view is ordered; nil where it is ordered by something else.
  package let date: Timestamp?
  /// Where a list ends that ends here.
  package let place: ViewPlace
}

extension CustomerDesk {
  /// The customers that an id or its beginning leads to, or who have a product or a state of that name.
  ///
  /// - Parameter after: The customer to go on behind.
  package func find(_ text: String, after: Int64 = 0, limit: Int = 50) throws -> [CustomerRow] {
    let asked = text.lowercased()
    for question in [exactly(asked), beginning(with: asked, limit: limit), having(text, after: after, limit: limit)] {
      guard var question else { continue }
      (question.after, question.limit) = (after, limit)
      let found = try found(question)
      if found.count > 0 { return found.lines.map(\.row) }
    }
    return []
  }

  /// The customer of an id or of a number of the desk's own (`#17`, or `17` where no id is that short).
  ///
  /// - Throws: A `DeskError` for no customer, or several.
  package func customer(_ text: String) throws -> Int64 {
    let asked = text.lowercased()
    if let number = Int64(asked.hasPrefix("#") ? asked.dropFirst() : asked[...]), try isCustomer(current(number)) {
      return try current(number)
    }
    var found = try customersNamed(exactly: asked)
    if found.isEmpty, let question = beginning(with: asked, limit: 2) { found = try Set(customers(of: question)) }
    guard let customer = found.first else { throw DeskError(.unknownCustomer(text)) }
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

  private func isCustomer(_ number: Int64) throws -> Bool {
    let found: Int64? = try engine.value(
      DeskQueries.isCustomer, number, app, environment)
    return found != nil
  }

  /// The customers whom a whole id leads to.
  func customersNamed(exactly id: String) throws -> Set<Int64> {
    guard let question = exactly(id) else { return [] }
    return try Set(customers(of: question))
  }

  private var scope: [DatabaseValue] { [.integer(app), .integer(environment)] }

  private func exactly(_ id: String) -> CustomerQuestion? {
    CustomerQuestion([
      (DeskQueries.byNumber, [[.integer(DeskID.number(id))] + scope]), (DeskQueries.byName, [[.deskText(id)] + scope]),
      (DeskQueries.byToken, [[.deskText(id)] + scope]),
    ])
  }

  /// The customers whom an id leads to that begins so; ranges of the index, never a scan; nil where it is too short.
  private func beginning(with prefix: String, limit: Int) -> CustomerQuestion? {
    guard prefix.utf8.count >= 3 else { return nil }
    // Several ids lead to one customer.
    let ending = scope + [.integer(Int64(limit * 40))]
    // One journey for all lengths that an id may have.
    let ranges = DeskID.ranges(beginning: prefix).map { [.integer($0.lowerBound), .integer($0.upperBound)] + ending }
    // U+10FFFF ends every text that begins so.
    let range: [DatabaseValue] = [.deskText(prefix), .deskText(prefix + "\u{10FFFF}")] + ending
    return CustomerQuestion([
      (DeskQueries.byNumbers, ranges), (DeskQueries.byNames, [range]), (DeskQueries.byTokens, [range]),
    ])
  }

  /// The customers who have a product of this name, or one in a state of this name.
  private func having(_ text: String, after: Int64, limit: Int) -> CustomerQuestion? {
    let isState = EntitlementState.allCases.contains { $0.rawValue == text }
    return CustomerQuestion([
      (
        isState ? DeskQueries.inState : DeskQueries.withProduct,
        [scope + [.deskText(text), .integer(after), .integer(Int64(limit))]]
      )
    ])
  }

  // MARK: Lists

  /// Customers as lists show them, in the given order.
  package func rows(of customers: [Int64]) throws -> [CustomerRow] {
    if let agent = engine.agent { return try customers.map { try agent.row(of: $0) } }
    let owners = customers.map(owner)
    // One state of the database for all four, and one beginning and end of a look at it.
    let (products, money, tokens, events) = try engine.read {
      (
        try engine.rows(DeskQueries.products, each: owners), try engine.rows(DeskQueries.money, each: owners),
        try engine.rows(DeskQueries.tokens, each: owners), try engine.rows(DeskQueries.lastEvent, each: owners)
      )
    }
    return try customers.indices.map { index in
      CustomerRow(
        customer: customers[index], tokens: try tokens[index].map { try $0["token"] },
        products: try products[index].map { row in
          CustomerRow.ProductRow(
            productId: try row["product"], state: try row["state"], entitled: try row["entitled"],
            expiresDate: try row["expires"])
        },
        spent: Dictionary(try money[index].map { (try $0["currency"], try $0["spent"]) }) { one, _ in one },
        refunded: Dictionary(try money[index].map { (try $0["currency"], try $0["refunded"]) }) { one, _ in one },
        lastEventDate: try events[index].first?["last_event"])
    }
  }

  /// The first lines of a saved view, behind a line where one is given.
  package func view(_ view: SavedView, after: ViewPlace? = nil, limit: Int = 50) throws -> [ViewLine] {
    let places = view.places(at: now())
    let start = after ?? ViewPlace(place: places.lowerBound, customer: 0, subject: "")
    let question = CustomerQuestion(
      asTheyCome: DeskQueries.view,
      scope + [
        .integer(view.rawValue), .integer(start.place), .integer(start.customer), .deskText(start.subject),
        .integer(places.upperBound), .integer(Int64(limit)),
      ])
    return try found(question).lines.map { line in
      ViewLine(
        row: line.row, subject: line.subject,
        date: view == .refunders ? nil : Timestamp(milliseconds: abs(line.place)),
        place: ViewPlace(place: line.place, customer: line.row.customer, subject: line.subject))
    }
  }

  /// Keeps the newest unverified items, so that no sender fills the disk with them.
  ///
  /// - Returns: The number of deleted ones.
  @discardableResult
  package func capQuarantine(at count: Int = 10_000) throws -> Int {
    let oldest: Int64? = try engine.value(
      "SELECT date FROM quarantine WHERE app = ? AND environment = ? ORDER BY date DESC LIMIT 1 OFFSET ?", app,
      environment, count)
    guard let oldest else { return 0 }
    return try engine.transaction {
      try engine.execute(Guarded.capQuarantine, app, environment, oldest)
    }
  }

  /// The unverified items, the newest first.
  package func quarantined(limit: Int = 50) throws -> [QuarantinedRow] {
    try listing(DeskQueries.quarantine, [.integer(Int64(limit))]) { row in
      QuarantinedRow(
        place: try row["place"], failure: try row["failure"], message: try row["message"], date: try row["date"])
    }
  }
}

/// Where a page of a saved view ended.
package struct ViewPlace: Hashable, Sendable {
  package let place: Int64
  package let customer: Int64
  package let subject: String

  package init(place: Int64, customer: Int64, subject: String) {
    self.place = place
    self.customer = customer
    self.subject = subject
  }
}

/// Something that did not verify.
package struct QuarantinedRow: Hashable, Sendable {
  package let place: String
  package let failure: String
  package let message: String
  package let date: Timestamp
}
