import AppStoreModel
import Core
import Storage

/// The App Store's notifications to the app server.
///
/// Every event puts a signed notification into the outbox, in the same database transaction as the event itself.
extension LedgerSession {
  /// Puts a notification about a transaction into the outbox; the rows that it describes are already stored.
  ///
  /// For a transaction of a subscription, the notification also contains the newest renewal information and the status,
  /// whichever period the transaction is of.
  mutating func notify(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil, about id: Int64,
    reason: ConsumptionRequestReason? = nil
  ) throws {
    let row = try transaction(id)
    // A consumable belongs to no subscription and no family.
    let canLast = row.type == .autoRenewableSubscription || row.type == .nonConsumable
    var data = appData()
    data.consumptionRequestReason = reason
    let signedDate = nextSignedDate()
    data.signedTransactionInfo = try body(of: text(of: row))
    if canLast, let subscription = try subscription(originalId: row.originalId) {
      data.signedRenewalInfo = try body(of: text(of: subscription))
      data.status = subscription.status
    } else if canLast, let share = try share(originalId: row.originalId) {
      data.signedRenewalInfo = try text(of: share).map(body(of:))
      data.status = try status(of: share)
    }
    try post(
      type, subtype, data,
      about: Subject(
        account: row.account, productId: row.productId, transactionId: row.id, originalId: row.originalId),
      at: signedDate)
    if canLast { try tellFamily(type, subtype, about: row) }
  }

  /// Puts a test notification into the outbox.
  ///
  /// - Returns: The row; its UUID and date make up the token.
  mutating func notifyOfTest() throws -> NotificationRow {
    try post(.test, nil, appData(), about: Subject())
  }

  /// Returns a notification's data with the members that identify the app.
  ///
  /// Apple documents `appAppleId` and `bundleVersion` for production; each of fourteen real sandbox notifications has
  /// both.
  private func appData() -> NotificationData {
    var data = NotificationData()
    (data.environment, data.bundleId) = (identity.environment, identity.bundleId)
    guard identity.environment == .production || state.namesAppInSandbox else { return data }
    data.appAppleId = identity.appAppleId ?? LedgerNumbers.appAppleId(seed: identity.seed)
    data.bundleVersion = "1"
    return data
  }

  /// Puts the notification of a mass extension's end into the outbox.
  mutating func notify(of summary: NotificationSummary) throws {
    try post(.renewalExtension, .summary, nil, summary: summary, about: Subject(productId: summary.productId))
  }

  /// Puts a RESCIND_CONSENT notification into the outbox: a parent withdraws consent to an account's use of the app.
  mutating func notifyOfRescindedConsent(of name: String) throws {
    let account = try account(name)
    let signedDate = nextSignedDate()
    let app = try AppData {
      $0.bundleId = identity.bundleId
      $0.environment = identity.environment
      $0.appAppleId = identity.productionAppId
      $0.signedAppTransactionInfo = try body(of: appTransaction(of: account))
    }
    try post(.rescindConsent, nil, nil, app: app, about: Subject(account: account.name), at: signedDate)
  }

  /// Puts a notification into the outbox: an external purchase token was created, or its report is missing.
  ///
  /// - Returns: The token's id.
  mutating func notifyOfExternalPurchase(_ subtype: NotificationSubtype) throws -> String {
    let id = LedgerNumbers.uuid(seed: identity.seed, nextSequence())
    var token = ExternalPurchaseToken()
    // Apple: the id of a sandbox token begins with `SANDBOX`.
    token.externalPurchaseId = identity.environment == .production ? id : "SANDBOX_" + id
    token.tokenCreationDate = Timestamp(milliseconds: now)
    token.appAppleId = identity.productionAppId
    token.bundleId = identity.bundleId
    // Only the token of a custom link has a type, and Apple notifies of new and active tokens only for custom links.
    if subtype.rawValue != "UNREPORTED" { token.tokenType = "SERVICES" }
    try post(.externalPurchaseToken, subtype, nil, token: token, about: Subject())
    return token.externalPurchaseId ?? id
  }

  /// Returns the complete JWS of a notification.
  func text(_ row: NotificationRow) -> String {
    let segment = String(decoding: Base64.url.encode(whole(row.payload)), as: UTF8.self)
    return identity.headerSegment + segment + "." + row.signature
  }

