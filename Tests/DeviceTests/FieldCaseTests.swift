import AppServer
import AppStoreModel
import Core
import Simulator
import Testing
import TillApp

@testable import Device

/// Tests of cases from practice that no other suite covers.
struct FieldCaseTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  @Test func b1TheObserverComesFirstAndWhatWasDroppedComesBackAtTheStart() async throws {
    let phone = try await shop.device(server: server)
    let id = try shop.buyElsewhere(Shop.coins).id
    let restarted = try Phone(shop, name: "one", backend: shop.backend, owner: "next", server: server)
    try await restarted.purchasing.start()
    let steps = try phone.journal()
    let observer = try #require(steps.firstIndex(of: "observer.attached"))
    #expect(steps[observer...].starts(with: ["observer.attached", "products.loaded", "order.paid"]))
    #expect(steps.suffix(3) == ["order.finished", "order.closed", "unfinished.read"])
    #expect(try phone.memory.delivery(of: id)?.quantity == 1)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
  }

  @Test func c1OneAppAccountTokenOnTwoPaymentsIsTwoOrdersBothCreditedAndEachSaysSo() async throws {
    let phone = try await shop.device(server: server)
    #expect(try await phone.purchasing.buy(Shop.coins, token: .order).result == .success)
    let first = try phone.order()
    let token = try #require(first.appAccountToken)
    #expect(token == first.intentId)
    let id = try shop.buyElsewhere(Shop.coins, token: token).id
    try await phone.purchasing.settle()
    let second = try phone.order()
    #expect(second.transactionId == id && second.id != first.id && second.state == .closed)
    #expect(try phone.memory.orders(withToken: token.uppercased(), limit: 9).map(\.id) == [second.id, first.id])
    #expect(try await phone.status(Shop.coins).balance == 2)
    let journal = try phone.memory.journal(PageRequest(limit: 50, orderId: second.id)).rows
    let paid = try #require(journal.first { $0.kind == "order.paid" })
    #expect(paid.text.contains("its token is also on \(first.transactionId)"))
    let events = try server.base.events(
      ofOrder: second.id, intent: second.intentId, transaction: id, original: nil, limit: 9)
    let credited = try #require(events.first { $0.kind == .credited })
    #expect(credited.user == "one" && credited.text.contains(first.transactionId))
  }

  @Test func c1AUsersOwnTokenOnAllTheirPurchasesIsNothingToExplain() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.coins)
    try await phone.buy(Shop.coins)
    let journal = try phone.memory.journal(PageRequest(limit: 50, orderId: phone.order().id)).rows
    #expect(journal.first { $0.kind == "order.paid" }?.text == "paid")
  }

  @Test func d2NothingIsFinishedBeforeUploadAndStatusHaveBothSucceeded() async throws {
    let phone = try await shop.device(server: server)
    server.uploadErrors.withLock { $0 = [VerificationError(.temporary, "503")] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .halfSuccess)
    #expect(try phone.order().state == .halfSuccess && phone.memory.outbox().isEmpty)
    server.answers.withLock { $0 = [.failure(VerificationError(.temporary, "504"))] }
    _ = try await phone.purchasing.retry()
    // The order is uploaded, and its status is not yet known.
    #expect(try phone.order().state == .halfSuccess && phone.memory.outbox().isEmpty)
    #expect(try shop.appStore.unfinished(of: Shop.account).count == 1)
    _ = try await phone.purchasing.retry()
    #expect(try phone.order().state == .closed && shop.appStore.unfinished(of: Shop.account).isEmpty)
  }

  @Test func f7AWrongIdInTheListAndAListWithoutAnyRightOneAreTwoErrors() async throws {
    let backend = GatedBackend(shop.backend)
    let phone = try Phone(shop, name: "listing", backend: backend, server: server)
    try await phone.purchasing.firstOpening(account: Shop.account, user: "one")
    let wrong = try phone.memory.journal(PageRequest(limit: 9)).rows
    #expect(wrong.first { $0.kind == "products.notFound" }?.text.contains("com.example.gone") == true)
    #expect(!wrong.contains { $0.kind == "products.none" })
    #expect(try phone.memory.products().count == 7, "the others load all the same")

    backend.listsNothing.withLock { $0 = true }
    try await phone.purchasing.loadProducts()
    let none = try phone.memory.journal(PageRequest(limit: 9)).rows
    #expect(none.first { $0.kind == "products.none" }?.text.contains("none of the 1 requested id") == true)
  }

  @Test func f10PaidAndNothingIsToldApartByItsCauseEachWithWhoDoesWhat() throws {
    let till = CommandLine(shop: shop, device: "letters")
    _ = till.run(["account", Shop.account])
    let letters: [(fault: String, product: String, state: String, cause: String?, who: String, command: String)] = [
      ("no-callback", Shop.premium, "chargeUnknown", nil, "us", "till retry"),
      ("app-server-down", Shop.icons, "paidNotDelivered", "unreachable", "us", "till retry"),
      ("app-server-refused", Shop.season, "paidNotDelivered", "refused", "us", "till retry"),
      ("app-server-overdue", Shop.coins, "paidNotDelivered", "overdue", "us", "till restore"),
      ("unverifiable", Shop.monthly, "paidNotDelivered", "badSignature", "us", "till restore"),
    ]
    var said: Set<String> = []
    for letter in letters {
      #expect(till.run(["fault", letter.fault]).status == .done)
      // The app server must be down. Otherwise it would learn of the charge from the App Store.
      let isUnheard = ["no-callback", "unverifiable"].contains(letter.fault)
      if isUnheard { #expect(till.run(["fault", "app-server-down"]).status == .done) }
      #expect(till.run(["buy", letter.product]).status == .failed)
      let answer = till.run(["explain", letter.product]).document
      let next = try #require(answer["next"]?.objectValue)
      #expect(answer["state"]?.stringValue == letter.state, "\(letter.fault)")
      #expect(answer["cause"]?.stringValue == letter.cause && answer["entitled"] == false)
      #expect(next["who"]?.stringValue == letter.who)
      let command = next["command"]?.stringValue ?? ""
      #expect(command.hasPrefix(letter.command), "\(command)")
      said.insert(next["text"]?.stringValue ?? "")
      #expect(next["say"]?.stringValue?.isEmpty == false)
      #expect(till.run(["fault", letter.fault, "--off"]).status == .done)
      if isUnheard { #expect(till.run(["fault", "app-server-down", "--off"]).status == .done) }
    }
    #expect(said.count == letters.count, "each cause has its own words: \(said)")
  }
}
