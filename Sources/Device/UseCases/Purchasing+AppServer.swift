package import AppStoreModel
import Core
import Entitlements

extension Purchasing {
  /// Returns the app server that confirms new purchases; nil where the device confirms them itself.
  func currentServer() throws -> FaultyVerificationService? { try server(store.deviceState().verification) }

  /// Makes this device's app server read the App Store's news; an error is only written to the journal.
  ///
  /// While a simulated fault makes the server fail, it reads nothing.
  package func hear() async {
    let isFailing = [DeviceFault.Kind.appServerDown, .appServerRefused, .appServerOverdue].contains { isOn($0) }
    guard !isFailing, let server = try? services(store.deviceState().verification) else { return }
    do throws(VerificationError) {
      try await server.hear()
    } catch {
      try? journal(.serverFailed, say("the app server could not reach the App Store: \(error.message)"))
    }
  }

  /// Sets which app server confirms new purchases; existing orders keep theirs.
  package func setVerification(_ way: VerificationWay) async throws {
    try await acting {
      try store.batch {
        try store.update { $0.verification = way }
        try journal(.verificationChosen, say("from now on \(way.text) confirms purchases"))
      }
      await refreshAccount()
    }
  }

  /// Sets for how many milliseconds Apple's evidence is enough while the app server is unreachable; nil for none.
  package func setServerGrace(_ milliseconds: Int64?) throws {
    try store.update { $0.serverGrace = milliseconds }
  }

  /// Announces a purchase before the App Store is asked; without an answer the purchase continues.
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

  /// Asks for the owners of purchases in one request; without an answer the last one stays valid.
  ///
  /// - Parameters:
  ///   - signed: One signed transaction for each original transaction id.
  ///   - isRestore: Whether the user asked for a restore: only then may a purchase move to another user.
  func claim(_ signed: [String: String], isRestore: Bool) async throws {
    let user = try store.deviceState().appUser
    guard !signed.isEmpty else { return }
    do {
      guard let server = try currentServer() else { return }
      let claim = OwnershipClaim(
        user: user, signedTransactions: signed.sorted { $0.key < $1.key }.map(\.value), isRestore: isRestore)
      var answer = try await server.claim(claim)
      if try await announceAgain(answer, to: server) { answer = try await server.claim(claim) }
      let answered = Set(answer.map(\.originalTransactionId))
      try reached(.claimed)
      try store.batch {
        try store.keep(answer)
        try store.keep(refusal: nil, of: answered)
        // Stored so that later readers see that the server was reached.
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
        // An empty reason means that the server could not be reached.
        try store.keep(refusal: error.kind == .rejected ? error.message : "", of: signed.keys)
        try journal(
          .serverFailed,
          say(
            "the app server could not name the owners of purchases: \(error.message); its last answer "
              + "stays valid"))
      }
    }
  }

  /// Announces again the purchases made here whose token the app server does not know any more: it lost its data.
  ///
  /// The token of an order names its user only through the announcement.
  ///
  /// - Returns: Whether there was one.
  private func announceAgain(_ answer: [Ownership], to server: FaultyVerificationService) async throws -> Bool {
    var isAny = false
    for purchase in answer where purchase.users.isEmpty && purchase.attribution == .foreignToken {
      guard let order = try store.order(forTransaction: purchase.originalTransactionId),
        let intent = try order.intentId.flatMap(store.intent)
      else { continue }
      try await server.register(intent)
      isAny = true
    }
    return isAny
  }

  /// Asks for the owners of an account's purchases: those just read, and the newest known ones.
  ///
  /// A known purchase may have moved to another user meanwhile.
  func claim(of account: String, _ pull: HistoryPull, isRestore: Bool) async throws {
    var signed = pull.claims.mapValues(\.signed)
    for (id, text) in try store.latestPurchases(account: account) where signed[id] == nil { signed[id] = text }
    try await claim(signed, isRestore: isRestore)
  }

  /// Returns whether this user has logged in on this device before, or the app server knows the name.
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

  /// Reads the logged-in user's balances and grants; without an answer the last one stays valid.
  func refreshAccount() async { await aside { await refreshAccountNow() } }

  /// Asks the app server about the user before an action; the App Store's time dates the answer.
  package func askAboutUser() async {
    if backend.capabilities.isEmbedded { try? await synchronizeClock() }
    await refreshAccount()
  }

  private func refreshAccountNow() async {
    guard let state = try? store.deviceState(), let server = try? currentServer() else { return }
    await tellAnnounced(server)
    guard let account = try? await server.account(of: state.appUser) else {
      try? store.noteMissedAnswer(about: state.appUser)
      return
    }
    try? store.keep(account)
  }

  /// Asks the app server to count a stored use; repeated requests count once.
  func count(_ use: PendingUse) async throws -> UseOutcome {
    let way = try store.deviceState().verification
    let balance: Int?
    do throws(VerificationError) {
      balance = try await requiredServer(way).use(use.productId, count: use.count, by: use.user, id: use.id)
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

  /// Asks the app server to count the uses that it has not answered.
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
  /// - Parameter isNewUser: Whether the user may be new. Otherwise a user that the app server does not know is refused,
  ///   because a name is easily mistyped.
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
    // The server may never have seen the transaction. So this device shows it first, which moves nothing.
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
        // The device's data about the user may be out of date.
        await refreshAccount()
        throw error
      }
      if let signed, let state = try? store.deviceState() {
        try store.keep(
          await server.claim(OwnershipClaim(user: state.appUser, signedTransactions: [signed], isRestore: false)))
      }
      // An undelivered or given-up order of this transaction can now be completed.
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

  /// Returns the app server's record of a user; of this device's own user it is kept, so that no other answer is older.
  ///
  /// - Throws: `VerificationError`.
  package func holdings(of user: String) async throws -> UserAccount {
    try await acting {
      let account = try await requiredServer().account(of: user)
      if try store.deviceState().appUser == user { try store.keep(account) }
      return account
    }
  }

  func requiredServer() throws -> FaultyVerificationService {
    guard let server = try currentServer() else {
      throw VerificationError(.rejected, say("this store has no app server"))
    }
    return server
  }
}
