import AppStoreModel
import Core
import Storage

/// The notification bench: a tester can hold, repeat, reorder, delay, lose and make up notifications.
extension LedgerSession {
  /// Returns whether notifications are held back instead of being sent.
  func holdsNotifications() throws -> Bool {
    try connection.value("SELECT since FROM held_notifications", as: Int64.self) != nil
  }

  func holdNotifications(_ isOn: Bool) throws {
    guard isOn else {
      try connection.execute("DELETE FROM held_notifications")
      return
    }
    try connection.execute("INSERT OR IGNORE INTO held_notifications (id, since) VALUES (1, ?)", now)
  }

  /// Schedules a notification to be sent now, in any state.
  func resend(_ uuid: String) throws -> NotificationRow {
    try plan(notification(uuid), at: now)
  }

  /// Schedules a notification to be sent once more: after its delivery, or now if it has been delivered.
  func duplicate(_ uuid: String) throws -> NotificationRow {
    let row = try notification(uuid)
    guard row.nextAttempt != nil else { return try plan(row, at: now) }
    try connection.execute("UPDATE notifications SET copies = copies + 1 WHERE id = ?", row.id)
    return row
  }

  /// Schedules the due notifications to be sent from the newest to the oldest, one after the other.
  ///
  /// - Returns: How many notifications were reordered.
  func reorderNotifications() throws -> Int {
    let due = try dueRows(limit: 1000)
    for row in due {
      try connection.execute("UPDATE notifications SET send_order = ? WHERE id = ?", -row.id, row.id)
    }
    return due.count
  }

  /// Schedules a notification to be sent later, by the App Store's clock.
  func delay(_ uuid: String, by milliseconds: Int64) throws -> NotificationRow {
    try plan(notification(uuid), at: Timestamp(milliseconds: now).adding(milliseconds: milliseconds).milliseconds)
  }

  /// Cancels all attempts to send a notification; it stays in the history.
  func lose(_ uuid: String) throws -> NotificationRow {
    var row = try notification(uuid)
    guard row.deliveredDate == nil else {
      throw StoreError(.failed, say("notification \(safeText(uuid)) has already arrived, so it cannot be lost"))
    }
    row.nextAttempt = nil
    try connection.execute("UPDATE notifications SET next_attempt = NULL, copies = 0 WHERE id = ?", row.id)
    return row
  }

  /// Schedules all later attempts for now.
  ///
  /// - Returns: How many attempts were rescheduled.
  func hurryNotifications() throws -> Int {
    let later: Int =
      try connection.value("SELECT count(*) FROM notifications WHERE next_attempt > ?", now) ?? 0
    try connection.execute("UPDATE notifications SET next_attempt = ? WHERE next_attempt > ?", now, now)
    return later
  }

  private func plan(_ row: NotificationRow, at instant: Int64) throws -> NotificationRow {
    var row = row
    row.nextAttempt = instant
    try connection.execute("UPDATE notifications SET next_attempt = ? WHERE id = ?", instant, row.id)
    return row
  }

  /// Copies a subscription's transaction under another transaction id, as Apple does after a restore on a new device.
  ///
  /// - Returns: The new id.
  mutating func giveAnotherId(to id: String) throws -> String {
    var row = try knownTransaction(id)
    guard row.webOrderLineItemId != nil else {
      throw StoreError(
        .usage, say("\(safeText(id)) has no web order line item id; use a transaction of a subscription"))
    }
    row.id = nextId()
    row.isFinished = true
    try stateAnew(&row)
    try connection.insert(row)
    return String(row.id)
  }

