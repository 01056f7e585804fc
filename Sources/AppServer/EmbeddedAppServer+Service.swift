package import AppStoreModel
import Core
package import Device

extension EmbeddedAppServer: VerificationService {

  package func register(_ intent: Intent) async throws(VerificationError) {
    try serve { try $0.register(intent) }
  }

  package func upload(_ upload: OrderUpload) async throws(VerificationError) {
    let evidence = try await examine(upload)
    try serve { try $0.settle(upload, evidence) }
  }

  package func status(of orderId: String) async throws(VerificationError) -> OrderAnswer {
    try serve { try $0.orderAnswer(to: orderId) }
  }

  package func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool {
    try serve { try $0.close(closing) }
  }

  package func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError) {
    try serve { try $0.reopen(orderId, transactionId: transactionId, reason: reason) }
  }

  package func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership] {
    // Unverified transactions are left out: they get no answer about an owner.
    let shown = claim.signedTransactions.compactMap { text -> ShownTransaction? in
      guard case .shown(let transaction) = examine(text, transactionId: nil) else { return nil }
      return transaction
    }
    return try serve { try $0.ownership(shown, by: claim.user, isRestore: claim.isRestore) }
  }

  package func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool {
    let isFirst = try serve { try $0.claim(claim) }
    await setTokens()
    return isFirst
  }

  package func account(of user: String) async throws(VerificationError) -> UserAccount {
    try serve { try $0.account(of: user) }
  }

  package func owner(of token: String) async throws(VerificationError) -> UserAccount {
    try serve { try $0.account(of: $0.name(ofToken: token)) }
  }

  package func use(
    _ productId: String, count: Int, by user: String, id: String
  ) async throws(VerificationError) -> Int? {
    try serve { try $0.use(productId, count: count, by: user, id: id) }
  }

  package func grant(_ grant: Grant) async throws(VerificationError) {
    try serve { try $0.add(grant) }
  }

  package func set(_ duration: ProductDuration) async throws(VerificationError) {
    try serve { try $0.set(duration) }
  }

  package func endGrant(_ id: String, reason: String) async throws(VerificationError) {
    try serve { try $0.endGrant(id, reason: reason) }
  }

  package func transfer(_ transfer: PurchaseTransfer) async throws(VerificationError) {
    try serve { try $0.transfer(transfer) }
  }

  package func record(_ purchase: OtherPurchase) async throws(VerificationError) {
    try serve { try $0.record(purchase) }
  }

  package func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError) {
    let evidence = try await examine(upload)
    try perform { session in
      let shown: ShownTransaction? = if case .shown(let shown) = evidence { try session.keep(shown) } else { nil }
      try session.withhold(
        Withheld(
          transactionId: upload.transactionId, originalId: shown?.originalId, orderId: upload.orderId,
          user: upload.intendedUser ?? upload.currentUser, productId: shown?.productId,
          ground: isOverdue ? .overdue : nil, reason: reason))
    }
  }

  package func forget() async throws(VerificationError) {
    try perform { try $0.forget() }
  }

  // MARK: Verification

  /// The result of verifying the signed text of an upload.
  enum Evidence: Sendable {
    case shown(ShownTransaction)
    case refused(reason: String)
  }

  /// Verifies an upload; looks up the signed text at the App Store when the upload has only an id.
  private func examine(_ upload: OrderUpload) async throws(VerificationError) -> Evidence {
    if let text = upload.signedTransactionInfo { return examine(text, transactionId: upload.transactionId) }
    do {
      guard let text = try await lookup(upload.transactionId) else {
        return .refused(reason: ServerText.noTransaction(safeText(upload.transactionId)).text)
      }
      return examine(text, transactionId: upload.transactionId)
    } catch {
      guard error.kind != .transactionNotFound else {
        return .refused(reason: ServerText.noTransaction(safeText(upload.transactionId)).text)
      }
      throw VerificationError(wrapping: error)
    }
  }

  func examine(_ text: String, transactionId: String?) -> Evidence {
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
