package import AppStoreModel
import Core
import Entitlements

/// The answer about a customer: the state of each product at a date.
package struct CustomerAnswer: Sendable {
  package private(set) var statuses: [ProductStatus]
  /// The team server's claims that Apple's data contradicts.
  package private(set) var differingClaims: [Claim] = []
  package let renewals: [RenewalInfo]
  let decisions: RefundDecisions
  /// Every version of each transaction, and the positions of the newest ones: of a large customer they are not copied.
  private let stored: [StoredTransaction]
  private let newest: [Int]

  /// - Parameter identity: The desk's app and environment.
  package init(_ evidence: CustomerEvidence, in identity: DeskIdentity, at now: Timestamp) {
    stored = evidence.stored
    newest = Self.newest(stored)
    renewals = evidence.renewals
    decisions = RefundDecisions(evidence, stored, newest)
    let bought = Self.products(of: stored, newest)
    let claimed = Set(evidence.claims.filter(\.entitled).map(\.product)).subtracting(bought.map(\.id))
    var set = EvidenceSet(of: evidence, stored, bought + claimed.sorted().map(Product.init(claimed:)), in: identity)
    set.refundRequests = decisions.open
    set.declinedRefunds = decisions.declined
    statuses = Resolver.resolve(set, at: now)
    for index in statuses.indices where claimed.contains(statuses[index].product.id) {
      statuses[index].reasons = [Reason(supports: false, rule: "everPurchased", text: DeskText.nothingSigned.text)]
    }
    Usage.lay(evidence.usages, over: &statuses)
    differingClaims = Claim.lay(evidence.claims, over: &statuses, at: now)
  }

  /// The newest version of each transaction, copied at each call.
  package var transactions: [Transaction] { newest.map { stored[$0].transaction } }

  /// The product of the transaction that was signed last.
  var lastSignedProduct: String? {
    func signed(_ position: Int) -> Timestamp { stored[position].transaction.signedDate ?? .distantPast }
    return newest.max { signed($0) < signed($1) }.flatMap { stored[$0].transaction.productId }
  }

  /// Returns the position of the newest version of each transaction, by id.
  private static func newest(_ stored: [StoredTransaction]) -> [Int] {
    var newest: [String: Int] = [:]
    for position in stored.indices {
      guard let id = stored[position].transaction.transactionId else { continue }
      if newest[id].map({ stored[position].supersedes(stored[$0]) }) ?? true { newest[id] = position }
    }
    return newest.map { (number: DeskID.number($0.key), id: $0.key, position: $0.value) }
      .sorted { ($0.number, $0.id) < ($1.number, $1.id) }.map(\.position)
  }

  /// Returns the products of the transactions at some positions; the desk has no catalogue, only purchases.
  static func products(of stored: [StoredTransaction], _ positions: some Sequence<Int>) -> [Product] {
    func isLater(_ position: Int, than other: Int) -> Bool {
      (stored[position].transaction.purchaseDate ?? .distantPast)
        > (stored[other].transaction.purchaseDate ?? .distantPast)
    }
    var newest: [String: (bought: Int, paid: Int?)] = [:]
    for position in positions {
      guard let id = stored[position].transaction.productId else { continue }
      var held = newest[id] ?? (position, nil)
      if isLater(position, than: held.bought) { held.bought = position }
      if stored[position].transaction.price != nil, held.paid.map({ isLater(position, than: $0) }) ?? true {
        held.paid = position
      }
      newest[id] = held
    }
    return newest.sorted { $0.key < $1.key }.map { id, held in
      Product(
        lastBought: stored[held.bought].transaction, id: id, paid: stored[held.paid ?? held.bought].transaction)
    }
  }
}

/// The open and declined refund requests, according to notifications.
struct RefundDecisions {
  private(set) var open: [RefundRequest] = []
  private(set) var declined: Set<String> = []
  /// The consumption requests that wait for an answer, each with its deadline.
  private(set) var consumption: [(transactionId: String, until: Timestamp)] = []

  /// - Parameter newest: The positions of the newest version of each transaction.
  init(_ evidence: CustomerEvidence, _ stored: [StoredTransaction], _ newest: [Int]) {
    let named = Set(evidence.events.lazy.compactMap(\.transaction))
    var positions: [Int64: Int] = [:]
    for position in newest where !named.isEmpty {
      guard let number = stored[position].transaction.transactionId.map(DeskID.number), named.contains(number) else {
        continue
      }
      positions[number] = positions[number] ?? position
    }
    for event in evidence.events {
      guard let position = event.transaction.flatMap({ positions[$0] }),
        let id = stored[position].transaction.transactionId
      else { continue }
      switch event.type {
      case .consumptionRequest:
        declined.remove(id)
        open.removeAll { $0.transactionId == id }
        open.append(
          RefundRequest(
            transactionId: id, productId: stored[position].transaction.productId ?? "",
            account: "\(evidence.customer)", reason: nil, askedDate: event.signed))
        consumption.removeAll { $0.transactionId == id }
        consumption.append((id, event.signed.adding(milliseconds: CustomerDesk.answerTime)))
      case .refundDeclined, .refund, .refundReversed:
        if event.type == .refundDeclined { declined.insert(id) }
        open.removeAll { $0.transactionId == id }
        consumption.removeAll { $0.transactionId == id }
      default: break
      }
    }
    // A revoked transaction is decided, whether a notification or a history says so.
    let revoked = Set(
      newest.lazy.filter { stored[$0].transaction.revocationDate != nil }
        .compactMap { stored[$0].transaction.transactionId })
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
    canBuy = false
    attestations = [.receipt, .answer]
  }
}
