package import StoreModel

/// What a parent and Apple decide: `approve`, `decline`, `refund approve|decline|reverse`, `pending`.
extension SimulatedAppStore {
  /// A parent approves a waiting purchase: it is paid now, and its transaction waits as unfinished.
  package func approvePurchase(_ transactionId: String) throws(SimulatorError) {
    try write { try $0.approvePurchase(transactionId) }
  }

  /// A parent declines a waiting purchase; the app is never told.
  package func declinePurchase(_ transactionId: String) throws(SimulatorError) {
    try write { try $0.declinePurchase(transactionId) }
  }

  /// Apple grants a refund, whether it was asked for or not: the same transaction, signed anew with its revocation.
  ///
  /// - Parameter percentage: Whole percent, 1 to 100, that the transaction states; nil states no amount.
  package func approveRefund(of transactionId: String, percentage: Int? = nil) throws(SimulatorError) {
    try write { try $0.approveRefund(of: transactionId, percentage: percentage) }
  }

  /// Apple declines a refund that was asked for.
  package func declineRefund(of transactionId: String) throws(SimulatorError) {
    try write { try $0.declineRefund(of: transactionId) }
  }

  /// Apple takes a granted refund back: signed anew, without the revocation.
  package func reverseRefund(of transactionId: String) throws(SimulatorError) {
    try write { try $0.reverseRefund(of: transactionId) }
  }

  /// What waits for a decision: purchases put to a parent and refunds asked for, oldest first.
  package func pending() throws(SimulatorError) -> [AppStoreCase] {
    try read { try $0.openCases() }
  }
}
