import AppStoreModel
import Core

/// The app server with the faults that the user switched on at this device.
struct FaultyVerificationService: Sendable {
  let base: any VerificationService
  let faults: ActionFaults
  let device: Purchasing

  func register(_ intent: Intent) async throws(VerificationError) {
    try await reach()
    try await base.register(intent)
  }

  func upload(_ upload: OrderUpload) async throws(VerificationError) {
    try await reach()
    // The order must also stay uncredited when the server reads the App Store's news by itself.
    for (kind, reason) in [
      (DeviceFault.Kind.appServerRefused, say("rejected (simulated fault)")),
      (.appServerOverdue, say("overdue (simulated fault)")),
    ] where await strikes(kind) {
      try await base.withhold(upload, reason: reason, isOverdue: kind == .appServerOverdue)
      return
    }
    if await strikes(.lateId) { return }
    try await base.upload(upload)
  }

  func status(of orderId: String) async throws(VerificationError) -> OrderAnswer {
    try await reach()
    if await strikes(.appServerRefused) {
      return .refused(reason: say("rejected (simulated fault “app-server-refused”)"))
    }
    if await strikes(.appServerOverdue) {
      return .overdue(reason: say("overdue (simulated fault “app-server-overdue”)"))
    }
    if await strikes(.lateId) {
      return .processing(reason: say("the App Store does not have the transaction id yet (simulated fault “late-id”)"))
    }
    return try await base.status(of: orderId)
  }

  func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool {
    try await reach()
    return try await base.close(closing)
  }

  func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError) {
    try await reach()
    try await base.reopen(orderId, transactionId: transactionId, reason: reason)
  }

  func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership] {
    try await reach()
    return try await base.claim(claim)
  }

  func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool {
    try await reach()
    return try await base.claim(claim)
  }

  func account(of user: String) async throws(VerificationError) -> UserAccount {
    try await reach()
    return try await base.account(of: user)
  }

  func owner(of token: String) async throws(VerificationError) -> UserAccount {
    try await reach()
    return try await base.owner(of: token)
  }

  func use(_ productId: String, count: Int, by user: String, id: String) async throws(VerificationError) -> Int? {
    try await reach()
    return try await base.use(productId, count: count, by: user, id: id)
  }

  func grant(_ grant: Grant) async throws(VerificationError) {
    try await reach()
    try await base.grant(grant)
  }

  func set(_ duration: ProductDuration) async throws(VerificationError) {
    try await reach()
    try await base.set(duration)
  }

  func endGrant(_ id: String, reason: String) async throws(VerificationError) {
    try await reach()
    try await base.endGrant(id, reason: reason)
  }

  func transfer(_ transfer: PurchaseTransfer) async throws(VerificationError) {
    try await reach()
    try await base.transfer(transfer)
  }

  func record(_ purchase: OtherPurchase) async throws(VerificationError) {
    try await reach()
    try await base.record(purchase)
  }

  private func reach() async throws(VerificationError) {
    if await strikes(.network) {
      throw VerificationError(.temporary, FaultText.networkIsOffAtThis.text)
    }
    // Only once in an action: the server must not lose its data again at every call.
    if !faults.hasStruck(.appServerForgot), await strikes(.appServerForgot) { try await base.forget() }
    if await strikes(.appServerDown) {
      throw VerificationError(.temporary, FaultText.appsServerIsDown.text)
    }
  }

  private func strikes(_ kind: DeviceFault.Kind) async -> Bool { await device.strike(kind, in: faults) }
}
