import StoreModel

/// The App Store behind the failures that somebody switched on at this device.
struct FaultyBackend: Sendable {
  let base: any StoreBackend
  let device: Purchasing

  func clock() async throws(BackendError) -> BackendClock {
    // The embedded ledger is looked at, which contacts nobody.
    if !base.capabilities.isEmbedded { try await reach() }
    return try await base.clock()
  }

  func accounts() async throws(BackendError) -> [AppleAccount] {
    try await reach()
    return try await base.accounts()
  }

  func account(named name: String) async throws(BackendError) -> AppleAccount? {
    try await reach()
    return try await base.account(named: name)
  }

  func products(for account: String?) async throws(BackendError) -> ProductListing {
    try await reach()
    return try await base.products(for: account)
  }

  func purchase(_ request: PurchaseRequest) async throws(BackendError) -> PurchaseAnswer {
    try await reach()
    var request = request
    if await strikes(.missingToken) { request.appAccountToken = nil }
    let answer = try await base.purchase(request)
    guard case .success(let signed, let alreadyOwned) = answer else { return answer }
    if !alreadyOwned {
      if await strikes(.timeoutAfterPayment) {
        throw BackendError(.noAnswer, "the App Store did not answer in time", isTemporary: true)
      }
      if await strikes(.noCallback) {
        throw BackendError(.noAnswer, "the App Store never called back", isTemporary: true)
      }
    }
    return .success(signedTransaction: await arrived(signed), alreadyOwned: alreadyOwned)
  }

  func unfinished(for account: String) async throws(BackendError) -> [String] {
    try await reach()
    let late = await strikes(.late)
    let silent = await device.isOn(.noCallback)
    if late || silent { return [] }
    return await arrived(try await base.unfinished(for: account))
  }

  func finish(_ transactionId: String, for account: String) async throws(BackendError) {
    try await reach()
    try await base.finish(transactionId, for: account)
  }

  func history(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage {
    try await reach()
    var page = try await base.history(for: account, after: revision)
    page.signedTransactions = await arrived(page.signedTransactions)
    return page
  }

  func refundHistory(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage {
    try await reach()
    var page = try await base.refundHistory(for: account, after: revision)
    page.signedTransactions = await arrived(page.signedTransactions)
    return page
  }

  func renewalInfos(for account: String) async throws(BackendError) -> [String] {
    try await reach()
    return try await base.renewalInfos(for: account)
  }

  func requestRefund(of transactionId: String, reason: String?, for account: String) async throws(BackendError) {
    try await reach()
    try await base.requestRefund(of: transactionId, reason: reason, for: account)
  }

  private func reach() async throws(BackendError) {
    if await strikes(.network) {
      throw BackendError(.networkError, "the network is off at this device (till fault network)", isTemporary: true)
    }
  }

  /// A list of signed transactions as it arrives.
  private func arrived(_ list: [String]) async -> [String] {
    guard !list.isEmpty else { return list }
    var result: [String] = []
    for signed in list { result.append(await arrived(signed)) }
    if await strikes(.outOfOrder) { result.reverse() }
    return result
  }

  /// A signed transaction as it arrives.
  private func arrived(_ signed: String) async -> String {
    guard await strikes(.unverifiable) else { return signed }
    // Another letter at a place of the signature where every bit counts.
    var letters = Array(signed.utf8)
    let index = letters.count - 8
    guard index > 0 else { return signed }
    letters[index] = letters[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return String(decoding: letters, as: UTF8.self)
  }

  /// A memory that cannot be read makes nothing fail on purpose.
  private func strikes(_ kind: DeviceFault.Kind) async -> Bool { (try? await device.strikes(kind)) ?? false }
}
