import AppStoreModel

/// Tells the customers of a case apart: by `appTransactionId`, then by token, then by lineage.
///
/// A transaction that does not say its app transaction is the customer's whose lineage it is, else whose token it
/// carries, where that is one customer's only. What one receipt lists, and what was found to be one customer's before,
/// is one customer's.
struct Customers {
  private var byLineage: [String: String] = [:]
  /// Nil where several customers carry it.
  private var byToken: [String: String?] = [:]
  /// The one whose all of it is.
  private let only: String?

  /// - Parameter groups: The transactions of one customer each; together they are all of the transactions.
  init(_ transactions: [Transaction], groups: [[Transaction]] = [], only: String? = nil) {
    self.only = only
    for transaction in transactions {
      guard let id = transaction.appTransactionId else { continue }
      let name = Self.name("app", id)
      if let lineage = Self.lineage(of: transaction) { byLineage[lineage] = name }
      note(name, token: transaction.appAccountToken)
    }
    for transaction in transactions where transaction.appTransactionId == nil {
      guard let lineage = Self.lineage(of: transaction) else { continue }
      if let known = byLineage[lineage] { note(known, token: transaction.appAccountToken) }
    }
    for transaction in transactions where transaction.appTransactionId == nil {
      guard let lineage = Self.lineage(of: transaction), byLineage[lineage] == nil,
        let token = transaction.appAccountToken?.lowercased()
      else { continue }
      byLineage[lineage] = (byToken[token] ?? nil) ?? Self.name("token", token)
    }
    for group in groups { unite(Set(group.compactMap(Self.lineage(of:)))) }
  }

  /// Gives the lineages of one customer one name: that of its app transaction, else of its token, else of the first
  /// one.
  private mutating func unite(_ lineages: Set<String>) {
    let names = Set(lineages.compactMap { byLineage[$0] })
    let apps = names.filter { $0.hasPrefix("app-") }
    guard apps.count <= 1, let first = lineages.min(by: TransactionID.precedes) else { return }
    let name = apps.first ?? names.min() ?? Self.name("lineage", first)
    for lineage in lineages { byLineage[lineage] = name }
  }

  /// The name of the customer whose a transaction is.
  func name(of transaction: Transaction) -> String {
    name(ofLineage: Self.lineage(of: transaction) ?? "", app: transaction.appTransactionId)
  }

  /// The name of the customer whose a lineage is.
  func name(ofLineage lineage: String, app: String?) -> String {
    only ?? app.map { Self.name("app", $0) } ?? byLineage[lineage] ?? Self.name("lineage", lineage)
  }

  /// The name of an Apple Account of which nothing but its app transaction is known.
  static func accountName(ofApp id: String) -> String { name("app", id) }

  static func lineage(of transaction: Transaction) -> String? {
    transaction.originalTransactionId ?? transaction.transactionId
  }

  private mutating func note(_ name: String, token: String?) {
    guard let token = token?.lowercased() else { return }
    if let known = byToken[token], known != name { byToken[token] = .some(nil) } else { byToken[token] = name }
  }

  private static func name(_ kind: String, _ id: String) -> String { "\(kind)-\(id)" }
}
