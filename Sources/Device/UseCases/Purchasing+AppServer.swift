package import AppStoreModel
import Core
import Entitlements

extension Purchasing {
  /// The app server that confirms what is bought from now on; nil where the device confirms by itself.
  func currentServer() throws -> FaultyVerificationService? { try server(store.deviceState().verification) }

  /// Lets the app server of this device hear what the App Store has signed since: its own business, which the device
  /// neither waits for nor fails with.
  ///
  /// A server that is to fail on purpose hears nothing meanwhile.
  package func hear() async {
    let isFailing = [DeviceFault.Kind.appServerDown, .appServerRefused, .appServerOverdue].contains { isOn($0) }
    guard !isFailing, let server = try? services(store.deviceState().verification) else { return }
    do throws(VerificationError) {
      try await server.hear()
    } catch {
      try? journal(.serverFailed, say("the app server could not reach the App Store: \(error.message)"))
    }
  }

  /// Chooses who confirms what is bought from now on; orders that exist keep their way.
  package func setVerification(_ way: VerificationWay) async throws {
    try await acting {
      try store.batch {
        try store.update { $0.verification = way }
        try journal(.verificationChosen, say("from now on \(way.text) confirms purchases"))
      }
      await refreshAccount()
    }
  }

  /// Sets for how many milliseconds Apple's word is enough while the app server cannot be reached; nil for none.
  package func setServerGrace(_ milliseconds: Int64?) throws {
    try store.update { $0.serverGrace = milliseconds }
  }

  /// Announces a purchase before the App Store is asked; without an answer it goes on all the same.
  func register(_ intent: Intent) async throws {
    do {
      try await aside {
        guard let server = try currentServer() else { return }
        try await server.register(intent)
        try? store.keep(announced: intent.id, state: intent.state.rawValue)
      }
    } catch let error as VerificationError {
      try journal(
        .serverFailed, say("the app server could not be told of the purchase: \(error.message)"),
        productId: intent.productId)
    }
  }

  /// Asks whose purchases are, all in one request; without an answer the last one stays.
  ///
  /// - Parameters:
  ///   - signed: Signed transactions by their original transaction id, one of each.
  ///   - isRestore: Whether the user asked for them: only then may a purchase change hands.
  func claim(_ signed: [String: String], isRestore: Bool) async throws {
    let user = try store.deviceState().appUser
    guard !signed.isEmpty else { return }
    do {
      guard let server = try currentServer() else { return }
      let answer = try await server.claim(
        OwnershipClaim(
          user: user, signedTransactions: signed.sorted { $0.key < $1.key }.map(\.value), isRestore: isRestore))
      let answered = Set(answer.map(\.originalTransactionId))
      try reached(.claimed)
      try store.batch {
        try store.keep(answer)
        try store.keep(refusal: nil, of: answered)
        // The server was reached, and later readers must see that.
        try store.keep(
          refusal: say(
            "its answer did not mention this purchase: a purchase that fails verification there "
              + "belongs to no user"),
          of: signed.keys.filter { !answered.contains($0) })
        try journal(
          .ownersRead,
          say(
            answer.count, "the app server named the owner of \(answer.count) purchase",
            "the app server named the owners of \(answer.count) purchases"))
      }
      await refreshAccount()
    } catch let error as VerificationError {
      try store.batch {
        // An empty one: it was asked, and could not be reached.
        try store.keep(refusal: error.kind == .rejected ? error.message : "", of: signed.keys)
        try journal(
          .serverFailed,
          say(
            "the app server could not name the owners of purchases: \(error.message); its last answer "
              + "stays valid"))
      }
    }
  }

  /// Asks whose the purchases of an account are: those just read, and the newest of those known before, since they may
  /// have changed hands elsewhere.
  func claim(of account: String, _ pull: HistoryPull, isRestore: Bool) async throws {
    var signed = pull.claims.mapValues(\.signed)
    for (id, text) in try store.latestPurchases(account: account) where signed[id] == nil { signed[id] = text }
    try await claim(signed, isRestore: isRestore)
  }

  /// Whether this user has logged in on this device before, or the app server knows the name.
  func isKnown(_ user: String) async throws -> Bool {
    if try store.users().contains(user) { return true }
    let server = try requiredServer()
    do throws(VerificationError) {
      _ = try await server.owner(of: userToken(of: user, bundleId: backend.identity.bundleId))
      return true
    } catch {
      guard error.kind == .unknownOrder else { throw error }
      return false
    }
  }

