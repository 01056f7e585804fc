import AppStoreModel
import Core

/// The evidence in the form that the rules use: newest versions, counted or excluded, by product and by lineage.
///
/// It is built in one pass; the cost grows with the number of transactions.
struct ResolverContext {
  /// A transaction that does not count, with the rule that excludes it.
  struct Exclusion {
    let index: Int
    let rule: Rule
  }

  let evidence: EvidenceSet
  let now: Timestamp
  /// The catalogue by product id; the first of two with the same id counts.
  let catalogue: [String: Product]
  /// The transactions that count, by product id.
  private(set) var admitted: [String: [WeighedTransaction]] = [:]
  /// The transactions that do not count, by product id.
  private(set) var excluded: [String: [Exclusion]] = [:]
  private(set) var lineages: [Lineage.Key: Lineage] = [:]
  /// The verdict of each lineage, by the product of its deciding transaction.
  private(set) var judgements: [String: [Judgement]] = [:]
  /// When purchases of non-renewing subscriptions end by the set durations, by product and original transaction id.
  private(set) var seasonEnds: [String: [String: Timestamp]] = [:]
  /// The newest renewal information, by original transaction id.
  let renewals: [String: RenewalInfo]
  /// The user's rights according to the app server, by original transaction id.
  let rights: [String: Right]
  /// The undelivered orders, by transaction id.
  let undelivered: [String: Order]

  init(_ evidence: EvidenceSet, at now: Timestamp) {
    self.evidence = evidence
    self.now = now
    catalogue = Dictionary(evidence.products.map { ($0.id, $0) }) { first, _ in first }
    renewals = Self.newestRenewals(of: evidence)
    rights = Self.newestRights(of: evidence)
    undelivered = Dictionary(evidence.orders.filter(\.isNotDelivered).map { ($0.transactionId, $0) }) { first, _ in
      first
    }
    // When signed out, no transaction counts, because it may belong to any account.
    if evidence.account != nil { for index in newestVersions() { admit(index) } }
    for productId in Set(evidence.durations.keys).union(catalogue.keys) {
      if let rules = durationRules(of: productId) { seasonEnds[productId] = rules.ends(of: seasons(of: productId)) }
    }
    for (productId, end) in evidence.claimedEnds where seasonEnds[productId] == nil {
      seasonEnds[productId] = seasons(of: productId).filter { $0.value <= end.date }.mapValues { _ in end.until }
    }
    judge()
  }

  /// Returns how long a non-renewing subscription entitles: the set duration, else the catalogue's.
  func durationRules(of productId: String) -> DurationRules? {
    if let rules = evidence.durations[productId] { return rules }
    guard let product = catalogue[productId], product.type == .nonRenewingSubscription else { return nil }
    return product.subscriptionPeriod.map { DurationRules($0) }
  }

  /// Returns the full transaction of a `WeighedTransaction`.
  func transaction(_ weighed: WeighedTransaction) -> Transaction { evidence.transactions[weighed.index].transaction }

  /// Returns the stored transaction of a `WeighedTransaction`, with its verdict and origin.
  func stored(_ weighed: WeighedTransaction) -> StoredTransaction { evidence.transactions[weighed.index] }

  /// Returns the app server's owner of a transaction; nil where it was not asked.
  func ownership(of index: Int) -> Ownership? {
    guard !evidence.owners.isEmpty,
      let original = evidence.transactions[index].transaction.originalTransactionId
        ?? evidence.transactions[index].transaction.transactionId
    else { return nil }
    return evidence.owners[original]
  }

  /// Returns whether a transaction is newer than another (`EvidenceSet.isNewer`).
  func isNewer(_ one: WeighedTransaction, _ other: WeighedTransaction) -> Bool { evidence.isNewer(one, other) }

  /// Returns the newest of some transactions.
  func newest(of transactions: [WeighedTransaction]) -> WeighedTransaction? {
    transactions.max { isNewer($1, $0) }
  }

