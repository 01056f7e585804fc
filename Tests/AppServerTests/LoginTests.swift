import AppStoreModel
import Core
import Device
import Testing

@testable import AppServer

/// Tests of users who are not logged in, and of logins that claim their purchases.
struct LoginTests {
  private let backend: Backend
  private let server: EmbeddedAppServer
  private let phone = AnonymousUser(token: "11111111-2222-4333-8444-555555555555")
  private let tablet = AnonymousUser(token: "99999999-2222-4333-8444-555555555555")

  init() throws {
    backend = try Backend()
    server = try backend.server()
  }

  private func owned(by user: String) async throws -> [String] {
    try await server.account(of: user).rights.filter { $0.ended == nil }.map(\.originalTransactionId)
  }

  private func buy(_ transaction: Transaction, order: String, as user: AnonymousUser) async throws {
    try await server.credit(backend.upload(transaction, order: order, intended: user.name, current: user.name))
  }

  @Test func twoInstallationsWithoutALoginOwnNothingOfEachOther() async throws {
    try await buy(.bought(1, token: phone.token), order: "a", as: phone)
    try await buy(.coins(2, token: phone.token), order: "b", as: phone)
    #expect(try await owned(by: phone.name) == ["1"])
    #expect(try await owned(by: tablet.name).isEmpty)
    #expect(try await server.balance(Backend.coins, of: phone.name) == 1)
    #expect(try await server.balance(Backend.coins, of: tablet.name) == 0)
    #expect(try await server.owner(of: phone.token).user == phone.name)
    // Anonymous users are not in the list of logins.
    #expect(try server.users().isEmpty)
  }

  @Test(arguments: RestorePolicy.allCases)
  func whatWasBoughtWithoutLoggingInGoesOverToTheUserWhoRestoresIt(_ policy: RestorePolicy) async throws {
    try server.setRestorePolicy(policy)
    let premium = Transaction.bought(1, token: phone.token)
    try await buy(premium, order: "a", as: phone)
    let shown = try await server.claim(backend.claim(premium, by: tablet.name))
    #expect(shown.map(\.users) == [[phone.name]])
    let restored = try await server.claim(backend.claim(premium, by: tablet.name, isRestore: true))
    #expect(restored.map(\.users) == [[tablet.name]] && restored.first?.policyOutcome == .transferred)
    #expect(try await server.claim(backend.claim(premium, by: "ann", isRestore: true)).map(\.users) == [["ann"]])
    // From then on the purchase belongs to a named user, and the restore policy applies.
    let again = try await server.claim(backend.claim(premium, by: tablet.name, isRestore: true)).first?.users
    switch policy {
    case .keep: #expect(again == ["ann"])
    case .transfer, .transferIfInactive: #expect(again == [tablet.name])
    case .share: #expect(again == ["ann", tablet.name])
    }
  }

  /// Tests that a user hears of a restore that took a purchase, and whether a restore brings it back.
  @Test func theUserWhoBoughtItIsToldThatAnotherUserRestoredIt() async throws {
    let premium = Transaction.bought(1, token: phone.token)
    try await buy(premium, order: "a", as: phone)
    func end() async throws -> RightEnd? {
      let rights = try await server.account(of: phone.name).rights
      #expect(rights.map(\.originalTransactionId) == ["1"])
      return rights.first?.ended?.why
    }
    #expect(try await end() == nil)
    _ = try await server.claim(backend.claim(premium, by: tablet.name, isRestore: true))
    #expect(try await end() == .restoredByAnother)
    _ = try await server.claim(backend.claim(premium, by: phone.name, isRestore: true))
    #expect(try await end() == nil)
    // A user with a name keeps it, by the policy.
    _ = try await server.claim(backend.claim(premium, by: "ann", isRestore: true))
    #expect(try await end() == .transferred)
    try server.setRestorePolicy(.transfer)
    #expect(try await end() == .restoredByAnother)
  }

