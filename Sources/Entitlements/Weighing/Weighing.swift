import StoreModel

/// The evidence in the form that the rules work on: newest versions, admitted or not, by product and by lineage.
///
/// Made in one pass; what it costs grows with the number of transactions.
struct Weighing {
  /// A transaction that may not be weighed, with the rule that keeps it out.
  struct Exclusion {
    let index: Int
    let rule: Rule
  }

  let evidence: EvidenceSet
  let now: Timestamp
  /// The catalogue by product id; of two with the same id the first counts.
  let catalogue: [String: Product]
  /// What may be weighed, by product id.
  private(set) var admitted: [String: [WeighedTransaction]] = [:]
  /// What may not, by product id.
  private(set) var excluded: [String: [Exclusion]] = [:]
  private(set) var lineages: [Lineage.Key: Lineage] = [:]
  /// What each lineage says, by the product of its deciding transaction.
  private(set) var judgements: [String: [Judgement]] = [:]
  /// The newest renewal information, by original transaction id.
  let renewals: [String: RenewalInfo]

  init(_ evidence: EvidenceSet, at now: Timestamp) {
    self.evidence = evidence
    self.now = now
    catalogue = Dictionary(evidence.products.map { ($0.id, $0) }) { first, _ in first }
    renewals = Self.newestRenewals(of: evidence)
    // Signed out, nothing is looked at: whose transactions these are is then nobody's business.
    guard evidence.account != nil else { return }
    for index in newestVersions() { admit(index) }
    judge()
  }

  /// The transaction behind a weighed one.
  func transaction(_ weighed: WeighedTransaction) -> Transaction { evidence.transactions[weighed.index].transaction }

  /// A weighed transaction with what is known about it.
  func stored(_ weighed: WeighedTransaction) -> StoredTransaction { evidence.transactions[weighed.index] }

  /// Whose a transaction is, where the app's server was asked.
  func ownership(of index: Int) -> Ownership? {
    guard !evidence.owners.isEmpty,
      let original = evidence.transactions[index].transaction.originalTransactionId
        ?? evidence.transactions[index].transaction.transactionId
    else { return nil }
    return evidence.owners[original]
  }

  /// Whether a transaction is newer than another (`EvidenceSet.isNewer`).
  func isNewer(_ one: WeighedTransaction, _ other: WeighedTransaction) -> Bool { evidence.isNewer(one, other) }

  /// The newest of some transactions.
  func newest(of transactions: [WeighedTransaction]) -> WeighedTransaction? {
    transactions.max { isNewer($1, $0) }
  }

  /// The lineage that a transaction belongs to.
  func lineageKey(_ weighed: WeighedTransaction) -> Lineage.Key {
    let signedType = evidence.transactions[weighed.index].transaction.type
    let productId = evidence.transactions[weighed.index].transaction.productId
    let originalId = evidence.transactions[weighed.index].transaction.originalTransactionId
    return Lineage.Key(
      type: signedType ?? productId.flatMap { catalogue[$0]?.type } ?? ProductType(rawValue: ""),
      originalTransactionId: originalId ?? evidence.transactions[weighed.index].transaction.transactionId ?? "")
  }

  private mutating func admit(_ index: Int) {
    guard let productId = evidence.transactions[index].transaction.productId else { return }
    if let rule = ruleAgainst(index) {
      excluded[productId, default: []].append(Exclusion(index: index, rule: rule))
      return
    }
    let weighed = WeighedTransaction(evidence.transactions[index].transaction, index: index)
    admitted[productId, default: []].append(weighed)
    let key = lineageKey(weighed)
    guard key.type != .consumable else { return }
    if lineages[key] == nil {
      lineages[key] = Lineage(key: key, first: weighed, now: now)
    } else {
      let evidence = evidence
      lineages[key]?.add(weighed, now: now) { evidence.isNewer($0, $1) }
    }
  }

  private mutating func judge() {
    for lineage in lineages.values {
      guard let judgement = judgement(of: lineage),
        let productId = evidence.transactions[judgement.deciding.index].transaction.productId
      else { continue }
      judgements[productId, default: []].append(judgement)
    }
    judgements = withHighestServiceLevel(judgements)
  }

  private func judgement(of lineage: Lineage) -> Judgement? {
    switch lineage.key.type {
    case .nonConsumable: judgeNonConsumable(lineage)
    case .autoRenewableSubscription: judgeSubscription(lineage)
    case .nonRenewingSubscription: judgeNonRenewing(lineage)
    default: nil
    }
  }
}
