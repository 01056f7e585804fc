import AppStoreModel
import Core
import Device
import Storage

/// Purchases that the server does not credit by itself: refused, too old, or given up by support.
extension ServerSession {
  /// Returns why a transaction is withheld; fraud withholds all transactions of its original transaction.
  func withheld(_ shown: ShownTransaction) throws -> Withheld? {
    try connection.first(
      Withheld.self,
      """
      WHERE transaction_id = ? OR (ground = 'fraud' AND original_transaction_id = ?)
      ORDER BY ground IS 'fraud' DESC LIMIT 1
      """, shown.id, shown.originalId)
  }

  /// Stops withholding a transaction, unless it was given up on a final ground.
  ///
  /// - Returns: The entry that had withheld it, final or not.
  func release(_ shown: ShownTransaction) throws -> Withheld? {
    guard let held = try withheld(shown) else { return nil }
    if !held.isFinal { try connection.execute("DELETE FROM withheld WHERE transaction_id = ?", shown.id) }
    return held
  }

  /// Keeps the server from crediting a transaction by itself; never replaces an entry with a final ground.
  func withhold(_ held: Withheld) throws {
    if held.ground?.isFinal != true,
      try connection.first(Withheld.self, "WHERE transaction_id = ?", held.transactionId)?.isFinal == true
    {
      return
    }
    var held = held
    (held.reason, held.date) = (safeText(held.reason), now)
    try connection.replace(held)
  }

  /// Keeps the server from crediting a purchase that a device uploaded; from then on it is listed instead of its
  /// announcement.
  func withhold(_ upload: OrderUpload, _ shown: ShownTransaction?, ground: CloseGround?, reason: String) throws {
    // The device that uploads it may not be the buyer's: the queue is the Apple Account's.
    let user =
      if let shown { try attribution(of: shown, in: upload).user ?? upload.intendedUser } else {
        upload.intendedUser ?? upload.currentUser
      }
    try withhold(
      Withheld(
        transactionId: upload.transactionId, originalId: shown?.originalId, orderId: upload.orderId, user: user,
        productId: shown?.productId, ground: ground, reason: reason))
    if let shown { try settleAnnounced(shown, intentId: upload.intentId, state: .closed) }
  }

  /// Writes an event for support: a purchase was credited after it had been given up.
  func noteReopened(_ held: Withheld, _ shown: ShownTransaction, orderId: String?) throws {
    guard held.ground != nil else { return }
    try event(
      .reopened, ServerJournalText.reopened(held.reason).text, user: held.user, transactionId: shown.id,
      orderId: orderId ?? held.orderId)
  }

  /// Lets a restored purchase be credited that was refused, or given up without a final ground.
  ///
  /// - Returns: False where it stays withheld.
  func bringBack(_ shown: ShownTransaction) throws -> Bool {
    guard let held = try release(shown) else { return true }
    guard !held.isFinal else { return false }
    try noteReopened(held, shown, orderId: nil)
    return true
  }

  // MARK: Support

  /// Gives up an order, so that the server does not credit its transaction by itself.
  ///
  /// - Returns: False where it was credited first: then nothing is given up.
  func close(_ closing: OrderClosing) throws -> Bool {
    let known: (transactionId: String, reason: String?)? = try connection.first(
      "SELECT transaction_id, closed_reason FROM orders WHERE id = ?", closing.orderId
    ) { (try $0["transaction_id"], try $0["closed_reason"]) }
    guard let id = known?.transactionId ?? closing.transactionId else {
      throw VerificationError(.unknownOrder, ServerJournalText.noOrder(safeText(closing.orderId)).text)
    }
    try checkCompensation(of: closing, transactionId: id)
    let shown = try transaction(id)
    if let shown, try credit(of: shown) != nil {
      try event(
        .closed, say("not closed (\(closing.reason)): the app server had already credited it"), transactionId: id,
        orderId: closing.orderId)
      return false
    }
    let earlier = try connection.first(Withheld.self, "WHERE transaction_id = ?", id)
    if let earlier, earlier.ground == closing.ground, earlier.reason == safeText(closing.reason) { return true }
    let claimant = try shown.flatMap { try attribution(ofShown: $0, by: nil).user }
    try connection.execute("DELETE FROM withheld WHERE transaction_id = ?", id)
    try withhold(
      Withheld(
        transactionId: id, originalId: shown?.originalId ?? id, orderId: closing.orderId,
        user: closing.user ?? claimant, productId: closing.productId ?? shown?.productId, ground: closing.ground,
        reason: closing.reason))
    try connection.execute(
      "UPDATE orders SET closed_reason = ? WHERE id = ? AND closed_reason IS NULL", closing.reason, closing.orderId)
    try event(
      .closed, ServerJournalText.closedByHand("\(closing.ground.rawValue): \(closing.reason)").text,
      transactionId: id, orderId: closing.orderId)
    return true
  }

