import AppStoreModel

/// The evidence about one app user, who may pay with several Apple Accounts, and who may share one with other users.
extension CustomerEvidence {
  /// Returns the part of an Apple Account's evidence that belongs to the user with these tokens.
  ///
  /// A purchase belongs to the user whom its newest token names, else to whom the team's server names, else to the only
  /// user of the Apple Account. Without any of these it belongs to no user.
  func part(of tokens: Set<String>) -> CustomerEvidence {
    let owners = owners
    let isOnlyUser = Set(owners.values).subtracting(tokens).isEmpty && !self.tokens.isDisjoint(with: tokens)
    func belongs(_ lineage: String?) -> Bool {
      lineage.flatMap { owners[$0] }.map(tokens.contains) ?? isOnlyUser
    }
    func isOfOther(_ statement: Statement) -> Bool {
      switch statement.content {
      case .transaction(let it): !belongs(it.lineage)
      case .renewal(let it): !belongs(it.originalTransactionId)
      }
    }
    var part = self
    // Usually an account has one user, and then a large one's statements are not copied.
    if part.statements.contains(where: isOfOther) { part.statements.removeAll(where: isOfOther) }
    let ids = Set(
      part.transactions.flatMap { [$0.transaction.transactionId, $0.transaction.lineage] }.compactMap { $0 })
    let numbers = Set(ids.map(DeskID.number))
    part.events.removeAll { event in event.transaction.map { !numbers.contains($0) } ?? !isOnlyUser }
    let subjects = tokens.union(ids.map { $0.lowercased() })
    part.claims.removeAll { !subjects.contains($0.subject) }
    part.usages.removeAll { !subjects.contains($0.subject) }
    return part
  }

  /// The token of the user to whom each lineage belongs, where one is known.
  private var owners: [String: String] {
    var newest: [String: (token: String, signed: Timestamp)] = [:]
    for (it, _, _) in transactions {
      guard let lineage = it.lineage, let token = it.appAccountToken?.lowercased() else { continue }
      let signed = it.signedDate ?? .distantPast
      if newest[lineage].map({ $0.signed <= signed }) ?? true { newest[lineage] = (token, signed) }
    }
    var owners = newest.mapValues(\.token)
    let named = Dictionary(
      claims.filter { $0.isOfPurchase && !$0.user.isEmpty }.map { ($0.subject, $0.user.lowercased()) }
    ) { first, _ in first }
    guard !named.isEmpty else { return owners }
    for (it, _, _) in transactions {
      guard let lineage = it.lineage, owners[lineage] == nil else { continue }
      let user = [it.transactionId, lineage].lazy.compactMap { $0 }.compactMap { named[$0.lowercased()] }.first
      if let user { owners[lineage] = user }
    }
    return owners
  }

  /// Returns the evidence of several Apple Accounts as one, for the answer about the user who paid with all of them.
  ///
  /// The stored evidence stays apart.
  static func joined(_ parts: [CustomerEvidence]) -> CustomerEvidence? {
    guard var whole = parts.first else { return nil }
    var claims = Dictionary(whole.claims.map { ([$0.subject, $0.product], $0) }) { first, _ in first }
    for part in parts.dropFirst() {
      whole.statements += part.statements
      whole.events += part.events
      whole.usages += part.usages.filter { !whole.usages.contains($0) }
      for claim in part.claims { claims[[claim.subject, claim.product]] = claim }
    }
    if parts.count > 1 {
      whole.isOfSeveralAccounts = true
      whole.statements.sort { $0.arrived < $1.arrived }
      whole.events.sort { ($0.signed, $0.uuid) < ($1.signed, $1.uuid) }
    }
    // Of several claims about a product the newest counts, as for one Apple Account.
    whole.claims = Dictionary(grouping: claims.values, by: \.product).compactMap { $0.value.max { $0.at < $1.at } }
      .sorted { $0.product < $1.product }
    return whole
  }
}

extension Transaction {
  /// The first transaction of the purchase: its own id for a purchase that is not renewed.
  fileprivate var lineage: String? { originalTransactionId ?? transactionId }
}
