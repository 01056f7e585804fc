import AppStoreModel
import Core

/// The App Store's backend with the faults that the user switched on at this device.
struct FaultyBackend: Sendable {
  let base: any StoreBackend
  let faults: ActionFaults
  let device: Purchasing

  func clock() async throws(StoreError) -> StoreClock? {
    // Reading the embedded ledger contacts no server.
    if !base.capabilities.isEmbedded { try await reach() }
    return try await base.clock()
  }

  func accounts() async throws(StoreError) -> [AppleAccount] {
    try await reach()
    return try await base.accounts()
  }

  func account(named name: String) async throws(StoreError) -> AppleAccount? {
    try await reach()
    return try await base.account(named: name)
  }

  func products(for account: String?) async throws(StoreError) -> ProductListing {
    try await reach()
    await dawdle()
    return try await base.products(for: account)
  }

  func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer {
    try await reach()
    await dawdle()
    if let restored = await restoredInstead(of: request) {
      return .success(signedTransaction: await arrived(restored), alreadyOwned: true)
    }
    var request = request
    if await strikes(.missingToken) { request.appAccountToken = nil }
    let answer = try await base.purchase(request)
    guard case .success(let signed, let alreadyOwned) = answer else { return answer }
    if !alreadyOwned {
      if await strikes(.timeoutAfterPayment) {
        throw StoreError(.noAnswer, say("the App Store did not answer in time"), isTemporary: true)
      }
      if await strikes(.noCallback) {
        throw StoreError(.noAnswer, say("the App Store never called back"), isTemporary: true)
      }
      if await strikes(.missingReceipt) { throw await receiptMissing() }
    }
    return .success(signedTransaction: await arrived(signed), alreadyOwned: alreadyOwned)
  }

  func unfinished(for account: String) async throws(StoreError) -> [String] {
    try await reach()
    let late = await strikes(.late)
    if late || faults.isOn(.noCallback) || faults.isOn(.missingReceipt) { return [] }
    return await arrived(try await base.unfinished(for: account) + strangers(for: account))
  }

  func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    try await reach()
    do throws(StoreError) {
      try await base.finish(transactionId, for: account)
    } catch {
      // A StoreKit queue that lists another Apple Account's transactions finishes those too, unless the account is
      // deleted.
      guard faults.isOn(.otherAccount), error.kind == .transactionNotFound else { throw error }
      for other in try await base.accounts() where other.name != account {
        if (try? await base.finish(transactionId, for: other.name)) != nil { return }
      }
      throw error
    }
  }

  func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await reach()
    await dawdle()
    var page = try await base.history(for: account, after: revision)
    page.signedTransactions = await arrived(page.signedTransactions)
    return page
  }

  func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await reach()
    await dawdle()
    var page = try await base.refundHistory(for: account, after: revision)
    page.signedTransactions = await arrived(page.signedTransactions)
    return page
  }

  func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    try await reach()
    return try await base.renewalInfos(for: account)
  }

  func requestRefund(of transactionId: String, reason: String?, for account: String) async throws(StoreError) {
    try await reach()
    await dawdle()
    try await base.requestRefund(of: transactionId, reason: reason, for: account)
  }

  private func reach() async throws(StoreError) {
    if await strikes(.network) {
      throw StoreError(.networkError, FaultText.networkIsOffAtThis.text, isTemporary: true)
    }
  }

  /// Returns signed transactions with the effect of the faults: invalid signatures, reversed order.
  private func arrived(_ list: [String]) async -> [String] {
    guard !list.isEmpty, !faults.isEmpty else { return list }
    var result = await strikes(.unverifiable) ? list.map(Self.spoiled) : list
    if await strikes(.outOfOrder) { result.reverse() }
    return result
  }

  /// Returns a signed transaction, with an invalid signature where that fault takes effect.
  private func arrived(_ signed: String) async -> String {
    await strikes(.unverifiable) ? Self.spoiled(signed) : signed
  }

  /// Changes one character of the signature, at a place where every bit counts.
  private static func spoiled(_ signed: String) -> String {
    var letters = Array(signed.utf8)
    let index = letters.count - 8
    guard index > 0 else { return signed }
    letters[index] = letters[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return String(decoding: letters, as: UTF8.self)
  }

  // MARK: Faults that developers report

  /// Waits as long as a slow App Store takes to answer, unless the task is cancelled.
  private func dawdle() async {
    guard let kind = faults.slowness, case .slow(let seconds) = kind, await strikes(kind) else { return }
    try? await Task.sleep(for: .seconds(seconds))
  }

  /// Returns other Apple Accounts' transactions in the queue: the newest of each account.
  private func strangers(for account: String) async throws(StoreError) -> [String] {
    var isStrange = await strikes(.otherAccount)
    if await strikes(.deletedAccount) { isStrange = true }
    guard isStrange else { return [] }
    var found: [String] = []
    for other in try await base.accounts() where other.name != account {
      guard let newest = try? await base.history(for: other.name, after: nil).signedTransactions.last else { continue }
      found.append(newest)
    }
    return found
  }

  /// Returns an older transaction of the product, for a queue that answers “restored” to a purchase.
  private func restoredInstead(of request: PurchaseRequest) async -> String? {
    guard faults.armed.contains(where: { $0.kind == .unexpectedRestored }) else { return nil }
    let known = try? await base.history(for: request.account, after: nil).signedTransactions
    let earlier = known?.last { signed in
      guard let payload = CompactText.payload(of: signed), case .object(let json) = payload else { return false }
      return json["productId"]?.stringValue == request.productId
    }
    guard let earlier, await strikes(.unexpectedRestored) else { return nil }
    return earlier
  }

  /// Returns the error of a charged purchase that the receipt does not list.
  ///
  /// The receipt is checked five times and refreshed once; then the purchase is left for later.
  private func receiptMissing() async -> StoreError {
    for number in 1...5 {
      await device.noteAside(say("the receipt does not list the purchase: try \(number) of 5"))
      try? await Task.sleep(for: .milliseconds(20))
    }
    await device.noteAside(say("the refreshed receipt does not list the purchase either"))
    return StoreError(
      .noAnswer, say("the receipt does not list the purchase after 5 tries and a refresh"), isTemporary: true)
  }

  /// Returns whether a fault takes effect; false where the device's store cannot be read.
  private func strikes(_ kind: DeviceFault.Kind) async -> Bool { await device.strike(kind, in: faults) }
}

/// Reads the payload of a signed text without checking the signature.
private enum CompactText {
  static func payload(of signed: String) -> JSONValue? {
    let parts = signed.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64.url.decode(String(decoding: Array(parts[1]), as: UTF8.self)) else {
      return nil
    }
    return try? JSONValue(parsing: bytes)
  }
}

extension Purchasing {
  /// Returns whether a fault takes effect; reads nothing while no fault is set.
  nonisolated func strike(_ kind: DeviceFault.Kind, in faults: ActionFaults) async -> Bool {
    guard !faults.isEmpty else { return false }
    return (try? await strikes(kind, in: faults)) ?? false
  }

  /// Writes to the journal what happened before an answer.
  func noteAside(_ text: String) { try? journal(.backendSaid, text) }
}
