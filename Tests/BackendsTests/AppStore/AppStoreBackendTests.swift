import AppStoreModel
import Backends
import Device
import Foundation
import TestSupport
import Testing

@Suite(.startsPrograms) struct AppStoreBackendTests {
  private static let unknown = AppleTestServer.error(4_040_010, "Transaction id not found.")
  private static let page = TestReply.json(#"{"signedTransactions":["a.b.c"],"hasMore":false,"revision":"r"}"#)

  @Test func aTransactionIdIsAnAccount() async throws {
    let apple = try AppleTestServer { $0.target.contains("/2000?") ? Self.page : Self.unknown }
    let backend = AppStoreBackend(apple.api)
    #expect(try await backend.account(named: "2000")?.name == "2000")
    let error = await #expect(throws: StoreError.self) { try await backend.account(named: "3000") }
    #expect(error?.kind == .accountNotFound)
    #expect(try await backend.accounts().isEmpty)
  }

  @Test func theOrderNumberOfTheInvoiceIsAnAccount() async throws {
    let payload = Data(#"{"transactionId":"2000"}"#.utf8).base64EncodedString().filter { $0 != "=" }
    let apple = try AppleTestServer { request in
      switch request.target {
      case "/inApps/v1/lookup/MK5ABC": .json(#"{"status":0,"signedTransactions":["e30.\#(payload).AA"]}"#)
      case "/inApps/v1/lookup/GONE": .json(#"{"status":1}"#)
      default: Self.page
      }
    }
    let backend = AppStoreBackend(apple.api)
    #expect(try await backend.account(named: "MK5ABC")?.name == "MK5ABC")
    #expect(try await backend.history(for: "MK5ABC", after: nil).signedTransactions == ["a.b.c"])
    #expect(apple.server.requests.map(\.target).filter { $0.contains("lookup") }.count == 1)
    #expect(apple.server.requests.last?.target == "/inApps/v2/history/2000?sort=ASCENDING")
    let error = await #expect(throws: StoreError.self) { try await backend.account(named: "GONE") }
    #expect(error?.kind == .accountNotFound && error?.message.contains("GONE") == true)
  }

  @Test func aTransactionOfTheOtherEnvironmentIsNamedSo() async throws {
    let sandbox = try TestServer { _ in Self.page }
    let apple = try AppleTestServer { _ in Self.unknown }
    let backend = AppStoreBackend(apple.api, other: try AppleTestServer.place(sandbox, name: "appstore:sandbox"))
    let error = try #require(
      await #expect(throws: StoreError.self) { try await backend.account(named: "2000") })
    #expect(error.kind == .accountNotFound && error.message.contains("--backend appstore:sandbox"))
    #expect(sandbox.requests.map(\.target) == ["/inApps/v2/history/2000?sort=ASCENDING"])

    let neither = AppStoreBackend(
      apple.api, other: try AppleTestServer.place(TestServer { _ in Self.unknown }, name: "appstore:sandbox"))
    let none = await #expect(throws: StoreError.self) { try await neither.account(named: "2000") }
    #expect(none?.message == "unknown transaction 2000 at both appstore:production and appstore:sandbox")
  }

  @Test func anUnavailableActionHasAReason() async throws {
    let apple = try AppleTestServer { _ in Self.page }
    let backend = AppStoreBackend(apple.api)
    let can = backend.capabilities
    #expect(can.buy != nil && can.askRefund != nil && can.restore == nil && can.refundCheck == nil)
    #expect(can.isReal && can.updates == .live && !can.listsProducts)
    await #expect(throws: StoreError.self) {
      try await backend.purchase(PurchaseRequest(account: "2000", productId: "p"))
    }
    #expect(apple.server.requests.isEmpty)
    #expect(backend.identity.kind == .appStore && backend.identity.environment == .production)
  }

  @Test func renewalInformationIsCollected() async throws {
    let apple = try AppleTestServer { _ in
      .json(
        #"""
        {"environment":"Production","data":[{"subscriptionGroupIdentifier":"g","lastTransactions":[
        {"status":1,"signedTransactionInfo":"t","signedRenewalInfo":"one"},{"status":2,"signedRenewalInfo":"two"}]}]}
        """#)
    }
    #expect(try await AppStoreBackend(apple.api).renewalInfos(for: "2000") == ["one", "two"])
  }
}
