import AppStoreModel
import Core
import Device
import Foundation
import Testing

@testable import AppServer

/// A client that passes the bytes of its messages directly to the app server's handler, without a network.
struct WireClient: VerificationService {
  let handler: AppServerHandler
  let signature: RequestSignature?

  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    guard call.isSendable else { throw VerificationError(.rejected, "not sendable") }
    let value = signature?.value(method: call.method, path: call.path, body: call.body, at: date(0))
    let reply = await handler.answer(method: call.method, path: call.path, signature: value, body: call.body)
    return try AppServerReply(status: reply.status, body: reply.body).answer(to: call)
  }
}

@Suite struct WireTests {
  let backend: Backend
  let server: EmbeddedAppServer
  let client: WireClient

  init() throws {
    backend = try Backend()
    server = try backend.server()
    let secret = Array("a secret".utf8)
    client = WireClient(
      handler: AppServerHandler(server, secrets: { SharedSecrets(secret) }, now: { date(0) }),
      signature: RequestSignature(secret: secret))
  }

  @Test func everyCallComesThroughAsItWasMade() async throws {
    try server.setRestorePolicy(.share)
    try await client.register(
      Intent(
        id: "intent-1", account: "apple@", user: "Zoë 愛", productId: Backend.coins, quantity: 3,
        appAccountToken: "intent-1", createdDate: date(1), storeDate: date(2)))
    let upload = try backend.upload(
      .coins(1, quantity: 3, token: "intent-1"), order: "order-1", intent: "intent-1", current: "bob")
    try await client.upload(upload)
    let answer = OrderAnswer.confirmed(Credit(users: ["Zoë 愛"], quantity: 3, attribution: .intent))
    #expect(try await client.status(of: "order-1") == answer)
    #expect(try await client.use(Backend.coins, count: 2, by: "Zoë 愛", id: "use-1") == 1)
    #expect(try await client.use(Backend.coins, count: 2, by: "Zoë 愛", id: "use-2") == nil)
    let grant = Grant(
      id: "grant-1", user: "Zoë 愛", productId: Backend.premium, reason: "staff", grantedDate: date(1),
      untilDate: date(2))
    try await client.grant(grant)
    let given = Grant(
      id: "grant-2", user: "Zoë 愛", productId: Backend.coins, reason: "lost", grantedDate: date(2), untilDate: nil,
      quantity: 2, compensates: "1")
    try await client.grant(given)
    let season = ProductDuration(productId: "season", period: .month, stacks: true)
    try await client.set(season)
    var account = UserAccount(
      user: "Zoë 愛", balances: [Backend.coins: ConsumableCount(delivered: 3, used: 2, refunded: 0, granted: 2)],
      grants: [grant, given], policy: .share, durations: [season], date: date(100))
    account.underWay = [
      UserPurchase(
        state: .credited, productId: Backend.coins, quantity: 3, intentId: "intent-1", transactionId: "1",
        appAccountToken: "intent-1", since: date(100))
    ]
    account.underWay?[0].isPaid = true
    account.givenUp = []
    #expect(try await client.account(of: "Zoë 愛") == account)
    _ = try await client.claim(backend.claim(.bought(5), by: "ann"))
    let shared = Ownership(
      originalTransactionId: "5", users: ["ann", "bob"], attribution: .missingToken, policyOutcome: .shared)
    #expect(try await client.claim(backend.claim(.bought(5), by: "bob", isRestore: true)) == [shared])
    #expect(
      try await client.close(OrderClosing(orderId: "order-1", transactionId: nil, reason: "told by mail")) == false)
  }

  @Test func tellsWhyThereIsNoAnswer() async throws {
    let unknown = VerificationError(.unknownOrder, "the app server: no order x was uploaded")
    await #expect(throws: unknown) { try await client.status(of: "x") }
    backend.isDown.withLock { $0 = true }
    let down = VerificationError(.temporary, "the app server: Till could not reach the App Store: down")
    await #expect(throws: down) { try await client.account(of: "ann") }
    backend.isDown.withLock { $0 = false }
    await #expect(throws: VerificationError(.rejected, "not sendable")) { try await client.status(of: "a/b") }
    var upload = try backend.upload(.coins(1), order: "a", current: "ann")
    upload.transactionId = "2"
    try await client.upload(upload)
    #expect(try await client.status(of: "a") == .refused(reason: "it is transaction 1, not 2"))
  }

  @Test(arguments: [
    (500, "", VerificationError.Kind.temporary), (502, "<html>", .temporary), (429, "{}", .temporary),
    (404, "{}", .rejected), (404, #"{"error":"unknownOrder"}"#, .unknownOrder), (401, "{}", .rejected),
    (200, "<html>", .temporary), (301, "", .rejected),
  ]) func readsAnyAnswer(_ status: Int, _ body: String, _ kind: VerificationError.Kind) {
    do throws(VerificationError) {
      _ = try AppServerReply(status: status, body: Array(body.utf8), retryAfter: 5000)
      Issue.record("\(status) was taken for an answer")
    } catch {
      #expect(error.kind == kind)
      #expect(status == 200 || error.retryAfter == 5000)
    }
  }

  @Test(arguments: [
    ("POST", "/verify", "{}"), ("POST", "/verify", "[]"), ("POST", "/verify", ""), ("POST", "/account", "{\"user\":1}"),
    ("POST", "/account", "{}"), ("POST", "/login", #"{"user":"a"}"#),
    ("POST", "/use", #"{"id":"a","user":"b","productId":"c","count":1e99}"#),
    ("POST", "/grant", #"{"id":"a","user":"b"}"#), ("POST", "/claim", #"{"signedTransactions":[1],"isRestore":true}"#),
  ]) func refusesABodyThatItCannotRead(_ method: String, _ path: String, _ body: String) async {
    let open = AppServerHandler(server, secrets: { nil }, now: { date(0) })
    let reply = await open.answer(method: method, path: path, signature: nil, body: Array(body.utf8))
    #expect(reply.status == 400)
    #expect(reply.json["error"] == "rejected")
  }

  @Test(arguments: [("GET", "/verify"), ("GET", "/verify/a b"), ("PUT", "/verify"), ("POST", "/"), ("POST", "")])
  func knowsNoOtherCalls(_ method: String, _ path: String) async {
    let open = AppServerHandler(server, secrets: { nil }, now: { date(0) })
    #expect(await open.answer(method: method, path: path, signature: nil, body: []).status == 404)
  }

  @Test func takesNoRequestThatIsNotSigned() async throws {
    let call = AppServerCall.account(user: "ann")
    let good = RequestSignature(secret: Array("a secret".utf8))
    let value = good.value(method: call.method, path: call.path, body: call.body, at: date(0))
    #expect(
      await client.handler.answer(method: "POST", path: "/account", signature: value, body: call.body).status == 200)
    let other = AppServerCall.account(user: "bob").body
    for (signature, path, body) in [
      (nil, "/account", call.body), ("", "/account", call.body), (value, "/use", call.body), (value, "/account", other),
      (value + "0", "/account", call.body), (String(value.dropLast()), "/account", call.body),
      ("t=\(date(1).milliseconds)" + value.drop { $0 != "," }, "/account", call.body),
    ] as [(String?, String, [UInt8])] {
      let reply = await client.handler.answer(method: "POST", path: path, signature: signature, body: body)
      #expect(reply.status == 401)
    }
  }
}