  /// Returns the lineage that a transaction belongs to.
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
      guard let judgement = judgement(of: lineage).map(credited),
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

/// A transaction as the rules see it: the fields that they compare, and the index of the rest.
///
/// It is small on purpose, so that a million transactions can be processed without copying them.
struct WeighedTransaction {
  /// The index of the transaction in the evidence.
  let index: Int
  /// The purchase date; an unknown date sorts before any other.
  let purchaseDate: Timestamp
  let signedDate: Timestamp
  let expiresDate: Timestamp?
  let revocation: RevocationCause?
  /// Whether Apple revoked it for a reason that Till knows.
  let isRevoked: Bool
  let isUpgraded: Bool
  let isShared: Bool

  init(_ transaction: Transaction, index: Int) {
    self.index = index
    purchaseDate = transaction.purchaseDate.orEarliest
    signedDate = transaction.signedDate.orEarliest
    expiresDate = transaction.expiresDate.known
    revocation = transaction.revocationCause
    isRevoked = transaction.isTakenBack
    isUpgraded = transaction.isUpgraded == true
    isShared = transaction.inAppOwnershipType == .familyShared
  }
}

extension Timestamp? {
  /// The day in the display time zone, such as `2025-01-30`.
  var day: String { known?.shownDay ?? say("(date unknown)") }

  /// The minute in the display time zone, such as `2025-01-30 09:12 UTC`.
  var minute: String { known?.shownMinute ?? say("(time unknown)") }
}

extension ResolverContext {
  /// Returns the indices of the newest version of each transaction.
  ///
  /// A version that failed verification, or is from another environment, never replaces one that counts; it is returned
  /// separately.
  func newestVersions() -> [Int] {
    var newest: [String: Int] = [:]
    newest.reserveCapacity(evidence.transactions.count)
    var others: [Int] = []
    for index in evidence.transactions.indices {
      guard let id = evidence.transactions[index].transaction.transactionId, isTrusted(index) else {
        others.append(index)
        continue
      }
      guard let held = newest[id] else {
        newest[id] = index
        continue
      }
      if supersedes(index, held) { newest[id] = index }
    }
    return Array(newest.values) + others
  }

  /// Returns the rule that excludes a newest version; nil where it counts.
  func ruleAgainst(_ index: Int) -> Rule? {
    guard isVerified(index) else { return isAttested(index) ? .attested : .verified }
    guard isOfEnvironment(index) else { return .environment }
    // Read in place, because copying a transaction costs more than all of these checks.
    guard evidence.transactions[index].transaction.transactionId != nil else { return .identified }
    guard !evidence.transactions[index].isAbsent else { return .inHistory }
    let listedType = evidence.transactions[index].transaction.productId.flatMap { catalogue[$0]?.type }
    guard let type = evidence.transactions[index].transaction.type ?? listedType, type.isKnown else {
      return .knownType
    }
    if let listedType, listedType != type { return .sameType }
    if case .anotherUsers = credit(of: index) { return .belongsToAnotherUser }
    return nil
  }

  private func isTrusted(_ index: Int) -> Bool { isVerified(index) && isOfEnvironment(index) }

  private func isOfEnvironment(_ index: Int) -> Bool {
    evidence.transactions[index].transaction.environment == evidence.environment
  }

  private func isAttested(_ index: Int) -> Bool {
    if case .attested = evidence.transactions[index].verdict { true } else { false }
  }

  /// Returns whether a transaction's source is trusted.
  ///
  /// It is verified; or unsigned, in a store that is bound to an environment that Apple does not sign; or attested by a
  /// source that this store trusts.
  private func isVerified(_ index: Int) -> Bool {
    switch evidence.transactions[index].verdict {
    case .verified: true
    case .skipped: !evidence.environment.isSignedByApple
    case .attested(let attestation): evidence.attestations.contains(attestation)
    case .failed: false
    }
  }

  private func supersedes(_ index: Int, _ other: Int) -> Bool {
    let version = evidence.transactions[index]
    let held = evidence.transactions[other]
    if version.transaction == held.transaction { return held.isAbsent && !version.isAbsent }
    return version.supersedes(held)
  }
}
