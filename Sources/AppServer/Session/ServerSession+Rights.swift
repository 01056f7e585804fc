import AppStoreModel
import Entitlements
import Storage

/// A user's rights with their ends and the reasons, derived from the evidence at each call.
extension ServerSession {
  /// Returns a user's credited purchases, ended or not, without consumables, which are counted as balances.
  func rights(of user: String) throws -> [Right] {
    var rights = try lineages(of: user).compactMap { try right(to: $0.original, $0.environment, $0.attribution) }
    rights += try transferredAway(from: user)
    rights += try otherPurchases(of: user).map(Right.init)
    return try withDurations(rights).sorted {
      ($0.productId, $0.purchaseDate, $0.purchase) < ($1.productId, $1.purchaseDate, $1.purchase)
    }
  }

  private typealias OwnedLineage = (environment: String, original: String, attribution: Attribution)

  private func lineages(of user: String) throws -> [OwnedLineage] {
    try connection.rows(
      """
      SELECT owners.environment AS environment, owners.original_transaction_id AS original_transaction_id,
        CASE WHEN position > 0 THEN 'restore' ELSE attribution END AS attribution
      FROM owners JOIN lineages
        ON lineages.environment = owners.environment
          AND lineages.original_transaction_id = owners.original_transaction_id
      WHERE user = ?
      """, user
    ) { (try $0["environment"], try $0["original_transaction_id"], try $0["attribution"]) }
  }

  /// Returns the right to one original transaction, as the resolver judges its evidence.
  private func right(to original: String, _ environment: String, _ attribution: Attribution) throws -> Right? {
    let shown = try transactions(ofLineage: original, environment: environment)
      .sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
    let evidence = EvidenceSet(
      environment: StoreEnvironment(rawValue: environment), account: original,
      transactions: shown.map { StoredTransaction(transaction: $0.transaction, verdict: .verified, origin: .history) },
      renewalInfos: try renewalInfo(of: original, environment).map { [$0] } ?? [])
    let statuses = Resolver.resolve(evidence, at: now)
    let standing = statuses.first(where: \.entitled)
    // The deciding transaction is the one that entitles now, else the last one that has begun.
    let begun = shown.filter { $0.purchaseDate <= now }
    let named = shown.first { $0.id == standing?.decidingTransactionId }
    guard let deciding = named ?? begun.last ?? shown.last else { return nil }
    // An unknown product type grants nothing until the App Store states a known one.
    if let type = deciding.transaction.type, !type.isKnown { return nil }
    var right = Right(
      productId: deciding.productId, type: deciding.transaction.type ?? .nonConsumable, purchase: deciding.purchase,
      originalTransactionId: original, purchaseDate: deciding.purchaseDate,
      expiresDate: standing?.expiresDate ?? deciding.transaction.expiresDate,
      signedDate: shown.compactMap(\.transaction.signedDate).max(), attribution: attribution,
      isPaid: deciding.transaction.isPaid)
    let renewal = evidence.renewalInfos.first
    right.renews = renewal?.autoRenewStatus.map { $0 == .on }
    if let end = standing?.expiresDate, end == renewal?.gracePeriodExpiresDate { right.isInGracePeriod = true }
    if standing == nil { right.ended = end(of: deciding, isRetried: renewal?.isInBillingRetryPeriod == true) }
    return right
  }

  /// Returns how a right ended; nil where it has only not begun yet, or Apple still tries to collect its renewal.
  private func end(of shown: ShownTransaction, isRetried: Bool) -> Right.End? {
    let transaction = shown.transaction
    if let date = transaction.revocationDate, let cause = transaction.revocationCause, cause != .unknown {
      return Right.End(date: date, why: RightEnd(cause), transactionId: shown.id)
    }
    if transaction.isUpgraded == true {
      return Right.End(date: transaction.signedDate ?? shown.purchaseDate, why: .upgraded, transactionId: shown.id)
    }
    guard let expires = transaction.expiresDate, expires <= now, !isRetried else { return nil }
    return Right.End(date: expires, why: .expired, transactionId: shown.id)
  }

  func renewalInfo(of original: String, _ environment: String) throws -> RenewalInfo? {
    try evidence.newest(RenewalInfo.self, original, scope: environment)?.statement
  }

  /// Returns the user's transactions whose refund Apple declined, according to its notifications.
  ///
  /// After a later request, of which Apple sends a consumption request, Apple has to decide again.
  func declinedRefunds(of user: String) throws -> [String] {
    try connection.values(
      """
      SELECT DISTINCT notifications.transaction_id FROM notifications JOIN signed_items AS item
        ON item.subject = notifications.transaction_id AND item.kind = 1 AND item.is_newest = 1
      JOIN credits ON credits.environment = item.scope AND credits.purchase = item.purchase
      WHERE notifications.type = 'REFUND_DECLINED' AND credits.user = ? AND NOT EXISTS(
        SELECT 1 FROM notifications AS later WHERE later.transaction_id = notifications.transaction_id
          AND later.type = 'CONSUMPTION_REQUEST' AND later.signed_date > notifications.signed_date)
      ORDER BY 1
      """, user)
  }

  /// Returns the rights to purchases of a user that support or a restore moved to another user.
  private func transferredAway(from user: String) throws -> [Right] {
    let moved: [(lineage: OwnedLineage, reason: String, date: Int64)] = try connection.rows(
      """
      SELECT transfers.environment AS environment, transfers.original_transaction_id AS original_transaction_id,
        attribution, reason, max(date) AS date
      FROM transfers JOIN lineages
        ON lineages.environment = transfers.environment
          AND lineages.original_transaction_id = transfers.original_transaction_id
      WHERE from_user = ? AND NOT EXISTS(
        SELECT 1 FROM owners
        WHERE owners.environment = transfers.environment AND owners.user = transfers.from_user
          AND owners.original_transaction_id = transfers.original_transaction_id)
      GROUP BY 1, 2
      """, user
    ) {
      let lineage: OwnedLineage = (try $0["environment"], try $0["original_transaction_id"], try $0["attribution"])
      return (lineage, try $0["reason"], try $0["date"])
    }
    return try moved.compactMap { moved in
      let (environment, original, attribution) = moved.lineage
      guard var right = try right(to: original, environment, attribution), right.type != .consumable else { return nil }
      let isByRestore = moved.reason.isEmpty
      // What Apple ended after a restore had moved it is over for the user who bought it, too.
      if isByRestore, right.ended != nil { return right }
      let isBroughtBack = try isByRestore && isBroughtByRestore(original, environment)
      right.ended = Right.End(
        date: Timestamp(milliseconds: moved.date), why: isBroughtBack ? .restoredByAnother : .transferred)
      return right
    }
  }

  /// Returns whether the restore policy would move a purchase to another user who restores it.
  private func isBroughtByRestore(_ original: String, _ environment: String) throws -> Bool {
    guard let shown = try transactions(ofLineage: original, environment: environment).first,
      let users = try lineage(of: shown)?.users
    else { return false }
    return try policyOutcome(for: shown, of: users) != .kept
  }
}

extension Right {
  /// Makes a right from a purchase on another platform; its reference replaces the transaction's ids.
  init(_ purchase: OtherPurchase) {
    self.init(
      productId: purchase.productId, type: purchase.expiresDate == nil ? .nonConsumable : .nonRenewingSubscription,
      purchase: purchase.reference, originalTransactionId: purchase.reference, purchaseDate: purchase.purchaseDate,
      expiresDate: purchase.expiresDate, attribution: .otherPlatform)
  }
}
