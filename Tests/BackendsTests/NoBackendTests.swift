import AppStoreModel
import Backends
import Device
import Testing

/// Tests of a store without a backend: every action is disabled and gives a reason.
struct NoBackendTests {
  private let backend = NoBackend(environment: .sandbox, bundleId: "com.example.piglet")

  @Test func everyCapabilityIsANoWithItsReason() {
    let capabilities = backend.capabilities
    for reason in [capabilities.buy, capabilities.restore, capabilities.refundCheck, capabilities.askRefund] {
      #expect(reason?.contains("--backend") == true)
    }
    #expect(backend.control == nil)
    #expect(backend.identity.kind == .none && backend.identity.ledgerId == nil)
  }

  @Test func itsCallsAreRefusedNotAnsweredEmpty() async throws {
    await #expect(throws: StoreError.self) { try await backend.history(for: "new@", after: nil) }
    await #expect(throws: StoreError.self) { try await backend.unfinished(for: "new@") }
    await #expect(throws: StoreError.self) {
      try await backend.purchase(PurchaseRequest(account: "new@", productId: "p"))
    }
    #expect(try await backend.accounts().isEmpty)
    #expect(try await backend.clock()?.now == nil)
    for await _ in backend.updates() { Issue.record("rang") }
  }
}
