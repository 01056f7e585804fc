import AppStoreModel
import Core
import Storage

/// A notification of the App Store with a valid signature, and the signed data inside it.
struct HeardNotification: Sendable {
  let notification: ServerNotification
  let shown: ShownTransaction?
  let renewal: Signed<RenewalInfo>?
  /// Why the signed data inside is invalid; the notification itself is valid.
  let failure: String?
}

/// Reading the App Store's news.
///
/// News only adds evidence. Owners and ends are derived from that evidence, in any order of arrival.
extension ServerSession {
  /// Returns whether a notification was stored before.
  func knows(_ uuid: String) throws -> Bool {
    try connection.value("SELECT 1 FROM notifications WHERE uuid = ?", uuid, as: Int.self) != nil
  }

  /// Stores a notification by its UUID, and its signed data as evidence.
  ///
  /// - Parameter isQuiet: True for notifications older than this server: they get no event of their own.
  func hear(_ heard: HeardNotification, by way: NewsWay, isQuiet: Bool = false) throws {
    let notification = heard.notification
    guard let uuid = notification.notificationUUID, !uuid.isEmpty, try !knows(uuid) else { return }
    let type = notification.notificationType?.rawValue ?? ""
    let originalId = heard.shown?.originalId ?? heard.renewal?.payload.originalTransactionId
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
        way == .sweep ? .swept : .heard, way == .sweep ? say("found \(name) in the App Store's history") : name,
        transactionId: heard.shown?.id ?? originalId)
    }
    if let failure = heard.failure { try event(.quarantined, failure, transactionId: originalId) }
    if let renewal = heard.renewal, renewal.payload.originalTransactionId != nil {
      let environment = renewal.payload.environment ?? notification.data?.environment
      _ = try evidence.keep(renewal, scope: environment?.rawValue ?? "", at: now)
    }
    if let shown = heard.shown {
      let newest = try keep(shown)
      if let signed = notification.signedDate, let held = try withheld(newest),
        held.date.adding(milliseconds: Self.slowNotification) < signed,
        held.ground == .other || held.ground == .overdue, try credit(of: newest) == nil, !newest.transaction.isTakenBack
      {
        // The App Store signed new data about it after it was given up.
        _ = try bringBack(newest)
      }
      try creditByItself(newest)
      if !isQuiet { try noteEnd(notification, newest) }
    }
  }

  /// How long after a purchase was given up a notification must be signed to count as new, in milliseconds.
  private static let slowNotification: Int64 = 3_600_000

  /// Stores a transaction that the App Store's history lists, and credits it where it names its owner.
  func hear(_ shown: ShownTransaction) throws {
    let known = try transaction(shown.id, environment: shown.environment)
    guard known?.transaction != shown.transaction else { return }
    try creditByItself(keep(shown))
  }

  /// Writes an event where a notification ended a user's access.
  private func noteEnd(_ notification: ServerNotification, _ shown: ShownTransaction) throws {
    guard let type = notification.notificationType, [.expired, .revoke].contains(type), !shown.isConsumable,
      let owner = try lineage(of: shown)?.users.first
    else { return }
    try event(
      .ended, "\(shown.productId) ended: \(type.rawValue) \(notification.subtype?.rawValue ?? "")", user: owner,
      transactionId: shown.id)
  }

  // MARK: Credits

  /// Credits a purchase without an upload, where Apple's signed data names its owner.
  ///
  /// Without a known token, or the owner of an earlier period, the purchase stays without an owner.
  func creditByItself(_ shown: ShownTransaction) throws {
    guard shown.transaction.inAppOwnershipType != .familyShared, try credit(of: shown) == nil,
      try withheld(shown) == nil
    else { return }
    let claimant = try attribution(ofShown: shown, by: nil)
    guard let user = claimant.user, try overdueReason(shown) == nil else { return }
    try insertCredit(shown, user: user, attribution: claimant.how, orderId: nil)
    if !shown.isConsumable { try own(shown, user: user, attribution: claimant.how) }
  }

  /// Credits the purchases that waited for the user of a token.
  func claim(token: String?) throws {
    guard let token = token?.lowercased() else { return }
    let waiting: [[UInt8]] = try connection.values(
      """
      SELECT payload FROM signed_items AS item WHERE token = ? AND kind = 1 AND is_newest = 1 AND NOT EXISTS(
        SELECT 1 FROM credits WHERE credits.environment = item.scope AND credits.purchase = item.purchase)
      """, token)
    let shown = try waiting.compactMap { ShownTransaction(try Transaction(storedPayload: $0)) }
    for transaction in shown.sorted(by: { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }) {
      try creditByItself(transaction)
    }
  }

  // MARK: The place up to which the news was read

  /// Writes one event for all the data that was signed before this server existed.
  func noteEarlier(_ count: Int) throws {
    guard count > 0 else { return }
    try event(
      .swept,
      say(count, "checked \(count) older statement", "checked \(count) older statements")
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

  /// Deletes everything but the settings, like a server that was set up again without a backup.
  func forget() throws {
    for table in [
      "users", "intents", "uses", "grants", "signed_items", "credits", "lineages", "owners", "orders",
      "events", "notifications", "withheld", "transfers", "other_purchases",
      "durations", "logins", "unknown_names",
    ] as [SQL] {
      try connection.execute("DELETE FROM " + table)
    }
    try keepPlace(heard: nil, backlog: nil)
    try event(.forgot, say("the server lost its data (simulated fault) and starts again"))
  }
}
