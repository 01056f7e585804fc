import AppStoreModel
import Core
import Dashboard
import Device
import TerminalUI
import TestSupport
import Testing

@testable import TillApp

@Suite(.startsPrograms) struct DashboardRuntimeTests {
  private let store = TestStore()
  private let monotonic = Mutex(ContinuousClock.now)

  /// Opens a dashboard whose monotonic clock the test moves.
  private func open() throws -> DashboardRuntime {
    let runtime = try DashboardRuntime(
      store.open(), size: Size(width: 80, height: 24), zone: .utc,
      monotonic: { [monotonic] in monotonic.withLock { $0 } })
    runtime.start()
    runtime.settle()
    return runtime
  }

  /// Advances both clocks.
  private func pass(_ milliseconds: Int64) {
    monotonic.withLock { $0 += .milliseconds(milliseconds) }
    store.clock.withLock { $0 = $0.adding(milliseconds: milliseconds) }
  }

  /// Tests a dashboard that is open for five hours: it wakes once a minute and sleeps in between.
  @Test func leftOpenForHoursItSleepsBetweenTheMinutes() throws {
    let runtime = try open()
    defer { runtime.stop() }
    let start = runtime.state.now
    var minutes: Int64 = 0
    while minutes < 5 * 60 {
      let wait = try #require(runtime.timeout)
      #expect(wait > 0 && wait <= 60_000, "it waits \(wait) ms after \(minutes) minutes")
      guard wait > 0 else { return }
      pass(Int64(wait))
      runtime.tick()
      runtime.settle()
      minutes += 1
    }
    #expect(runtime.state.now.milliseconds(since: start) > (minutes - 2) * 60_000)
  }

  /// Tests that the first frame of a demo, drawn while its files are made, equals the frame after that.
  @Test(arguments: ["en_US", "zh_CN"])
  func theFrameOfADemoToComeIsThatOfTheDemo(locale: String) async throws {
    let now = Timestamp.machine
    let dependencies = Dependencies(clock: { now }, newID: { UUIDText.random() }, locale: locale)
    var options = StoreOptions()
    options.isDemo = true
    let size = Size(width: 200, height: 50)
    let promised = try #require(State(demoToCome: options, size: size, zone: .utc, in: dependencies))
    let session = try await StoreSession(options, in: dependencies)
    defer { session.close() }
    let runtime = try DashboardRuntime(session, size: size, zone: .utc)
    defer { runtime.stop() }
    let (promise, kept) = (render(promised), render(runtime.state))
    #expect(promise.lines == kept.lines)
    let isSame = promise == kept
    #expect(isSame, "another style")
    #expect(promised.windowTitle == runtime.state.windowTitle)
    options.catalogue = "other.storekit"
    #expect(State(demoToCome: options, size: size, zone: .utc, in: dependencies) == nil)
  }

  /// Tests a machine that slept for a day: the time on the screen is right after the first wake-up.
  @Test func afterASleepOfTheMachineTheTimeIsRight() throws {
    let runtime = try open()
    defer { runtime.stop() }
    let before = runtime.state.now
    pass(86_400_000)
    #expect(runtime.timeout == 0)
    runtime.tick()
    runtime.settle()
    #expect(runtime.state.now.milliseconds(since: before) >= 86_400_000)
    #expect((runtime.timeout ?? 0) > 0)
  }

  @Test func aStageStandsStill() throws {
    let runtime = try DashboardRuntime(
      store.open(), size: Size(width: 80, height: 24), zone: .utc, followsClock: false)
    runtime.start()
    runtime.settle()
    defer { runtime.stop() }
    #expect(runtime.timeout == nil)
  }

  @Test func theFirstFrameShowsTheProductsAndTheStartReadsTheRest() throws {
    let runtime = try open()
    defer { runtime.stop() }
    #expect(runtime.state.products.rows.contains { $0.name == "Premium unlock" })
    #expect(runtime.state.isIdle)
  }

  @Test func aRestoreIsPerformedAndItsOutcomeTaken() throws {
    let runtime = try open()
    defer { runtime.stop() }
    runtime.receive(.action(.restore))
    #expect(runtime.state.isBusy)
    runtime.settle()
    #expect(!runtime.state.isBusy)
    #expect(try store.open().reader().journal(PageRequest(limit: 50)).rows.contains { $0.kind.contains("restore") })
  }

  @Test func quitIsForTheScreen() throws {
    let runtime = try open()
    defer { runtime.stop() }
    runtime.receive(.action(.quit))
    #expect(runtime.takeScreenEffects() == [.quit])
    #expect(runtime.takeScreenEffects() == [])
  }
}