  /// Signs a tester's payload and puts it into the outbox.
  ///
  /// Missing members are added: `notificationUUID`, `version`, `signedDate`, and the app and environment that Apple's
  /// verifiers check. A member that is null stays out. `signedTransactionInfo`, `signedRenewalInfo` and
  /// `signedAppTransactionInfo` may be objects, which are then signed.
  ///
  /// - Throws: a `StoreError` of kind `usage` if the payload has no `notificationType`, or has another notification's
  ///   UUID.
  mutating func post(_ payload: JSONObject) throws -> NotificationRow {
    guard let type = payload["notificationType"]?.stringValue, !type.isEmpty else {
      throw StoreError(.usage, say("the payload needs a notificationType, such as {\"notificationType\": \"TEST\"}"))
    }
    guard !JSONValue.object(payload).serialized().contains("\\u0001") else {
      throw StoreError(.usage, say("the payload has the character U+0001, which Apple's payloads never have"))
    }
    let id = nextSequence()
    let uuid = payload["notificationUUID"]?.stringValue ?? LedgerNumbers.uuid(seed: identity.seed, id)
    guard try connection.value("SELECT id FROM notifications WHERE uuid = ?", uuid.lowercased()) as Int64? == nil
    else {
      throw StoreError(
        .usage,
        say("notification \(safeText(uuid)) already exists; resend it instead"))
    }
    let signedDate = payload["signedDate"]?.numberValue?.int64 ?? nextSignedDate()
    var whole = addressed(payload, at: signedDate)
    for (name, value) in [
      ("notificationUUID", JSONValue.string(uuid)), ("version", "2.0"), ("signedDate", .number(JSONNumber(signedDate))),
    ] where payload[name] == nil { whole.append(name, value) }
    whole = try signingParts(of: whole)
    let text = try identity.signer.identity().sign(whole)
    let kept = JSONValue.object(whole).serialized().replacing(identity.headerSegment, with: Self.writtenHeaderMark)
    let data = payload["data"]?.objectValue
    let transaction = data?["signedTransactionInfo"]?.objectValue
    let row = NotificationRow(
      id: id, uuid: uuid.lowercased(), type: NotificationType(rawValue: type),
      subtype: payload["subtype"]?.stringValue.map(NotificationSubtype.init(rawValue:)), account: nil,
      productId: transaction?["productId"]?.stringValue,
      transactionId: transaction?["transactionId"]?.stringValue.flatMap { Int64($0) },
      originalId: transaction?["originalTransactionId"]?.stringValue.flatMap { Int64($0) }, signedDate: signedDate,
      payload: kept,
      signature: String(decoding: try CompactJWS(text.utf8).signatureSegment, as: UTF8.self), nextAttempt: now)
    try connection.insert(row)
    return row
  }

  /// Returns the payload with app and environment added wherever Apple's verifiers look for them.
  private func addressed(_ payload: JSONObject, at signedDate: Int64) -> JSONObject {
    let parts: Set = ["data", "summary", "externalPurchaseToken", "appData"]
    let environment = JSONValue.string(identity.environment.rawValue)
    let origin: [(String, JSONValue)] = [("bundleId", .string(identity.bundleId)), ("environment", environment)]
    let app = identity.appAppleId.map { [("appAppleId", JSONValue.number(JSONNumber($0)))] } ?? []
    func completed(_ object: JSONObject, with members: [(String, JSONValue)]) -> JSONObject {
      var result: JSONObject = [:]
      for (name, value) in object where value != .null { result.append(name, value) }
      for (name, value) in members where object[name] == nil { result.append(name, value) }
      return result
    }
    func part(_ object: JSONObject, isToken: Bool = false) -> JSONObject {
      // An external purchase token has no environment member: its id says whether it is the sandbox's.
      var result = completed(object, with: (isToken ? [origin[0]] : origin) + app)
      func complete(_ name: String, with members: [(String, JSONValue)]) {
        if case .object(let inner)? = result[name] { result[name] = .object(completed(inner, with: members)) }
      }
      let date = [("signedDate", JSONValue.number(JSONNumber(signedDate)))]
      complete("signedTransactionInfo", with: origin + date)
      complete("signedRenewalInfo", with: [origin[1]] + date)
      complete("signedAppTransactionInfo", with: [("receiptType", environment), origin[0]] + app)
      return result
    }
    var result = completed(payload, with: [])
    for name in parts {
      guard case .object(let object)? = result[name] else { continue }
      result[name] = .object(part(object, isToken: name == "externalPurchaseToken"))
    }
    if !payload.names.contains(where: parts.contains) { result.append("data", .object(part([:]))) }
    return result
  }

  /// Returns the payload with each object signed that Apple signs inside a payload.
  private func signingParts(of payload: JSONObject) throws -> JSONObject {
    let signed: Set = ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"]
    var result = payload
    for (name, value) in payload {
      guard case .object(let object) = value else { continue }
      result[name] =
        signed.contains(name)
        ? .string(try identity.signer.identity().sign(object)) : .object(try signingParts(of: object))
    }
    return result
  }
}
