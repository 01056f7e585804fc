package import AppStoreModel
import Entitlements
import Storage

/// A user's payments across Apple Accounts, and the purchases announced to the app server.
extension LocalStore {
  /// Returns the purchases that were announced to the app server, with the state last sent.
  package func announced() throws -> [String: String] {
    let rows: [(name: String, state: String)] = try database.rows(
      "SELECT name, value FROM keychain WHERE name >= 'announced:' AND name < 'announced;'"
    ) { (try $0["name"], try $0["value"]) }
    return Dictionary(rows.map { (String($0.name.dropFirst(Self.announcedMark.count)), $0.state) }) { first, _ in first
    }
  }

  /// Stores the state last sent for an announced purchase; nil when no further state follows.
  package func keep(announced intentId: String, state: String?) throws {
    try batch { try setKeychain(Self.announcedMark + intentId, to: state) }
  }

  private static let announcedMark = "announced:"

  /// Returns the account's purchases of a product that a person closed and that led to no order.
  package func intents(closedByHand productId: String, account: String) throws -> [Intent] {
    try intentsClosedByHand(of: account).filter { intent in
      try intent.productId == productId && order(forIntent: intent) == nil
    }
  }

  /// Returns the order that an intent led to.
  package func order(forIntent intent: Intent) throws -> Order? {
    try database.first(Order.self, "WHERE intent_id = ? LIMIT 1", intent.id)
  }

  /// Returns the account's orders that may still be credited, oldest first.
  ///
  /// The app server refused them, or they were given up without a final ground.
  package func ordersToBringBack(account: String) throws -> [Order] {
    try undeliveredOrders(of: account).filter(\.hasFailed)
  }

  /// Returns whether the app server, by its last answer, has credited an undelivered order to this device's user.
  func isCredited(_ order: Order) throws -> Bool {
    let state = try deviceState()
    guard order.isNotDelivered, order.verification != .none,
      order.user == state.appUser, order.account == state.account
    else { return false }
    // Without a valid signature only the transaction's id is known, which is the key of a first purchase.
    let key = try version(of: order.transactionId)?.purchaseKey ?? order.transactionId
    return try userAccount(order.user)?.rights.contains { $0.ended == nil && $0.purchase == key } ?? false
  }

  /// Returns the app transaction id in an account's purchases.
  package func appTransactionId(ofAccount account: String) throws -> String? {
    let payload: [UInt8]? = try database.value(
      """
      SELECT signed_items.payload FROM membership
      """ + .newestTransactions + """
        WHERE membership.account = ? AND signed_items.verdict = 1 AND membership.origin <> 'update' LIMIT 1
        """, account)
    return try payload.map { try Transaction(storedPayload: $0) }?.appTransactionId
  }

  /// Returns the user's orders that were charged to another Apple Account and not delivered.
  ///
  /// Orders whose transaction was revoked are left out.
  func undeliveredOrders(of user: String, exceptOf account: String?) throws -> [Order] {
    try database.all(
      Order.self,
      """
      WHERE account IS NOT ? AND user = ? AND
      """ + .orderIsUndelivered + """
          AND NOT EXISTS(
            SELECT 1 FROM signed_items WHERE subject = orders.transaction_id AND kind = 1 AND scope = ''
              AND is_newest = 1 AND revocation_date IS NOT NULL)
        ORDER BY number
        """, account, user)
  }

  /// Adds reversals of refunds of given-up orders, and repeated purchases, as known at a date.
  func addWhatFollowed(of account: String, to evidence: inout EvidenceSet, asOf date: Timestamp = .distantFuture) throws
  {
    for order in evidence.orders where order.isGivenUp {
      evidence.reversals[order.transactionId] = try database.value(
        """
        SELECT reversed_date FROM refunds WHERE account = ? AND transaction_id = ? AND reversed_date <= ?
        """, order.account, order.transactionId, date)
    }
    for (productId, count) in evidence.consumables where count.used == 0 && count.delivered > 1 {
      evidence.answeredCharges[productId] = try database.rows(
        """
        SELECT orders.transaction_id, intents.created_date AS begun, orders.created_date AS answered
        FROM intents JOIN orders ON orders.intent_id = intents.id
        WHERE intents.account = ? AND intents.product_id = ? AND intents.user IS ? AND orders.created_date <= ?
        ORDER BY intents.created_date DESC LIMIT 5
        """, account, productId, evidence.user, date
      ) {
        AnsweredCharge(
          transactionId: try $0["transaction_id"], begunDate: try $0["begun"], answeredDate: try $0["answered"])
      }
    }
  }

  /// Returns which of the app server's purchases this device has itself; its own rows contain more.
  func knownHere(_ purchases: [UserPurchase]) throws -> Set<String> {
    var known: Set<String> = []
    for purchase in purchases {
      if let id = purchase.intentId, try intent(id) != nil { known.insert(id) }
      if let id = purchase.transactionId, try order(forTransaction: id) != nil { known.insert(id) }
    }
    return known
  }

  /// Returns the transactions of orders in the newest versions that had arrived by a date.
  func transactions(ofOrders orders: [Order], asOf date: Timestamp = .distantFuture) throws -> [Transaction] {
    try orders.compactMap { try version(of: $0.transactionId, asOf: date) }
  }

  /// Returns whether this device has asked the App Store about the account, and the app server about the user.
  func isAsked(_ evidence: EvidenceSet) -> Bool {
    identity.kind == .none
      || (evidence.account == nil || evidence.lastChecked != nil)
        && (!evidence.isConfirmedByServer || evidence.serverDate != nil)
  }

  /// Adds the user's purchases under way with other Apple Accounts and on other devices.
  func addUsersMoney(_ state: DeviceState, to evidence: inout EvidenceSet) throws {
    evidence.isAsked = isAsked(evidence)
    evidence.orders += try undeliveredOrders(of: state.appUser, exceptOf: state.account)
    evidence.transactionsElsewhere = try transactions(ofOrders: evidence.orders)
    let told = evidence.purchasesAtServer
    evidence.knownHere = try knownHere(told)
  }
}
