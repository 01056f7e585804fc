import AppStoreModel
import Core
import Storage

/// Queries of an app server, by any id that belongs to a customer.
extension LedgerSession {
  /// Returns the account that an id belongs to: a transaction's, an original transaction's or the app transaction's.
  ///
  /// - Throws: a `StoreError` of kind `transactionNotFound`.
  func account(ofAny text: String) throws -> AccountRow {
    guard let id = Int64(text) else { throw StoreError.unknownTransaction(text) }
    if let row = try findTransaction(id) { return try account(row.account) }
    let row = try connection.first(AccountRow.self, "WHERE app_transaction_id = ?", id)
    guard let row else { throw StoreError.unknownTransaction(text) }
    return row
  }

  /// Returns one page of a customer's history for the app server.
  ///
  /// - Throws: a `StoreError` of kind `transactionNotFound` or `invalidRevision`.
  func history(
    ofAny id: String, _ filter: HistoryFilter, after revision: String?
  ) throws -> HistoryPage {
    let account = try account(ofAny: id)
    if filter.isDescending { return try descendingHistory(of: account, filter, after: revision) }
    let start = try Revision.sequence(of: revision, list: .history, account, state)
    let rows = try connection.rows(
      "SELECT sequence AS number, signed, corrupted FROM transactions WHERE" + Self.filter
        + "ORDER BY sequence LIMIT 21", values: values(of: account, from: start, below: filter.end, filter),
      map: NumberedStatement.init(row:))
    return try page(rows, start: start, list: .history, account)
  }

  private func descendingHistory(
    of account: AccountRow, _ filter: HistoryFilter, after revision: String?
  ) throws -> HistoryPage {
    var place = try DescendingRevision.of(revision, account, state)
    let top = min(place.position, place.ceiling + 1, filter.end)
    let rows = try connection.rows(
      "SELECT sequence AS number, signed, corrupted FROM transactions WHERE" + Self.filter
        + "ORDER BY sequence DESC LIMIT 21", values: values(of: account, from: place.floor, below: top, filter),
      map: NumberedStatement.init(row:))
    let shown = rows.prefix(Self.pageSize)
    let hasMore = rows.count > shown.count
    place.position = hasMore ? shown.last?.number ?? place.floor : place.floor
    return HistoryPage(
      signedTransactions: try shown.map { try text(of: $0) }, revision: place.text(account, state), hasMore: hasMore)
  }

  private static let filter: SQL = """
    account = ?1 AND sequence > ?2 AND sequence < ?3
      AND (?4 IS NULL OR purchase_date >= ?4) AND (?5 IS NULL OR purchase_date < ?5)
      AND (?6 IS NULL OR product_id IN (SELECT value FROM json_each(?6)))
      AND (?7 IS NULL OR type IN (SELECT value FROM json_each(?7)))
      AND (?8 IS NULL OR group_id IN (SELECT value FROM json_each(?8)))
      AND (?9 IS NULL OR ownership = ?9) AND (?10 IS NULL OR (revocation_date IS NOT NULL) = ?10)
      AND (?11 = 0 OR finished = 0 OR type <> 'Consumable')
    """

  private func values(
    of account: AccountRow, from start: Int64, below end: Int64, _ filter: HistoryFilter
  ) -> [DatabaseValue] {
    func list(_ texts: [String]?) -> String? { texts.map { JSONValue.strings($0).serialized() } }
    let values: [(any DatabaseConvertible)?] = [
      account.name, start, end, filter.startDate?.milliseconds, filter.endDate?.milliseconds, list(filter.productIds),
      list(filter.types?.map(\.rawValue)), list(filter.groups), filter.ownership?.rawValue, filter.isRevoked,
      filter.hidesFinishedConsumables,
    ]
    return values.map { $0?.databaseValue ?? .null }
  }

