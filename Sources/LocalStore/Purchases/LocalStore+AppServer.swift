import Database
import Entitlements
package import StoreModel

/// What the app's server said last; used as it is when it cannot be asked.
extension LocalStore {
  package func keep(_ account: UserAccount) throws {
    try batch {
      try database.execute("INSERT OR REPLACE INTO user_accounts VALUES(?, ?)", account.user, account.policy)
      try database.execute("DELETE FROM balances WHERE user = ?", account.user)
      for (productId, count) in account.balances {
        try database.execute(
          "INSERT INTO balances VALUES(?, ?, ?, ?, ?)", account.user, productId, count.delivered, count.used,
          count.refunded)
      }
      try database.execute("DELETE FROM grants WHERE user = ?", account.user)
      for grant in account.grants {
        try database.execute(
          "INSERT OR REPLACE INTO grants VALUES(?, ?, ?, ?, ?, ?)", grant.id, grant.user, grant.productId,
          grant.reason, grant.grantedDate, grant.untilDate)
      }
    }
  }

  package func keep(_ ownerships: [Ownership]) throws {
    try batch {
      for ownership in ownerships {
        try database.execute(
          "INSERT OR REPLACE INTO owners VALUES(?, ?, ?, ?)", ownership.originalTransactionId,
          StoredNames(ownership.users), ownership.attribution, ownership.policyOutcome)
      }
    }
  }

  package func userAccount(_ user: String) throws -> UserAccount? {
    guard
      let policy: RestorePolicy = try database.value("SELECT policy FROM user_accounts WHERE user = ?", user)
    else { return nil }
    let balances: [(id: String, count: ConsumableCount)] = try database.rows(
      "SELECT product_id, delivered, used, refunded FROM balances WHERE user = ?", user
    ) { (try $0[0], ConsumableCount(delivered: try $0[1], used: try $0[2], refunded: try $0[3])) }
    let grants: [Grant] = try database.rows(
      "SELECT id, product_id, reason, granted_date, until_date FROM grants WHERE user = ?", user
    ) { row in
      Grant(
        id: try row[0], user: user, productId: try row[1], reason: try row[2], grantedDate: try row[3],
        untilDate: try row[4])
    }
    return UserAccount(
      user: user, balances: Dictionary(balances.map { ($0.id, $0.count) }) { first, _ in first }, grants: grants,
      policy: policy)
  }

  package func ownership(of originalTransactionId: String) throws -> Ownership? {
    try database.first(Self.ownerColumns + "WHERE original_transaction_id = ?", originalTransactionId) {
      try Self.ownership($0)
    }
  }

  package func latestPurchases(account: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    try database.forEachRow(
      """
      SELECT headers.segment, versions.payload, versions.signature
      FROM membership JOIN transactions ON transactions.transaction_id = membership.transaction_id
      JOIN versions ON versions.id = transactions.version JOIN headers ON headers.id = versions.header
      WHERE membership.account = ? AND versions.verdict = 1
      ORDER BY membership.purchase_date DESC, membership.transaction_id DESC LIMIT 500
      """, values: [account]
    ) { row in
      let payload: [UInt8] = try row[1]
      let transaction = try Transaction(storedPayload: payload)
      if transaction.type != .consumable, let id = transaction.originalTransactionId ?? transaction.transactionId,
        texts[id] == nil
      {
        texts[id] = SignedText.rebuilt(header: try row[0], payload: payload, signature: try row[2])
      }
      return texts.count < 200
    }
    return texts
  }

  /// Adds what the app's server said of a user to what the resolver weighs.
  func addAppServer(of user: String, to evidence: inout EvidenceSet) throws {
    evidence.user = user
    let owners = try database.rows(Self.ownerColumns) { try Self.ownership($0) }
    evidence.owners = Dictionary(owners.map { ($0.originalTransactionId, $0) }) { first, _ in first }
    guard let account = try userAccount(user) else { return }
    evidence.consumables = account.balances
    evidence.policy = account.policy
    evidence.grants = account.grants
  }

  private static let ownerColumns: SQL =
    "SELECT original_transaction_id, users, attribution, policy_outcome FROM owners"

  private static func ownership(_ row: borrowing DatabaseRow) throws -> Ownership {
    let users: StoredNames = try row[1]
    return Ownership(
      originalTransactionId: try row[0], users: users.names, attribution: try row[2], policyOutcome: try row[3])
  }
}
