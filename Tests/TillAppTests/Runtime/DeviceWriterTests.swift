import AppStoreModel
import Dashboard
import Device
import Foundation
import TestSupport
import Testing

@testable import TillApp

@Suite struct DeviceWriterTests {
  private let store = TestStore()

  private func keeper() throws -> (keeper: DeviceWriter, session: StoreSession, queue: EventQueue) {
    let session = try store.open()
    let queue = try EventQueue()
    return (DeviceWriter(session, queue: queue), session, queue)
  }

  /// Waits until an event was posted.
  private func posted(_ queue: EventQueue) async throws -> [Event] {
    while true {
      let events = queue.drain()
      if !events.isEmpty { return events }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Waits until this many callers wait for the device.
  private func line(of count: Int, at keeper: DeviceWriter) async {
    while await keeper.waiting < count { try? await Task.sleep(for: .milliseconds(2)) }
  }

  @Test func aCommandGetsTheUseCasesAndItsAnswerComesBack() async throws {
    let (keeper, _, _) = try keeper()
    let report = try await keeper.perform { try await $0.restore(progress: { _ in }) }
    #expect(report.failed.isEmpty)
  }

  @Test func aCommandThatFailsLetsTheNextOneIn() async throws {
    let (keeper, _, _) = try keeper()
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await keeper.perform { _ in throw Refused() } }
    #expect(try await keeper.perform { _ in 1 } == 1)
  }

  @Test func commandsRunBesideEachOther() async throws {
    let (keeper, _, _) = try keeper()
    let gate = TaskGate(isClosed: true)
    async let slow: Void = keeper.perform { _ in await gate.pass() }
    // It ends although the other command has not.
    #expect(try await keeper.perform { _ in 2 } == 2)
    await gate.open()
    try await slow
  }

  @Test func aNewDeviceWaitsForCommandsAndKeepsLaterOnesOut() async throws {
    let (keeper, session, _) = try keeper()
    let (gate, log) = (TaskGate(isClosed: true), Log())
    async let first: Void = keeper.perform { _ in
      await log.add("first began")
      await gate.pass()
      await log.add("first ended")
    }
    while await log.lines.isEmpty { await Task.yield() }
    async let replaced: Void = keeper.replaceDevice { await log.add("replaced") }
    // Wait until it is in the queue, before the next command comes.
    await line(of: 1, at: keeper)
    async let second: Void = keeper.perform { _ in await log.add("second") }
    await line(of: 2, at: keeper)
    await gate.open()
    _ = try await (first, replaced, second)
    #expect(await log.lines == ["first began", "first ended", "replaced", "second"])
    #expect(store.names.contains { $0.hasPrefix("device.db.before-") })
    #expect(try session.reader().deviceState().isBegun)
  }

  @Test func theWriterIsMadeAnewForANewDevice() async throws {
    let (keeper, session, _) = try keeper()
    _ = try await keeper.perform { try await $0.logIn("two") }
    try await keeper.replaceDevice {}
    _ = try await keeper.perform { try await $0.logIn("three") }
    #expect(try session.reader().deviceState().user == "three")
  }

  @Test func aChangeSignalIsHandledOnceTheStoreIsFree() async throws {
    let (keeper, _, queue) = try keeper()
    let gate = TaskGate(isClosed: true)
    async let slow: Void = keeper.perform { _ in await gate.pass() }
    while await keeper.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    await keeper.ring()
    await keeper.ring()
    #expect(await keeper.isRung)
    #expect(queue.drain() == [])
    await gate.open()
    try await slow
    #expect(try await posted(queue) == [.storeChanged])
    // Two signals before the answer count as one. Afterwards there is no signal, and the store is free.
    while await !keeper.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    #expect(await !keeper.isRung)
    #expect(queue.drain() == [])
  }

  @Test func aRetryThatCannotOpenTheStoreIsNotTriedAgainAtOnce() async throws {
    let (keeper, session, queue) = try keeper()
    _ = try await keeper.perform { _ in 1 }
    try FileManager.default.removeItem(atPath: session.directory.path)
    await keeper.wake()
    #expect(try await posted(queue) == [.storeChanged])
    for _ in 1...20 { await #expect(throws: (any Error).self) { try await keeper.perform { _ in 2 } } }
    #expect(queue.drain() == [])
  }

  /// Tests that an embedded App Store uses SQLite on the writer's own thread, never on the shared pool.
  @Test func theUseCasesRunOnTheirOwnExecutor() async throws {
    let (keeper, _, _) = try keeper()
    try await keeper.perform { purchasing in
      let isolation = await Self.isolation(in: purchasing)
      #expect(isolation === purchasing)
    }
  }

  /// Returns the actor to which nonisolated asynchronous work is isolated when the use cases call it.
  private static func isolation(in purchasing: isolated Purchasing) async -> (any Actor)? {
    await callee()
  }

  private nonisolated static func callee() async -> (any Actor)? { #isolation }
}

extension DeviceWriter {
  /// How many callers wait for the device.
  fileprivate var waiting: Int { turns.waiting }
  /// Whether the store is free and no caller waits.
  fileprivate var isIdle: Bool { turns.isIdle }
}