  /// Returns the statuses of a customer's subscriptions, followed by those of shared ones.
  func subscriptionStatuses(ofAny id: String) throws -> [SimulatedSubscriptionStatus] {
    let account = try account(ofAny: id).name
    let own = try subscriptions(of: account).map { row in
      SimulatedSubscriptionStatus(
        subscriptionGroupIdentifier: row.groupId, status: row.status, originalTransactionId: String(row.originalId),
        signedTransactionInfo: try text(of: transaction(row.latestId)), signedRenewalInfo: try text(of: row))
    }
    return try own + shares(with: account).compactMap(sharedStatus)
  }

  /// Returns the status of a subscription shared with an account; nil for a product that is not a subscription.
  private func sharedStatus(_ share: ShareRow) throws -> SimulatedSubscriptionStatus? {
    guard let renewal = try text(of: share), let status = try status(of: share) else { return nil }
    let latest = try transaction(share.latestId)
    return SimulatedSubscriptionStatus(
      subscriptionGroupIdentifier: latest.groupId ?? "", status: status,
      originalTransactionId: String(share.originalId), signedTransactionInfo: try text(of: latest),
      signedRenewalInfo: renewal)
  }

  /// Returns a customer's app transaction by any of the customer's ids, signed now.
  func appTransaction(ofAny id: String) throws -> String { try appTransaction(of: account(ofAny: id)) }

  /// Returns an account's app transaction, signed now.
  func appTransaction(of account: AccountRow) throws -> String {
    let firstPurchase: Int64? =
      try connection.value("SELECT min(purchase_date) FROM transactions WHERE account = ?", account.name) ?? nil
    // The ledger stores no downloads, so the download is dated a day before the first purchase, or now.
    let download = firstPurchase.map { $0 - Timestamp.millisecondsPerDay } ?? now
    let device = deviceVerification(of: account)
    let payload = AppTransaction {
      $0.receiptType = identity.environment
      $0.appAppleId = identity.productionAppId
      $0.bundleId = identity.bundleId
      $0.applicationVersion = "1.0"
      $0.versionExternalIdentifier = identity.productionAppId == nil ? 0 : LedgerNumbers.appAppleId(seed: identity.seed)
      $0.receiptCreationDate = Timestamp(milliseconds: answerDate)
      $0.originalPurchaseDate = Timestamp(milliseconds: download)
      $0.originalApplicationVersion = "1.0"
      ($0.deviceVerificationNonce, $0.deviceVerification) = (device.nonce, device.verification)
      $0.appTransactionId = String(account.appTransactionId)
      $0.originalPlatform = .iOS
    }
    return try identity.signer.identity().sign(payload.json)
  }

  /// Returns the values that tie an app transaction to a device.
  ///
  /// Apple hashes the nonce and the device's identifier, both as UUIDs in lower case, with SHA-384. The ledger stores
  /// no devices, so each account has one made-up device.
  private func deviceVerification(of account: AccountRow) -> (nonce: String, verification: String) {
    let nonce = LedgerNumbers.uuid(seed: identity.seed, account.appTransactionId)
    let hash = Digest.sha384(Array((nonce + LedgerNumbers.uuid(seed: identity.seed, -account.appTransactionId)).utf8))
    return (nonce, String(decoding: Base64.standard.encode(hash), as: UTF8.self))
  }

  /// Sets the `appAccountToken` of a lineage's transactions and its subscription; each is signed again.
  mutating func setToken(_ token: String, ofOriginal id: Int64) throws {
    let rows = try connection.all(TransactionRow.self, "WHERE original_id = ? ORDER BY purchase_date, id", id)
    for var row in rows where row.token != token {
      row.token = token
      try stateAnew(&row)
      try connection.execute("UPDATE transactions SET token = ? WHERE id = ?", row.token, row.id)
      try connection.update(row)
    }
    if var subscription = try subscription(originalId: id), subscription.token != token {
      subscription.token = token
      try change(&subscription)
    }
  }
}

extension HistoryFilter {
  /// The modification number from which on the filter leaves out everything.
  fileprivate var end: Int64 { last.map { $0 + 1 } ?? .max }
}
