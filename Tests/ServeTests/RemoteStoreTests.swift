import AppStoreModel
import Backends
import Core
import Device
import Foundation
import HTTP
import Simulator
import Testing
import Verbs

@testable import Serve

/// Tests of a device that uses a running emulator: every call goes through real HTTP.
final class RemoteStoreTests {
  private static let premium = "com.example.piglet.premium"

  private let shop: APIFixture
  private let emulator: Emulator
  private let transport = HTTPTransport()

  init() throws {
    shop = try APIFixture()
    emulator = try Emulator(shop.store, directory: shop.directory.path)
  }

  deinit { emulator.stop() }

  private func backend() async throws -> RemoteStoreBackend {
    RemoteStoreBackend(try await RemoteStore(asking: HTTPAddress(emulator.url), transport: transport))
  }

  private func failure(_ body: () async throws -> Void) async -> StoreError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  @Test func aDeviceIsBoundToTheLedger() async throws {
    let backend = try await backend()
    #expect(backend.identity == SimulatorBackend(shop.store).identity)
    #expect(!backend.capabilities.isEmbedded)
    #expect(backend.store.rootCertificatePEM == shop.store.rootCertificatePEM)
    let again = try RemoteStore(json: backend.store.json, address: backend.store.address, transport: transport)
    #expect(again.identity == backend.identity)
    var other = backend.store.json
    other["ledgerId"] = "another"
    let stranger = RemoteStoreBackend(
      try RemoteStore(json: other, address: backend.store.address, transport: transport))
    #expect(await failure { _ = try await stranger.accounts() }?.kind == .unusable)
  }

  @Test func aPurchaseFromTheSheetToTheRefund() async throws {
    let backend = try await backend()
    let control = try #require(backend.control)
    let account = try #require(try await backend.accounts().first).name
    #expect(try await backend.products(for: account) == SimulatorBackend(shop.store).products(for: account))
    let request = PurchaseRequest(account: account, productId: Self.premium, appAccountToken: UUID().uuidString)
    guard case .success(let signed, false) = try await backend.purchase(request) else {
      return #expect(Bool(false), "not bought")
    }
    let id = try #require(try shop.ids([signed]).first)
    #expect(try await shop.ids(backend.unfinished(for: account)) == [id])
    try await backend.finish(id, for: account)
    #expect(try await backend.unfinished(for: account).isEmpty)
    let revision = try await backend.history(for: account, after: nil).revision
    try await backend.requestRefund(of: id, reason: "a mistake", for: account)
    let waiting = try #require(try await control.situation().cases.first { $0.transactionId == id })
    #expect(waiting.note == "a mistake" && waiting.kind == .refundRequest)
    _ = try await control.perform(VerbCall(.approveRefund).with(.transaction, id))
    let news = try await backend.history(for: account, after: revision)
    #expect(try shop.transaction(#require(news.signedTransactions.first)).revocationDate != nil)
    #expect(try await backend.refundHistory(for: account, after: nil).signedTransactions.count == 1)
    var there = try await control.situation()
    let here = try #require(await SimulatorBackend(shop.store).control?.situation())
    there.now = here.now
    #expect(there == here)
  }

