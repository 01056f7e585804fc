import AppStoreModel
import Storage

/// Family Sharing: the members' copies of each other's purchases.
extension LedgerSession {
  /// Returns the purchases that other members share with an account.
  func shares(with account: String) throws -> [ShareRow] {
    try connection.all(ShareRow.self, "WHERE account = ? ORDER BY original_id", account)
  }

  /// Returns the shares of a buyer's lineage, ended ones included.
  func shares(ofLineage originalId: Int64) throws -> [ShareRow] {
    try connection.all(ShareRow.self, "WHERE source_original_id = ? ORDER BY original_id", originalId)
  }

  /// Returns the share that a member's original transaction id stands for; nil if there is none.
  func share(originalId: Int64) throws -> ShareRow? {
    try connection.first(ShareRow.self, "WHERE original_id = ?", originalId)
  }

  /// Returns the status of a shared subscription for its member; nil for a product that is not a subscription.
  func status(of share: ShareRow) throws -> SubscriptionStatus? {
    guard let subscription = try subscription(originalId: share.sourceOriginalId) else { return nil }
    guard try transaction(share.latestId).revocation == nil else { return .revoked }
    return share.isActive ? subscription.status : .expired
  }

  /// Shares the account's shareable purchases with its family, and ends the shares that are no longer allowed.
  mutating func settleShares(of account: String) throws {
    let lineages: [Int64] = try connection.values(
      """
      SELECT original_id FROM transactions WHERE account = ? AND ownership = 'PURCHASED' AND type IN (?, ?)
      GROUP BY original_id ORDER BY original_id
      """, account, ProductType.nonConsumable.rawValue, ProductType.autoRenewableSubscription.rawValue)
    for lineage in lineages { try settleShares(ofLineage: lineage, account: account) }
  }

  /// Shares one lineage of a buyer with the family, and ends the shares of it that are no longer allowed.
  mutating func settleShares(ofLineage originalId: Int64, account: String) throws {
    let shares = try shares(ofLineage: originalId)
    let members = try family(of: account).filter { $0 != account }
    guard !shares.isEmpty || !members.isEmpty else { return }
    let source = try sharedTransaction(ofLineage: originalId, account: account)
    for var share in shares where share.isActive && (source == nil || !members.contains(share.account)) {
      try revoke(&share)
    }
    // During the grace period and billing retry there is no paid period to share; the next paid one is shared.
    guard let source, try subscription(originalId: originalId).map({ $0.state == .active }) ?? true else { return }
    for member in members where !shares.contains(where: { $0.account == member && $0.isActive }) {
      try share(source, with: member, before: shares.first { $0.account == member })
    }
  }

  /// Repeats an event of a buyer's subscription for each family member who uses it.
  ///
  /// Each member has transactions and renewal information of their own, and the app server is notified about each.
  mutating func tellFamily(
    _ type: NotificationType, _ subtype: NotificationSubtype?, about row: TransactionRow
  ) throws {
    guard row.ownership == .purchased else { return }
    if let subscription = try subscription(originalId: row.originalId), Self.familyNews.contains(type) {
      for var share in try shares(ofLineage: row.originalId) where share.isActive {
        guard try isShared(subscription.productId, by: row.account) else { continue }
        try follow(subscription, &share)
        share.isActive = subscription.state.isRunning
        try connection.replace(share)
        try notify(type, subtype, about: share.latestId)
      }
    }
    try settleShares(ofLineage: row.originalId, account: row.account)
  }

  /// The notification types that are also sent about family members.
  private static let familyNews: Set<NotificationType> = [
    .subscribed, .didRenew, .expired, .didFailToRenew, .gracePeriodExpired, .didChangeRenewalStatus,
    .didChangeRenewalPref,
    .renewalExtended, .offerRedeemed,
  ]

