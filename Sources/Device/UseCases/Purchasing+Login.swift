package import AppStoreModel
import Core

/// The effect of a login on purchases made before it.
package enum LoginOutcome: Hashable, Sendable {
  /// Nothing was moved: it was a logout or another user's login, or the purchases were left as they are.
  case none
  /// The user now has the purchases made before the login.
  case claimed
  /// Another user had claimed the purchases made before the login.
  case anothers
  /// The claim to the purchases waits for the app server. The value is the reason in one line.
  case waits(String)
}

extension Purchasing {
  /// Logs a user in to the app, or out with nil.
  ///
  /// A login moves the purchases made on this device before it to the user, once. While the app server is unreachable,
  /// the login takes effect and the claim waits. Logging in again as the same user decides about a waiting claim.
  ///
  /// - Throws: `LoginQuestion` where a person has to choose first; `VerificationError` for a reserved name.
  @discardableResult
  package func logIn(_ user: String?, _ choice: LoginChoice = .ask) async throws -> LoginOutcome {
    try await acting { try await logInNow(user, choice) }
  }

  private func logInNow(_ user: String?, _ choice: LoginChoice) async throws -> LoginOutcome {
    let state = try store.deviceState()
    guard let user else {
      try logOut(state)
      await hear()
      await refreshAccount()
      return .none
    }
    guard !user.hasPrefix(AnonymousUser.mark) else {
      throw VerificationError(
        .rejected, say("a user's name cannot begin with “\(AnonymousUser.mark)”: choose another name"))
    }
    if user == state.user, let call = try waitingLogin(of: user) { return try await decide(call, choice) }
    var claim: LoginClaim?
    if state.user == nil, choice != .leave {
      claim = LoginClaim(anonymous: state.anonymous.name, user: user, isConfirmed: choice == .claim)
    }
    if let claim, !claim.isConfirmed, let products = try await productsOfBoth(claim) {
      throw LoginQuestion(user: user, productIds: products)
    }
    let call = try claim.map { WaitingServerCall(id: newID(), .login($0), date: try clock().now) }
    try store.batch {
      try store.rememberUser(user)
      try store.takeUpDeferredPurchases()
      try store.update { $0.user = user }
      try journal(.userChanged, say("logged in to the app"))
      if let claim { try store.moveUndelivered(from: claim.anonymous, to: user) }
      if let call { try store.keep(call) }
    }
    await hear()
    guard let call, let claim else {
      await refreshAccount()
      return .none
    }
    return try await make(claim, call)
  }

  private func logOut(_ state: DeviceState) throws {
    guard state.user != nil else { return }
    let anonymous = AnonymousUser(token: newID())
    try store.batch {
      try journal(.userChanged, say("logged out of the app"))
      try store.update { state in
        state.user = nil
        state.anonymous = anonymous
      }
    }
  }

  /// Decides about a waiting claim, when its user logs in again.
  private func decide(_ call: WaitingServerCall, _ choice: LoginChoice) async throws -> LoginOutcome {
    guard case .login(var claim) = call.kind else { return .none }
    if choice == .leave {
      try store.batch {
        try store.forget(call)
        try journal(.loginClaimed, say("what was bought before the login stays apart"))
      }
      return .none
    }
    claim.isConfirmed = choice == .claim
    let call = WaitingServerCall(id: call.id, .login(claim), date: call.date)
    try store.keep(call)
    return try await make(claim, call)
  }

  private func make(_ claim: LoginClaim, _ call: WaitingServerCall) async throws -> LoginOutcome {
    guard try currentServer() != nil else {
      try end(call, claim, isFirst: true)
      return .claimed
    }
    var outcome = LoginOutcome.none
    do {
      switch try await tell(call) {
      case .waits(let reason), .asks(let reason): outcome = .waits(reason)
      case .done, .hereOnly:
        outcome = try store.userTokens()[claim.anonymousToken] == claim.user ? .claimed : .anothers
      }
    } catch let error as VerificationError {
      try journal(.serverFailed, say("the app server takes over nothing at a login: \(error.message)"))
    }
    await refreshAccount()
    return outcome
  }

  /// Returns the waiting call of a user's claim.
  private func waitingLogin(of user: String) throws -> WaitingServerCall? {
    try store.waitingServerCalls().first { call in
      if case .login(let claim) = call.kind { claim.user == user } else { false }
    }
  }

  /// Ends a claim that the app server answered.
  ///
  /// - Parameter isFirst: Whether the user's claim succeeded.
  func end(_ call: WaitingServerCall, _ claim: LoginClaim, isFirst: Bool) throws {
    try store.batch {
      if isFirst { try store.apply(claim) }
      try store.forget(call)
      try journal(
        .loginClaimed,
        isFirst
          ? say("any purchases made before the login now belong to \(claim.user)")
          : say("what was bought before the login had been claimed by another user"))
    }
  }

  /// Returns why a claim needs a person's decision; nil where it does not.
  func question(before claim: LoginClaim, _ server: FaultyVerificationService) async throws -> String? {
    guard !claim.isConfirmed, let products = try await productsOfBoth(claim, server) else { return nil }
    return LoginQuestion(user: claim.user, productIds: products).message
  }

  /// Returns the products that both users have; nil where there are none, or the server cannot be reached.
  private func productsOfBoth(_ claim: LoginClaim) async throws -> [String]? {
    guard let server = try currentServer() else { return nil }
    do {
      return try await aside { try await productsOfBoth(claim, server) }
    } catch is VerificationError {
      return nil
    }
  }

  private func productsOfBoth(_ claim: LoginClaim, _ server: FaultyVerificationService) async throws -> [String]? {
    let now = try clock().now
    func standing(_ token: String) async throws -> Set<String> {
      do throws(VerificationError) {
        let rights = try await server.owner(of: token).rights
        return Set(rights.filter { $0.ended == nil && now < $0.expiresDate ?? .distantFuture }.map(\.productId))
      } catch {
        guard error.kind == .unknownOrder else { throw error }
        return []
      }
    }
    let before = try await standing(claim.anonymousToken)
    guard !before.isEmpty else { return nil }
    let both = try await standing(userToken(of: claim.user, bundleId: backend.identity.bundleId)).intersection(before)
    return both.isEmpty ? nil : both.sorted()
  }
}

extension LoginOutcome {
  /// Returns a note about the claim, beside the login's own message; nil for none.
  package func note(for user: String) -> String? {
    switch self {
    case .none, .claimed: nil
    case .anothers: say("what was bought here before had been claimed by another user")
    case .waits(let reason):
      say("\(safeText(user)) gets what was bought here before once the app server answers: \(reason)")
    }
  }
}

extension LoginClaim {
  /// The token of the user who was not logged in.
  package var anonymousToken: String { AnonymousUser(name: anonymous)?.token ?? "" }
}
