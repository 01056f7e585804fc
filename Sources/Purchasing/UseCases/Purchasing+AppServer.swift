import SafeText
package import StoreModel

extension Purchasing {
  /// The app's server that confirms what is bought from now on; nil where the device confirms by itself.
  func currentServer() throws -> FaultyVerificationService? { try server(store.deviceState().verification) }

  /// Chooses who confirms what is bought from now on; orders that exist keep their way.
  package func setVerification(_ way: VerificationWay) async throws {
    try store.batch {
      try store.update { $0.verification = way }
      try journal(.verificationChosen, "purchases are confirmed by \(way.text) from now on")
    }
    await refreshAccount()
  }

  /// Announces a purchase before the App Store is asked; without an answer it goes on all the same.
  func register(_ intent: Intent) async throws {
    do {
      try await currentServer()?.register(intent)
    } catch let error as VerificationError {
      try journal(
        .serverFailed, "the app's server could not be told of the purchase: \(error.message)",
        productId: intent.productId)
    }
  }

  /// Asks whose purchases are, all in one request; without an answer the last one stays.
  ///
  /// - Parameters:
  ///   - signed: Signed transactions, one of each original transaction.
  ///   - isRestore: Whether the user asked for them: only then may a purchase change hands.
  func claim(_ signed: [String], isRestore: Bool) async throws {
    let user = try store.deviceState().user
    guard let user, !signed.isEmpty else { return }
    do {
      guard let server = try currentServer() else { return }
      let answer = try await server.claim(
        OwnershipClaim(user: user, signedTransactions: signed, isRestore: isRestore))
      try reached(.claimed)
      try store.batch {
        try store.keep(answer)
        try journal(.ownersRead, "the app's server said whose \(answer.count) purchases are")
      }
      await refreshAccount()
    } catch let error as VerificationError {
      try journal(
        .serverFailed, "the app's server could not say whose purchases are: \(error.message); its last answer holds")
    }
  }

  /// Asks whose the purchases of an account are: those just read, and the newest of those known before, since they may
  /// have changed hands elsewhere.
  func claim(of account: String, _ pull: HistoryPull, isRestore: Bool) async throws {
    var signed = pull.claims.mapValues(\.signed)
    for (id, text) in try store.latestPurchases(account: account) where signed[id] == nil { signed[id] = text }
    try await claim(signed.sorted { $0.key < $1.key }.map(\.value), isRestore: isRestore)
  }

  /// Asks for the balances and grants of the user who is logged in; without an answer the last one stays.
  func refreshAccount() async {
    guard let user = try? store.deviceState().user, let server = try? currentServer(),
      let account = try? await server.account(of: user)
    else { return }
    try? store.keep(account)
  }

  /// Has a use counted that is stored already: once, however often it is asked for.
  func count(_ use: PendingUse) async throws -> UseOutcome {
    let way = try store.deviceState().verification
    let balance: Int?
    do throws(VerificationError) {
      guard let server = try server(way) else { throw VerificationError.noServer(way) }
      balance = try await server.use(use.productId, count: use.count, by: use.user, id: use.id)
    } catch {
      if error.kind != .temporary { try store.settle(use, isCounted: false) }
      try journal(.useFailed, "the use was not counted: \(error.message)", productId: use.productId)
      return .refused(
        error.kind == .temporary
          ? "no answer from the app's server: \(error.message); the use is asked for again and counted once"
          : error.message)
    }
    try store.batch {
      try store.settle(use, isCounted: balance != nil)
      try journal(
        balance == nil ? .useFailed : .used, balance.map { "used \(use.count), \($0) left" } ?? "there was not enough",
        productId: use.productId)
    }
    await refreshAccount()
    guard let balance else { return .refused("not enough of \(safeText(use.productId)): \(use.count) wanted") }
    return .used(balance: balance)
  }

  /// Has the uses counted that an earlier call left without an answer.
  func countPendingUses() async throws {
    for use in try store.pendingUses() where !usesUnderway.contains(use.id) { _ = try await count(use) }
  }

  /// Gives a user access that was not bought.
  ///
  /// - Throws: `VerificationError`.
  package func grant(_ grant: Grant) async throws {
    guard let server = try currentServer() else {
      throw VerificationError(.rejected, "there is no app's server to grant anything: till --verify-with embedded")
    }
    try await server.grant(grant)
    try journal(
      .granted, "granted by us until \(grant.untilDate.formatted(.minute)) UTC: \(grant.reason)",
      productId: grant.productId)
    await refreshAccount()
  }
}
