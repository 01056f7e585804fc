import AppStoreModel
import Core
import Storage

/// The app server's operations inside one write transaction.
struct ServerSession {
  let connection: DatabaseConnection
  let bundleId: String
  let now: Timestamp

  /// The signed data that the server knows.
  var evidence: EvidenceStore { EvidenceStore(connection) }

  // MARK: Events

  func event(
    _ kind: AppServerEvent.Kind, _ text: String, user: String? = nil, transactionId: String? = nil,
    orderId: String? = nil
  ) throws {
    try connection.insert(
      AppServerEvent(
        id: 0, date: now, kind: kind, text: safeText(text), user: user, transactionId: transactionId,
        orderId: orderId))
  }

  func events(limit: Int, before id: Int64) throws -> [AppServerEvent] {
    try connection.all(AppServerEvent.self, "WHERE id < ? ORDER BY id DESC LIMIT ?", id, limit)
  }

  func events(
    ofOrder order: String, intent: String?, transaction: String, original: String?, limit: Int
  ) throws -> [AppServerEvent] {
    try connection.all(
      AppServerEvent.self, "WHERE order_id IN (?, ?) OR transaction_id IN (?, ?) ORDER BY id LIMIT ?", order, intent,
      transaction, original, limit)
  }
}

extension ServerSession {
  static func settings(in connection: DatabaseConnection) throws -> AppServerSettings {
    let settings = try connection.first("SELECT policy, overdue_age FROM settings") {
      AppServerSettings(policy: try $0["policy"], overdueAge: try $0["overdue_age"])
    }
    guard let settings else { throw StoreDamage(what: say("the app server's file has no settings")) }
    return settings
  }

  func setRestorePolicy(_ policy: RestorePolicy) throws {
    guard try Self.settings(in: connection).policy != policy else { return }
    try connection.execute("UPDATE settings SET policy = ?", policy.rawValue)
    try event(.policy, say("the restore policy is now \(policy.rawValue)"))
  }
}

extension ServerSession {
  /// The owner of a transaction and how the server found them; without a user the transaction is unattributed.
  struct Claimant {
    let user: String?
    let how: Attribution
  }

  /// Returns the owner of an uploaded transaction.
  ///
  /// Apple's signed data has priority over a device's claim: a known token decides even against the user whom the
  /// upload names.
  func attribution(of shown: ShownTransaction, in upload: OrderUpload) throws -> Claimant {
    if shown.isRenewal, let owner = try lineage(of: shown)?.users.first { return Claimant(user: owner, how: .lineage) }
    let announced = try upload.intentId.flatMap { try intent($0) }
    if let announced, announced.productId == shown.productId,
      shown.token == nil || shown.token == announced.token
    {
      return Claimant(user: announced.user, how: .intent)
    }
    if let token = shown.token, let user = try user(ofToken: token) {
      return Claimant(user: user, how: upload.intendedUser == user ? .intent : .token)
    }
    if let user = upload.intendedUser, !shown.isRenewal, announced == nil || shown.token == nil {
      return Claimant(user: user, how: .intent)
    }
    return try attribution(withoutToken: shown, by: upload.currentUser)
  }

  /// Returns the owner of a transaction that a device shows without uploading it as an order.
  func attribution(ofShown shown: ShownTransaction, by user: String?) throws -> Claimant {
    if shown.isRenewal, let owner = try lineage(of: shown)?.users.first { return Claimant(user: owner, how: .lineage) }
    if let token = shown.token, let user = try self.user(ofToken: token) { return Claimant(user: user, how: .token) }
    return try attribution(withoutToken: shown, by: user)
  }

  /// Returns the owner of a transaction whose token is missing or unknown here.
  private func attribution(withoutToken shown: ShownTransaction, by user: String?) throws -> Claimant {
    if let owner = try lineage(of: shown)?.users.first { return Claimant(user: owner, how: .lineage) }
    guard shown.token == nil else { return Claimant(user: nil, how: .foreignToken) }
    return Claimant(user: user, how: .missingToken)
  }
}
