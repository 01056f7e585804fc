import AppStoreModel
import Core
import Storage

/// Families of Apple Accounts: joining, leaving, and what each buyer shares.
extension LedgerSession {
  /// The largest family that Apple allows: six people, including the organizer.
  static let familySize = 6

  /// Returns the members of an account's family in the order of the accounts; empty if it is in none.
  func family(of account: String) throws -> [String] {
    try connection.values(
      """
      SELECT member.account FROM family_members AS own
      JOIN family_members AS member ON member.organizer = own.organizer
      JOIN accounts ON accounts.name = member.account
      WHERE own.account = ? ORDER BY accounts.position
      """, account)
  }

  /// Returns the organizer of an account's family.
  func organizer(of account: String) throws -> String? {
    try connection.value("SELECT organizer FROM family_members WHERE account = ?", account)
  }

  /// Adds an account to the family of another one, which becomes the organizer if it has no family yet.
  ///
  /// All shareable purchases are then shared in both directions.
  ///
  /// - Throws: a `StoreError` of kind `usage` if the account is already in a family, or the family is full.
  mutating func joinFamily(_ name: String, of other: String) throws {
    let account = try account(name).name
    let head = try self.account(other).name
    guard account != head else {
      throw StoreError(.usage, say("\(account) cannot join its own family; name another account"))
    }
    if let organizer = try organizer(of: account) {
      throw StoreError(.usage, say("\(account) is in the family of \(organizer) and has to leave it first"))
    }
    let organizer = try organizer(of: head) ?? head
    guard try family(of: organizer).count < Self.familySize else {
      throw StoreError(
        .usage,
        say(
          Self.familySize, "the family of \(organizer) is full: Apple allows \(Self.familySize) member",
          "the family of \(organizer) is full: Apple allows \(Self.familySize) members"))
    }
    for member in try self.organizer(of: organizer) == nil ? [organizer, account] : [account] {
      try connection.execute("INSERT INTO family_members (account, organizer) VALUES (?, ?)", member, organizer)
    }
    for member in try family(of: organizer) { try settleShares(of: member) }
  }

  /// Removes an account from its family.
  ///
  /// The family ends if its organizer leaves or only one member is left. Purchases that the account shared are revoked
  /// from the others, and theirs from the account.
  mutating func leaveFamily(_ name: String) throws {
    let account = try account(name).name
    guard let organizer = try organizer(of: account) else {
      throw StoreError(.usage, say("\(account) is not in a family"))
    }
    let before = try family(of: account)
    if account == organizer || before.count <= 2 {
      try connection.execute("DELETE FROM family_members WHERE organizer = ?", organizer)
    } else {
      try connection.execute("DELETE FROM family_members WHERE account = ?", account)
    }
    for member in before { try settleShares(of: member) }
  }

  /// Starts or stops sharing a buyer's product with the family.
  ///
  /// - Throws: a `StoreError` of kind `usage` if the catalogue does not mark the product as family shareable.
  mutating func setSharing(_ isOn: Bool, of productId: String, account name: String) throws {
    let account = try account(name).name
    guard let product = catalogue.product(productId), product.canBeShared else {
      throw StoreError(.usage, say("\(safeText(productId)) is not family shareable in the catalogue"))
    }
    if isOn {
      try connection.execute("DELETE FROM unshared_products WHERE account = ? AND product_id = ?", account, product.id)
    } else {
      try connection.execute(
        "INSERT OR IGNORE INTO unshared_products (account, product_id) VALUES (?, ?)", account, product.id)
    }
    try settleShares(of: account)
  }

  /// Returns whether the buyer shares a product with the family.
  func isShared(_ productId: String, by account: String) throws -> Bool {
    guard catalogue.product(productId)?.canBeShared == true else { return false }
    return try connection.value(
      "SELECT 1 FROM unshared_products WHERE account = ? AND product_id = ?", account, productId, as: Int.self) == nil
  }

  /// Returns all families, in the order of their organizers' accounts.
  func families() throws -> [SimulatedFamily] {
    let organizers: [String] = try connection.values(
      """
      SELECT DISTINCT organizer, position FROM family_members JOIN accounts ON accounts.name = organizer
      ORDER BY position
      """)
    return try organizers.map { organizer in
      let members = try family(of: organizer)
      return SimulatedFamily(organizer: organizer, members: members, shares: try members.flatMap(listedShares))
    }
  }

  private func listedShares(with member: String) throws -> [SimulatedFamily.Share] {
    try shares(with: member).filter(\.isActive).map { share in
      let transaction = try transaction(share.latestId)
      return SimulatedFamily.Share(
        productId: transaction.productId, transactionId: String(share.latestId),
        originalTransactionId: String(share.originalId), owner: try self.transaction(share.sourceId).account,
        member: member)
    }
  }
}

extension ConfiguredProduct {
  /// Whether a family can share the product: a non-consumable or subscription that is marked family shareable.
  var canBeShared: Bool { familyShareable && (type == .nonConsumable || type == .autoRenewableSubscription) }
}
