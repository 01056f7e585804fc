import Database
package import Purchasing
package import StoreModel

/// What of a device's memory survives a reinstall, besides who is signed in: whom its purchases were for.
package struct Keychain: Hashable, Sendable {
  /// By intent, with their UUIDs, tokens and products.
  package var intents: [Intent]
  /// By transaction.
  package var orders: [String: RememberedOrder]
  /// Who has been logged in.
  package var users: [String]
}

extension LocalStore {
  package func keychain() throws -> Keychain {
    let orders: [(id: String, order: RememberedOrder)] = try database.rows(
      "SELECT transaction_id, order_id, intent_id, user, verification FROM keychain_orders"
    ) { row in
      (try row[0], RememberedOrder(id: try row[1], intentId: try row[2], user: try row[3], verification: try row[4]))
    }
    return Keychain(
      intents: try database.rows(Self.intentColumns) { try Self.intent($0) },
      orders: Dictionary(orders.map { ($0.id, $0.order) }) { first, _ in first }, users: try users())
  }

  /// Begins a new memory with what the keychain held.
  package func restore(_ keychain: Keychain) throws {
    try batch {
      for intent in keychain.intents { try save(intent) }
      for user in keychain.users { try rememberUser(user) }
      for (transactionId, order) in keychain.orders {
        try database.execute(
          "INSERT OR REPLACE INTO keychain_orders VALUES(?, ?, ?, ?, ?)", transactionId, order.id, order.intentId,
          order.user, order.verification)
      }
    }
  }
}
