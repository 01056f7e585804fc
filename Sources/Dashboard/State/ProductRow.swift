package import StoreModel

/// A product with its state, ready to be drawn: every foreign text in it has passed the sanitiser.
package struct ProductRow: Hashable, Sendable {
  /// The id as the backend knows it: for commands, not for the screen.
  package let id: String
  /// The id as it may be shown.
  package let shownId: String
  package let name: String
  /// What the store says it is.
  package let description: String
  package let type: ProductType
  let section: ProductSection
  /// Whether the family may have it too.
  let isShareable: Bool
  /// The subscription group, as the backend knows it.
  package let groupId: String?
  /// The price, and what stands after it for a subscription.
  package let amount: String
  package let perPeriod: String
  package let period: SubscriptionPeriod?
  /// In a name of the catalogue's other languages; may be empty.
  package let otherNames: [String]

  package let state: EntitlementState
  package let entitled: Bool
  package let confirmed: Bool
  package let balance: Int?
  package let expires: Timestamp?
  package let since: Timestamp?
  /// The product of the next period, where it will be another.
  package let pendingProductId: String?
  /// The transaction that decides, or the first one that a reason names.
  let transactionId: String?
  package let reasons: [Reason]
  package let next: NextStep
  /// What the filter looks in, in lower case.
  let searchable: String

  init(_ status: ProductStatus) {
    let product = status.product
    id = product.id
    shownId = Texts.safe(product.id)
    let shownName = Texts.safe(product.displayName)
    name = shownName.isEmpty ? shownId : shownName
    description = Texts.safe(product.description)
    type = product.type
    groupId = product.subscriptionGroupIdentifier
    section = Self.section(of: product, status.state)
    isShareable = product.familyShareable
    period = product.subscriptionPeriod
    amount = Texts.safe(product.displayPrice)
    perPeriod = product.type == .autoRenewableSubscription ? product.subscriptionPeriod?.priceSuffix ?? "" : ""
    otherNames = Set(product.localizedNames.values.map(Texts.safe)).subtracting([name]).sorted()
    state = status.state
    entitled = status.entitled
    confirmed = status.confirmed
    balance = status.balance
    expires = status.expiresDate
    since = status.since
    pendingProductId = status.pendingProductId
    transactionId = status.decidingTransactionId ?? status.reasons.lazy.compactMap(\.transactionId).first
    reasons = status.reasons.map {
      Reason(
        supports: $0.supports, rule: $0.rule, transactionId: $0.transactionId.map(Texts.safe),
        text: Texts.safe($0.text))
    }
    next = NextStep(who: status.next.who, text: Texts.safe(status.next.text))
    let words = [name, shownId, status.state.words, Texts.heading(of: section)] + otherNames
    searchable = words.joined(separator: "\n").lowercased()
  }

  /// The price, with its period for a subscription.
  package var price: String { amount + perPeriod }

  /// Whether it is a subscription that is paid for now.
  var isActiveSubscription: Bool {
    guard type == .autoRenewableSubscription else { return false }
    return switch state {
    case .subscribed, .gracePeriod, .billingRetry: true
    default: entitled && state != .grantedByUs
    }
  }

  /// The state's glyph and colour.
  package var mark: Mark {
    switch state {
    case .purchased where type == .consumable: (balance ?? 0) < 0 ? .bad : .count
    case .purchased, .subscribed, .grantedByUs: .good
    case .gracePeriod, .pending, .refundAsked, .unconfirmed: .waiting
    case .billingRetry, .refunded, .revoked, .verificationFailed: .bad
    case .notPurchased, .expired, .upgraded: .empty
    case .notInCatalogue: entitled ? .good : .empty
    }
  }

  private static func section(of product: Product, _ state: EntitlementState) -> ProductSection {
    guard state != .notInCatalogue else { return .notInCatalogue }
    switch product.type {
    case .nonConsumable: return .nonConsumable
    case .consumable: return .consumable
    case .nonRenewingSubscription: return .nonRenewing
    case .autoRenewableSubscription:
      let id = product.subscriptionGroupIdentifier ?? ""
      return .subscription(id: id, name: Texts.safe(product.subscriptionGroupName ?? id))
    default: return .other
    }
  }
}
