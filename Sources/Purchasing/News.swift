import StoreModel

/// What taking in evidence told this device, by whichever way it came.
struct News {
  /// Transactions that this device did not have.
  var new: Set<String> = []
  /// Refunds that were news to this device.
  var refunded: [Transaction] = []
  /// Transactions whose refund was taken back, as they were while it stood.
  var reversed: [Transaction] = []
}
