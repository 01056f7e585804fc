import AppStoreModel
import Core
import Entitlements
import Storage

extension ServerSession {
  /// Stores a statement about a transaction if it is the newest, and adjusts the credit after a refund or its reversal.
  ///
  /// - Returns: The newest statement about the transaction.
  func take(_ shown: ShownTransaction) throws -> ShownTransaction {
    if let known = try transaction(shown.id, environment: shown.environment),
      known.payload == shown.payload
        || !Versions.supersedes(
          shown.transaction, payload: shown.payload, over: known.transaction, payload: known.payload)
    {
      return known
    }
    try connection.execute(
      """
      INSERT OR REPLACE INTO transactions(
        environment, transaction_id, original_transaction_id, payload, token, purchase) VALUES(?, ?, ?, ?, ?, ?)
      """, shown.environment, shown.id, shown.originalId, shown.payload, shown.token, shown.purchase)
    if let credit = try credit(of: shown), credit.refunded != shown.refunded, credit.transactionId == shown.id {
      try follow(shown, credit)
    }
    return shown
  }

  private func follow(_ shown: ShownTransaction, _ credit: StoredCredit) throws {
    try connection.execute(
      "UPDATE credits SET refunded = ? WHERE environment = ? AND purchase = ?", shown.refunded, shown.environment,
      shown.purchase)
    let taken = shown.refunded > credit.refunded
    if taken, let cause = shown.transaction.revocationCause, !cause.isRefund {
      // A revocation is a refund only where money was returned.
      return try event(
        .ended,
        say("\(shown.productId): \(cause.words): \(shown.refunded) of \(credit.quantity) taken back"),
        user: credit.user, transactionId: shown.id)
    }
    try event(
      taken ? .refund : .refundReversed,
      taken
        ? say("the App Store refunded it: \(shown.refunded) of \(credit.quantity) taken back")
        : say("the refund was reversed: \(credit.refunded - shown.refunded) given back"),
      user: credit.user, transactionId: shown.id)
  }

  func transaction(_ id: String, environment: String) throws -> ShownTransaction? {
    let payload: [UInt8]? = try connection.value(
      "SELECT payload FROM transactions WHERE environment = ? AND transaction_id = ?", environment, id)
    return try payload.map { try ShownTransaction(storedPayload: $0) }
  }

  /// Returns whether any period of a subscription that the server knows gives access now.
  func isActive(_ lineage: String, environment: String) throws -> Bool {
    let payloads: [[UInt8]] = try connection.values(
      "SELECT payload FROM transactions WHERE environment = ? AND original_transaction_id = ?", environment, lineage
    )
    return try payloads.contains { try ShownTransaction(storedPayload: $0).isActivePeriod(at: now) }
  }

  // MARK: Credits

  struct StoredCredit {
    /// The transaction that was credited; the same purchase may also have a second transaction id.
    let transactionId: String
    let user: String
    let quantity: Int
    let refunded: Int
    let attribution: Attribution
    /// The order that reported it; nil where the server credited it by itself and no order has arrived yet.
    let orderId: String?
  }

  /// Returns the credit of the purchase that a transaction is about.
  func credit(of shown: ShownTransaction) throws -> StoredCredit? {
    try connection.first(
      """
      SELECT transaction_id, user, quantity, refunded, attribution, order_id FROM credits
      WHERE environment = ? AND purchase = ?
      """, shown.environment, shown.purchase
    ) { row in
      StoredCredit(
        transactionId: try row["transaction_id"], user: try row["user"], quantity: try row["quantity"],
        refunded: try row["refunded"], attribution: try enumeration(try row["attribution"]),
        orderId: try row["order_id"])
    }
  }

  /// Credits a purchase that has no credit yet.
  ///
  /// - Parameter orderId: The order that reported it; nil where the server found it by itself.
  func insertCredit(_ shown: ShownTransaction, user: String, attribution: Attribution, orderId: String?) throws {
    try connection.execute(
      "INSERT INTO credits VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", shown.environment, shown.purchase, shown.id,
      user, shown.productId, shown.quantity, shown.refunded, shown.isConsumable, attribution.rawValue, orderId,
      shown.token, now.milliseconds)
    let text = ServerJournalText.wasCredited(
      product: shown.productId, told: attribution.words, byDevice: orderId != nil,
      others: try othersWithToken(of: shown))
    try settleAnnounced(shown, intentId: nil, state: .credited)
    try event(.credited, text.text, user: user, transactionId: shown.id, orderId: orderId)
  }

  /// Returns a note on a second payment with the token of one order, which is credited as well.
  ///
  /// Customers can cause this: the same order's token is then on two paid transactions.
  private func othersWithToken(of shown: ShownTransaction) throws -> String? {
    guard let token = shown.token, !shown.isRenewal,
      try connection.value("SELECT 1 FROM users WHERE token = ?", token, as: Int.self) == nil
    else { return nil }
    let others: [String] = try connection.values(
      "SELECT transaction_id FROM credits WHERE token = ? AND transaction_id <> ? LIMIT 3", token, shown.id
    )
    guard !others.isEmpty else { return nil }
    return say("its order's token is also on \(others.joined(separator: ", ")): both were paid, so both are credited")
  }
}

extension Attribution {
  /// The attribution in words, for the server's journal.
  var words: String { ServerJournalText.attribution(self).text }

  /// Whether the purchase itself names its owner; otherwise it belongs to the first user who asked for it.
  var isExplicit: Bool { [.intent, .token, .support, .otherPlatform].contains(self) }
}
