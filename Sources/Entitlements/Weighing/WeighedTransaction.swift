import StoreModel

/// A transaction as the rules look at it: what they compare, and where the rest is.
///
/// Small on purpose, so that an account with a million transactions is weighed without copying them.
struct WeighedTransaction {
  /// Where it stands in the evidence.
  let index: Int
  /// An unknown date comes before any other.
  let purchaseDate: Timestamp
  let signedDate: Timestamp
  let expiresDate: Timestamp?
  let isRevoked: Bool
  let isUpgraded: Bool
  let isShared: Bool

  init(_ transaction: Transaction, index: Int) {
    self.index = index
    purchaseDate = transaction.purchaseDate.orEarliest
    signedDate = transaction.signedDate.orEarliest
    expiresDate = transaction.expiresDate.known
    isRevoked = transaction.isRevoked
    isUpgraded = transaction.isUpgraded == true
    isShared = transaction.inAppOwnershipType == .familyShared
  }
}