  @Test func aLoginClaimsWhatTheUserHasIsOwedAndRenewsLater() async throws {
    try await buy(.bought(1, token: phone.token), order: "a", as: phone)
    try await buy(.coins(2, quantity: 5, token: phone.token), order: "b", as: phone)
    #expect(try await server.use(Backend.coins, count: 2, by: phone.name, id: "u") == 3)
    try await server.grant(
      Grant(
        id: "g", user: phone.name, productId: Backend.coins, reason: "sorry", grantedDate: date(5), untilDate: nil,
        quantity: 1))
    let pending = Intent(
      id: "i", account: "", user: phone.name, productId: Backend.premium, quantity: 1, appAccountToken: phone.token,
      state: .pending, createdDate: date(90), storeDate: date(90))
    try await server.register(pending)
    #expect(try await server.claim(LoginClaim(anonymous: phone.name, user: "ann")))
    #expect(try await owned(by: "ann") == ["1"])
    #expect(try await owned(by: phone.name).isEmpty)
    #expect(try await server.balance(Backend.coins, of: "ann") == 4)
    #expect(try await server.balance(Backend.coins, of: phone.name) == 0)
    #expect(try await server.account(of: "ann").underWay?.map(\.intentId) == ["i"])
    // Later purchases with that token, or for that anonymous user, go to the user who claimed it.
    try await buy(.coins(3, token: phone.token), order: "c", as: phone)
    #expect(try await server.balance(Backend.coins, of: "ann") == 5)
    #expect(try await server.use(Backend.coins, count: 5, by: phone.name, id: "v") == 0)
    try await server.register(pending)
  }

  @Test func theFirstClaimCountsOnce() async throws {
    try await buy(.bought(1, token: phone.token), order: "a", as: phone)
    let claim = LoginClaim(anonymous: phone.name, user: "ann")
    #expect(try await server.claim(claim))
    #expect(try await server.claim(claim))
    #expect(try await server.claim(LoginClaim(anonymous: phone.name, user: "bob")) == false)
    #expect(try await owned(by: "ann") == ["1"])
    #expect(try await owned(by: "bob").isEmpty)
    let moves = try server.events(limit: 99).filter { $0.text.contains("logged in, and has") }
    #expect(moves.count == 1 && moves.first?.user == "ann")
  }

  @Test func onlyAnAnonymousUsersThingsAreClaimed() async throws {
    for (from, to) in [("ann", "bob"), (phone.name, tablet.name), (phone.name, ""), ("anonymous:x", "bob")] {
      await #expect(throws: VerificationError.self) { try await server.claim(LoginClaim(anonymous: from, user: to)) }
    }
  }

  @Test func theAppStoreIsToldTheTokenOfTheUserWhoLoggedIn() async throws {
    let told = Mutex<[String]>([])
    let isDown = Mutex(true)
    let server = try backend.server(
      setToken: { token, id throws(StoreError) in
        if isDown.withLock({ $0 }) { throw StoreError(.networkError, "down") }
        told.withLock { $0.append("\(id) \(token)") }
      })
    try await server.credit(
      backend.upload(.bought(1, token: phone.token), order: "a", intended: phone.name, current: phone.name))
    try await server.credit(backend.upload(.bought(2), order: "b", intended: phone.name, current: phone.name))
    #expect(try await server.claim(LoginClaim(anonymous: phone.name, user: "ann")))
    #expect(told.withLock { $0 }.isEmpty)
    isDown.withLock { $0 = false }
    try await server.hear()
    #expect(told.withLock { $0 } == ["1 \(token(of: "ann"))"])
    // The App Store's next statement carries the new token, so there is no further token to set.
    _ = try await server.claim(backend.claim(.bought(1, at: 20, token: token(of: "ann")), by: "ann"))
    try await server.hear()
    #expect(told.withLock { $0 }.count == 1)
    #expect(try await server.account(of: "ann").rights.count == 2)
  }
}