  /// Asks for the balances and grants of the user who is logged in; without an answer the last one stays.
  func refreshAccount() async { await aside { await refreshAccountNow() } }

  private func refreshAccountNow() async {
    guard let state = try? store.deviceState(), let server = try? currentServer() else { return }
    await tellAnnounced(server)
    guard let account = try? await server.account(of: state.appUser) else { return }
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
      try journal(.useFailed, say("the use was not counted: \(error.message)"), productId: use.productId)
      return .refused(
        error.kind == .temporary
          ? ActionText.noAnswerFromAppsServer(error.message).text
          : error.message)
    }
    try store.batch {
      try store.settle(use, isCounted: balance != nil)
      try journal(
        balance == nil ? .useFailed : .used,
        balance.map { say("used \(use.count), \($0) left") } ?? say("there was not enough"),
        productId: use.productId)
    }
    await refreshAccount()
    guard let balance else {
      return .refused(say("not enough \(safeText(use.productId)); requested \(use.count)"))
    }
    return .used(balance: balance)
  }

  /// Has the uses counted that an earlier call left without an answer.
  func countPendingUses() async throws {
    for use in try store.pendingUses() where !usesUnderway.contains(use.id) { _ = try await count(use) }
  }

  /// Ends a grant now.
  ///
  /// - Throws: `VerificationError`.
  package func endGrant(_ id: String, reason: String) async throws {
    try await acting { try await requiredServer().endGrant(id, reason: reason) }
    try journal(.granted, say("the grant \(id) was ended early: \(reason)"))
    await refreshAccount()
  }

  /// Moves one purchase to another user.
  ///
  /// - Parameter isNewUser: Whether a user may be made by it; else one that the app server does not know is refused,
  ///   since
  ///   a name is easily mistyped.
  /// - Throws: `VerificationError`.
  package func transfer(_ transactionId: String, to user: String, reason: String, isNewUser: Bool = false) async throws
  {
    if !isNewUser, try await !isKnown(user) {
      throw VerificationError(
        .rejected,
        say(
          "unknown user “\(safeText(user))” at the app server; correct the name, or create the user with "
            + "--new-user"))
    }
    // The server may never have seen it: what this device holds of it is shown first, which moves nothing.
    let signed = try store.signedTransaction(transactionId)
    let transfer = PurchaseTransfer(id: newID(), transactionId: transactionId, user: user, reason: reason)
    try await acting {
      let server = try requiredServer()
      if let signed {
        _ = try await server.claim(OwnershipClaim(user: nil, signedTransactions: [signed], isRestore: false))
      }
      do throws(VerificationError) {
        try await server.transfer(transfer)
      } catch {
        // What this device knows of the user may be out of date.
        await refreshAccount()
        throw error
      }
      if let signed, let state = try? store.deviceState() {
        try store.keep(
          await server.claim(OwnershipClaim(user: state.appUser, signedTransactions: [signed], isRestore: false)))
      }
      // An order that waited for it, or was given up, is over with it.
      if let order = try store.order(forTransaction: transactionId), order.isNotDelivered {
        try bringBack(order, .orderRetried)
        try await advance(order.id)
        await sendFinishCalls()
      }
    }
    try journal(.ownersRead, say("moved to \(user) by hand: \(reason)"), transactionId: transactionId)
    await refreshAccount()
  }

  /// Records a purchase that a user made on another platform.
  ///
  /// - Throws: `VerificationError`.
  package func record(_ purchase: OtherPurchase) async throws {
    try await acting { try await requiredServer().record(purchase) }
    try journal(
      .granted,
      say("bought by \(shownUser(purchase.user)) on \(purchase.platform), reference \(purchase.reference)"),
      productId: purchase.productId)
    await refreshAccount()
  }

  /// The app server's record of a user.
  ///
  /// - Throws: `VerificationError`.
  package func holdings(of user: String) async throws -> UserAccount {
    try await acting { try await requiredServer().account(of: user) }
  }

  func requiredServer() throws -> FaultyVerificationService {
    guard let server = try currentServer() else {
      throw VerificationError(.rejected, say("no app server to ask; use --verify-with embedded"))
    }
    return server
  }
}
