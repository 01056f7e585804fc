import AppStoreModel

/// The assignment of a case's transactions to its customers: by `appTransactionId`, then by token, then by lineage.
///
/// A transaction without an `appTransactionId` belongs to the customer of its lineage, else to the customer of its
/// token, if all transactions with the token belong to one customer. The transactions of one receipt belong to one
/// customer, and so do those that were assigned to one customer before.
struct Customers {
  private var byLineage: [String: String] = [:]
  /// The customers by token; nil where several customers share the token.
  private var byToken: [String: String?] = [:]
  /// The only customer, where all evidence is known to belong to one.
  private let only: String?

  /// Assigns transactions to customers.
  ///
  /// - Parameters:
  ///   - transactions: All transactions.
  ///   - groups: Groups of these transactions, each of one customer.
  ///   - only: The customer of all transactions, where that is known.
  init(_ transactions: [Transaction], groups: [[Transaction]] = [], only: String? = nil) {
    self.only = only
    for transaction in transactions {
      guard let id = transaction.appTransactionId else { continue }
      let name = Self.name("app", id)
      if let lineage = transaction.lineageId { byLineage[lineage] = name }
      note(name, token: transaction.appAccountToken)
    }
    for transaction in transactions where transaction.appTransactionId == nil {
      guard let lineage = transaction.lineageId else { continue }
      if let known = byLineage[lineage] { note(known, token: transaction.appAccountToken) }
    }
    for transaction in transactions where transaction.appTransactionId == nil {
      guard let lineage = transaction.lineageId, byLineage[lineage] == nil,
        let token = transaction.appAccountToken?.lowercased()
      else { continue }
      byLineage[lineage] = (byToken[token] ?? nil) ?? Self.name("token", token)
    }
    for group in groups { unite(Set(group.compactMap(\.lineageId))) }
  }

  /// Gives all lineages of one customer one name: from its app transaction, else its token, else its first lineage.
  private mutating func unite(_ lineages: Set<String>) {
    let names = Set(lineages.compactMap { byLineage[$0] })
    let apps = names.filter { $0.hasPrefix("app-") }
    guard apps.count <= 1, let first = lineages.min(by: TransactionID.precedes) else { return }
    let name = apps.first ?? names.min() ?? Self.name("lineage", first)
    for lineage in lineages { byLineage[lineage] = name }
  }

  /// Returns the name of a transaction's customer.
  func name(of transaction: Transaction) -> String {
    name(ofLineage: transaction.lineageId ?? "", app: transaction.appTransactionId)
  }

  /// Returns the name of a lineage's customer.
  func name(ofLineage lineage: String, app: String?) -> String {
    only ?? app.map { Self.name("app", $0) } ?? byLineage[lineage] ?? Self.name("lineage", lineage)
  }

  /// Returns the name of an Apple Account of which only the app transaction is known.
  static func accountName(ofApp id: String) -> String { name("app", id) }

  private mutating func note(_ name: String, token: String?) {
    guard let token = token?.lowercased() else { return }
    if let known = byToken[token], known != name { byToken[token] = .some(nil) } else { byToken[token] = name }
  }

  private static func name(_ kind: String, _ id: String) -> String { "\(kind)-\(id)" }
}
