import AppStoreModel
import Core
import Device
import Foundation
import TestSupport
import Testing

@testable import AppServer

/// An app server in a folder of its own, and an App Store that signs any transaction a test asks for.
final class Backend: Sendable {
  static let bundleId = "com.example"
  static let premium = "com.example.premium"
  static let coins = "com.example.coins"
  static let monthly = "com.example.monthly"

  let path: String
  let signer: SigningIdentity
  let clock = Mutex(StoreClock(now: date(100), epoch: 1))
  /// Whether the App Store's clock cannot be read, so that the server answers no call.
  let isDown = Mutex(false)
  /// The App Store's answers to requests for a transaction, by transaction id.
  let known = Mutex<[String: String]>([:])

  init(signer: SigningIdentity? = nil) throws {
    let folder = try ScratchFolder.make("till")
    path = folder.appending(path: "appserver.db").path(percentEncoded: false)
    self.signer = try signer ?? SigningIdentity()
  }

  deinit { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }

  /// Opens the app server's database, as a process does at its start.
  ///
  /// - Parameter news: The source from which the app server reads the App Store's notifications.
  func server(
    hearing news: AppStoreNewsSource? = nil, setToken: EmbeddedAppServer.SetToken? = nil
  ) throws -> EmbeddedAppServer {
    try EmbeddedAppServer(
      path: path, bundleId: Backend.bundleId,
      verifier: Verifier(
        roots: signer.trustedRoots, expecting: ExpectedClaims(bundleId: Backend.bundleId, environment: .sandbox),
        now: { date(100) }),
      lookup: { [self] id throws(StoreError) in known.withLock { $0[id] } }, news: news,
      setToken: setToken,
      storeClock: { [self] in
        if isDown.withLock({ $0 }) { throw StoreError(.networkError, "down", isTemporary: true) }
        return clock.withLock { $0 }
      }, machineClock: { date(0) })
  }

  func sign(_ transaction: Transaction) throws -> String { try signer.sign(transaction.json) }

  /// Returns a notification about a transaction, with the transaction's signing date.
  func notification(_ type: NotificationType, _ transaction: Transaction, uuid: String? = nil) throws -> String {
    let signed = try sign(transaction)
    let notification = ServerNotification {
      $0.notificationType = type
      $0.notificationUUID = uuid ?? "\(type.rawValue)-\(transaction.transactionId ?? "")"
      $0.version = "2.0"
      $0.signedDate = transaction.signedDate
      $0.data = NotificationData {
        $0.environment = .sandbox
        $0.bundleId = Backend.bundleId
        $0.signedTransactionInfo = signed
      }
    }
    return try signer.sign(notification.json)
  }

  /// Sets the App Store's clock, which then stays at this time.
  func setTime(_ seconds: Int, epoch: Int64 = 1) {
    clock.withLock { $0 = StoreClock(now: date(seconds), epoch: epoch) }
  }

  /// Returns a device's message about a transaction.
  func upload(
    _ transaction: Transaction, order: String, intent: String? = nil, intended: String? = nil, current: String
  ) throws -> OrderUpload {
    OrderUpload(
      orderId: order, intentId: intent, intendedUser: intended, currentUser: current,
      transactionId: transaction.transactionId ?? "", signedTransactionInfo: try sign(transaction))
  }

  /// Returns a user's claim of purchases, made by a restore or without the user's request.
  func claim(_ transactions: Transaction..., by user: String?, isRestore: Bool = false) throws -> OwnershipClaim {
    OwnershipClaim(user: user, signedTransactions: try transactions.map(sign), isRestore: isRestore)
  }
}

extension EmbeddedAppServer {
  /// Uploads an order and returns its status.
  @discardableResult
  func order(_ upload: OrderUpload) async throws -> OrderAnswer {
    try await self.upload(upload)
    return try await status(of: upload.orderId)
  }

  /// Uploads an order, records an issue unless it is confirmed, and returns its credit.
  @discardableResult
  func credit(_ upload: OrderUpload) async throws -> Credit {
    let answer = try await order(upload)
    guard case .confirmed(let credit) = answer else {
      Issue.record("not confirmed: \(answer)")
      return Credit(users: [], quantity: 0, attribution: .missingToken)
    }
    return credit
  }

  func balance(_ productId: String, of user: String) async throws -> Int {
    try await account(of: user).balances[productId]?.balance ?? 0
  }
}

/// Returns the time this many seconds after the beginning of 2025.
func date(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: 1_735_689_600_000 + Int64(seconds) * 1000) }

/// Returns the appAccountToken of a user of the tests' app.
func token(of user: String) -> String { userToken(of: user, bundleId: Backend.bundleId) }

extension Transaction {
  /// Returns a purchase that was signed when it was made.
  static func bought(
    _ id: Int, _ productId: String = Backend.premium, type: ProductType = .nonConsumable, at seconds: Int = 10,
    quantity: Int32 = 1, token: String? = nil
  ) -> Transaction {
    Transaction {
      $0.originalTransactionId = String(id)
      $0.transactionId = String(id)
      $0.bundleId = Backend.bundleId
      $0.productId = productId
      $0.purchaseDate = date(seconds)
      $0.originalPurchaseDate = date(seconds)
      $0.quantity = quantity
      $0.type = type
      $0.appAccountToken = token
      $0.inAppOwnershipType = .purchased
      $0.signedDate = date(seconds)
      $0.environment = .sandbox
      $0.transactionReason = .purchase
    }
  }

  static func coins(_ id: Int, quantity: Int32 = 1, at seconds: Int = 10, token: String? = nil) -> Transaction {
    bought(id, Backend.coins, type: .consumable, at: seconds, quantity: quantity, token: token)
  }

  /// Returns one period of a subscription.
  static func period(
    _ id: Int, of original: Int, from begin: Int, to end: Int, token: String? = nil, isRenewal: Bool = false
  ) -> Transaction {
    var period = bought(id, Backend.monthly, type: .autoRenewableSubscription, at: begin, token: token)
    period.originalTransactionId = String(original)
    period.expiresDate = date(end)
    period.transactionReason = isRenewal ? .renewal : .purchase
    return period
  }

  /// Returns the version of the transaction that is signed at its refund.
  func refunded(at seconds: Int, percentage: Int32? = nil) -> Transaction {
    var copy = signed(at: seconds)
    copy.revocationDate = date(seconds)
    copy.revocationReason = .refundedForOtherReason
    copy.revocationPercentage = percentage
    return copy
  }

  func signed(at seconds: Int) -> Transaction {
    var copy = self
    copy.signedDate = date(seconds)
    return copy
  }
}
