import StoreModel

/// The transactions of one original transaction id, folded to those that can decide.
struct Lineage {
  /// What tells lineages apart: the id, and the kind of product that the rules differ by.
  struct Key: Hashable {
    let type: ProductType
    let originalTransactionId: String
  }

  /// Whether one transaction is newer than another, as `Weighing` knows it.
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
