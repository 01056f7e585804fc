import StoreModel

/// The app's server behind the failures that somebody switched on at this device.
struct FaultyVerificationService: Sendable {
  let base: any VerificationService
  let device: Purchasing

  func register(_ intent: Intent) async throws(VerificationError) {
    try await reach()
    try await base.register(intent)
  }

  func upload(_ upload: OrderUpload) async throws(VerificationError) {
    try await reach()
    // What is to be refused is not to be credited.
    let refuses = await device.isOn(.appServerRefused)
    let isOverdue = await device.isOn(.appServerOverdue)
    if refuses || isOverdue { return }
    try await base.upload(upload)
  }

  func status(of orderId: String) async throws(VerificationError) -> OrderAnswer {
    try await reach()
    if await strikes(.appServerRefused) {
      return .refused(reason: "refused on purpose (till fault app-server-refused)")
    }
    if await strikes(.appServerOverdue) {
      return .overdue(reason: "overdue on purpose (till fault app-server-overdue)")
    }
    return try await base.status(of: orderId)
  }

  func close(_ orderId: String, reason: String) async throws(VerificationError) {
    try await reach()
    try await base.close(orderId, reason: reason)
  }

  func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership] {
    try await reach()
    return try await base.claim(claim)
  }

  func account(of user: String) async throws(VerificationError) -> UserAccount {
    try await reach()
    return try await base.account(of: user)
  }

  func use(_ productId: String, count: Int, by user: String, id: String) async throws(VerificationError) -> Int? {
    try await reach()
    return try await base.use(productId, count: count, by: user, id: id)
  }

  func grant(_ grant: Grant) async throws(VerificationError) {
    try await reach()
    try await base.grant(grant)
  }

  private func reach() async throws(VerificationError) {
    if await strikes(.network) {
      throw VerificationError(.temporary, "the network is off at this device (till fault network)")
    }
    if await strikes(.appServerDown) {
      throw VerificationError(.temporary, "the app's server is down on purpose (till fault app-server-down)")
    }
  }

  private func strikes(_ kind: DeviceFault.Kind) async -> Bool { (try? await device.strikes(kind)) ?? false }
}
