import AppStoreModel
import Core
import Foundation
import HTTP
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests of notifications that are sent to the app server.
@Suite(.startsPrograms) struct NotificationSenderTests {
  @Test func everyEventIsPostedOnceAndSigned() async throws {
    let shop = try APIFixture()
    let arrived = DispatchSemaphore(value: 0)
    let receiver = try TestServer { _ in
      arrived.signal()
      return .json("{}")
    }
    let emulator = try Emulator(
      shop.store, directory: shop.directory.path, options: options(receiver.url + "/apple"))
    defer { emulator.stop() }
    _ = try shop.store.purchase(PurchaseRequest(account: "new@", productId: "com.example.piglet.coins100"))
    #expect(await wait(for: arrived))
    let last = try #require(receiver.requests.last)
    #expect(last.method == "POST" && last.target == "/apple")
    #expect(last.headers["content-type"] == "application/json")
    let posted = try #require(
      receiver.requests.map(\.text).first { text in
        (try? JSONValue(parsing: text).objectValue?.string("signedPayload")).flatMap { $0 }
          .map { shop.verifier.verify($0, as: .notification) }?.json?["notificationType"] == "ONE_TIME_CHARGE"
      })
    #expect(posted.contains("signedPayload"))
    await eventually { try shop.store.dueNotifications().isEmpty }
    let rows = try shop.store.notifications(PageRequest(limit: 100)).rows
    #expect(rows.filter { $0.delivery == .delivered }.map(\.notificationType) == [.oneTimeCharge])
    #expect(rows.allSatisfy { $0.delivery == .delivered || $0.delivery == .notPosted })
    #expect(receiver.requests.count == 1, "what the demo's customers did is nobody's news")
  }

  @Test func aServerThatRefusesIsTriedAgainOnTheLedgersClock() async throws {
    let shop = try APIFixture()
    let status = Mutex(500)
    let receiver = try TestServer { _ in .json("{}", status: status.withLock { $0 }) }
    let emulator = try Emulator(shop.store, directory: shop.directory.path, options: options(receiver.url))
    defer { emulator.stop() }
    let test = try shop.store.requestTestNotification().notificationUUID
    await eventually { try shop.store.notification(test).sendAttempts.count == 1 }
    let failed = try shop.store.notification(test)
    #expect(failed.sendAttempts.first?.sendAttemptResult == .unsuccessfulHTTPResponseCode)
    #expect(failed.delivery == .waiting)
    status.withLock { $0 = 204 }
    // Apple's first repeated attempt follows an hour later.
    try shop.store.advance(by: 3_700_000)
    await eventually { try shop.store.notification(test).delivery == .delivered }
    #expect(try shop.store.notification(test).sendAttempts.count == 2)
  }

  @Test func anUnreachableServerIsRecorded() async throws {
    let shop = try APIFixture()
    var receiver: TestServer? = try TestServer(replies: [.hangUp])
    let options = try options(#require(receiver?.url))
    receiver = nil
    let emulator = try Emulator(shop.store, directory: shop.directory.path, options: options)
    defer { emulator.stop() }
    let test = try shop.store.requestTestNotification().notificationUUID
    await eventually { try !shop.store.notification(test).sendAttempts.isEmpty }
    #expect(try shop.store.notification(test).sendAttempts.first?.sendAttemptResult != .success)
  }

  private func options(_ url: String) throws -> EmulatorOptions {
    var options = EmulatorOptions()
    options.notify = try HTTPAddress(url)
    options.attempts = 6
    return options
  }

  /// Waits until a condition holds, because the sender works in the background.
  private func eventually(_ holds: () throws -> Bool) async {
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
      if (try? holds()) == true { return }
      try? await Task.sleep(for: .milliseconds(20))
    }
    #expect((try? holds()) == true, "it never held")
  }

  private func wait(for semaphore: DispatchSemaphore) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: semaphore.wait(timeout: .now() + 300) == .success)
      }
    }
  }
}
