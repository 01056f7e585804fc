import AppStoreModel
import Entitlements
import Storage

/// The transactions that an answer can depend on, found by index in a store of any size.
///
/// For each `EquivalenceKey`, these are the newest transactions that have begun, and the first and last future ones.
/// They are taken from each lineage of a product, or from the whole product where lineages decide nothing. They include
/// what reasons list one by one, since a reason counts no further than `Reason.counted`.
extension LocalStore {
  /// The parameters of the search for relevant evidence.
  struct Search {
    let account: String
    let now: Timestamp
    /// The most rows read for one key: enough for those that reasons list, that decide, or that belong to an order.
    let limit: Int
    /// The product types in the catalogue, by product.
    let types: [String: ProductType]
    /// The lineages whose rows belong to several users, so that any of them may count.
    let divided: Set<String>

    init(_ evidence: EvidenceSet, account: String, at now: Timestamp) {
      self.account = account
      self.now = now
      limit = Reason.counted + LocalStore.lineagesAtMost + evidence.orders.count
      types = Dictionary(evidence.products.map { ($0.id, $0.type) }) { first, _ in first }
      // Ended rights count by their date of signing, and later transactions of the lineage may belong to another user.
      divided = Set(
        evidence.rights.filter { right in
          let users = evidence.owners[right.originalTransactionId]?.users ?? []
          return right.ended != nil && !users.contains(evidence.user)
        }.map(\.originalTransactionId))
    }
  }

  /// The most lineages of a product that are read one by one; of a product with more, everything is read.
  static let lineagesAtMost = 32

  /// Returns the rows of some products that an answer can depend on, and the rows with the named ids.
  func relevantEvidence(_ products: Set<String>, named ids: Set<String>, _ search: Search) throws -> [StoredTransaction]
  {
    let found = try products.sorted().flatMap { try relevantEvidence($0, search) }
    let held = Set(found.compactMap(\.transaction.transactionId))
    return try found
      + ids.subtracting(held).sorted().compactMap { id in
        try database.first(
          Self.storedTransactionColumns + "WHERE membership.account = ? AND membership.transaction_id = ?",
          search.account, id
        ) { try Self.storedTransaction($0) }
      }
  }

  /// Returns the ids of the products that the account has transactions of.
  func boughtProductIds(of account: String) throws -> [String] {
    try distinct { last in
      try database.value(
        """
        SELECT product_id FROM membership INDEXED BY membership_class WHERE account = ? AND product_id > ?
        ORDER BY product_id LIMIT 1
        """, account, last)
    }
  }

  private func relevantEvidence(_ productId: String, _ search: Search) throws -> [StoredTransaction] {
    let classes = try distinct { last in
      try database.value(
        """
        SELECT class FROM membership INDEXED BY membership_class WHERE account = ? AND product_id = ? AND class > ?
        ORDER BY class LIMIT 1
        """, search.account, productId, last)
    }
    let listed = search.types[productId]
    let alone = classes.filter { listed == .consumable || (EquivalenceKey.type(of: $0) ?? listed) == .consumable }
    var rows = try alone.flatMap { try newest(Self.ofProduct, [search.account, productId, $0], search) }
    guard alone.count < classes.count else { return rows }
    guard let lineages = try lineages(of: productId, search) else {
      for name in classes where !alone.contains(name) {
        rows += try all(Self.ofProduct, [search.account, productId, name])
      }
      return rows
    }
    for lineage in lineages { rows += try relevantEvidence(productId, lineage, search) }
    return rows
  }

  /// Returns the lineages of a product; nil where there are too many.
  private func lineages(of productId: String, _ search: Search) throws -> [String]? {
    let found = try distinct(atMost: Self.lineagesAtMost + 1) { last in
      try database.value(
        """
        SELECT lineage FROM membership INDEXED BY membership_lineage
        WHERE account = ? AND product_id = ? AND lineage > ? ORDER BY lineage LIMIT 1
        """, search.account, productId, last)
    }
    return found.count > Self.lineagesAtMost ? nil : found
  }

