import StoreModel
import Texts

/// What an answer states as facts, and the sentence for the customer that is made from them.
extension Weighing {
  /// What an answer states of money and delivery.
  func claims(_ product: Product, _ finding: Finding, _ notes: Notes, _ state: EntitlementState) -> Set<StatedFact> {
    var facts: Set<StatedFact> = []
    for item in notes.underWay {
      switch item.kind {
      case .paidNotDelivered:
        if let fact = item.transactionId.flatMap({ payment(for: $0, of: product.id) }) { facts.insert(fact) }
      case .chargeUnknown: facts.insert(.mayBeCharged(intentId: item.intentId ?? ""))
      case .pending, .interrupted: facts.insert(.notCharged(intentId: item.intentId ?? ""))
      case .purchasing: continue
      }
      facts.insert(.waits(item.who, until: item.until))
    }
    if let deciding = finding.deciding, let id = transaction(deciding).transactionId, product.type != .consumable {
      let fact = payment(for: transaction(deciding))
      switch finding.state {
      case .paidNotDelivered: if let fact { facts.insert(fact) }
      case .refunded:
        facts.insert(fact.map(\.isFree) == true ? .takenBack(transactionId: id) : .refunded(transactionId: id))
      default: if finding.entitled { facts.insert(.delivered(transactionId: id)) }
      }
    }
    if state == .notPurchased, let other = notes.anotherUsersTransaction {
      facts.insert(.belongsToAnotherUser(transactionId: other))
    }
    return facts
  }

  /// Whether a purchase was paid for; nil where its price is not told.
  private func payment(for transaction: Transaction) -> StatedFact? {
    guard let id = transaction.transactionId else { return nil }
    if transaction.inAppOwnershipType == .familyShared { return .free(transactionId: id) }
    return transaction.price.map { $0 == 0 ? .free(transactionId: id) : .charged(transactionId: id) }
  }

  private func payment(for id: String, of productId: String) -> StatedFact? {
    evidence.transactions.first { $0.transaction.transactionId == id && $0.transaction.productId == productId }
      .flatMap { payment(for: $0.transaction) }
  }

  /// Whether Apple was paid nothing for a purchase: a free trial, or a member of the family shares it.
  func isFree(_ transactionId: String?, of productId: String) -> Bool {
    transactionId.flatMap { payment(for: $0, of: productId) }?.isFree == true
  }

  /// What the customer may be told of an answer.
  func sentence(
    for product: Product, _ finding: Finding, _ notes: Notes, _ state: EntitlementState, claims: Set<StatedFact>,
    next: NextStep
  ) -> Words {
    let isHidden = state == .notInCatalogue && !finding.entitled
    var sentence = CustomerSentence(isHidden ? finding.state : state, product: product.displayName, now: now)
    sentence.entitled = finding.entitled
    sentence.type = product.type
    sentence.balance = finding.balance
    sentence.cause = notes.cause(of: finding)
    sentence.claims = claims
    sentence.expires = finding.expiresDate
    sentence.until = next.until
    sentence.renewal = finding.renewal
    sentence.isShared = finding.deciding?.isShared == true
    sentence.ending = finding.deciding?.revocation
    sentence.isAnotherUsers = notes.anotherUsersTransaction != nil
    sentence.isChecked = evidence.lastChecked != nil
    if let deciding = finding.deciding {
      sentence.nextPrice = words(for: finding.renewal?.price, transaction(deciding))
      sentence.isRefundDeclined = isRefundDeclined(transaction(deciding).transactionId)
    }
    sentence.nextProduct = finding.pendingProductId.map { catalogue[$0]?.displayName ?? $0 }
    if state == .notPurchased {
      let forecast = forecast(of: product)
      switch forecast.outcome {
      case .atRenewal(.alreadyChosen) where !forecast.isAnotherUsers: sentence.begins = forecast.date
      case .asked: sentence.isAskedFor = true
      case _ where forecast.isAnotherUsers: sentence.isAnotherUsers = true
      default: break
      }
    }
    return sentence.text
  }
}

extension StatedFact {
  fileprivate var isFree: Bool { if case .free = self { true } else { false } }
}
