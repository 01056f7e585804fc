import AppStoreModel
import Device
import Testing

@testable import AppServer

@Suite struct AttributionTests {
  let backend: Backend
  let server: EmbeddedAppServer

  init() throws {
    backend = try Backend()
    server = try backend.server()
  }

  private func announce(_ id: String, user: String, token: String?, productId: String = Backend.premium) async throws {
    try await server.register(
      Intent(
        id: id, account: "apple@", user: user, productId: productId, quantity: 1, appAccountToken: token,
        createdDate: date(1), storeDate: date(1)))
  }

  @Test func creditsTheUserThatThePurchaseWasMadeFor() async throws {
    try await announce("intent-1", user: "ann", token: token(of: "ann"))
    let upload = try backend.upload(
      .bought(1, token: token(of: "ann")), order: "a", intent: "intent-1", current: "bob")
    #expect(try await server.credit(upload) == Credit(users: ["ann"], quantity: 1, attribution: .intent))
  }

  @Test func aKnownTokenDecidesAgainstTheDevicesClaim() async throws {
    _ = try await server.account(of: "ann")
    let upload = try backend.upload(.bought(1, token: token(of: "ann")), order: "a", intended: "bob", current: "bob")
    #expect(try await server.credit(upload) == Credit(users: ["ann"], quantity: 1, attribution: .token))
  }

  @Test func anOrdersTokenIsItsUsers() async throws {
    try await announce("intent-1", user: "ann", token: "intent-1")
    let upload = try backend.upload(.bought(1, token: "INTENT-1"), order: "a", current: "bob")
    #expect(try await server.credit(upload) == Credit(users: ["ann"], quantity: 1, attribution: .token))
  }

  @Test func anAnnouncementThatDidNotArriveIsLearnedFromTheUpload() async throws {
    let first = try backend.upload(
      .coins(1, token: "intent-1"), order: "a", intent: "intent-1", intended: "ann", current: "bob")
    #expect(try await server.credit(first).users == ["ann"])
    // A second transaction with the same token is credited too, and the event says that the token occurred before.
    let second = try backend.upload(.coins(2, token: "intent-1"), order: "b", current: "bob")
    #expect(try await server.credit(second) == Credit(users: ["ann"], quantity: 1, attribution: .token))
    #expect(try await server.balance(Backend.coins, of: "ann") == 2)
    let event = try #require(try server.events(limit: 1).first)
    #expect(event.kind == .credited && event.text.contains("token is also on 1"))
  }

  @Test func withoutATokenTheFirstWhoComesHasIt() async throws {
    let first = try await server.credit(backend.upload(.bought(1), order: "a", current: "ann"))
    #expect(first == Credit(users: ["ann"], quantity: 1, attribution: .missingToken))
    let second = try await server.credit(backend.upload(.bought(1), order: "b", current: "bob"))
    #expect(second == Credit(users: ["ann"], quantity: 0, attribution: .missingToken, policyOutcome: .kept))
  }

  @Test func thePurchaseItselfComesBeforeTheFirstWhoCame() async throws {
    let seen = try await server.claim(backend.claim(.bought(1), by: "bob"))
    #expect(seen.map(\.users) == [["bob"]])
    let upload = try backend.upload(.bought(1), order: "a", intent: "intent-1", intended: "ann", current: "ann")
    #expect(try await server.credit(upload).users == ["ann"])
    #expect(try await server.claim(backend.claim(.bought(1), by: "bob")).map(\.users) == [["ann"]])
  }

  @Test func renewalsGoToTheOwner() async throws {
    try server.setRestorePolicy(.transfer)
    _ = try await server.account(of: "ann")
    let first = Transaction.period(1, of: 1, from: 10, to: 90, token: token(of: "ann"))
    try await server.credit(backend.upload(first, order: "a", intended: "ann", current: "ann"))
    let brought = try await server.claim(backend.claim(first, by: "bob", isRestore: true))
    #expect(brought.map(\.users) == [["bob"]])
    // The renewal still carries ann's token.
    let renewal = Transaction.period(2, of: 1, from: 90, to: 170, token: token(of: "ann"), isRenewal: true)
    let credit = try await server.credit(backend.upload(renewal, order: "b", current: "ann"))
    #expect(credit == Credit(users: ["bob"], quantity: 1, attribution: .lineage))
    // A second upload of the same renewal credits nothing.
    #expect(try await server.credit(backend.upload(renewal, order: "c", current: "bob")).quantity == 0)
    // The token of a new purchase counts more than the lineage's user.
    let again = Transaction.period(3, of: 1, from: 300, to: 380, token: token(of: "ann"))
    #expect(
      try await server.credit(backend.upload(again, order: "d", intended: "ann", current: "ann")).users == ["ann"])
  }

  @Test(arguments: [true, false])
  func aPurchaseWithoutATokenIsTheUsersWhoMadeItWhetherItsOrderOrItsNewsCameFirst(isHeardFirst: Bool) async throws {
    let first = Transaction.period(1, of: 1, from: 10, to: 90, token: token(of: "ann"))
    try await server.credit(backend.upload(first, order: "a", intended: "ann", current: "ann"))
    try await announce("i", user: "bob", token: token(of: "bob"), productId: Backend.monthly)
    let change = Transaction.period(2, of: 1, from: 50, to: 140)
    let news = try backend.notification(.didChangeRenewalPref, change)
    if isHeardFirst { try await server.receive(notification: news) }
    let upload = try backend.upload(change, order: "b", intent: "i", intended: "bob", current: "bob")
    #expect(try await server.credit(upload) == Credit(users: ["bob"], quantity: 1, attribution: .intent))
    if !isHeardFirst { try await server.receive(notification: news) }
    #expect(try server.perform { try $0.underWay(of: "bob").map(\.state) } == [.credited])
    #expect(try await server.claim(backend.claim(change, by: "ann")).map(\.users) == [["bob"]])
  }

  @Test func whatWasBoughtWithoutLoggingInStaysWithThatInstallation() async throws {
    let phone = AnonymousUser(token: "11111111-2222-4333-8444-555555555555").name
    let coins = try await server.credit(backend.upload(.coins(1), order: "a", current: phone))
    #expect(coins == Credit(users: [phone], quantity: 1, attribution: .missingToken))
    #expect(try await server.claim(backend.claim(.coins(1), by: "ann")).map(\.users) == [[phone]])
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
    #expect(try await server.balance(Backend.coins, of: phone) == 1)
    // A purchase without a token belongs to the user who uploads it. A named user who uploads an anonymous user's
    // purchase takes it over.
    try await server.credit(backend.upload(.bought(2), order: "b", current: phone))
    #expect(try await server.credit(backend.upload(.bought(2), order: "c", current: "bob")).users == ["bob"])
  }

  @Test func showingAConsumableCreditsNothing() async throws {
    let shown = try await server.claim(backend.claim(.coins(1), by: "ann", isRestore: true))
    #expect(shown == [Ownership(originalTransactionId: "1", users: [], attribution: .missingToken)])
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
  }
}
