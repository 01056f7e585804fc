import AppStoreModel
import Entitlements

/// What a desk stores about a customer: the answer, the lines in saved views, and sums.
struct DerivedCustomer {
  /// A line of a saved view.
  struct Line: Hashable {
    let view: SavedView
    /// The product or transaction that the line is about; empty if it is about the customer.
    let subject: String
    /// The line's position in the view.
    let place: Int64
  }

  let answer: CustomerAnswer
  /// The newest version of each transaction.
  let transactions: [Transaction]
  var lines: [Line] = []
  /// The amounts paid and refunded by currency, as Apple signed them.
  private(set) var money: [String: (spent: Int64, refunded: Int64)] = [:]
  /// The dates on which each token was first and last seen.
  private(set) var tokens: [String: ClosedRange<Int64>] = [:]
  private(set) var lastEvent: Timestamp?
  /// The next date at which each product's state may change without new data.
  private(set) var nextMoments: [String: Timestamp] = [:]
  /// Whether there is any signed statement about the customer.
  var hasEvidence: Bool { !transactions.isEmpty || !answer.renewals.isEmpty }

  /// - Parameter identity: The desk's app and environment.
  init(_ evidence: CustomerEvidence, in identity: DeskIdentity, at now: Timestamp) {
    answer = CustomerAnswer(evidence, in: identity, at: now)
    transactions = answer.transactions
    count()
    moments(evidence.claims, at: now)
    find(evidence)
  }

  private mutating func count() {
    for it in transactions {
      if let date = it.signedDate { lastEvent = max(lastEvent ?? date, date) }
      if let token = it.appAccountToken?.lowercased() {
        let date = (it.purchaseDate ?? it.signedDate)?.milliseconds ?? 0
        let held = tokens[token] ?? date...date
        tokens[token] = min(held.lowerBound, date)...max(held.upperBound, date)
      }
      // A shared purchase was paid for by another member of the family.
      guard let price = it.price, price > 0, let currency = it.currency, it.inAppOwnershipType != .familyShared else {
        continue
      }
      let paid = money[currency] ?? (0, 0)
      money[currency] = (paid.spent.addingSaturated(price), paid.refunded)
      guard it.isRefunded else { continue }
      let share = Int64(min(max(it.revocationPercentage ?? 100_000, 0), 100_000))
      let amount = price / 100_000 * share + price % 100_000 * share / 100_000
      money[currency]?.refunded = paid.refunded.addingSaturated(amount)
    }
  }

  /// Collects the dates at which a state may change without new data.
  ///
  /// A date too many costs one needless derivation; a missing one would leave a wrong state.
  private mutating func moments(_ claims: [Claim], at now: Timestamp) {
    var moments: [String: Timestamp] = [:]
    func add(_ date: Timestamp?, _ key: String) {
      guard let date, date > now else { return }
      moments[key] = min(moments[key] ?? date, date)
    }
    var groupOfLineage: [String: String] = [:]
    for it in transactions {
      let key = it.subscriptionGroupIdentifier ?? it.productId ?? ""
      if let lineage = it.originalTransactionId { groupOfLineage[lineage] = key }
      add(it.purchaseDate, key)
      add(it.expiresDate, key)
      if let expires = it.expiresDate {
        add(expires.adding(milliseconds: Patience.renewal(from: it.purchaseDate ?? expires, until: expires)), key)
      }
    }
    for it in answer.renewals {
      let key = groupOfLineage[it.originalTransactionId ?? ""] ?? it.productId ?? ""
      add(it.gracePeriodExpiresDate, key)
    }
    for request in answer.decisions.open {
      add(request.askedDate.adding(milliseconds: Patience.refund), request.productId)
    }
    for claim in claims { add(claim.until, claim.product) }
    for status in answer.statuses {
      let key = status.product.subscriptionGroupIdentifier ?? status.product.id
      let dates = [moments[key], moments[status.product.id], status.expiresDate.flatMap { $0 > now ? $0 : nil }]
      nextMoments[status.product.id] = dates.compactMap { $0 }.min()
    }
  }

  mutating func append(_ view: SavedView, _ subject: String = "", at place: Int64) {
    lines.append(Line(view: view, subject: subject, place: place))
  }
}
