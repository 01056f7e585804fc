import AppServer
import AppStoreModel
import Core

@testable import Device

/// The app server of the model's devices.
///
/// It passes everything on to the reference too; a defect changes only the real server.
final class ModelServer: VerificationService {
  let base: EmbeddedAppServer
  private let verifier: Verifier
  private let flaw: ModelFlaw?
  private let now: @Sendable () -> Timestamp
  private let model = Mutex(ModelReference())
  /// The quantity that was bought with each uploaded order.
  private let quantities = Mutex<[String: Int]>([:])

  init(_ base: EmbeddedAppServer, verifier: Verifier, flaw: ModelFlaw?, now: @escaping @Sendable () -> Timestamp) {
    self.base = base
    self.verifier = verifier
    self.flaw = flaw
    self.now = now
  }

  var reference: ModelReference { model.withLock { $0 } }

  func setPolicy(_ policy: RestorePolicy) throws(VerificationError) {
    try base.setRestorePolicy(policy)
    model.withLock { $0.policy = policy }
  }

  func register(_ intent: Intent) async throws(VerificationError) {
    if flaw != .creditsWhoeverIsLoggedIn { try await base.register(intent) }
    model.withLock { $0.hear(intent) }
  }

  func upload(_ upload: OrderUpload) async throws(VerificationError) {
    var bent = upload
    if flaw == .creditsWhoeverIsLoggedIn {
      bent.intentId = nil
      bent.intendedUser = upload.currentUser
    }
    try await base.upload(bent)
    guard let transaction = read(upload.signedTransactionInfo ?? "") else { return }
    quantities.withLock { $0[upload.orderId] = Int(transaction.quantity ?? 1) }
    model.withLock { $0.hear(upload, of: transaction, at: now()) }
  }

  func status(of orderId: String) async throws(VerificationError) -> OrderAnswer {
    let answer = try await base.status(of: orderId)
    guard flaw == .creditsAgain, case .confirmed(var credit) = answer else { return answer }
    credit.quantity = quantities.withLock { $0[orderId] } ?? credit.quantity
    return .confirmed(credit)
  }

  func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool {
    try await base.close(closing)
  }

  func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError) {
    try await base.reopen(orderId, transactionId: transactionId, reason: reason)
  }

  func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership] {
    if flaw == .alwaysTransfers { try base.setRestorePolicy(.transfer) }
    var bent = claim
    if flaw == .forgetsRefunds {
      bent.signedTransactions.removeAll { read($0)?.revocationDate != nil }
    }
    let answer = try await base.claim(bent)
    if flaw == .alwaysTransfers { try base.setRestorePolicy(reference.policy) }
    let shown = claim.signedTransactions.compactMap(read)
    model.withLock { $0.hear(claim, of: shown, at: now()) }
    return answer
  }

  func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool {
    let isFirst = try await base.claim(claim)
    model.withLock { $0.hear(claim) }
    return isFirst
  }

  func account(of user: String) async throws(VerificationError) -> UserAccount {
    let account = try await base.account(of: user)
    model.withLock { $0.hear(user: user) }
    return account
  }

  func use(_ productId: String, count: Int, by user: String, id: String) async throws(VerificationError) -> Int? {
    let left = try await base.use(productId, count: count, by: user, id: id)
    model.withLock { $0.hear(useOf: count, by: user, id: id) }
    return left
  }

  func grant(_ grant: Grant) async throws(VerificationError) {
    try await base.grant(grant)
    model.withLock { $0.hear(grant) }
  }

  func set(_ duration: ProductDuration) async throws(VerificationError) { try await base.set(duration) }

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

  private func read(_ signed: String) -> Transaction? {
    verifier.verify(signed, as: .transaction).payload?.transaction
  }
}
