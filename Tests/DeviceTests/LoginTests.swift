import AppStoreModel
import Core
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of devices without a login, and of the effect of a login on earlier purchases there.
struct LoginTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  /// Returns a device that was opened for the first time, without a login.
  private func device(_ name: String) async throws -> Phone {
    let phone = try Phone(shop, name: name, backend: shop.backend, server: server)
    try await phone.purchasing.firstOpening(account: Shop.account, user: nil)
    return phone
  }

  private func user(of phone: Phone) throws -> String { try phone.memory.deviceState().appUser }

  @Test func aPurchaseCarriesTheInstallationsOwnToken() async throws {
    let phone = try await device("one")
    try await phone.buy(Shop.premium)
    let state = try phone.memory.deviceState()
    #expect(state.user == nil && UUIDText.isValid(state.anonymous.token))
    let order = try phone.order()
    #expect(order.appAccountToken == state.anonymous.token && order.user == state.anonymous.name)
    #expect(order.credit?.users == [state.anonymous.name] && order.credit?.attribution == .intent)
    #expect(try await phone.status(Shop.premium).state == .purchased)
    #expect(try await phone.purchasing.holdings(of: order.user).rights.map(\.productId) == [Shop.premium])
  }

  @Test func twoDevicesOwnNothingOfEachOtherUntilOneRestores() async throws {
    let (old, new) = (try await device("old"), try await device("new"))
    try await old.buy(Shop.premium)
    try await old.buy(Shop.coins)
    // A device that has not asked the App Store says so, and never advises to buy.
    let unasked = try await new.status(Shop.premium)
    #expect(unasked.state == .notPurchased && !unasked.confirmed && unasked.next.action == .restore)
    _ = try await new.purchasing.refundCheck()
    let checked = try await new.status(Shop.premium)
    #expect(checked.state == .notPurchased && !checked.entitled && checked.next.action == .restore)
    #expect(try await new.status(Shop.coins).balance ?? 0 == 0)
    let report = try await new.purchasing.restore()
    #expect(report.result == .restored && report.entitled == [Shop.premium] && report.otherUser.isEmpty)
    #expect(try await new.status(Shop.premium).state == .purchased)
    // The first device learns that the purchase moved, and its next step is to restore it.
    _ = try await old.purchasing.refundCheck()
    let moved = try await old.status(Shop.premium)
    #expect(moved.state == .notPurchased && moved.next.action == .restore)
    #expect(try await old.status(Shop.coins).balance == 1)
  }

  /// Tests that a retry says that another user has the purchase, since it delivers nothing to this one.
  @Test func aRetryOfWhatAnotherUserRestoredIsNotCalledDelivered() async throws {
    let (old, new) = (try await device("old"), try await device("new"))
    server.refuseNext()
    #expect(try await old.purchasing.buy(Shop.premium).result == .refused)
    #expect(try await new.purchasing.restore().entitled == [Shop.premium])
    let report = try await old.purchasing.retry()
    #expect(report.items.map(\.text) == ["another user has it at the app server, and the App Store has recorded it"])
    #expect(try await old.status(Shop.premium).next.action == .restore)
  }

  @Test func afterALogoutPremiumAndCoinsBehaveAlike() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.premium)
    try await phone.buy(Shop.coins)
    let before = try phone.memory.deviceState().anonymous
    try await phone.purchasing.logIn(nil)
    let state = try phone.memory.deviceState()
    #expect(state.user == nil && state.anonymous != before)
    #expect(try await phone.status(Shop.premium).entitled == false)
    #expect(try await phone.status(Shop.premium).next.action == .logIn(user: "one"))
    #expect(try await phone.status(Shop.coins).balance ?? 0 == 0)
    let use = try await phone.purchasing.use(Shop.coins)
    if case .used = use { Issue.record("used") }
    // The owner's login returns both products. It claims nothing, because nothing was bought without a login.
    #expect(try await phone.purchasing.logIn("one") == .claimed)
    #expect(try await phone.status(Shop.premium).entitled)
    #expect(try await phone.status(Shop.coins).balance == 1)
    // A second logout changes nothing.
    try await phone.purchasing.logIn(nil)
    let once = try phone.memory.deviceState().anonymous
    try await phone.purchasing.logIn(nil)
    #expect(try phone.memory.deviceState().anonymous == once)
  }

  @Test func aLoginClaimsWhatWasBoughtBeforeItOnce() async throws {
    let phone = try await device("one")
    try await phone.buy(Shop.premium)
    try await phone.buy(Shop.coins, quantity: 3)
    #expect(try await phone.purchasing.use(Shop.coins) == .used(balance: 2))
    let before = try phone.memory.deviceState().anonymous
    #expect(try await phone.purchasing.logIn("ann") == .claimed)
    #expect(try await phone.status(Shop.premium).state == .purchased)
    #expect(try await phone.status(Shop.coins).balance == 2)
    #expect(try phone.journal().filter { $0 == "user.loginClaimed" }.count == 1)
    // The App Store has replaced the token by the user's, and the device knows that it is the same purchase.
    let token = userToken(of: "ann", bundleId: shop.appStore.bundleId)
    _ = try await phone.purchasing.refundCheck()
    let transactions = try phone.memory.transactions(PageRequest(limit: 9)).rows.map(\.transaction)
    #expect(transactions.allSatisfy { $0.appAccountToken == token } && transactions.count == 2)
    #expect(try await phone.status(Shop.premium).state == .purchased)
    #expect(try await phone.status(Shop.coins).balance == 2)
    // After a logout the purchase stays with the user. The device's new anonymous user owns nothing.
    try await phone.purchasing.logIn(nil)
    #expect(try phone.memory.deviceState().anonymous != before)
    #expect(try await phone.status(Shop.premium).entitled == false)
    #expect(try await phone.purchasing.logIn("bob") == .claimed)
    #expect(try await phone.status(Shop.premium).entitled == false)
  }

  @Test func whatRenewsAfterALoginIsTheUsers() async throws {
    let phone = try await device("one")
    try await phone.buy(Shop.monthly)
    try await phone.purchasing.logIn("ann")
    try shop.appStore.advance(by: 40 * 86_400_000)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.monthly).state == .subscribed)
    #expect(try await server.account(of: "ann").rights.contains { $0.productId == Shop.monthly && $0.ended == nil })
  }

  @Test func aLoginAsksWhereTheUserHasTheProductAlready() async throws {
    let other = try await shop.device("other", account: "again@", server: server)
    try await other.buy(Shop.premium)
    let phone = try await device("phone")
    try await phone.buy(Shop.premium)
    let anonymous = try user(of: phone)
    let question = LoginQuestion(user: "one", productIds: [Shop.premium])
    await #expect(throws: question) { try await phone.purchasing.logIn("one") }
    #expect(try phone.memory.deviceState().user == nil)
    #expect(try await phone.purchasing.logIn("one", .leave) == .none)
    #expect(try await server.account(of: anonymous).rights.count == 1)
    #expect(try await server.account(of: "one").rights.count == 1)
    try await phone.purchasing.logIn(nil)
    // No user of this device owns the purchase any more. A restore with its Apple Account returns it.
    _ = try await phone.purchasing.restore()
    #expect(try await phone.status(Shop.premium).entitled)
    #expect(try await phone.purchasing.logIn("one", .claim) == .claimed)
    #expect(try await server.account(of: "one").rights.count == 2)
  }

  @Test func whileTheServerIsDownTheLoginStandsAndTheClaimWaits() async throws {
    let phone = try await device("one")
    try await phone.buy(Shop.premium)
    server.isDown.withLock { $0 = true }
    #expect(try await phone.purchasing.buy(Shop.coins).result == .halfSuccess)
    let login = try await phone.purchasing.logIn("ann")
    if case .waits = login {} else { Issue.record("does not wait: \(login)") }
    #expect(try phone.memory.deviceState().user == "ann")
    #expect(try phone.memory.waitingLogins().map(\.claim.user) == ["ann"])
    let waiting = try await phone.status(Shop.premium)
    #expect(waiting.state == .paidNotDelivered && waiting.cause == .unreachable && !waiting.entitled)
    #expect(try await phone.status(Shop.coins).state == .paidNotDelivered)
    server.isDown.withLock { $0 = false }
    _ = try await phone.purchasing.retry()
    #expect(try phone.memory.waitingLogins().isEmpty)
    #expect(try await phone.status(Shop.premium).state == .purchased)
    #expect(try await phone.status(Shop.coins).balance == 1)
    #expect(try phone.journal().filter { $0 == "user.loginClaimed" }.count == 1)
  }

  @Test func ofTwoClaimsTheFirstAtTheServerWins() async throws {
    let phone = try await device("one")
    try await phone.buy(Shop.premium)
    let anonymous = try user(of: phone)
    // A copy of this device claimed the purchases first.
    #expect(try await server.claim(LoginClaim(anonymous: anonymous, user: "bob")))
    #expect(try await phone.purchasing.logIn("ann") == .anothers)
    #expect(try phone.memory.waitingLogins().isEmpty)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.premium).entitled == false)
    #expect(try await server.account(of: "ann").rights.isEmpty)
  }

  @Test func aChargeWithoutAnAnswerIsFoundAfterTheLogin() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.noCallback, once: true)
    _ = try await phone.purchasing.buy(Shop.premium)
    #expect(try phone.memory.openIntents().count == 1)
    #expect(try await phone.purchasing.logIn("ann") == .claimed)
    _ = try await phone.purchasing.retry()
    #expect(try phone.memory.openIntents().isEmpty)
    #expect(try phone.orders().map(\.user) == ["ann"] && phone.order().intentId != nil)
    #expect(try await phone.status(Shop.premium).state == .purchased)
  }

  @Test func withoutAServerALoginTakesTheCoinsOver() async throws {
    let phone = try Phone(shop, name: "one", backend: shop.backend)
    try await phone.purchasing.firstOpening(account: Shop.account, user: nil, verification: VerificationWay.none)
    try await phone.buy(Shop.coins)
    #expect(try await phone.purchasing.logIn("ann") == .claimed)
    #expect(try await phone.status(Shop.coins).balance == 1)
    try await phone.purchasing.logIn("bob")
    #expect(try await phone.status(Shop.coins).balance ?? 0 == 0)
  }

  @Test func nobodyLogsInWithTheNameOfAnInstallation() async throws {
    let phone = try await device("one")
    await #expect(throws: VerificationError.self) { try await phone.purchasing.logIn("anonymous:x") }
  }
}