  /// Expands the stored payload to the signed one, byte by byte because a payload has about ten thousand bytes.
  private func whole(_ kept: String) -> [UInt8] {
    let (kept, mark) = (Array(kept.utf8), Array(Self.writtenHeaderMark.utf8))
    var payload: [UInt8] = []
    payload.reserveCapacity(kept.count + 2 * identity.headerSegment.utf8.count)
    var rest = kept[...]
    while let place = rest.firstIndex(of: mark[0]) {
      payload += rest[..<place]
      rest = rest[place...]
      if rest.starts(with: mark) {
        payload += identity.headerSegment.utf8
        rest = rest.dropFirst(mark.count)
      } else {
        payload.append(rest.removeFirst())
      }
    }
    return payload + rest
  }

  /// The placeholder for the header segment in a stored payload, and its JSON escape; no other text there contains it.
  static let headerMark = "\u{1}"
  static let writtenHeaderMark = "\\u0001"

  /// The purchase that a notification is about, as far as there is one.
  private struct Subject {
    var account: String?
    var productId: String?
    var transactionId: Int64?
    var originalId: Int64?
  }

  /// Signs a notification once, for all attempts and for the history, and puts it into the outbox.
  ///
  /// The signed texts in `data` and `app` come without their header segments and have the notification's date.
  @discardableResult
  private mutating func post(
    _ type: NotificationType, _ subtype: NotificationSubtype?, _ data: NotificationData?,
    summary: NotificationSummary? = nil, app: AppData? = nil, token: ExternalPurchaseToken? = nil,
    about subject: Subject, at date: Int64? = nil
  ) throws -> NotificationRow {
    let id = nextSequence()
    let signedDate = date ?? nextSignedDate()
    let uuid = LedgerNumbers.uuid(seed: identity.seed, id)
    var notification = ServerNotification {
      $0.notificationType = type
      $0.subtype = subtype
      $0.notificationUUID = uuid
      $0.version = "2.0"
      $0.signedDate = Timestamp(milliseconds: signedDate)
    }
    notification.summary = summary
    notification.externalPurchaseToken = token
    notification.data = data?.prefixed(with: Self.headerMark)
    notification.appData = app?.prefixed(with: Self.headerMark)
    let kept = JSONValue.object(notification.json).serialized()
    let signature = try identity.signer.identity().signature(ofPayload: whole(kept))
    let faults = try faults()
    let isLost = try spend(.notificationLost, among: faults)
    let delay = try spend(.notificationLate, among: faults) ? Self.lateness : 0
    let row = NotificationRow(
      id: id, uuid: uuid, type: type, subtype: subtype, account: subject.account, productId: subject.productId,
      transactionId: subject.transactionId, originalId: subject.originalId, signedDate: signedDate, payload: kept,
      signature: signature, nextAttempt: isLost ? nil : now + delay)
    try connection.insert(row)
    return row
  }
}

extension NotificationData {
  /// Returns the data with a header segment, or its placeholder, before each signed text.
  fileprivate func prefixed(with header: String) -> NotificationData {
    var data = self
    data.signedTransactionInfo = signedTransactionInfo.map { header + $0 }
    data.signedRenewalInfo = signedRenewalInfo.map { header + $0 }
    return data
  }
}

extension AppData {
  /// Returns the data with a header segment, or its placeholder, before the signed app transaction.
  fileprivate func prefixed(with header: String) -> AppData {
    var data = self
    data.signedAppTransactionInfo = signedAppTransactionInfo.map { header + $0 }
    return data
  }
}

extension SubscriptionRow {
  /// The subscription's state as Apple's status number.
  var status: SubscriptionStatus {
    switch state {
    case .active: .active
    case .grace: .billingGracePeriod
    case .retry: .billingRetry
    case .expired: .expired
    case .revoked: .revoked
    }
  }
}

extension ExpirationIntent {
  /// The subtype of the EXPIRED notification for this reason.
  var subtype: NotificationSubtype? {
    switch self {
    case .customerCancelled: .voluntary
    case .billingError: .billingRetry
    case .customerDidNotConsentToPriceIncrease: .priceIncrease
    case .productNotAvailable: .productNotForSale
    default: nil
    }
  }
}
