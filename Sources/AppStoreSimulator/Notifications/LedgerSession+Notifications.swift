import Database
import Foundation
import SignedData
import StoreModel
import StrictJSON

/// What the App Store tells the app's server: every event leaves a signed notification in the outbox, in the same
/// transaction as the event itself.
extension LedgerSession {
  /// Puts a notification about a transaction in the outbox; the rows it is about are stored already.
  ///
  /// For a subscription's transaction it carries the newest renewal information and the status too, whichever period
  /// the transaction is.
  mutating func notify(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil, about id: Int64,
    reason: ConsumptionRequestReason? = nil
  ) throws {
    let row = try transaction(id)
    var data = NotificationData(environment: .sandbox, bundleId: identity.bundleId, consumptionRequestReason: reason)
    // What is spoiled on purpose is the signature on its way to the device, not this one.
    data.signedTransactionInfo = row.isCorrupted ? try signedCopy(of: row) : row.signed
    if let subscription = try subscription(originalId: row.originalId) {
      data.signedRenewalInfo = subscription.signed
      data.status = subscription.status
    } else if let share = try share(originalId: row.originalId) {
      data.signedRenewalInfo = share.signed
      data.status = try status(of: share)
    }
    try post(
      type, subtype, data,
      about: Subject(
        account: row.account, productId: row.productId, transactionId: row.id, originalId: row.originalId))
    try tellFamily(type, subtype, about: row)
  }

  /// Puts the notification that the app's server asked for in the outbox.
  ///
  /// - Returns: The row, whose UUID and date make the token.
  mutating func notifyOfTest() throws -> NotificationRow {
    try post(
      .test, nil, NotificationData(environment: .sandbox, bundleId: identity.bundleId), about: Subject())
  }

  /// Puts the end of a mass extension in the outbox.
  mutating func notify(of summary: NotificationSummary) throws {
    try post(.renewalExtension, .summary, nil, summary: summary, about: Subject(productId: summary.productId))
  }

  /// Puts in the outbox that a parent takes back the consent for an account; it is about the app, not about a purchase.
  mutating func notifyOfRescindedConsent(of name: String) throws {
    let account = try account(name)
    let app = AppData(
      bundleId: identity.bundleId, environment: .sandbox,
      signedAppTransactionInfo: try body(of: appTransaction(of: account)))
    try post(.rescindConsent, nil, nil, app: app, about: Subject(account: account.name))
  }

  /// The whole signed text of a notification.
  func text(_ row: NotificationRow) -> String {
    let payload = row.payload.replacingOccurrences(of: Self.writtenHeaderMark, with: identity.headerSegment)
    let segment = String(decoding: Base64.url.encode(payload.utf8), as: UTF8.self)
    return identity.headerSegment + segment + "." + row.signature
  }

  /// Stands for the header segment in a payload that is kept, and how JSON writes it: no other text there holds it.
  private static let headerMark = "\u{1}"
  private static let writtenHeaderMark = "\\u0001"

  /// What a notification is about, as far as it is about one purchase.
  private struct Subject {
    var account: String?
    var productId: String?
    var transactionId: Int64?
    var originalId: Int64?
  }

  /// Signs a notification; the signed texts in `data` come without their header segments.
  @discardableResult
  private mutating func post(
    _ type: NotificationType, _ subtype: NotificationSubtype?, _ data: NotificationData?,
    summary: NotificationSummary? = nil, app: AppData? = nil, about subject: Subject
  ) throws -> NotificationRow {
    let id = nextSequence()
    let signedDate = nextSignedDate()
    let uuid = LedgerNumbers.uuid(seed: identity.seed, id)
    var notification = ServerNotification(
      notificationType: type, subtype: subtype, notificationUUID: uuid, version: "2.0",
      signedDate: Timestamp(milliseconds: signedDate))
    notification.summary = summary
    notification.data = data?.prefixed(with: Self.headerMark)
    notification.appData = app?.prefixed(with: Self.headerMark)
    let kept = JSONValue.object(notification.json).serialized()
    notification.data = data?.prefixed(with: identity.headerSegment)
    notification.appData = app?.prefixed(with: identity.headerSegment)
    let signature = try identity.signer.identity().sign(notification.json).split(separator: ".").last.map(String.init)
    let row = NotificationRow(
      id: id, uuid: uuid, type: type, subtype: subtype, account: subject.account, productId: subject.productId,
      transactionId: subject.transactionId, originalId: subject.originalId, signedDate: signedDate, payload: kept,
      signature: signature ?? "", nextAttempt: now)
    try run(
      "INSERT INTO notifications (" + NotificationRow.columns
        + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      row.values)
    return row
  }
}

extension NotificationData {
  /// The data with a header segment, or what stands for it, before each signed text.
  fileprivate func prefixed(with header: String) -> NotificationData {
    var data = self
    data.signedTransactionInfo = signedTransactionInfo.map { header + $0 }
    data.signedRenewalInfo = signedRenewalInfo.map { header + $0 }
    return data
  }
}

extension AppData {
  /// The same for the app transaction.
  fileprivate func prefixed(with header: String) -> AppData {
    var data = self
    data.signedAppTransactionInfo = signedAppTransactionInfo.map { header + $0 }
    return data
  }
}

extension SubscriptionRow {
  /// The state in Apple's numbers.
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
  /// What the notification of the end says of it.
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