  /// Returns the transaction of a lineage that may be shared now; nil if none may.
  private func sharedTransaction(ofLineage originalId: Int64, account: String) throws -> TransactionRow? {
    let row: TransactionRow
    if let subscription = try subscription(originalId: originalId) {
      guard subscription.state.isRunning else { return nil }
      row = try transaction(subscription.latestId)
    } else {
      row = try transaction(originalId)
    }
    guard row.revocation == nil, try isShared(row.productId, by: account) else { return nil }
    return row
  }

  /// Gives a member a copy of another member's purchase.
  private mutating func share(_ source: TransactionRow, with member: String, before: ShareRow?) throws {
    guard let product = catalogue.product(source.productId) else { return }
    var row = newTransaction(id: nextId(), product, account: try account(member), token: nil, at: now)
    let subscription = try subscription(originalId: source.originalId)
    if subscription != nil, let before {
      row.purchaseDate = try nextPeriodDate(after: before.latestId)
      row.originalId = before.originalId
      row.originalPurchaseDate = try transaction(before.latestId).originalPurchaseDate
    }
    try receive(&row, from: source)
    var share = ShareRow(
      originalId: row.originalId, sourceOriginalId: source.originalId, sourceId: source.id, account: member,
      latestId: row.id, isActive: true)
    if let subscription { try signRenewal(of: subscription, &share) }
    try connection.execute("DELETE FROM shares WHERE source_original_id = ? AND account = ?", source.originalId, member)
    try connection.replace(share)
    guard subscription != nil else { return try notify(.oneTimeCharge, about: row.id) }
    try notify(.subscribed, before == nil ? .initialBuy : .resubscribe, about: row.id)
  }

  /// Ends a share: revokes the member's copy of the purchase.
  private mutating func revoke(_ share: inout ShareRow) throws {
    share.isActive = false
    var row = try transaction(share.latestId)
    row.revocation = TransactionRow.Revocation(
      date: now, reason: .refundedForOtherReason, type: .familyRevoke, percentage: nil, sequence: nil)
    try change(&row)
    if var subscription = try subscription(originalId: share.sourceOriginalId) {
      subscription.state = .revoked
      subscription.autoRenew = false
      try signRenewal(of: subscription, &share)
    }
    try connection.replace(share)
    try notify(.revoke, about: row.id)
  }

  /// Updates a member's copy of a subscription to match the buyer's.
  private mutating func follow(_ subscription: SubscriptionRow, _ share: inout ShareRow) throws {
    let source = try transaction(subscription.latestId)
    var latest = try transaction(share.latestId)
    // The period that the member shares has changed: it was extended, shortened or replaced by an upgrade.
    if let known = try findTransaction(share.sourceId),
      known.expiresDate != latest.expiresDate || known.isUpgraded != latest.isUpgraded
    {
      latest.expiresDate = known.expiresDate.map { max($0, latest.purchaseDate) }
      latest.isUpgraded = known.isUpgraded
      try change(&latest)
    }
    if source.id != share.sourceId, let product = catalogue.product(source.productId) {
      var row = newTransaction(
        id: nextId(), product, account: try account(share.account), token: nil,
        at: max(source.purchaseDate, latest.purchaseDate + 1), reason: source.reason)
      row.originalId = share.originalId
      row.originalPurchaseDate = latest.originalPurchaseDate
      try receive(&row, from: source)
      share.sourceId = source.id
      share.latestId = row.id
    }
    try signRenewal(of: subscription, &share)
  }

  /// Stores a member's transaction, made from the buyer's.
  private mutating func receive(_ row: inout TransactionRow, from source: TransactionRow) throws {
    row.ownership = .familyShared
    row.price = 0
    row.expiresDate = source.expiresDate
    if source.webOrderLineItemId != nil { row.webOrderLineItemId = nextId() }
    try stateAnew(&row)
    try connection.insert(row)
  }

  /// Signs the renewal information of a member's copy of a subscription.
  private mutating func signRenewal(of subscription: SubscriptionRow, _ share: inout ShareRow) throws {
    var own = subscription
    own.originalId = share.originalId
    own.account = share.account
    own.latestId = share.latestId
    own.token = nil
    try stateAnew(&own)
    share.statement = own.statement
  }
}
