import AppStoreModel
import Core
import Dashboard
import TerminalUI
import TestSupport
import Testing

@testable import TillApp

/// Each scene of Till, played by the keys that its line says.
@Suite(.serialized, .startsPrograms) struct SceneTests {
  private static let names = WalkthroughLibrary.paths(of: .scenes).map(WalkthroughFile.name)
  /// What is shown in the story of a crash is for the program's own tests.
  private static let played = names.filter { $0 != "crash" }

  @Test func everyCaseThatPeopleShowIsAScene() {
    #expect(
      Self.names == [
        "ask-to-buy", "charged-twice", "crash", "family", "forged-receipt", "grace", "new-phone", "offline",
        "price-rise", "refund", "story", "upgrade", "win-back",
      ])
  }

  @Test(arguments: names) func needsSixKeysAtMostAndNoText(name: String) throws {
    let scene = try WalkthroughLibrary.file(named: name, .scenes)
    let keys = scene.card.steps.map(\.hint.key)
    #expect((1...6).contains(keys.count), "\(keys)")
    #expect(!keys.contains(""))
    #expect(!scene.card.steps.contains { $0.hint.title == "no" })
  }

  @Test(arguments: played, [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 140, height: 40)])
  func endsAsItsFileSays(name: String, size: Size) async throws {
    let scene = try WalkthroughLibrary.file(named: name, .scenes)
    var options = StoreOptions()
    (options.isDemo, options.scene) = (true, scene.path)
    let session = try await StoreSession(options)
    defer { session.close() }
    let runtime = try DashboardRuntime(session, size: size, zone: .utc)
    defer { runtime.stop() }
    runtime.start()
    runtime.settle()
    #expect(runtime.state.scene == scene.card)
    let keys = runtime.state.scene?.steps.map(\.hint.key) ?? []
    for name in keys {
      try Key.parse(script: name == "<" ? "<lt>" : name.count == 1 ? name : "<\(name)>").forEach {
        runtime.receive(.key($0))
      }
      runtime.settle()
      runtime.hearNews()
    }
    #expect(runtime.state.scene == nil, "every key was recognized")
    let expected = try #require(scene.walkthrough.steps.last?.expectations)
    #expect(!expected.products.isEmpty && !expected.shows.isEmpty)
    var rows = JSONObject()
    let (statuses, _, _) = try session.statuses(from: session.reader())
    rows.append(
      "products",
      .array(
        statuses.map { status in
          [
            "productId": .string(status.product.id), "state": .string(status.state.rawValue),
            "entitled": .bool(status.entitled),
          ]
        }))
    // The sentence is read at a size that breaks no line of it.
    let lines = render(runtime.state.unwatched, theme: Theme()).lines
    var checked = expected
    checked.lists = [:]
    #expect(checked.mismatches(in: Observation(status: rows, screen: lines), names: [:]) == [])
  }

  @Test func theStoryGoesBackThroughEightMonths() async throws {
    var options = StoreOptions()
    (options.isDemo, options.scene) = (true, try WalkthroughLibrary.path(named: "story", .scenes))
    let session = try await StoreSession(options)
    defer { session.close() }
    let runtime = try DashboardRuntime(session, size: Size(width: 100, height: 40), zone: .utc)
    defer { runtime.stop() }
    runtime.start()
    runtime.settle()
    let now = runtime.state.now
    var dates: [Timestamp] = []
    while runtime.state.reason(against: .earlier) == nil, dates.count < 40 {
      runtime.receive(.action(.earlier))
      runtime.settle()
      if dates.last != runtime.state.now { dates.append(runtime.state.now) }
    }
    #expect(dates.count > 8 && zip(dates, dates.dropFirst()).allSatisfy { $0 > $1 }, "\(dates)")
    // As early as the first purchase, with which the timeline begins.
    let first = try #require(dates.last)
    #expect((239...240).contains(now.milliseconds(since: first) / Timestamp.millisecondsPerDay))
    #expect(
      try session.lives(from: session.reader()).compactMap { $0.happenings.first?.date }.min().map {
        abs($0.milliseconds(since: first)) < 60_000
      } == true)
  }

  @Test(arguments: names) func isRecordedByOneCommand(name: String) async throws {
    let recording = try await Recording(
      scene: WalkthroughLibrary.file(named: name, .scenes), size: Size(width: 80, height: 24), palette: .terminal,
      layout: StartLayout(showsKeystrokes: true))
    let film = recording.film
    let seconds = (film.pictures.last?.time ?? 0) / 1000 + 3
    #expect(film.pictures.count > 2 && film.svg.utf8.count < 12_000 * seconds, "\(film.svg.utf8.count) in \(seconds) s")
    #expect(film.asciicast.utf8.count < film.svg.utf8.count)
  }

  @Test func theFilmOfACrashShowsHowItHeals() async throws {
    let film = try await Recording(
      scene: WalkthroughLibrary.file(named: "crash", .scenes), size: Size(width: 80, height: 24), palette: .terminal,
      layout: StartLayout()
    ).film
    let texts = film.pictures.suffix(2).map(\.frame.text)
    #expect(
      texts.first?.contains("till --resume") == true && texts.last?.contains("Picked up where it left off") == true)
    #expect(texts.last?.contains("entitled: purchased") == true)
  }

  @Test func onlyADemoIsReplaced() async throws {
    let store = TestStore()
    let session = try store.open()
    let runtime = try DashboardRuntime(session, size: Size(width: 80, height: 24), zone: .utc)
    defer { runtime.stop() }
    #expect(runtime.state.reason(against: "scenes")?.contains("--demo") == true)
    var options = StoreOptions()
    (options.isDemo, options.scene) = (true, "refunt")
    await #expect(throws: CommandError.self) { try await StoreSession(options) }
  }
}
