package import AppStoreModel
import Core
import Storage

extension LocalStore {
  package func save(_ intent: Intent) throws {
    try batch {
      try database.replace(intent)
      try state(.intent, intent.id, text(of: intent, without: Intent.unstated))
    }
  }

  package func intent(_ id: String) throws -> Intent? {
    try database.first(Intent.self, "WHERE id = ?", id)
  }

  /// Returns the intents that are not closed, oldest first, of every account of this device.
  package func openIntents() throws -> [Intent] {
    try database.all(Intent.self, "WHERE state <> 'closed' ORDER BY created_date, id")
  }

  /// Returns the newest 20 purchases of an account, or also of a user, that a person closed by hand.
  func intentsClosedByHand(of account: String?, or user: String? = nil) throws -> [Intent] {
    try database.all(
      Intent.self,
      """
      WHERE (account IS ? OR user IS ?) AND closed_reason >= ? AND closed_reason < ?
        AND state = 'closed' ORDER BY created_date DESC LIMIT 20
      """, account, user, ClosedByHand.range.from, ClosedByHand.range.to)
  }

  /// How long after the beginning of a purchase the App Store usually charges, in milliseconds: ten minutes.
  private static let answerTime: Int64 = 600_000

  /// Returns the intents that a transaction may belong to, by account, product, quantity and token.
  ///
  /// None of them has an order yet. Open ones come before closed ones, oldest first. A transaction that lost its token
  /// may belong to one that is open and was begun shortly before.
  package func intents(matching transaction: Transaction, account: String) throws -> [Intent] {
    let bought = transaction.purchaseDate ?? Timestamp(milliseconds: 0)
    return try database.all(
      Intent.self,
      """
      WHERE account = ? AND product_id = ? AND quantity = ? 
        AND (app_account_token IS ? OR app_account_token IN (SELECT value FROM json_each(?))
          OR ? AND state = 'open' AND store_date >= ?)
        AND store_date <= ?
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.intent_id = intents.id)
        AND (state <> 'closed' OR transaction_id IS NULL OR transaction_id = ?)
      ORDER BY transaction_id IS ? DESC, app_account_token IS ? DESC, state = 'closed', transaction_id IS NOT NULL,
        created_date, id
      """,
      account, transaction.productId, Int(transaction.quantity ?? 1), transaction.appAccountToken,
      JSONValue.array(try claimedTokens(asOf: transaction).map { .string($0) }).serialized(),
      transaction.appAccountToken == nil, bought.adding(milliseconds: -Self.answerTime), bought,
      transaction.transactionId, transaction.transactionId, transaction.appAccountToken)
  }
}

/// Purchases begun in the App Store that wait for a user to log in.
extension LocalStore {
  /// Returns the deferred purchases that were begun in the App Store, by the App Store's numbers.
  package func deferredPurchases() throws -> [String] {
    try database.values("SELECT id FROM deferred_purchases ORDER BY id")
  }

  /// Defers a purchase that was begun in the App Store until a user logs in.
  package func deferPurchase(_ id: String) throws {
    try batch { try database.execute("INSERT OR IGNORE INTO deferred_purchases VALUES(?)", id) }
  }

  /// Clears the list of deferred purchases, so that they are offered again.
  package func takeUpDeferredPurchases() throws {
    try batch { try database.execute("DELETE FROM deferred_purchases") }
  }
}

/// The part of a device's store that survives a reinstall, beside the sign-in: the users of its purchases.
package struct Keychain: Hashable, Sendable {
  /// All intents, with their UUIDs, tokens and products.
  package var intents: [Intent]
  /// The remembered orders, by transaction id.
  package var orders: [String: RememberedOrder]
  /// The users who have been logged in.
  package var users: [String]
  /// The users who claimed earlier purchases at a login, by the token that those purchases carry.
  var claims: [String: String] = [:]
  /// The claims of logins that wait for the app server.
  var waitingLogins: [WaitingServerCall] = []
}

extension LocalStore {
  package func keychain() throws -> Keychain {
    // Only the order told that the answer's signature was invalid; without it, the purchase is unanswered again.
    let unproven = Set(try refusedOrders().filter { !$0.isRefusedByServer }.compactMap(\.intentId))
    let intents = try database.all(Intent.self).map { intent in
      guard unproven.contains(intent.id) else { return intent }
      var intent = intent
      (intent.state, intent.closedReason) = (.open, nil)
      return intent
    }
    return Keychain(
      intents: intents,
      orders: Dictionary(try database.all(KeychainOrder.self).map { ($0.transactionId, $0.order) }) { first, _ in first
      }, users: try users(),
      claims: try claims(),
      waitingLogins: try waitingServerCalls().filter { if case .login = $0.kind { true } else { false } })
  }

  /// Restores the keychain's contents into a new store.
  package func restore(_ keychain: Keychain) throws {
    try batch {
      for intent in keychain.intents { try save(intent) }
      for user in keychain.users { try rememberUser(user) }
      for (token, user) in keychain.claims { try setKeychain(Self.claimMark + token, to: user) }
      for call in keychain.waitingLogins { try keep(call) }
      for (transactionId, order) in keychain.orders {
        try database.replace(KeychainOrder(transactionId: transactionId, order: order))
      }
    }
  }
}
