import AppStoreModel
import Core
import Device
import Storage

/// Durations of non-renewing subscriptions, and grants of access and consumables, which support sets.
extension ServerSession {
  // MARK: Durations

  func set(_ duration: ProductDuration) throws {
    guard !duration.productId.isEmpty else {
      throw VerificationError(.rejected, say("a duration needs a product id"))
    }
    let rules = DurationRules.applying(duration, to: try durationRules()[duration.productId], at: now)
    if let rules {
      try connection.execute("INSERT OR REPLACE INTO durations VALUES(?, ?)", duration.productId, rules.text)
    } else {
      try connection.execute("DELETE FROM durations WHERE product_id = ?", duration.productId)
    }
    try event(.durationSet, ServerText.durationSet(product: duration.productId, rules: rules?.text).text)
  }

  func durationRules() throws -> [String: DurationRules] {
    let rows: [(product: String, rules: String)] = try connection.rows(
      "SELECT product_id, rules FROM durations ORDER BY product_id"
    ) { (try $0["product_id"], try $0["rules"]) }
    return Dictionary(rows.compactMap { row in DurationRules(text: row.rules).map { (row.product, $0) } }) { first, _ in
      first
    }
  }

  /// Returns all durations, for a list.
  func durations() throws -> [ProductDuration] {
    try durationRules().sorted { $0.key < $1.key }.flatMap { $0.value.durations(of: $0.key) }
  }

  /// Sets the end of each right to a non-renewing subscription, as the product's durations define it.
  func withDurations(_ rights: [Right]) throws -> [Right] {
    let rules = try durationRules()
    guard !rules.isEmpty else { return rights }
    var dates: [String: [String: Timestamp]] = [:]
    func isTimed(_ right: Right) -> Bool {
      right.type == .nonRenewingSubscription && right.ended == nil && right.attribution != .otherPlatform
    }
    for right in rights where isTimed(right) {
      dates[right.productId, default: [:]][right.originalTransactionId] = right.purchaseDate
    }
    let ends = dates.reduce(into: [:]) { ends, one in ends[one.key] = rules[one.key]?.ends(of: one.value) }
    return rights.map { right in
      guard isTimed(right), let end = ends[right.productId]?[right.originalTransactionId] else { return right }
      var right = right
      right.expiresDate = end
      return right
    }
  }

  // MARK: Grants

  func grants(of user: String) throws -> [Grant] {
    try connection.all(Grant.self, "WHERE user = ? ORDER BY granted_date, id", user)
  }

  /// Stores a grant once: repeating the request with the same id changes nothing.
  func add(_ grant: Grant) throws {
    if let quantity = grant.quantity {
      guard quantity > 0, grant.untilDate == nil else {
        throw VerificationError(.rejected, say("a grant of a consumable needs a quantity above 0 and no end date"))
      }
    } else {
      guard let until = grant.untilDate, grant.grantedDate < until else {
        throw VerificationError(.rejected, say("the end of a grant must be after its start; use a later end"))
      }
    }
    guard !grant.id.isEmpty, !grant.user.isEmpty, !grant.productId.isEmpty, !grant.reason.isEmpty else {
      throw VerificationError(.rejected, say("a grant needs an id, a user, a product and a reason"))
    }
    if let known = try connection.first(Grant.self, "WHERE id = ?", grant.id) {
      guard try known.user == owner(of: grant.user), known.productId == grant.productId,
        known.quantity == grant.quantity
      else {
        throw VerificationError(
          .rejected, say("request id \(safeText(grant.id)) already belongs to another grant; use a new id"))
      }
      return
    }
    var grant = grant
    grant.user = try owner(of: grant.user)
    try remember(grant.user)
    try connection.insert(grant)
    try event(
      .granted, say("support granted \(grant.productId), the user did not buy it: \(grant.reason)"),
      user: grant.user)
  }

  /// Adds grants to the balances, and the part of later purchases that made up for refunds.
  func addGiven(to balances: inout [String: ConsumableCount], of user: String) throws {
    try connection.forEachRow(
      "SELECT product_id, sum(quantity) AS count FROM grants WHERE user = ? AND quantity IS NOT NULL GROUP BY 1",
      user
    ) { row in
      balances[try row["product_id"], default: ConsumableCount()].granted = try row["count"]
      return true
    }
    // A later purchase can only have made up for a refund where units were both refunded and used.
    for (productId, count) in balances where count.refunded > 0 && count.used > 0 {
      balances[productId]?.setOff = ConsumableCount.setOff(by: try changes(of: productId, user))
    }
  }

  /// Returns the changes of a user's balance: purchases, refunds and uses, each with its date.
  private func changes(
    of productId: String, _ user: String
  ) throws -> [(date: Timestamp, amount: Int, isBought: Bool)] {
    var changes: [(date: Timestamp, amount: Int, isBought: Bool)] = []
    try connection.forEachRow(
      """
      SELECT credits.quantity AS quantity, credits.refunded AS refunded, item.payload FROM credits
      JOIN signed_items AS item
        ON item.subject = credits.transaction_id AND item.kind = 1 AND item.scope = credits.environment
          AND item.is_newest = 1
      WHERE credits.user = ? AND credits.product_id = ?
      """, user, productId
    ) { row in
      let transaction = try Transaction(storedPayload: try row["payload"])
      changes.append((transaction.purchaseDate ?? .distantPast, try row["quantity"], true))
      let refunded: Int = try row["refunded"]
      if refunded > 0 { changes.append((transaction.revocationDate ?? now, -refunded, false)) }
      return true
    }
    try connection.forEachRow(
      "SELECT date, count FROM uses WHERE user = ? AND product_id = ?", user, productId
    ) { row in
      let count: Int = try row["count"]
      changes.append((Timestamp(milliseconds: try row["date"]), -count, false))
      return true
    }
    return changes
  }
}
