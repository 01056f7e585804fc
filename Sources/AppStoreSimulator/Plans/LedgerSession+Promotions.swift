import Database
import StoreKitFiles
import StoreModel

/// Purchases begun in the App Store: promoted products, to be continued in the app.
extension LedgerSession {
  /// A customer chooses a promoted product in the App Store: the app is to continue the purchase.
  mutating func promote(_ productId: String, account name: String) throws -> PromotedPurchase {
    let account = try account(name)
    guard let product = catalogue.product(productId) else {
      throw SimulatorError(.productUnavailable, "\(productId) is not in this App Store's catalogue")
    }
    try forgetPromotion(of: product.id, account: account.name)
    let id = nextId()
    try run(
      "INSERT INTO promoted_purchases (id, account, product_id, begun_date) VALUES (?, ?, ?, ?)",
      [id.databaseValue, account.name.databaseValue, product.id.databaseValue, now.databaseValue])
    return PromotedPurchase(
      id: String(id), account: account.name, productId: product.id, date: Timestamp(milliseconds: now))
  }

  /// The purchases that an account began in the App Store and nobody continued, oldest first.
  func promotedPurchases(of account: String?) throws -> [PromotedPurchase] {
    try all(
      """
      SELECT id, account, product_id, begun_date FROM promoted_purchases WHERE ? IS NULL OR account = ? ORDER BY id
      """, [account.databaseValue, account.databaseValue]
    ) { row in
      let id: Int64 = try row[0]
      return PromotedPurchase(
        id: String(id), account: try row[1], productId: try row[2], date: Timestamp(milliseconds: try row[3]))
    }
  }

  /// A promoted purchase is continued, or given up.
  func forgetPromotion(of productId: String, account: String) throws {
    try run(
      "DELETE FROM promoted_purchases WHERE product_id = ? AND account = ?",
      [productId.databaseValue, account.databaseValue])
  }
}
