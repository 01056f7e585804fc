import AppStoreModel
import Entitlements
import Storage

/// The counts behind the desk's trends, made in the same commit that stores the evidence.
extension CustomerDesk {
  /// Counts purchases and renewals with the first statement about a transaction, and refunds that its newest one states.
  ///
  /// - Parameter new: The transactions that were not stored before, as far as the look-up rows tell: one with the id of
  ///   a known lineage may be new as well.
  /// - Returns: The number of transactions that the desk did not have before.
  func countTrends(_ added: [(customer: Int64, statement: SignedStatement)], new: Set<Int64>) throws -> Int {
    struct Key: Hashable {
      let customer: Int64
      let id: Int64
    }
    let news = added.filter { $0.statement.isTransaction }
    let groups = Dictionary(grouping: news) { Key(customer: $0.customer, id: $0.statement.id) }
    let keys = groups.keys.sorted { ($0.customer, $0.id) < ($1.customer, $1.id) }
    guard !keys.isEmpty else { return 0 }
    let asked = keys.filter { key in
      !new.contains(key.id) && groups[key]?.first.map { $0.statement.lineage == key.id } == true
    }
    let held = try engine.rows(
      "SELECT digest FROM evidence WHERE customer = ? AND app = ? AND environment = ? AND kind = 0 AND id = ?",
      each: asked.map { owner($0.customer) + [.integer($0.id)] })
    let versions = Dictionary(uniqueKeysWithValues: zip(asked, held.map(\.count)))
    var (counts, first): ([Figure.Place: Int], Int) = ([:], 0)
    for key in keys {
      let statements = (groups[key] ?? []).map(\.statement)
      let isFirst = versions[key].map { $0 == statements.count } ?? new.contains(key.id)
      if isFirst { first += 1 }
      guard let transaction = statements.last?.transaction, transaction.inAppOwnershipType != .familyShared else {
        continue
      }
      let product = transaction.productId ?? ""
      if isFirst, let date = transaction.purchaseDate {
        let isRenewal = transaction.transactionReason == .renewal
        counts[Figure.Place(isRenewal ? .renewals : .purchases, on: date, product), default: 0] += 1
      }
      let older = try isFirst ? [] : olderVersions(of: key.id, by: key.customer, besides: Set(statements.map(\.digest)))
      let (before, after) = (older.refundDate, (older + statements.compactMap(\.transaction)).refundDate)
      guard before != after else { continue }
      if let before { counts[Figure.Place(.refunds, on: before, product), default: 0] -= 1 }
      if let after { counts[Figure.Place(.refunds, on: after, product), default: 0] += 1 }
    }
    try add(
      counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { Figure($0.key, amount: $0.value) },
      with: keys[0].customer)
    return first
  }

  /// Returns what a customer's evidence adds to the counts of purchases, renewals and refunds.
  func trendFigures(of customer: Int64) throws -> [Figure.Place: Int] {
    var counts: [Figure.Place: Int] = [:]
    let evidence = try evidence(of: [customer])[0]
    let transactions = evidence.transactions.map(\.transaction)
    let products = Dictionary(
      transactions.compactMap { it in it.transactionId.map { (DeskID.number($0), it.productId ?? "") } }
    ) { first, _ in first }
    for event in evidence.events {
      guard let kind = DeskTrends.Kind(event.type, event.subtype) else { continue }
      let product = event.transaction.flatMap { products[$0] } ?? ""
      counts[Figure.Place(kind, on: event.signed, product), default: 0] += 1
    }
    for versions in Dictionary(grouping: transactions, by: { $0.transactionId ?? "" }).values {
      guard let one = versions.last, one.inAppOwnershipType != .familyShared else { continue }
      let product = one.productId ?? ""
      if let date = one.purchaseDate {
        counts[
          Figure.Place(one.transactionReason == .renewal ? .renewals : .purchases, on: date, product), default: 0] += 1
      }
      if let date = versions.refundDate {
        counts[Figure.Place(.refunds, on: date, product), default: 0] += 1
      }
    }
    return counts
  }

