import AppStoreModel
import Core
import Dashboard
import TerminalUI
import Testing

@testable import TillApp

/// Each scene of Till, played by the keys that its line says.
@Suite(.serialized) struct SceneTests {
  private static let names = WalkthroughLibrary.paths(of: .scenes).map(WalkthroughFile.name)
  /// What is shown in the story of a crash is for the program's own tests.
  private static let played = names.filter { $0 != "crash" }

  @Test func everyCaseThatPeopleShowIsAScene() {
    #expect(
      Self.names == [
        "ask-to-buy", "charged-twice", "crash", "family", "forged-receipt", "grace", "new-phone", "offline",
        "price-rise", "refund", "upgrade", "win-back",
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
  func endsAsItsFileSays(name: String, size: Size) throws {
    let scene = try WalkthroughLibrary.file(named: name, .scenes)
    var options = StoreOptions()
    (options.isDemo, options.scene) = (true, scene.path)
    let session = try StoreSession(options)
    defer { session.close() }
    let runtime = try DashboardRuntime(session, size: size, zone: .utc, isUTC: true)
    defer { runtime.stop() }
    runtime.start()
    runtime.settle()
    #expect(runtime.state.scene == scene.card)
    let keys = runtime.state.scene?.steps.map(\.hint.key) ?? []
    for name in keys {
      try Key.parse(script: name.count == 1 ? name : "<\(name)>").forEach { runtime.take(.key($0)) }
      runtime.settle()
      runtime.hearNews()
    }
    #expect(runtime.state.scene == nil, "every key was recognized")
    let expected = try #require(scene.walkthrough.steps.last?.expectations)
    #expect(!expected.products.isEmpty && !expected.shows.isEmpty)
    var rows = JSONObject()
    let (statuses, _, _) = try session.answer(from: session.reader())
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

  @Test func onlyADemoIsReplaced() throws {
    let store = TestStore()
    let session = try store.open()
    let runtime = try DashboardRuntime(session, size: Size(width: 80, height: 24), zone: .utc, isUTC: true)
    defer { runtime.stop() }
    #expect(runtime.state.reason(against: "scenes")?.contains("--demo") == true)
    var options = StoreOptions()
    (options.isDemo, options.scene) = (true, "refunt")
    #expect(throws: CommandError.self) { try StoreSession(options) }
  }
}
