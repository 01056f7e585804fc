import AppServer
import AppStoreModel
import Core
import Device

/// The app server, whose calls fail as a test asks.
final class ScriptedServer: VerificationService {
  let base: EmbeddedAppServer
  /// The errors that the next uploads throw, one after the other.
  let uploadErrors = Mutex<[VerificationError]>([])
  /// The answers or errors for the next queries of an order's status, one after the other.
  let answers = Mutex<[Result<OrderAnswer, VerificationError>]>([])
  /// The answers or errors for the next ownership claims, one after the other.
  let claims = Mutex<[Result<[Ownership], VerificationError>]>([])
  /// Whether every call fails.
  let isDown = Mutex(false)
  /// The calls in order: `upload ID`, `status ID`, `claim 3`, `close ID` and others.
  let calls = Mutex<[String]>([])

  init(_ base: EmbeddedAppServer) { self.base = base }

  private func hear(_ call: String) throws(VerificationError) {
    calls.withLock { $0.append(call) }
    if isDown.withLock({ $0 }) { throw VerificationError(.temporary, "down") }
  }

  func register(_ intent: Intent) async throws(VerificationError) {
    try hear("register")
    try await base.register(intent)
  }

  func upload(_ upload: OrderUpload) async throws(VerificationError) {
    try hear("upload")
    if let error = uploadErrors.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw error }
    try await base.upload(upload)
  }

  func status(of orderId: String) async throws(VerificationError) -> OrderAnswer {
    try hear("status")
    if let answer = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return try answer.get() }
    return try await base.status(of: orderId)
  }

  func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool {
    try hear("close \(closing.reason)")
    return try await base.close(closing)
  }

  func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError) {
    try await base.reopen(orderId, transactionId: transactionId, reason: reason)
  }

  func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership] {
    try hear("claim \(claim.signedTransactions.count)")
    if let answer = claims.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return try answer.get() }
    return try await base.claim(claim)
  }

  func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool {
    try hear("login \(claim.user)")
    return try await base.claim(claim)
  }

  func account(of user: String) async throws(VerificationError) -> UserAccount {
    if isDown.withLock({ $0 }) { throw VerificationError(.temporary, "down") }
    return try await base.account(of: user)
  }

  func use(_ productId: String, count: Int, by user: String, id: String) async throws(VerificationError) -> Int? {
    try hear("use \(id)")
    return try await base.use(productId, count: count, by: user, id: id)
  }

  func grant(_ grant: Grant) async throws(VerificationError) {
    try hear("grant")
    try await base.grant(grant)
  }

  func set(_ duration: ProductDuration) async throws(VerificationError) {
    try hear("duration")
    try await base.set(duration)
  }

  func owner(of token: String) async throws(VerificationError) -> UserAccount { try await base.owner(of: token) }

  func endGrant(_ id: String, reason: String) async throws(VerificationError) {
    try await base.endGrant(id, reason: reason)
  }

  func transfer(_ transfer: PurchaseTransfer) async throws(VerificationError) { try await base.transfer(transfer) }

  func record(_ purchase: OtherPurchase) async throws(VerificationError) { try await base.record(purchase) }

  func receive(notification signedPayload: String) async throws(VerificationError) {
    try await base.receive(notification: signedPayload)
  }

  func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError) {
    try await base.withhold(upload, reason: reason, isOverdue: isOverdue)
  }

  func forget() async throws(VerificationError) { try await base.forget() }
}