  /// Checks that the grant or transaction that compensated for an order is known.
  private func checkCompensation(of closing: OrderClosing, transactionId: String) throws {
    guard closing.ground == .compensated else { return }
    guard let id = closing.compensatedBy else {
      throw VerificationError(
        .rejected, say("the ground compensated names the grant or transaction that made up for it"))
    }
    let isKnown: Bool? = try connection.value(
      """
      SELECT EXISTS(SELECT 1 FROM grants WHERE id = ?)
        OR EXISTS(SELECT 1 FROM signed_items WHERE subject = ? AND kind = 1 AND subject <> ?)
      """, id, id, transactionId)
    guard isKnown == true else {
      throw VerificationError(.rejected, say("no other transaction and no grant has the id \(safeText(id))"))
    }
  }

  /// Undoes giving up an order, whatever the ground was.
  func reopen(_ orderId: String, transactionId: String?, reason: String) throws {
    let known: String? = try connection.value("SELECT transaction_id FROM orders WHERE id = ?", orderId)
    guard let id = known ?? transactionId else {
      throw VerificationError(.unknownOrder, ServerJournalText.noOrder(safeText(orderId)).text)
    }
    let held = try connection.first(Withheld.self, "WHERE transaction_id = ?", id)
    let original = try held?.originalId ?? transaction(id)?.originalId ?? id
    try connection.execute(
      "DELETE FROM withheld WHERE transaction_id = ? OR (ground = 'fraud' AND original_transaction_id = ?)", id,
      original)
    try connection.execute("UPDATE orders SET closed_reason = NULL WHERE id = ?", orderId)
    try event(.reopened, ServerJournalText.reopened(reason).text, transactionId: id, orderId: orderId)
    // Fraud had withheld the later purchases of the subscription too, those of other users as well.
    let environments: [String] = try connection.values(
      "SELECT DISTINCT scope FROM signed_items WHERE lineage = ? AND kind = 1 ORDER BY 1", original)
    for environment in environments {
      for other in try transactions(ofLineage: original, environment: environment) where other.id != id {
        try creditByItself(other)
      }
    }
  }

  // MARK: A user's open purchases

  /// Returns a user's announced purchases that are still open, and those that were paid and not credited.
  func underWay(of user: String) throws -> [UserPurchase] {
    let announced: [UserPurchase] = try connection.rows(
      """
      SELECT id, product_id, quantity, token, state, transaction_id, date FROM intents
      WHERE user = ? AND state <> 'closed' AND date > ? ORDER BY date, id LIMIT 100
      """, user, now.adding(milliseconds: -Self.longestAnnounced).milliseconds
    ) { row in
      var purchase = UserPurchase(
        state: UserPurchase.State(rawValue: try row["state"]) ?? .open, productId: try row["product_id"],
        quantity: try row["quantity"], intentId: try row["id"], transactionId: try row["transaction_id"],
        appAccountToken: try row["token"], since: Timestamp(milliseconds: try row["date"]))
      purchase.isPaid = try purchase.transactionId.flatMap { try transaction($0) }?.transaction.isPaid
      return purchase
    }
    let lapses = now.adding(milliseconds: -Self.waitsForCustomer)
    return announced.filter { ![.pending, .interrupted].contains($0.state) || $0.since > lapses }
      + (try uncredited(of: user).filter { $0.ground == nil })
  }

  /// Returns the purchases that a user paid for and that were given up.
  func givenUp(of user: String) throws -> [UserPurchase] { try uncredited(of: user).filter { $0.ground != nil } }

  private func uncredited(of user: String) throws -> [UserPurchase] {
    let held = try connection.all(
      Withheld.self, "WHERE user = ? ORDER BY date, transaction_id LIMIT 100", user)
    return try held.compactMap { held in
      let shown = try transaction(held.transactionId)
      if let shown {
        guard try credit(of: shown) == nil, !shown.transaction.isTakenBack else { return nil }
      }
      guard let productId = held.productId else { return nil }
      var purchase = UserPurchase(
        state: held.ground == nil ? .paid : .closed, productId: productId, orderId: held.orderId,
        transactionId: held.transactionId, since: held.date, ground: held.ground, reason: held.reason)
      purchase.isPaid = shown?.transaction.isPaid
      return purchase
    }
  }

  /// Marks an announced purchase as the one that a transaction paid for.
  ///
  /// - Parameter state: The new state of the announced purchase.
  func settleAnnounced(_ shown: ShownTransaction, intentId: String?, state: UserPurchase.State) throws {
    guard !shown.isRenewal else { return }
    try connection.execute(
      """
      UPDATE intents SET state = ?, transaction_id = ? WHERE id = (
        SELECT id FROM intents WHERE state <> 'closed' AND product_id = ? AND quantity = ?
          AND (id IS ? OR transaction_id IS ? OR (token IS ? AND date <= ? AND transaction_id IS NULL))
        ORDER BY id IS ? DESC, transaction_id IS ? DESC, date, id LIMIT 1)
      """, state.rawValue, shown.id, shown.productId, shown.quantity, intentId, shown.id, shown.token,
      shown.purchaseDate.adding(milliseconds: 60_000).milliseconds, intentId, shown.id)
  }

  /// The time after which an announced purchase without news ends, in milliseconds.
  ///
  /// Two complete histories a day apart would have shown it by then.
  private static let longestAnnounced: Int64 = 48 * 3_600_000
  /// The time after which a purchase that waits for the customer ends, in milliseconds.
  private static let waitsForCustomer: Int64 = 24 * 3_600_000
}
