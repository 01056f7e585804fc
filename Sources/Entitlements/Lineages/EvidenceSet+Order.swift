import StoreModel

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
