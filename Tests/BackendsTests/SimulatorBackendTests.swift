import AppStoreModel
import Device
import Foundation
import Simulator
import TestSupport
import Testing
import Verbs

@testable import Backends

/// Tests of the simulated App Store through the device's protocols.
final class SimulatorBackendTests {
  private static let premium = "com.example.piglet.premium"

  private let folder: URL
  private let backend: SimulatorBackend

  init() throws {
    folder = try ScratchFolder.make("till")
    backend = SimulatorBackend(
      try SimulatedAppStore(path: folder.appending(path: "appstore.db").path(percentEncoded: false)))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func itSaysWhichAppStoreItIs() throws {
    let identity = backend.identity
    #expect(identity.kind == .simulator && identity.environment == .sandbox)
    #expect(identity.bundleId == "com.example.piglet")
    #expect(identity.rootFingerprint?.count == 64 && identity.ledgerId?.isEmpty == false)
    let capabilities = backend.capabilities
    #expect(capabilities.isEmbedded && !capabilities.isReal && capabilities.updates == .held)
    #expect(capabilities.buy == nil && capabilities.restore == nil && capabilities.askRefund == nil)
  }

  @Test func boughtRefundedOnTheAppStoresSideAndSeenFromTheLastRevision() async throws {
    let control = try #require(backend.control)
    let account = try #require(try await backend.accounts().first).name
    #expect(try await backend.products(for: account).products.count == 7)
    let answer = try await backend.purchase(PurchaseRequest(account: account, productId: Self.premium))
    guard case .success(let signed, false) = answer else {
      Issue.record("not bought")
      return
    }
    #expect(
      try await backend.unfinished(for: account).map { try self.transactionId(of: $0) } == [transactionId(of: signed)])
    let revision = try await backend.history(for: account, after: nil).revision
    let transactionId = try #require(try transactionId(of: signed))
    try await backend.finish(transactionId, for: account)
    try await backend.requestRefund(of: transactionId, reason: "by mistake", for: account)
    #expect(try await control.situation().cases.contains { $0.transactionId == transactionId })
    _ = try await control.perform(VerbCall(.approveRefund).with(.transaction, transactionId))
    #expect(try await backend.history(for: account, after: revision).signedTransactions.count == 1)
    #expect(try await backend.refundHistory(for: account, after: nil).signedTransactions.count == 1)
    _ = try await control.perform(VerbCall(.reverseRefund).with(.transaction, transactionId))
    #expect(try await backend.refundHistory(for: account, after: nil).signedTransactions.isEmpty)
  }

  private func transactionId(of signed: String) throws -> String? {
    let payload = try JSONSerialization.jsonObject(with: Data(CompactJWS(signed.utf8).payload()))
    return (payload as? [String: Any])?["transactionId"] as? String
  }

  @Test func refusalsKeepTheirNames() async throws {
    let control = try #require(backend.control)
    await #expect(throws: StoreError.self) {
      try await backend.purchase(PurchaseRequest(account: "nobody@", productId: Self.premium))
    }
    let invalid = await refusal { try await backend.history(for: "new@", after: "nonsense") }
    #expect(invalid?.kind == .invalidRevision && invalid?.isTemporary == false)
    let request = PurchaseRequest(account: "nobody@", productId: Self.premium)
    #expect(await refusal { try await backend.purchase(request) }?.kind == .accountNotFound)
    #expect(await refusal { try await backend.finish("1", for: "new@") }?.kind == .transactionNotFound)
    _ = try await control.perform(VerbCall(.network).with(.isOn, false))
    let offline = await refusal { try await backend.unfinished(for: "new@") }
    #expect(offline?.kind == .networkError && offline?.isTemporary == true)
    #expect(try await control.situation().network == false)
    #expect(try await backend.clock()?.now != nil)
  }

  @Test func aRevisionOfBeforeAFreshStartIsRefusedAndTheClockTellsTheNewEpoch() async throws {
    let revision = try await backend.history(for: "again@", after: nil).revision
    let before = try await backend.clock()?.epoch
    _ = try await backend.control?.perform(VerbCall(.reset).confirmed)
    #expect(try await backend.clock()?.epoch == before.map { $0 + 1 })
    #expect(await refusal { try await backend.history(for: "again@", after: revision) }?.kind == .invalidRevision)
  }

  @Test func aCancelledTaskReachesNothing() async throws {
    let kind = await Self.kindOfBuyingCancelled(backend)
    #expect(kind == .cancelled)
    #expect(try await backend.history(for: "new@", after: nil).signedTransactions.isEmpty)
  }

  /// Buys in a task that was already cancelled, and returns the kind of failure.
  private static func kindOfBuyingCancelled(_ backend: SimulatorBackend) async -> FailureKind? {
    let task = Task { () -> FailureKind? in
      while !Task.isCancelled { await Task.yield() }
      do throws(StoreError) {
        _ = try await backend.purchase(PurchaseRequest(account: "new@", productId: premium))
        return nil
      } catch {
        return error.kind
      }
    }
    task.cancel()
    return await task.value
  }

  @Test func aWaitingPurchaseIsApprovedOnTheAppStoresSide() async throws {
    let control = try #require(backend.control)
    let request = PurchaseRequest(account: "new@", productId: Self.premium, outcome: .pending)
    guard case .pending(let id) = try await backend.purchase(request) else {
      Issue.record("did not wait")
      return
    }
    _ = try await control.perform(VerbCall(.approve).with(.transaction, id))
    #expect(try await backend.unfinished(for: "new@").count == 1)
    guard
      case .pending(let other) = try await backend.purchase(
        PurchaseRequest(account: "new@", productId: "com.example.piglet.darkicons", outcome: .pending))
    else {
      Issue.record("did not wait")
      return
    }
    _ = try await control.perform(VerbCall(.decline).with(.transaction, other))
    #expect(try await backend.unfinished(for: "new@").count == 1)
  }
}
