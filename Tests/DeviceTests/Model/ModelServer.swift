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

  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    switch call {
    case .register where flaw == .creditsWhoeverIsLoggedIn:
      note(call)
      return .done
    case .upload(var upload) where flaw == .creditsWhoeverIsLoggedIn:
      upload.intentId = nil
      upload.intendedUser = upload.currentUser
      return try await answer(.upload(upload), to: call)
    case .claim(var claim) where flaw == .forgetsRefunds:
      claim.signedTransactions.removeAll { read($0)?.revocationDate != nil }
      return try await answer(.claim(claim), to: call)
    case .claim where flaw == .alwaysTransfers:
      try base.setRestorePolicy(.transfer)
      let result = try await answer(call, to: call)
      try base.setRestorePolicy(reference.policy)
      return result
    case .status(let orderId) where flaw == .creditsAgain:
      let answer = try await base.answer(call)
      guard case .order(.confirmed(var credit)) = answer else { return answer }
      credit.quantity = quantities.withLock { $0[orderId] } ?? credit.quantity
      return .order(.confirmed(credit))
    default: return try await answer(call, to: call)
    }
  }

  /// Passes a call on, and then tells the reference of the call that was really made.
  private func answer(
    _ bent: AppServerCall, to call: AppServerCall
  ) async throws(VerificationError) -> AppServerAnswer {
    let answer = try await base.answer(bent)
    note(call)
    return answer
  }

  private func note(_ call: AppServerCall) {
    let now = now()
    switch call {
    case .register(let intent): model.withLock { $0.hear(intent) }
    case .upload(let upload):
      guard let transaction = read(upload.signedTransactionInfo ?? "") else { return }
      quantities.withLock { $0[upload.orderId] = Int(transaction.quantity ?? 1) }
      model.withLock { $0.hear(upload, of: transaction, at: now) }
    case .claim(let claim):
      let shown = claim.signedTransactions.compactMap(read)
      model.withLock { $0.hear(claim, of: shown, at: now) }
    case .login(let claim): model.withLock { $0.hear(claim) }
    case .account(let user): model.withLock { $0.hear(user: user) }
    case .use(_, let count, let user, let id): model.withLock { $0.hear(useOf: count, by: user, id: id) }
    case .grant(let grant): model.withLock { $0.hear(grant) }
    case .status, .close, .reopen, .owner, .duration, .endGrant, .transfer, .record, .notification: break
    }
  }

  func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError) {
    try await base.withhold(upload, reason: reason, isOverdue: isOverdue)
  }

  func forget() async throws(VerificationError) { try await base.forget() }

  private func read(_ signed: String) -> Transaction? {
    verifier.verify(signed, as: .transaction).payload?.transaction
  }
}
