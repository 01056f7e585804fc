import Database
package import StoreModel
import Texts

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
  /// What it is listed for: a product, a transaction; empty for the customer.
  package let subject: String
  /// The date by which the view is ordered; nil where it is ordered by something else.
  package let date: Timestamp?
  /// Where a list ends that ends here.
  package let place: ViewPlace
}

extension CustomerDesk {
  /// The customers whom an id in full or its beginning leads to, or who have a product or a state of that name.
  ///
  /// - Parameter after: The customer to go on behind.
  package func find(_ text: String, after: Int64 = 0, limit: Int = 50) throws -> [CustomerRow] {
    let asked = text.lowercased()
    var customers = try customersNamed(exactly: asked)
    if customers.isEmpty { customers = try customersNamed(beginningWith: asked, limit: limit) }
    if customers.isEmpty { customers = Set(try customersHaving(text, after: after, limit: limit)) }
    return try rows(of: customers.sorted().filter { $0 > after }.prefix(limit).map { $0 })
  }

  /// The customer of an id or of a number of the desk's own (`#17`, or `17` where no id is that short).
  ///
  /// - Throws: A `DeskError` where it is nobody, or several.
  package func customer(_ text: String) throws -> Int64 {
    let asked = text.lowercased()
    if let number = Int64(asked.hasPrefix("#") ? asked.dropFirst() : asked[...]), try isCustomer(current(number)) {
      return try current(number)
    }
    var found = try customersNamed(exactly: asked)
    if found.isEmpty { found = try customersNamed(beginningWith: asked, limit: 2) }
    guard let customer = found.first else { throw DeskError(.unknownCustomer(text)) }
    guard found.count == 1 else { throw DeskError(.unusable(DeskText.several(text, found.sorted()).text)) }
    return customer
  }

  private func isCustomer(_ number: Int64) throws -> Bool {
    let found: Int64? = try engine.value(
      Asked.isCustomer, number, app, environment)
    return found != nil
  }

  /// The customers whom a whole id leads to.
  func customersNamed(exactly id: String) throws -> Set<Int64> {
    var found: [Int64] = try engine.rows(
      Asked.byNumber, DeskID.number(id), app, environment
    ) { try $0["customer"] }
    found += try engine.rows(
      Asked.byName,
      values: [.deskText(id), .integer(app), .integer(environment)]
    ) { try $0["customer"] }
    found += try engine.rows(
      Asked.byToken,
      values: [.deskText(id), .integer(app), .integer(environment)]
    ) { try $0["customer"] }
    return Set(try current(Set(found)).values)
  }

  /// The customers whom an id leads to that begins so; ranges of the index, never a scan.
  private func customersNamed(beginningWith prefix: String, limit: Int) throws -> Set<Int64> {
    guard prefix.utf8.count >= 3 else { return [] }
    // Several ids lead to one customer.
    let limit = limit * 40
    let scope: [DatabaseValue] = [.integer(app), .integer(environment), .integer(Int64(limit))]
    // One journey for all lengths that an id may have.
    let ranges = DeskID.ranges(beginning: prefix).map { [.integer($0.lowerBound), .integer($0.upperBound)] + scope }
    var found: [Int64] = try engine.rows(Asked.byNumbers, each: ranges).joined().map { try $0["customer"] }
    // U+10FFFF ends every text that begins so.
    let range: [DatabaseValue] = [.deskText(prefix), .deskText(prefix + "\u{10FFFF}")]
    found += try engine.rows(
      Asked.byNames,
      values: range + scope
    ) { try $0["customer"] }
    found += try engine.rows(
      Asked.byTokens,
      values: range + scope
    ) { try $0["customer"] }
    return Set(try current(Set(found)).values)
  }

  /// The customers who have a product of this name, or one in a state of this name.
  private func customersHaving(_ text: String, after: Int64, limit: Int) throws -> [Int64] {
    let scope: [DatabaseValue] = [.integer(app), .integer(environment), .deskText(text), .integer(after)]
    let ending: [DatabaseValue] = [.integer(Int64(limit))]
    if EntitlementState.allCases.contains(where: { $0.rawValue == text }) {
      return try engine.rows(
        Asked.inState, values: scope + ending
      ) { try $0["customer"] }
    }
    return try engine.rows(
      Asked.withProduct, values: scope + ending
    ) { try $0["customer"] }
  }

  // MARK: Lists

  /// Customers as lists show them, in the given order.
  package func rows(of customers: [Int64]) throws -> [CustomerRow] {
    let owners = customers.map(owner)
    // One state of the database for all four, and one beginning and end of a look at it.
    let (products, money, tokens, events) = try engine.read {
      (
        try engine.rows(Asked.products, each: owners), try engine.rows(Asked.money, each: owners),
        try engine.rows(Asked.tokens, each: owners), try engine.rows(Asked.lastEvent, each: owners)
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
    let lines: [(customer: Int64, subject: String, place: Int64)] = try engine.rows(
      Asked.view, app, environment, view.rawValue, start.place, start.customer, start.subject, places.upperBound, limit
    ) { (try $0["customer"], try $0["subject"], try $0["place"]) }
    return zip(lines, try rows(of: lines.map(\.customer))).map { line, row in
      ViewLine(
        row: row, subject: line.subject,
        date: view == .refunders ? nil : Timestamp(milliseconds: abs(line.place)),
        place: ViewPlace(place: line.place, customer: line.customer, subject: line.subject))
    }
  }

  /// Leaves the newest of what did not verify, so that nobody fills the disk with it.
  ///
  /// - Returns: How many went.
  @discardableResult
  package func capQuarantine(at count: Int = 10_000) throws -> Int {
    let oldest: Int64? = try engine.value(
      "SELECT date FROM quarantine WHERE app = ? AND environment = ? ORDER BY date DESC LIMIT 1 OFFSET ?", app,
      environment, count)
    guard let oldest else { return 0 }
    return try engine.transaction {
      try engine.execute(
        "DELETE FROM quarantine WHERE app = ? AND environment = ? AND date <= ?", app, environment, oldest)
    }
  }

  /// What did not verify, the newest first.
  package func quarantined(limit: Int = 50) throws -> [QuarantinedRow] {
    try engine.rows(
      Asked.quarantine, app, environment, limit
    ) { row in
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