  @Test func outcomesAndRefusals() async throws {
    let backend = try await backend()
    let control = try #require(backend.control)
    func buy(_ outcome: SimulatedOutcome) async throws -> PurchaseAnswer {
      try await backend.purchase(PurchaseRequest(account: "new@", productId: Self.premium, outcome: outcome))
    }
    #expect(try await buy(.cancel) == .cancelled)
    #expect(await failure { _ = try await buy(.fail(.systemError)) }?.kind == .systemError)
    guard case .pending(let id) = try await buy(.pending) else { return #expect(Bool(false), "not pending") }
    _ = try await control.perform(VerbCall(.approve).with(.transaction, id))
    #expect(try await backend.unfinished(for: "new@").count == 1)
    #expect(await failure { _ = try await backend.history(for: "new@", after: "x") }?.kind == .invalidRevision)
    _ = try await control.perform(VerbCall(.network).with(.isOn, false))
    let offline = await failure { _ = try await backend.accounts() }
    #expect(offline?.kind == .networkError && offline?.isTemporary == true)
    #expect(try await control.situation().network == false)
    _ = try await control.perform(VerbCall(.network).with(.isOn, true))
    _ = try await control.perform(
      VerbCall(.fault).with(.fault, .loadProducts).with(.kind, .systemError).with(.once, true))
    #expect(try await control.situation().faults == [ArmedFault(.loadProducts, kind: .systemError, isOneShot: true)])
    _ = try await control.perform(VerbCall(.faultOff).with(.fault, .loadProducts))
    let before = try #require(try await backend.clock()?.now)
    _ = try await control.perform(VerbCall(.advance).with(.duration, VerbDuration("1h")))
    #expect(try #require(try await backend.clock()?.now).milliseconds(since: before) >= 3_600_000)
    let epoch = try #require(try await backend.clock()?.epoch)
    _ = try await control.perform(VerbCall(.reset).confirmed)
    #expect(try await backend.clock()?.epoch == epoch + 1)
  }

  @Test func updatesRing() async throws {
    let backend = try await backend()
    var bell = backend.updates().makeAsyncIterator()
    // The first element means that the connection is open.
    await bell.next()
    _ = try shop.store.purchase(PurchaseRequest(account: "new@", productId: Self.premium))
    await bell.next()
    #expect(try await backend.unfinished(for: "new@").count == 1)
  }

  @Test func anUnreachableServerIsReported() async throws {
    let backend = try await backend()
    emulator.stop()
    let offline = await failure { _ = try await backend.accounts() }
    #expect(offline?.kind == .networkError && offline?.isTemporary == true)
  }

  private static let json = [HTTPHeader("Content-Type", "application/json")]

  @Test func anUnknownCallIsRefused() async throws {
    let address = try HTTPAddress(emulator.url)
    let ledger = [HTTPHeader(RemoteStore.ledgerField, shop.store.ledgerId)]
    func status(_ method: String, _ path: [String], _ headers: [HTTPHeader], _ body: String? = nil) async throws -> Int
    {
      let request = HTTP.HTTPRequest(
        method, address.appending(path), headers: headers + Self.json, body: body.map { Array($0.utf8) })
      return try await transport.send(request).status
    }
    #expect(try await status("POST", ["till", "v3", "calls", "clock"], [], "{}") == 409)
    #expect(try await status("POST", ["till", "v3", "calls", "clock"], ledger, "[]") == 400)
    #expect(try await status("POST", ["till", "v3", "calls", "nothing"], ledger, "{}") == 404)
    #expect(try await status("POST", ["till", "v3", "calls", "history"], ledger, "{}") == 409)
    #expect(try await status("GET", ["till", "v3"], ledger) == 404)
    #expect(try await status("GET", ["till", "v1", "store"], ledger) == 404)
    let fault = #"{"faults": [{"path": "/inApps/v1/transactions", "status": 429, "times": 1}]}"#
    #expect(try await status("PUT", ["till", "v1", "faults"], [], fault) == 200)
    #expect(try shop.ask("GET", "/inApps/v1/transactions/1").status == 404)
    let token = try emulator.files.key.token([
      "iss": .string(emulator.issuerId), "bid": .string(emulator.bundleId), "aud": "appstoreconnect-v1",
      "exp": .number(Timestamp.machine.milliseconds / 1000 + 60),
    ])
    let bearer = [HTTPHeader("Authorization", "Bearer \(token)")]
    #expect(try await status("GET", ["inApps", "v1", "transactions", "1"], bearer) == 429)
    #expect(try await status("GET", ["inApps", "v1", "transactions", "1"], bearer) == 404)
    #expect(try await status("GET", ["inApps", "v1", "transactions", "1"], []) == 401)
  }

  /// Tests that a malformed body is refused and the next request is served.
  @Test func malformedBodies() async throws {
    let token = try emulator.files.key.token([
      "iss": .string(emulator.issuerId), "bid": .string(emulator.bundleId), "aud": "appstoreconnect-v1",
      "exp": .number(Timestamp.machine.milliseconds / 1000 + 600),
    ])
    let headers =
      [
        HTTPHeader("Authorization", "Bearer \(token)"), HTTPHeader(RemoteStore.ledgerField, shop.store.ledgerId),
      ] + Self.json
    let some = try #require(try shop.store.transactions(PageRequest(limit: 1)).rows.first?.transactionId)
    let calls = [
      ("POST", "inApps/v1/notifications/history"), ("POST", "inApps/v1/subscriptions/extend/mass"),
      ("PUT", "inApps/v1/subscriptions/extend/\(some)"), ("PUT", "inApps/v1/transactions/\(some)/appAccountToken"),
      ("PUT", "inApps/v2/transactions/consumption/\(some)"), ("PUT", "inApps/v1/transactions/consumption/\(some)"),
      ("POST", "till/v1/calls/purchase"), ("POST", "till/v1/calls/verb"), ("POST", "till/v1/calls/arm"),
      ("PUT", "till/v1/faults"), ("POST", "verify"), ("POST", "register"), ("POST", "claim"), ("POST", "use"),
      ("POST", "verifyReceipt"),
    ]
    let bodies = [
      "", "{", "[]", "null", "{\"a\": 1, \"a\": 2}", "{\"words\": 1}", "\u{0}\u{1}", "{\"a\": 1e999999}",
      String(repeating: "[", count: 60_000), "{\"a\": \"\\ud800\"}",
    ]
    for (method, path) in calls {
      for body in bodies {
        let answer = try await transport.send(
          HTTP.HTTPRequest(
            method, HTTPAddress(emulator.url).appending(path.split(separator: "/").map(String.init)), headers: headers,
            body: Array(body.utf8)))
        let isRefused = path == "verifyReceipt" ? answer.status == 200 : (400..<500).contains(answer.status)
        #expect(isRefused, "\(path) \(body.prefix(20)): \(answer.status)")
      }
    }
    #expect(try await backend().accounts().isEmpty == false)
  }

  @Test func theAppsServerAnswersBesideIt() async throws {
    let address = try HTTPAddress(emulator.url)
    func ask(_ path: [String], _ body: String?, _ headers: [HTTPHeader] = []) async throws -> HTTP.HTTPResponse {
      try await transport.send(
        HTTP.HTTPRequest(
          body == nil ? "GET" : "POST", address.appending(path), headers: headers + Self.json,
          body: body.map { Array($0.utf8) }))
    }
    let (signed, id) = try shop.buy(Self.premium)
    let upload = OrderUpload(
      orderId: UUID().uuidString, currentUser: "one", transactionId: id, signedTransactionInfo: signed)
    let body = JSONValue.object(upload.json).serialized()
    #expect(try await ask(["verify"], body).status == 200)
    let answer = try await ask(["verify", upload.orderId], nil)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("confirmed"))
    #expect(try await ask(["verify", UUID().uuidString], nil).status == 404)
    // A web page is refused.
    #expect(try await ask(["verify"], body, [HTTPHeader("Origin", "http://example.com")]).status == 403)
    #expect(try await ask(["till", "v3", "store"], nil, [HTTPHeader("Host", "evil.example")]).status == 403)
  }

  @Test func theKeyIsMadeOnceAndKept() throws {
    let files = try EmulatorFiles(for: shop.store, in: shop.directory.path)
    #expect(files.privateKeyFile == emulator.files.privateKeyFile)
    #expect(try files.key.pem() == emulator.files.key.pem())
    let mode = try FileManager.default.attributesOfItem(atPath: files.privateKeyFile)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try Data("nonsense".utf8).write(to: URL(filePath: files.privateKeyFile))
    #expect(throws: HTTPServerError.self) { try EmulatorFiles(for: shop.store, in: shop.directory.path) }
  }
}
