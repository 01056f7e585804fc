import Database
import Entitlements
import SafeText
import StoreModel
import Texts

/// A notification of the App Store whose signature holds, with what is signed inside it.
struct HeardNotification: Sendable {
  let notification: ServerNotification
  let shown: ShownTransaction?
  let renewal: SignedRenewal?
  /// Why what is inside does not hold; the notification itself does.
  let failure: String?
}

/// Verified renewal information.
struct SignedRenewal: Sendable {
  let info: RenewalInfo
  let payload: [UInt8]
}

/// What the server hears of the App Store by itself. It only adds evidence; whose something is and until when is derived
/// from that evidence, in whatever order it came.
extension ServerSession {
  /// Whether a notification was taken before.
  func knows(_ uuid: String) throws -> Bool {
    try connection.value("SELECT 1 FROM notifications WHERE uuid = ?", uuid, as: Int.self) != nil
  }

  /// Takes a notification: keeps it by its UUID, and what is signed in it as evidence.
  ///
  /// - Parameter isQuiet: Whether it is one of many that were sent before this server was there, and gets no line.
  /// - Returns: False for one that came before.
  @discardableResult
  func hear(_ heard: HeardNotification, by way: NewsWay, isQuiet: Bool = false) throws -> Bool {
    let notification = heard.notification
    guard let uuid = notification.notificationUUID, !uuid.isEmpty, try !knows(uuid) else { return false }
    let type = notification.notificationType?.rawValue ?? ""
    let originalId = heard.shown?.originalId ?? heard.renewal?.info.originalTransactionId
    try connection.execute(
      "INSERT INTO notifications VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", uuid, type, notification.subtype?.rawValue,
      notification.data?.environment?.rawValue, notification.signedDate?.milliseconds, now.milliseconds, way.rawValue,
      heard.shown?.id, originalId)
    for name in notification.unknownNames {
      try connection.execute(
        "INSERT INTO unknown_names VALUES(?, 1, ?) ON CONFLICT(name) DO UPDATE SET count = count + 1", name,
        now.milliseconds)
    }
    let name = [type, notification.subtype?.rawValue].compactMap(\.self).joined(separator: " ")
    if !isQuiet {
      try event(
        way == .sweep ? .swept : .heard, way == .sweep ? say("\(name): found in the App Store's history") : name,
        transactionId: heard.shown?.id ?? originalId)
    }
    if let failure = heard.failure { try event(.quarantined, failure, transactionId: originalId) }
    if let renewal = heard.renewal { try take(renewal, environment: notification.data?.environment) }
    if let shown = heard.shown {
      let newest = try take(shown)
      if let signed = notification.signedDate, let held = try withheld(newest),
        held.date.adding(milliseconds: Self.slowNotification) < signed,
        held.ground == .other || held.ground == .overdue, try credit(of: newest) == nil, !newest.transaction.isTakenBack
      {
        // The App Store speaks of it anew after it was given up.
        _ = try bringBack(newest)
      }
      try creditByItself(newest)
      if !isQuiet { try noteEnd(notification, newest) }
    }
    return true
  }

  /// What the App Store tells of a purchase by so much later was not on its way when the purchase was given up.
  private static let slowNotification: Int64 = 3_600_000

  /// Takes a transaction that the App Store's history lists.
  func hear(_ shown: ShownTransaction) throws {
    let known = try transaction(shown.id, environment: shown.environment)
    guard known?.payload != shown.payload else { return }
    try creditByItself(take(shown))
  }

  /// Keeps renewal information if it is the newest of its original transaction.
  private func take(_ renewal: SignedRenewal, environment: StoreEnvironment?) throws {
    guard let original = renewal.info.originalTransactionId else { return }
    try connection.execute(
      """
      INSERT INTO renewals VALUES(?, ?, ?, ?)
      ON CONFLICT(environment, original_transaction_id) DO UPDATE
        SET signed_date = excluded.signed_date, payload = excluded.payload
        WHERE excluded.signed_date > renewals.signed_date
          OR (excluded.signed_date = renewals.signed_date AND excluded.payload > renewals.payload)
      """, (renewal.info.environment ?? environment)?.rawValue ?? "", original,
      renewal.info.signedDate?.milliseconds ?? 0, renewal.payload)
  }

  /// Writes down that somebody's access ended by what a notification says.
  private func noteEnd(_ notification: ServerNotification, _ shown: ShownTransaction) throws {
    guard let type = notification.notificationType, [.expired, .revoke].contains(type), !shown.isConsumable,
      let owner = try lineage(of: shown)?.users.first
    else { return }
    try event(
      .ended, "\(shown.productId) ended: \(type.rawValue) \(notification.subtype?.rawValue ?? "")", user: owner,
      transactionId: shown.id)
  }

  // MARK: Credits

  /// Credits a purchase that nobody has uploaded, where what Apple signed says whose it is.
  ///
  /// Without a token that is known here, or an owner of an earlier period, it stays nobody's.
  func creditByItself(_ shown: ShownTransaction) throws {
    guard shown.transaction.inAppOwnershipType != .familyShared, try credit(of: shown) == nil,
      try withheld(shown) == nil
    else { return }
    let claimant = try attribution(ofShown: shown, by: nil)
    guard let user = claimant.user, try overdueReason(shown) == nil else { return }
    try insertCredit(shown, user: user, attribution: claimant.how, orderId: nil)
    if !shown.isConsumable { try own(shown, user: user, attribution: claimant.how) }
  }

  /// Credits what waited for a token to become somebody's.
  func claim(token: String?) throws {
    guard let token = token?.lowercased() else { return }
    let waiting: [[UInt8]] = try connection.values(
      """
      SELECT payload FROM transactions WHERE token = ? AND NOT EXISTS(
        SELECT 1 FROM credits
        WHERE credits.environment = transactions.environment AND credits.purchase = transactions.purchase)
      """, token)
    let shown = try waiting.map { try ShownTransaction(storedPayload: $0) }
    for transaction in shown.sorted(by: { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }) {
      try creditByItself(transaction)
    }
  }

  // MARK: How far it has heard

  /// Writes one line for what was signed before this server was there.
  func noteEarlier(_ count: Int) throws {
    guard count > 0 else { return }
    try event(
      .swept,
      say(count, "\(count) statement of before was looked through", "\(count) statements of before were looked through")
    )
  }

  func place() throws -> (heard: Int64?, backlog: Int64?) {
    try connection.first("SELECT heard, backlog FROM settings") { row in
      (heard: try row["heard"], backlog: try row["backlog"])
    } ?? (nil, nil)
  }

  func keepPlace(heard: Int64?, backlog: Int64?) throws {
    try connection.execute("UPDATE settings SET heard = ?, backlog = ?", heard, backlog)
  }

  /// Loses everything but how the server is set, as one does that was set up anew without a backup.
  func forget() throws {
    for table in [
      "users", "intents", "uses", "grants", "transactions", "credits", "lineages", "owners", "orders",
      "overdue_orders", "events", "renewals", "notifications", "withheld", "transfers", "other_purchases",
      "durations",
    ] as [SQL] {
      try connection.execute("DELETE FROM " + table)
    }
    try keepPlace(heard: nil, backlog: nil)
    try event(.forgot, say("the server lost its data (a fault that was set): it begins anew"))
  }
}
