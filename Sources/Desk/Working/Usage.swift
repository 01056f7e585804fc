package import AppStoreModel
package import Core
import Storage

/// The team server's record of a user's consent and use of a product: the only source of answers to Apple's questions
/// about consumption.
package struct Usage: Hashable, Sendable {
  /// The user's token, or a transaction of the purchase, by which it is found.
  package var subject: String
  /// The product; empty where the subject is a purchase.
  package var product: String
  package var at: Timestamp
  /// Whether the customer consented to sending it to Apple.
  package var consented: Bool
  /// Apple's word for how it was delivered, such as `DELIVERED`.
  package var delivery: String?
  /// In thousandths of a percent.
  package var percentage: Int?
  package var sample: Bool?

  /// Reads a record: `{user | purchase, productId?, consented, delivery?, percentage?, sample?, at}`.
  ///
  /// - Throws: A `JSONError` that names the member at fault.
  package init(json: JSONObject) throws(JSONError) {
    guard let consented = try json.bool("consented") else { throw .missing("consented") }
    guard let at = try json.milliseconds("at") else { throw .missing("at") }
    let (user, purchase) = (try json.string("user"), try json.string("purchase"))
    guard let subject = purchase ?? user else { throw .missing("user") }
    self.subject = subject.lowercased()
    product = try json.string("productId") ?? ""
    guard purchase != nil || !product.isEmpty else { throw .missing("productId") }
    self.consented = consented
    self.at = Timestamp(milliseconds: at)
    delivery = try json.string("delivery")
    percentage = try json.int64("percentage", in: 0...100_000).map { Int($0) }
    sample = try json.bool("sample")
  }

  /// Whether the customer got it; where nothing is said of that, yes.
  var isDelivered: Bool { delivery.map { $0 == "DELIVERED" } ?? true }

  init(_ row: DeskRow) throws {
    subject = try row["subject"]
    product = try row["product"]
    at = try row["at"]
    consented = try row["consented"]
    delivery = try row["delivery"]
    percentage = (try row["percentage"] as Int64?).map { Int($0) }
    sample = try row["sample"]
  }
}

extension CustomerDesk {
  /// Takes records of consent and use in; the newest of each subject and product counts.
  ///
  /// - Returns: How many were not known before.
  package func take(usages: [Usage]) throws -> Int {
    var newest: [[String]: Usage] = [:]
    for usage in try withoutForgotten(usages, about: { [$0.subject] }) {
      newest[[usage.subject, usage.product, "\(usage.at.milliseconds)"]] = usage
    }
    let rows = newest.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    return try engine.transaction {
      let date = now().databaseValue
      let isNew = try engine.insert(
        rows.map { it in
          [
            .deskText(it.subject), .integer(app), .integer(environment), .deskText(it.product), it.at.databaseValue,
            it.consented.databaseValue, .deskText(it.delivery), .integer(it.percentage.map { Int64($0) }),
            it.sample?.databaseValue ?? .null, date,
          ]
        }, into: DeskTables.usages, whenThere: .keep)
      // A view lists the server's claims about deliveries.
      var customers: Set<Int64> = []
      for (it, isNew) in zip(rows, isNew) where isNew && it.delivery != nil {
        customers.formUnion(try customersNamed(exactly: it.subject))
      }
      try mark(customers)
      return isNew.count { $0 }
    }
  }

  /// The newest record of a purchase: of the purchase itself, else of its user and product.
  func usage(of transaction: Transaction) throws -> Usage? {
    let subjects = [
      (transaction.transactionId, nil), (transaction.originalTransactionId, nil),
      (transaction.appAccountToken, transaction.productId),
    ]
    for (subject, product) in subjects {
      guard let subject = subject?.lowercased() else { continue }
      if let usage = try usages(about: subject).first(where: { product == nil || $0.product == product }) {
        return usage
      }
    }
    return nil
  }

  /// The records of a user or a purchase, the newest first.
  func usages(about subject: String) throws -> [Usage] {
    try engine.rows(
      DeskQueries.usages, values: [.deskText(subject), .integer(app), .integer(environment)]
    ) { try Usage($0) }
  }
}
