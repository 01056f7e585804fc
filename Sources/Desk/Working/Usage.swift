package import AppStoreModel
package import Core
import Entitlements
import Storage

/// The team server's record of a customer's consent and usage of a product.
///
/// It is the only source of answers to Apple's consumption requests.
package struct Usage: Hashable, Sendable {
  /// The user's token, or a transaction id of the purchase, by which the record is found.
  package var subject: String
  /// The product; empty if the subject is a purchase.
  package var product: String
  package var at: Timestamp
  /// Whether the customer consented to sending the data to Apple.
  package var consented: Bool
  /// Apple's delivery status, such as `DELIVERED`.
  package var delivery: String?
  /// The used share, in thousandths of a percent.
  package var percentage: Int?
  package var sample: Bool?

  /// Parses a record: `{user | purchase, productId?, consented, delivery?, percentage?, sample?, at}`.
  ///
  /// - Throws: A `JSONError` that names the invalid member.
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

  /// Whether the product was delivered; true if the record does not say.
  var isDelivered: Bool { delivery.map { $0 == "DELIVERED" } ?? true }

  /// Adds the newest record about each deciding purchase to Apple's answer: as a reason, and as the next step where the
  /// team's server did not deliver what Apple charged for.
  static func lay(_ usages: [Usage], over statuses: inout [ProductStatus]) {
    guard !usages.isEmpty else { return }
    for index in statuses.indices {
      let status = statuses[index]
      let told = usages.filter { usage in
        usage.subject == status.decidingTransactionId || usage.product == status.product.id
      }.max { $0.at < $1.at }
      guard let told else { continue }
      statuses[index].reasons.append(
        Reason(
          supports: told.isDelivered, rule: "recorded",
          text: DeskText.recorded(told.at, delivery: told.delivery, percentage: told.percentage).text))
      guard !told.isDelivered, status.entitled || status.state == .purchased else { continue }
      statuses[index].next = NextStep(
        who: .us, text: say("deliver the purchase: your server recorded that it did not"),
        say: CustomerText.paidNotDelivered(by: nil).text)
    }
  }

  init(row: borrowing DatabaseRow) throws {
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
  /// Stores records of consent and usage; for each subject and product the newest counts.
  ///
  /// - Returns: How many were new.
  package func store(usages: [Usage], batch: Int64? = nil) throws -> Int {
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
            it.sample.databaseValue, date, .integer(batch),
          ]
        }, into: DeskTables.usages, whenThere: .keep)
      // Customers with a new delivery status are derived again, because the view `unfinished` depends on it.
      var customers: Set<Int64> = []
      for (it, isNew) in zip(rows, isNew) where isNew && it.delivery != nil {
        customers.formUnion(try customersNamed(exactly: it.subject))
      }
      try mark(customers)
      return isNew.count { $0 }
    }
  }

  /// Returns the newest record for a purchase: by the purchase itself, else by its user and product.
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

  /// Returns the records of a user or a purchase, newest first.
  func usages(about subject: String) throws -> [Usage] {
    try engine.rows(
      DeskQueries.usages, values: [.deskText(subject), .integer(app), .integer(environment)]
    ) { try Usage(row: $0) }
  }
}
