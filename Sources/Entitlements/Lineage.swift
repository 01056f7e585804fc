import AppStoreModel

/// The transactions of one original transaction id, reduced to those that can decide.
struct Lineage {
  /// A lineage's identity: its id, and the product type, which decides the rules.
  struct Key: Hashable {
    let type: ProductType
    let originalTransactionId: String
  }

  /// Returns whether one transaction is newer than another; see `EvidenceSet.isNewer`.
  typealias Order = (WeighedTransaction, WeighedTransaction) -> Bool

  let key: Key
  /// The newest transaction of the lineage.
  private(set) var newest: WeighedTransaction
  /// The newest transaction of the lineage whose purchase date is not in the future.
  private(set) var current: WeighedTransaction?
  /// The lineage's earliest valid transaction with a future purchase date: renewals are signed ahead of their time.
  private(set) var ahead: WeighedTransaction?

  init(key: Key, first: WeighedTransaction, now: Timestamp) {
    self.key = key
    newest = first
    place(first, now: now) { _, _ in false }
  }

  /// Adds another transaction to the lineage.
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
  /// Returns whether a transaction is newer than another.
  ///
  /// `purchaseDate` decides, then `signedDate`, then the id as a number. Of two with the same `purchaseDate`, one that
  /// was upgraded is older, whenever it was signed.
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
  /// When access expires or expired; nil where it does not expire.
  var accessEnds: Timestamp?
  /// The rule that decided.
  var rule: Rule
  /// Whether the deciding transaction is a renewal that was signed ahead of its time.
  var isIssuedAhead = false
  /// Whether the answer is confirmed; false while it rests on something unconfirmed.
  var isConfirmed = true
  /// Why the app server has not credited it, where it has not.
  var cause: UndeliveredCause?

  /// The rank among several judgements of a product: the lowest one is shown.
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
    // No lineage is judged to be in one of these states.
    case .notInCatalogue, .unconfirmed, .refundAsked, .creditedToUser, .grantedByUs, .chargeUnknown, .interrupted,
      .pending, .verificationFailed, .notPurchased:
      2
    }
  }

  /// Returns the judgement of a transaction that Apple revoked.
  static func takenBack(_ deciding: WeighedTransaction, lineage: Lineage.Key) -> Judgement {
    let cause = deciding.revocation ?? .refunded
    return Judgement(
      lineage: lineage, deciding: deciding, state: cause.isRefund ? .refunded : .revoked, entitled: false,
      rule: cause.rule)
  }
}

extension ResolverContext {
  /// Judges a non-consumable: it is entitled while the newest transaction of its lineage is not revoked.
  func judgeNonConsumable(_ lineage: Lineage) -> Judgement {
    let deciding = lineage.newest
    if deciding.isRevoked { return .takenBack(deciding, lineage: lineage.key) }
    return Judgement(lineage: lineage.key, deciding: deciding, state: .purchased, entitled: true, rule: .notRevoked)
  }
}

extension ResolverContext {
  /// Returns the valid purchases of a non-renewing subscription by original transaction id, with their dates.
  ///
  /// They come from this device and from the app server.
  func seasons(of productId: String) -> [String: Timestamp] {
    var dates: [String: Timestamp] = [:]
    for right in rights.values where right.productId == productId && right.type == .nonRenewingSubscription {
      let stands = right.ended == nil || right.ended?.why == .expired
      // A record of another platform has its own end date.
      if stands, right.attribution != .otherPlatform { dates[right.originalTransactionId] = right.purchaseDate }
    }
    for lineage in lineages.values where lineage.key.type == .nonRenewingSubscription {
      guard transaction(lineage.newest).productId == productId else { continue }
      let date = transaction(lineage.newest).purchaseDate.known
      dates[lineage.key.originalTransactionId] = lineage.newest.isRevoked ? nil : date
    }
    return dates
  }

  /// Judges a non-renewing subscription: it entitles for the duration that was set for its product.
  ///
  /// The duration begins with the purchase, or with the end of the earlier purchase where durations stack. Apple signs
  /// no expiry for it. Without a duration it entitles with the rule `durationUnknown`, so that no rule takes it for a
  /// permanent purchase.
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
