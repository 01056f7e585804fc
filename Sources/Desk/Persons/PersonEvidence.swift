import AppStoreModel

/// The evidence about one app user, who may pay with several Apple Accounts, and who may share one with other users.
extension CustomerEvidence {
  /// Returns the part of an Apple Account's evidence that belongs to the user with these tokens.
  ///
  /// A purchase belongs to the user whom its newest token names, else to whom the team's server names, else to the only
  /// user of the Apple Account. Without any of these it belongs to no user.
  func part(of tokens: Set<String>) -> CustomerEvidence {
    let marks = statements.map(Mark.init)
    let owners = owners(marks)
    let isOnlyUser =
      Set(owners.values).subtracting(tokens).isEmpty && marks.contains { $0.token.map(tokens.contains) ?? false }
    let belongs = marks.map { mark in mark.lineage.flatMap { owners[$0] }.map(tokens.contains) ?? isOnlyUser }
    var part = self
    // Usually an account has one user, and then a large one's statements are not copied.
    if belongs.contains(false) { part.statements = zip(statements, belongs).filter(\.1).map(\.0) }
    if events.isEmpty, claims.isEmpty, usages.isEmpty { return part }
    var ids: Set<String> = []
    for (mark, belongs) in zip(marks, belongs) where belongs && mark.isOfTransaction {
      ids.formUnion([mark.id, mark.lineage].compactMap { $0 })
    }
    let numbers = Set(ids.map(DeskID.number))
    part.events.removeAll { event in event.transaction.map { !numbers.contains($0) } ?? !isOnlyUser }
    let subjects = tokens.union(ids.map { $0.lowercased() })
    part.claims.removeAll { !subjects.contains($0.subject) }
    part.usages.removeAll { !subjects.contains($0.subject) }
    return part
  }

  /// What decides to whom a statement belongs, without the rest of it, which is large.
  private struct Mark {
    let isOfTransaction: Bool
    let id: String?
    /// The first transaction of the purchase: its own id for a purchase that is not renewed.
    let lineage: String?
    let token: String?
    let signed: Timestamp

    init(_ statement: Statement) {
      switch statement.content {
      case .transaction(let it):
        (isOfTransaction, id, lineage) = (true, it.transactionId, it.originalTransactionId ?? it.transactionId)
        (token, signed) = (it.appAccountToken?.lowercased(), it.signedDate ?? .distantPast)
      case .renewal(let it):
        (isOfTransaction, id, lineage, token, signed) = (false, nil, it.originalTransactionId, nil, .distantPast)
      }
    }
  }

  /// Returns the token of the user to whom each lineage belongs, where one is known.
  private func owners(_ marks: [Mark]) -> [String: String] {
    var newest: [String: (token: String, signed: Timestamp)] = [:]
    for mark in marks {
      guard let lineage = mark.lineage, let token = mark.token else { continue }
      if newest[lineage].map({ $0.signed <= mark.signed }) ?? true { newest[lineage] = (token, mark.signed) }
    }
    var owners = newest.mapValues(\.token)
    let named = Dictionary(
      claims.filter { $0.isOfPurchase && !$0.user.isEmpty }.map { ($0.subject, $0.user.lowercased()) }
    ) { first, _ in first }
    guard !named.isEmpty else { return owners }
    for mark in marks where mark.isOfTransaction {
      guard let lineage = mark.lineage, owners[lineage] == nil else { continue }
      let user = [mark.id, lineage].lazy.compactMap { $0 }.compactMap { named[$0.lowercased()] }.first
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
