import AppStoreModel
import Core

/// The facts that an answer states, and the sentence for the customer that is made from them.
extension ResolverContext {
  /// Returns the facts of an answer about payment and delivery.
  func claims(_ product: Product, _ productVerdict: ProductVerdict, _ notes: Notes, _ state: EntitlementState) -> Set<
    StatedFact
  > {
    var facts: Set<StatedFact> = []
    for item in notes.underWay {
      switch item.kind {
      case .paidNotDelivered:
        if let fact = item.transactionId.flatMap({ payment(for: $0, of: product.id) ?? told(item, $0) }) {
          facts.insert(fact)
        }
      case .chargeUnknown: facts.insert(.mayBeCharged(intentId: item.intentId ?? ""))
      case .pending, .interrupted: facts.insert(.notCharged(intentId: item.intentId ?? ""))
      case .purchasing: continue
      }
      facts.insert(.waits(item.who, until: item.until))
    }
    if let deciding = productVerdict.deciding, let id = transaction(deciding).transactionId, product.type != .consumable
    {
      let fact = payment(for: transaction(deciding))
      switch productVerdict.state {
      case .paidNotDelivered: if let fact { facts.insert(fact) }
      case .refunded:
        facts.insert(fact.map(\.isFree) == true ? .takenBack(transactionId: id) : .refunded(transactionId: id))
      default:
        if productVerdict.entitled, productVerdict.state != .grantedByUs { facts.insert(.delivered(transactionId: id)) }
      }
    }
    if productVerdict.state == .refunded, let id = productVerdict.takenBackFree {
      facts.insert(.takenBack(transactionId: id))
    }
    if productVerdict.state == .creditedToUser, let elsewhere = productVerdict.elsewhere {
      facts.insert(.boughtElsewhere(transactionId: elsewhere))
      facts.insert(.delivered(transactionId: elsewhere))
    }
    if state == .notPurchased, let other = notes.anotherUsersTransaction {
      facts.insert(.belongsToAnotherUser(transactionId: other))
    }
    return facts
  }

  /// Returns the app server's statement about a payment for which this device has no transaction.
  private func told(_ item: UnderWay, _ id: String) -> StatedFact? {
    item.isPaid.map { $0 ? .charged(transactionId: id) : .free(transactionId: id) }
  }

  /// Returns whether a purchase was paid for; nil where its price is unknown.
  private func payment(for transaction: Transaction) -> StatedFact? {
    guard let id = transaction.transactionId else { return nil }
    if transaction.isFree { return .free(transactionId: id) }
    return transaction.price == nil ? nil : .charged(transactionId: id)
  }

  private func payment(for id: String, of productId: String) -> StatedFact? {
    let known = evidence.transactions.first {
      $0.transaction.transactionId == id && $0.transaction.productId == productId
    }
    return (known?.transaction ?? evidence.transactionsElsewhere.first { $0.transactionId == id })
      .flatMap { payment(for: $0) }
  }

  /// Returns whether Apple was paid nothing for a purchase: its price is 0, or a family member shares it.
  func isFree(_ transactionId: String?, of productId: String) -> Bool {
    transactionId.flatMap { payment(for: $0, of: productId) }?.isFree == true
  }

  /// Returns the sentence for the customer.
  func sentence(
    for product: Product, _ productVerdict: ProductVerdict, _ notes: Notes, _ state: EntitlementState,
    claims: Set<StatedFact>,
    next: NextStep
  ) -> Words {
    let isHidden = state == .notInCatalogue && !productVerdict.entitled
    var sentence = CustomerSentence(isHidden ? productVerdict.state : state, product: product.displayName, now: now)
    sentence.entitled = productVerdict.entitled
    sentence.type = product.type
    sentence.balance = productVerdict.balance
    if let count = evidence.consumables[product.id] { sentence.isUsed = count.used > 0 || count.refunded == 0 }
    sentence.cause = notes.cause(of: productVerdict)
    sentence.isUnproven = notes.underWay.undelivered?.isUnproven == true
    sentence.claims = claims
    sentence.expires = productVerdict.expiresDate
    sentence.until = next.until
    sentence.renewal = productVerdict.renewal
    sentence.isShared = productVerdict.deciding?.isShared == true
    sentence.ending = productVerdict.deciding?.revocation
    sentence.isAnotherUsers = notes.anotherUsersTransaction != nil
    sentence.isChecked = product.type == .consumable ? evidence.isAsked : evidence.lastChecked != nil
    sentence.awaitsServer = awaitsServer
    sentence.isOfUnknownType = (excluded[product.id] ?? []).contains {
      $0.rule == .knownType && evidence.transactions[$0.index].transaction.revocationDate == nil
    }
    sentence.isRefundedOfUnknownType = refundOfUnknownType(product.id) != nil
    if let deciding = productVerdict.deciding {
      sentence.nextPrice = words(for: productVerdict.renewal?.price, transaction(deciding))
      sentence.isRefundDeclined = isRefundDeclined(transaction(deciding).transactionId)
    }
    sentence.replacement = replacement(of: product)?.state
    sentence.nextProduct = productVerdict.pendingProductId.map { catalogue[$0]?.displayName ?? $0 }
    if [.notPurchased, .upgraded].contains(state) {
      let forecast = forecast(of: product)
      switch forecast.outcome {
      case .atRenewal(.alreadyChosen) where !forecast.isAnotherUsers && !forecast.isEnding:
        sentence.begins = forecast.date
      case .unknown: sentence.awaitsRenewal = true
      case .asked: sentence.isAskedFor = true
      case _ where forecast.isAnotherUsers: sentence.isAnotherUsers = true
      default: break
      }
    }
    // A purchase that a restore brings back is not presented as another login's.
    if state == .notPurchased, next.action == .restore {
      (sentence.isAnotherUsers, sentence.isChecked) = (false, false)
    }
    return sentence.text
  }
}

extension StatedFact {
  fileprivate var isFree: Bool { if case .free = self { true } else { false } }
}
