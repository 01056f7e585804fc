/// One thing that happened on this device, never changed afterwards.
package struct JournalEntry: Hashable, Sendable {
  /// Rising within one store; 0 before it is stored.
  package var id: Int64
  /// Device time.
  package var date: Timestamp
  /// The machine's own clock, for when the two differ.
  package var machineDate: Timestamp
  /// The step's stable name, such as `intent.opened`, `order.delivered`, `refundCheck.refunded`.
  package var kind: String
  /// What happened, as one sentence.
  package var text: String
  package var account: String?
  package var user: String?
  package var productId: String?
  package var transactionId: String?
  package var orderId: String?

  package init(
    id: Int64 = 0, date: Timestamp, machineDate: Timestamp, kind: String, text: String, account: String? = nil,
    user: String? = nil, productId: String? = nil, transactionId: String? = nil, orderId: String? = nil
  ) {
    self.id = id
    self.date = date
    self.machineDate = machineDate
    self.kind = kind
    self.text = text
    self.account = account
    self.user = user
    self.productId = productId
    self.transactionId = transactionId
    self.orderId = orderId
  }
}