  private func relevantEvidence(_ productId: String, _ lineage: String, _ search: Search) throws -> [StoredTransaction]
  {
    let classes = try distinct { last in
      try database.value(
        """
        SELECT class FROM membership INDEXED BY membership_lineage
        WHERE account = ? AND product_id = ? AND lineage = ? AND class > ? ORDER BY class LIMIT 1
        """, search.account, productId, lineage, last)
    }
    return try classes.flatMap { name in
      let key = [search.account, productId, lineage, name]
      return search.divided.contains(lineage)
        ? try all(Self.ofLineage, key) : try newest(Self.ofLineage, key, search)
    }
  }

  /// Returns the distinct values of an indexed column; each query asks for the value after the previous one.
  func distinct(atMost limit: Int = .max, _ next: (String) throws -> String?) throws -> [String] {
    var found: [String] = []
    while found.count < limit, let value = try next(found.last ?? "") { found.append(value) }
    return found
  }

  private static let ofProduct =
    storedTransactions(of: "membership INDEXED BY membership_class")
    + "WHERE membership.account = ? AND membership.product_id = ? AND membership.class = ?"

  private static let ofLineage =
    storedTransactions(of: "membership INDEXED BY membership_lineage")
    + "WHERE membership.account = ? AND membership.product_id = ? AND membership.lineage = ? AND membership.class = ?"

  private func all(_ select: SQL, _ key: [String]) throws -> [StoredTransaction] {
    try database.rows(select, values: key.map(\.databaseValue)) { try Self.storedTransaction($0) }
  }

  /// Returns the newest rows of a key that have begun, and the first and last of those that have not.
  private func newest(_ select: SQL, _ key: [String], _ search: Search) throws -> [StoredTransaction] {
    func rows(_ condition: SQL) throws -> [StoredTransaction] {
      let values = key.map(\.databaseValue) + [search.now.databaseValue, search.limit.databaseValue]
      return try database.rows(select + condition, values: values) { try Self.storedTransaction($0) }
    }
    let begun = try rows(
      """
      AND membership.purchase_date <= ? ORDER BY membership.purchase_date DESC, membership.transaction_id DESC LIMIT ?
      """)
    let toCome = try rows(
      "AND membership.purchase_date > ? ORDER BY membership.purchase_date, membership.transaction_id LIMIT ?")
    guard toCome.count == search.limit else { return begun + toCome }
    return begun + toCome
      + (try rows(
        """
        AND membership.purchase_date > ? ORDER BY membership.purchase_date DESC, membership.transaction_id DESC LIMIT ?
        """))
  }
}

/// The fields of a transaction that rules use, except its dates, its ids and its owner.
///
/// The resolver treats transactions of one product and lineage with the same key alike. So the newest of them are
/// enough for an answer, however many there are.
struct EquivalenceKey: Hashable {
  /// The key as text: `+` or `-` for whether the account's history still lists the transaction, then the signed fields.
  let text: String

  init(_ transaction: Transaction, _ verdict: Verdict, isAbsent: Bool = false) {
    var parts = [
      transaction.type?.rawValue ?? "", "\(verdict.databaseValue)", transaction.environment?.rawValue ?? "",
      transaction.inAppOwnershipType?.rawValue ?? "", transaction.revocationCause?.rawValue ?? "",
      transaction.isUpgraded == true ? "upgraded" : "", transaction.price == nil ? "" : "priced",
    ]
    // A consumable's token decides nothing, and may differ each time.
    if transaction.type != .consumable { parts.append(transaction.appAccountToken?.lowercased() ?? "") }
    text = (isAbsent ? "-" : "+") + parts.joined(separator: "|")
  }

  /// Returns the signed product type in a key's text; nil where none was signed.
  static func type(of text: String) -> ProductType? {
    let type = text.dropFirst().prefix { $0 != "|" }
    return type.isEmpty ? nil : ProductType(rawValue: String(type))
  }
}
