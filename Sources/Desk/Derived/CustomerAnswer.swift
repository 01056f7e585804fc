package import AppStoreModel
import Entitlements

/// The answer about a customer: the state of each product at a date.
package struct CustomerAnswer: Sendable {
  package private(set) var statuses: [ProductStatus]
  /// The team server's claims that Apple's data contradicts.
  package private(set) var differingClaims: [Claim] = []
  /// The newest version of each transaction.
  package let transactions: [Transaction]
  package let renewals: [RenewalInfo]
  let decisions: RefundDecisions

  /// - Parameter identity: The desk's app and environment.
  package init(_ evidence: CustomerEvidence, in identity: DeskIdentity, at now: Timestamp) {
    let stored = evidence.stored
    transactions = Self.newest(stored)
    renewals = evidence.renewals
    decisions = RefundDecisions(evidence, transactions)
    var set = EvidenceSet(of: evidence, stored, Self.products(of: transactions), in: identity)
    set.refundRequests = decisions.open
    set.declinedRefunds = decisions.declined
    statuses = Resolver.resolve(set, at: now)
    Usage.lay(evidence.usages, over: &statuses)
    differingClaims = Claim.lay(evidence.claims, over: &statuses, at: now)
  }

  /// Returns the newest version of each transaction, by id.
  private static func newest(_ stored: [StoredTransaction]) -> [Transaction] {
    // Positions are kept and sorted, because a transaction is a large value.
    var newest: [String: Int] = [:]
    for position in stored.indices {
      guard let id = stored[position].transaction.transactionId else { continue }
      if newest[id].map({ stored[position].supersedes(stored[$0]) }) ?? true { newest[id] = position }
    }
    return newest.map { (number: DeskID.number($0.key), id: $0.key, position: $0.value) }
      .sorted { ($0.number, $0.id) < ($1.number, $1.id) }.map { stored[$0.position].transaction }
  }

  /// Returns the products of the transactions; the desk has no catalogue, only purchases.
  static func products(of transactions: [Transaction]) -> [Product] {
    func isLater(_ position: Int, than other: Int) -> Bool {
      (transactions[position].purchaseDate ?? .distantPast) > (transactions[other].purchaseDate ?? .distantPast)
    }
    var newest: [String: (bought: Int, paid: Int?)] = [:]
    for position in transactions.indices {
      guard let id = transactions[position].productId else { continue }
      var held = newest[id] ?? (position, nil)
      if isLater(position, than: held.bought) { held.bought = position }
      if transactions[position].price != nil, held.paid.map({ isLater(position, than: $0) }) ?? true {
        held.paid = position
      }
      newest[id] = held
    }
    return newest.sorted { $0.key < $1.key }.map { id, held in
      Product(lastBought: transactions[held.bought], id: id, paid: transactions[held.paid ?? held.bought])
    }
  }
}

/// The open and declined refund requests, according to notifications.
struct RefundDecisions {
  private(set) var open: [RefundRequest] = []
  private(set) var declined: Set<String> = []
  /// The consumption requests that wait for an answer, each with its deadline.
  private(set) var consumption: [(transactionId: String, until: Timestamp)] = []

  /// How long Apple accepts an answer, in milliseconds: twelve hours.
  private static let answerTime: Int64 = 12 * 3_600_000

  init(_ evidence: CustomerEvidence, _ transactions: [Transaction]) {
    let named = Set(evidence.events.lazy.compactMap(\.transaction))
    var positions: [Int64: Int] = [:]
    for position in transactions.indices where !named.isEmpty {
      guard let number = transactions[position].transactionId.map(DeskID.number), named.contains(number) else {
        continue
      }
      positions[number] = positions[number] ?? position
    }
    for event in evidence.events {
      guard let position = event.transaction.flatMap({ positions[$0] }),
        let id = transactions[position].transactionId
      else { continue }
      switch event.type {
      case .consumptionRequest:
        declined.remove(id)
        open.removeAll { $0.transactionId == id }
        open.append(
          RefundRequest(
            transactionId: id, productId: transactions[position].productId ?? "", account: "\(evidence.customer)",
            reason: nil,
            askedDate: event.signed))
        consumption.removeAll { $0.transactionId == id }
        consumption.append((id, event.signed.adding(milliseconds: Self.answerTime)))
      case .refundDeclined, .refund, .refundReversed:
        if event.type == .refundDeclined { declined.insert(id) }
        open.removeAll { $0.transactionId == id }
        consumption.removeAll { $0.transactionId == id }
      default: break
      }
    }
    // A revoked transaction is decided, whether a notification or a history says so.
    let revoked = Set(transactions.lazy.filter { $0.revocationDate != nil }.compactMap(\.transactionId))
    open.removeAll { revoked.contains($0.transactionId) }
    consumption.removeAll { revoked.contains($0.transactionId) }
  }
}

extension CustomerEvidence {
  /// The transactions as the resolver reads them, with every version of each.
  var stored: [StoredTransaction] {
    transactions.map {
      StoredTransaction(transaction: $0.transaction, verdict: $0.verdict, origin: .imported, arrivedDate: $0.arrived)
    }
  }
}

extension EvidenceSet {
  /// Creates the resolver's evidence about a customer of a desk.
  init(
    of evidence: CustomerEvidence, _ stored: [StoredTransaction], _ products: [Product], in identity: DeskIdentity
  ) {
    self.init(environment: identity.environment, account: "\(evidence.customer)")
    transactions = stored
    renewalInfos = evidence.renewals
    isOfSeveralAccounts = evidence.isOfSeveralAccounts
    self.products = products
    claimedEnds = Claim.ends(in: evidence.claims)
    recordsDeliveries = false
    appStore = AppStoreTraits(signsAnew: false)
    attestations = [.receipt, .answer]
  }
}
