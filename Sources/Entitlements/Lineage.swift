import AppStoreModel

/// The transactions of one original transaction id, folded to those that can decide.
struct Lineage {
  /// A lineage's identity: its id, and the kind of product, which decides the rules.
  struct Key: Hashable {
    let type: ProductType
    let originalTransactionId: String
  }

  /// Whether one transaction is newer than another, as `ResolverContext` knows it.
  typealias Order = (WeighedTransaction, WeighedTransaction) -> Bool

  let key: Key
  /// The newest of all.
  private(set) var newest: WeighedTransaction
  /// The newest one that was not made after now.
  private(set) var current: WeighedTransaction?
  /// The earliest one made after now that still stands: renewals are signed ahead of their time.
  private(set) var ahead: WeighedTransaction?

  init(key: Key, first: WeighedTransaction, now: Timestamp) {
    self.key = key
    newest = first
    place(first, now: now) { _, _ in false }
  }

  /// Takes in another transaction.
  mutating func add(_ other: WeighedTransaction, now: Timestamp, isNewer: Order) {
    if isNewer(other, newest) { newest = other }
    place(other, now: now, isNewer: isNewer)
  }

  private mutating func place(_ other: WeighedTransaction, now: Timestamp, isNewer: Order) {
    if other.purchaseDate <= now {
      guard let held = current else { return current = other }
      if isNewer(other, held) { current = other }
    } else if !other.isRevoked, !other.isUpgraded {
      guard let held = ahead else { return ahead = other }
      let isEarlier = other.purchaseDate < held.purchaseDate
      if isEarlier || (other.purchaseDate == held.purchaseDate && isNewer(other, held)) { ahead = other }
    }
  }
}

extension EvidenceSet {
  /// Whether a transaction is newer than another: by `purchaseDate`, then `signedDate`, then the id as a number.
  ///
  /// Of two made at the same instant the one that was replaced is the older one, whenever it was signed.
  func isNewer(_ one: WeighedTransaction, _ other: WeighedTransaction) -> Bool {
    if one.purchaseDate != other.purchaseDate { return one.purchaseDate > other.purchaseDate }
    if one.isUpgraded != other.isUpgraded { return other.isUpgraded }
    if one.signedDate != other.signedDate { return one.signedDate > other.signedDate }
    return TransactionID.precedes(
      transactions[other.index].transaction.transactionId ?? "", transactions[one.index].transaction.transactionId ?? ""
    )
  }
}

/// The verdict of one lineage on the product of its deciding transaction.
struct Judgement {
  let lineage: Lineage.Key
  let deciding: WeighedTransaction
  /// One of `purchased`, `subscribed`, `gracePeriod`, `billingRetry`, `upgraded`, `refunded`, `revoked`, `expired`.
  var state: EntitlementState
  var entitled: Bool
  /// When access ends or ended, where it ends by time.
  var accessEnds: Timestamp?
  /// The rule that decided.
  var rule: Rule
  /// Whether a renewal that was signed ahead of its time decides.
  var isIssuedAhead = false
  /// False while the answer rests on something that is still unconfirmed.
  var isConfirmed = true
  /// Why the app server has not credited it, where it has not.
  var cause: UndeliveredCause?

  /// A number that is lower for the judgement to be shown rather than another.
  var rank: Int {
    switch state {
    case .subscribed: 0
    case .gracePeriod: 1
    case .purchased: 2
    case .paidNotDelivered: 3
    case .renewalAwaited: 4
    case .billingRetry: 5
    case .upgraded: 6
    case .refunded: 7
    case .revoked: 8
    case .expired: 9
    // No lineage is judged so.
    case .notInCatalogue, .unconfirmed, .refundAsked, .creditedToUser, .grantedByUs, .chargeUnknown, .interrupted,
      .pending, .verificationFailed, .notPurchased:
      2
    }
  }

  /// The judgement of a transaction that Apple took back.
  static func takenBack(_ deciding: WeighedTransaction, lineage: Lineage.Key) -> Judgement {
    let cause = deciding.revocation ?? .refunded
    return Judgement(
      lineage: lineage, deciding: deciding, state: cause.isRefund ? .refunded : .revoked, entitled: false,
      rule: cause.rule)
  }
}

extension ResolverContext {
  /// A non-consumable is entitled while the newest transaction of its lineage was not taken back.
  func judgeNonConsumable(_ lineage: Lineage) -> Judgement {
    let deciding = lineage.newest
    if deciding.isRevoked { return .takenBack(deciding, lineage: lineage.key) }
    return Judgement(lineage: lineage.key, deciding: deciding, state: .purchased, entitled: true, rule: .notRevoked)
  }
}

extension ResolverContext {
  /// The user's purchases of a non-renewing subscription that stand, here and by the app server's word, by their
  /// original transaction ids.
  func seasons(of productId: String) -> [String: Timestamp] {
    var dates: [String: Timestamp] = [:]
    for right in rights.values where right.productId == productId && right.type == .nonRenewingSubscription {
      let stands = right.ended == nil || right.ended?.why == .expired
      // A record of another platform has an end of its own.
      if stands, right.attribution != .otherPlatform { dates[right.originalTransactionId] = right.purchaseDate }
    }
    for lineage in lineages.values where lineage.key.type == .nonRenewingSubscription {
      guard transaction(lineage.newest).productId == productId else { continue }
      let date = transaction(lineage.newest).purchaseDate.known
      dates[lineage.key.originalTransactionId] = lineage.newest.isRevoked ? nil : date
    }
    return dates
  }

  /// A non-renewing subscription entitles for the duration that was set for its product, from its purchase on, or from
  /// the end of the purchase before where durations stack.
  ///
  /// Apple signs no expiry for it. Without a duration it entitles with the rule `durationUnknown`, so that no rule
  /// takes it for a purchase for ever.
  func judgeNonRenewing(_ lineage: Lineage) -> Judgement {
    let deciding = lineage.newest
    if deciding.isRevoked { return .takenBack(deciding, lineage: lineage.key) }
    func judgement(_ state: EntitlementState, entitled: Bool, until: Timestamp?, _ rule: Rule) -> Judgement {
      Judgement(
        lineage: lineage.key, deciding: deciding, state: state, entitled: entitled, accessEnds: until, rule: rule)
    }
    guard let productId = transaction(deciding).productId, let seasons = seasonEnds[productId] else {
      return judgement(.purchased, entitled: true, until: nil, .durationUnknown)
    }
    guard transaction(deciding).purchaseDate.known != nil else {
      return judgement(.expired, entitled: false, until: nil, .expiryUnknown)
    }
    guard let ends = seasons[lineage.key.originalTransactionId] else {
      return judgement(.purchased, entitled: true, until: nil, .durationUnknown)
    }
    return now < ends
      ? judgement(.purchased, entitled: true, until: ends, .duration)
      : judgement(.expired, entitled: false, until: ends, .expired)
  }
}
