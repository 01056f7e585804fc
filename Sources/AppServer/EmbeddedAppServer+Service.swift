package import AppStoreModel
import Core
package import Device

extension EmbeddedAppServer: VerificationService {
  package func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    switch call {
    case .register(let intent): try perform { try $0.register(intent) }
    case .upload(let upload):
      let evidence = try await examine(upload)
      try perform { try $0.settle(upload, evidence) }
    case .status(let orderId): return .order(try perform { try $0.orderAnswer(to: orderId) })
    case .close(let closing): return .closed(try perform { try $0.close(closing) })
    case .reopen(let orderId, let transactionId, let reason):
      try perform { try $0.reopen(orderId, transactionId: transactionId, reason: reason) }
    case .claim(let claim):
      // Unverified transactions are left out: they get no answer about an owner.
      let shown = claim.signedTransactions.compactMap { text -> ShownTransaction? in
        guard case .shown(let transaction) = examine(text, transactionId: nil) else { return nil }
        return transaction
      }
      return .ownerships(try perform { try $0.ownership(shown, by: claim.user, isRestore: claim.isRestore) })
    case .login(let claim):
      let isFirst = try perform { try $0.claim(claim) }
      await setTokens()
      return .claimed(isFirst)
    case .account(let user): return .account(try perform { try $0.account(of: user) })
    case .owner(let token): return .account(try perform { try $0.account(of: $0.name(ofToken: token)) })
    case .use(let productId, let count, let user, let id):
      return .left(try perform { try $0.use(productId, count: count, by: user, id: id) })
    case .grant(let grant): try perform { try $0.add(grant) }
    case .duration(let duration): try perform { try $0.set(duration) }
    case .endGrant(let id, let reason): try perform { try $0.endGrant(id, reason: reason) }
    case .transfer(let transfer): try perform { try $0.transfer(transfer) }
    case .record(let purchase): try perform { try $0.record(purchase) }
    case .notification(let signedPayload): try keep(notification: signedPayload)
    }
    return .done
  }

  package func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError) {
    let evidence = try await examine(upload)
    try perform { session in
      let shown: ShownTransaction? = if case .shown(let shown) = evidence { try session.keep(shown) } else { nil }
      try session.withhold(upload, shown, ground: isOverdue ? .overdue : nil, reason: reason)
    }
  }

  package func forget() async throws(VerificationError) {
    try perform { try $0.forget() }
  }

  // MARK: Verification

  /// The result of verifying a signed text.
  enum Evidence<Shown: Sendable>: Sendable {
    case shown(Shown)
    case refused(reason: String)
  }

  /// Verifies an upload; looks up the signed text at the App Store when the upload has only an id.
  private func examine(_ upload: OrderUpload) async throws(VerificationError) -> Evidence<ShownTransaction> {
    if let text = upload.signedTransactionInfo { return examine(text, transactionId: upload.transactionId) }
    do {
      if let text = try await lookup(upload.transactionId) {
        return examine(text, transactionId: upload.transactionId)
      }
    } catch {
      guard error.kind == .transactionNotFound else { throw VerificationError(wrapping: error) }
    }
    return .refused(reason: ServerText.noTransaction(safeText(upload.transactionId)).text)
  }

  func examine(_ text: String, transactionId: String?) -> Evidence<ShownTransaction> {
    let result = verifier.verify(text, as: .transaction)
    if let failure = result.verdict.failure {
      return .refused(reason: say("the app server could not verify its signature: \(safeText(failure.message))"))
    }
    guard let shown = result.payload?.transaction.flatMap({ ShownTransaction(result.signed($0, text)) }) else {
      return .refused(reason: say("it has no transaction id or no product id"))
    }
    guard transactionId == nil || transactionId == shown.id else {
      return .refused(
        reason: say("it is transaction \(safeText(shown.id)), not \(safeText(transactionId ?? ""))")
      )
    }
    return .shown(shown)
  }
}
