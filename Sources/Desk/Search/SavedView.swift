import AppStoreModel
import Core
import Entitlements
import Storage

/// A list of customers that support needs every day; it is read by scanning one index.
package enum SavedView: Int64, DatabaseConvertible, CaseIterable, Hashable, Sendable {
  case refunded = 1
  case refunders, billingRetry, recovered, grace, expiring, priceIncrease, consumption, disagree, tokenChanged, unknown
  case tokenUnmatched, unfinished, chargedTwice, chargedAcross

  /// The view's name in commands, and its title.
  private var words: (name: String, title: Words) {
    switch self {
    case .refunded: ("refunded", "refunded, newest first")
    case .refunders: ("refunders", "several refunds")
    case .billingRetry: ("billing-retry", "in billing retry")
    case .recovered: ("recovered", "recovered from billing retry")
    case .grace: ("grace", "in the grace period")
    case .expiring: ("expiring", "ends soon, auto-renewal off")
    case .priceIncrease: ("price-increase", "price increase awaiting consent")
    case .consumption: ("consumption", "Apple asks about consumption")
    case .disagree: ("disagree", "Apple and your server disagree")
    case .tokenChanged: ("token-changed", "several account tokens")
    case .unknown: ("unknown", "unknown values")
    case .tokenUnmatched: ("token-unmatched", "purchase without a user")
    case .unfinished: ("unfinished", "not delivered for over a day")
    case .chargedTwice: ("charged-twice", "charged twice")
    case .chargedAcross: ("charged-across", "charged twice, two Apple Accounts")
    }
  }

  package var name: String { words.name }
  var title: Words { words.title }

  /// Whether the view's positions are future dates; a line is no longer listed once its date has passed.
  var isAboutTheFuture: Bool { self == .expiring || self == .consumption || self == .grace }

  /// Returns the range of positions that are listed at a time; `unfinished` lists a line only once its date has passed.
  func places(at now: Timestamp) -> ClosedRange<Int64> {
    if isAboutTheFuture { return now.milliseconds...Int64.max }
    return Int64.min...(self == .unfinished ? now.milliseconds : Int64.max)
  }
}

extension DerivedCustomer {
  /// Adds the customer's lines in the saved views; positions sort the newest or most urgent first.
  mutating func find(_ evidence: CustomerEvidence) {
    let refunds = transactions.filter(\.isRefunded)
    for (product, refunded) in Dictionary(grouping: refunds, by: { $0.productId ?? "" }) {
      let newest = refunded.compactMap(\.revocationDate?.milliseconds).max() ?? 0
      append(.refunded, product, at: newest.negated)
    }
    if refunds.count > 1 { append(.refunders, at: -Int64(refunds.count)) }
    for status in answer.statuses {
      let (id, ends) = (status.product.id, status.expiresDate?.milliseconds ?? 0)
      switch status.state {
      case .billingRetry: append(.billingRetry, id, at: ends.negated)
      case .gracePeriod: append(.grace, id, at: ends)
      default: break
      }
      if status.chargedTwice?.isCertain == true {
        append(.chargedTwice, id, at: -(status.since?.milliseconds ?? 0))
      }
    }
    for event in evidence.events where event.type == .didRenew && event.subtype == .billingRecovery {
      append(.recovered, event.uuid, at: event.signed.milliseconds.negated)
    }
    findRenewals()
    for request in answer.decisions.consumption {
      append(.consumption, request.transactionId, at: request.until.milliseconds)
    }
    for claim in answer.differingClaims {
      append(.disagree, claim.product, at: claim.at.milliseconds.negated)
    }
    findUnmatched(evidence)
    findUnfinished(evidence)
    if tokens.count > 1 { append(.tokenChanged, at: (tokens.values.map(\.upperBound).max() ?? 0).negated) }
    for it in transactions where it.hasUnknownValues {
      append(.unknown, it.transactionId ?? "", at: (it.signedDate?.milliseconds ?? 0).negated)
    }
    // A view has one line for each customer and subject.
    var seen: Set<[String]> = []
    lines = lines.filter { seen.insert(["\($0.view.rawValue)", $0.subject]).inserted }
  }

  /// Adds purchases that cannot be matched to a user.
  ///
  /// They have no token although other purchases of this customer do, or their token differs from the team server's
  /// user.
  private mutating func findUnmatched(_ evidence: CustomerEvidence) {
    for claim in evidence.claims where claim.isOfPurchase && !claim.user.isEmpty {
      guard tokens[claim.user.lowercased()] == nil else { continue }
      append(.tokenUnmatched, claim.product, at: claim.at.milliseconds.negated)
    }
    guard !tokens.isEmpty else { return }
    for it in transactions.reversed() where it.appAccountToken == nil && it.inAppOwnershipType != .familyShared {
      append(.tokenUnmatched, it.productId ?? "", at: (it.purchaseDate?.milliseconds ?? 0).negated)
    }
  }

  /// Adds purchases that were not delivered according to the team's server, from a day after the purchase on.
  private mutating func findUnfinished(_ evidence: CustomerEvidence) {
    for it in transactions where it.revocationDate == nil {
      let told = evidence.usages.filter { $0.subject == it.transactionId?.lowercased() }.max { $0.at < $1.at }
      guard let id = it.transactionId, let bought = it.purchaseDate, told?.isDelivered == false else { continue }
      append(.unfinished, id, at: bought.adding(milliseconds: Timestamp.millisecondsPerDay).milliseconds)
    }
  }

  private mutating func findRenewals() {
    let newest = Dictionary(grouping: answer.renewals) { $0.originalTransactionId ?? "" }
      .compactMapValues { $0.max { ($0.signedDate ?? .distantPast) < ($1.signedDate ?? .distantPast) } }
    for info in newest.values {
      let product = info.productId ?? ""
      if info.priceIncreaseStatus == .customerHasNotResponded {
        append(.priceIncrease, product, at: (info.signedDate?.milliseconds ?? 0).negated)
      }
      guard info.autoRenewStatus == .off, let status = answer.statuses.first(where: { $0.product.id == product }),
        status.entitled, let ends = status.expiresDate
      else { continue }
      append(.expiring, product, at: ends.milliseconds)
    }
  }
}

extension Transaction {
  /// Whether the transaction has a value of Apple's that this version of Till does not know.
  fileprivate var hasUnknownValues: Bool {
    type?.isKnown == false || inAppOwnershipType?.isKnown == false || revocationReason?.isKnown == false
      || revocationType?.isKnown == false || offerType?.isKnown == false
  }
}
