import AppStoreModel
import Core
import Storage

extension ServerSession {
  /// Stores a statement about a transaction if it is the newest, and adjusts the credit after a refund or its reversal.
  ///
  /// - Returns: The newest statement about the transaction.
  func keep(_ shown: ShownTransaction) throws -> ShownTransaction {
    guard let signed = shown.signed else { return shown }
    switch try evidence.keep(signed, scope: shown.environment, at: now) {
    case .new, .newVersion: break
    case .known, .stale: return try transaction(shown.id, environment: shown.environment) ?? shown
    }
    if let credit = try credit(of: shown), credit.refunded != shown.refunded, credit.transactionId == shown.id {
      try follow(shown, credit)
    }
    return shown
  }

  private func follow(_ shown: ShownTransaction, _ credit: StoredCredit) throws {
    var changed = credit
    changed.refunded = shown.refunded
    try connection.update(changed)
    let taken = shown.refunded > credit.refunded
    if taken, !shown.transaction.isRefunded, let words = shown.transaction.revocationWords {
      // A revocation is a refund only where money was returned.
      return try event(
        .ended,
        say("\(shown.productId): \(words): \(shown.refunded) of \(credit.quantity) taken back"),
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
    try evidence.newest(Transaction.self, id, scope: environment).flatMap { ShownTransaction($0.statement) }
  }

  /// Returns the newest statement about a transaction, in whichever environment the server knows it.
  func transaction(_ id: String) throws -> ShownTransaction? {
    let environment: String? = try connection.value(
      "SELECT scope FROM signed_items WHERE subject = ? AND kind = 1 ORDER BY scope LIMIT 1", id)
    return try environment.flatMap { try transaction(id, environment: $0) }
  }

  /// Returns the newest statements about the transactions of one original transaction.
  func transactions(ofLineage original: String, environment: String) throws -> [ShownTransaction] {
    try evidence.newest(Transaction.self, ofLineage: original, scope: environment)
      .compactMap { ShownTransaction($0) }
  }

  /// Returns whether any period of a subscription that the server knows gives access now.
  func isActive(_ lineage: String, environment: String) throws -> Bool {
    try transactions(ofLineage: lineage, environment: environment).contains { $0.isActivePeriod(at: now) }
  }

  // MARK: Credits

  /// Returns the credit of the purchase that a transaction is about.
  func credit(of shown: ShownTransaction) throws -> StoredCredit? {
    try connection.first(
      StoredCredit.self, "WHERE environment = ? AND purchase = ?", shown.environment, shown.purchase)
  }

  /// Credits a purchase that has no credit yet.
  ///
  /// - Parameter orderId: The order that reported it; nil where the server found it by itself.
  func insertCredit(_ shown: ShownTransaction, user: String, attribution: Attribution, orderId: String?) throws {
    try connection.insert(
      StoredCredit(
        environment: shown.environment, purchase: shown.purchase, transactionId: shown.id, user: user,
        productId: shown.productId, quantity: shown.quantity, refunded: shown.refunded,
        isConsumable: shown.isConsumable, attribution: attribution, orderId: orderId, token: shown.token, date: now))
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