  /// Counts failed renewals, recoveries and expirations, which only notifications tell; each notification is new.
  func countRenewalTrouble(_ added: [(customer: Int64, notification: ServerNotification, product: String)]) throws {
    var counts: [Figure.Place: Int] = [:]
    for (_, notification, product) in added {
      guard let date = notification.signedDate,
        let kind = DeskTrends.Kind(notification.notificationType, notification.subtype)
      else { continue }
      counts[Figure.Place(kind, on: date, product), default: 0] += 1
    }
    try add(
      counts.sorted { $0.key < $1.key }.map { Figure($0.key, amount: $0.value) }, with: added.map(\.customer).min())
  }

  /// Returns the versions of a transaction that the desk had before.
  private func olderVersions(of id: Int64, by customer: Int64, besides new: Set<Int64>) throws -> [Transaction] {
    let rows = try engine.rows(
      """
      SELECT kind, payload, verdict, arrived, digest FROM evidence
      WHERE customer = ? AND app = ? AND environment = ? AND kind = 0 AND id = ?
      """, customer, app, environment, id
    ) { (digest: try $0["digest"] as Int64, statement: try StoredCustomer.Statement($0)) }
    let older = try StoredCustomer.parsed(rows.filter { !new.contains($0.digest) }.map(\.statement))
    return CustomerEvidence(customer: customer, statements: older).transactions.map(\.transaction)
  }

  /// Returns how the number of active subscriptions changes when old derived rows are replaced by new ones.
  func countActive(from old: [[DatabaseValue]: [DatabaseValue]], to new: [[DatabaseValue]: [DatabaseValue]]) -> [Figure]
  {
    let today = now().day
    return Set(old.keys).union(new.keys).compactMap { key in
      let amount = (Self.isActive(new[key]) ? 1 : 0) - (Self.isActive(old[key]) ? 1 : 0)
      guard amount != 0, case .text(let product)? = key.first else { return nil }
      return Figure(Figure.active, day: today, product: product, amount: amount)
    }
  }

  /// Subtracts a customer's active subscriptions from the counters, before the customer's derived rows are deleted.
  func uncountActive(_ customer: Int64) throws {
    let rows = try DerivedRows.stored([customer], of: self)[0].rows[DeskTables.derived.name] ?? [:]
    try add(countActive(from: rows, to: [:]))
  }

  /// Returns whether a derived row, without its key, is a subscription that entitles.
  private static func isActive(_ row: [DatabaseValue]?) -> Bool {
    guard let row, row.count > 2 else { return false }
    return row[0] == .text(ProductType.autoRenewableSubscription.rawValue) && row[2] == true.databaseValue
  }
}

extension [Transaction] {
  /// The day of a refund that the newest of some versions states; nil where it states none, or the refund was reversed.
  fileprivate var refundDate: Timestamp? {
    let newest = self.max { one, other in
      let dates = (one.signedDate ?? .distantPast, other.signedDate ?? .distantPast)
      return dates.0 == dates.1 ? !one.isRefunded && other.isRefunded : dates.0 < dates.1
    }
    return newest.flatMap { $0.isRefunded ? $0.revocationDate : nil }
  }
}

extension Figure {
  /// The counter's name for active subscriptions.
  static let active = "active"

  /// What is counted: a kind of event on a day for a product.
  struct Place: Hashable, Comparable {
    let kind: DeskTrends.Kind
    let day: Int64
    let product: String

    init(_ kind: DeskTrends.Kind, on date: Timestamp, _ product: String) {
      (self.kind, self.day, self.product) = (kind, date.day, product)
    }

    static func < (one: Place, other: Place) -> Bool {
      (one.kind.rawValue, one.day, one.product) < (other.kind.rawValue, other.day, other.product)
    }
  }

  init(_ place: Place, amount: Int) {
    self.init(place.kind.rawValue, day: place.day, product: place.product, amount: amount)
  }
}

extension DeskTrends.Kind {
  /// What a notification tells about a renewal; nil for nothing that only notifications tell.
  fileprivate init?(_ type: NotificationType?, _ subtype: NotificationSubtype?) {
    switch type {
    case .didFailToRenew?: self = .billingRetry
    case .didRenew? where subtype == .billingRecovery: self = .recoveries
    case .expired?: self = .expirations
    default: return nil
    }
  }
}
