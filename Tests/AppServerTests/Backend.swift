import Database
import Foundation
import Locks
import Purchasing
import SignedData
import StoreModel
import Testing

@testable import AppServer

/// An app's server in a folder of its own, and an App Store that signs what a test wants.
final class Backend: Sendable {
  static let bundleId = "com.example"
  static let premium = "com.example.premium"
  static let coins = "com.example.coins"
  static let monthly = "com.example.monthly"

  let path: String
  let signer: SigningIdentity
  let clock = Mutex(BackendClock(now: date(100), epoch: 1))
  /// What the App Store answers when it is asked for a transaction by its id.
  let known = Mutex<[String: String]>([:])

  init(signer: SigningIdentity? = nil) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "till-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "appserver.db").path(percentEncoded: false)
    self.signer = try signer ?? SigningIdentity()
  }

  deinit { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }

  /// Opens the server's file as one process does.
  func server() throws -> EmbeddedAppServer {
    try EmbeddedAppServer(
      path: path, bundleId: Backend.bundleId,
      verifier: Verifier(
        roots: signer.trustedRoots, expecting: ExpectedClaims(bundleId: Backend.bundleId, environment: .sandbox),
        now: { date(100) }),
      lookup: { [self] id throws(BackendError) in known.withLock { $0[id] } },
      storeClock: { [self] in clock.withLock { $0 } }, machineClock: { date(0) })
  }

  func sign(_ transaction: Transaction) throws -> String { try signer.sign(transaction.json) }

  /// The App Store's time stands there from now on.
  func setTime(_ seconds: Int, epoch: Int64 = 1) {
    clock.withLock { $0 = BackendClock(now: date(seconds), epoch: epoch) }
  }

  /// What a device sends about a transaction.
  func upload(
    _ transaction: Transaction, order: String, intent: String? = nil, intended: String? = nil, current: String?
  ) throws -> OrderUpload {
    OrderUpload(
      orderId: order, intentId: intent, intendedUser: intended, currentUser: current,
      transactionId: transaction.transactionId ?? "", signedTransactionInfo: try sign(transaction))
  }

  /// Shows purchases for a user, as a restore or without being asked to.
  func claim(_ transactions: Transaction..., by user: String?, isRestore: Bool = false) throws -> OwnershipClaim {
    OwnershipClaim(user: user, signedTransactions: try transactions.map(sign), isRestore: isRestore)
  }
}

extension EmbeddedAppServer {
  /// Uploads an order and asks what became of it.
  @discardableResult
  func order(_ upload: OrderUpload) async throws -> OrderAnswer {
    try await self.upload(upload)
    return try await status(of: upload.orderId)
  }

  /// Uploads an order that has to be confirmed.
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

/// So many seconds after the beginning of 2025.
func date(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: 1_735_689_600_000 + Int64(seconds) * 1000) }

/// The token of a user of the app that the tests sell for.
func token(of user: String) -> String { userToken(of: user, bundleId: Backend.bundleId) }

extension Transaction {
  /// A purchase, signed when it was made.
  static func bought(
    _ id: Int, _ productId: String = Backend.premium, type: ProductType = .nonConsumable, at seconds: Int = 10,
    quantity: Int32 = 1, token: String? = nil
  ) -> Transaction {
    Transaction(
      originalTransactionId: String(id), transactionId: String(id), bundleId: Backend.bundleId, productId: productId,
      purchaseDate: date(seconds), originalPurchaseDate: date(seconds), quantity: quantity, type: type,
      appAccountToken: token, inAppOwnershipType: .purchased, signedDate: date(seconds), environment: .sandbox,
      transactionReason: .purchase)
  }

  static func coins(_ id: Int, quantity: Int32 = 1, at seconds: Int = 10, token: String? = nil) -> Transaction {
    bought(id, Backend.coins, type: .consumable, at: seconds, quantity: quantity, token: token)
  }

  /// A period of a subscription.
  static func period(
    _ id: Int, of original: Int, from begin: Int, to end: Int, token: String? = nil, isRenewal: Bool = false
  ) -> Transaction {
    var period = bought(id, Backend.monthly, type: .autoRenewableSubscription, at: begin, token: token)
    period.originalTransactionId = String(original)
    period.expiresDate = date(end)
    period.transactionReason = isRenewal ? .renewal : .purchase
    return period
  }

  /// The version that is signed when the money goes back.
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
