import Foundation
import TestSupport
import Testing

/// Tests of which callers may control the App Store of a real `till serve`, and of a second server on one store.
@Suite(.startsPrograms) struct ServeAccessTests {
  private static let token = "only-for-tests"

  /// Tests that a device buys and reads without the control token, but controls the App Store only with it.
  @Test func aDeviceNeedsTheControlTokenToPlayTheAppStore() throws {
    let (shop, device) = (TillProgram(), TillProgram())
    let serve = try ServeProgram(store: shop.store, environment: ["TILL_CONTROL_TOKEN": Self.token])
    func till(_ words: String..., token: String? = nil) throws -> TillProgram.Run {
      try device.run(
        ["--backend", serve.url] + words, environment: token.map { ["TILL_CONTROL_TOKEN": $0] } ?? [:])
    }
    #expect(try till("buy", "com.example.piglet.premium").status == 0)
    #expect(try till("restore").status == 0)
    #expect(try till("check", "com.example.piglet.premium").status == 0)
    let offer = ["buy", "com.example.piglet.plus.monthly", "--offer", "half-price"]
    for wrong in [nil, "another-token"] {
      for words in [["simulator", "advance", "1d"], ["simulator", "reset", "--yes"], offer] {
        let run = try device.run(
          ["--backend", serve.url] + words, environment: wrong.map { ["TILL_CONTROL_TOKEN": $0] } ?? [:])
        #expect(run.status != 0 && run.error.contains("TILL_CONTROL_TOKEN"), "\(words) \(run.error)")
      }
    }
    #expect(try till("simulator", "advance", "1d", token: Self.token).status == 0)
    let signed = try device.run(["--backend", serve.url] + offer, environment: ["TILL_CONTROL_TOKEN": Self.token])
    #expect(signed.error.contains("subscribers") && !signed.error.contains("token"), "\(signed.error)")
  }

  /// Tests that a second server on one store is refused, because it would delete the first one's worlds.
  @Test func oneServerAStore() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store)
    let world = post(serve, "/till/v1/worlds", #"{"name": "mine"}"#)
    #expect(world == "201")
    let second = try till.run("serve", "--port", "0")
    #expect(second.status == 1 && second.error.split(separator: "\n").count == 1, "\(second.error)")
    #expect(second.error.contains("another till serve (process "))
    #expect(FileManager.default.fileExists(atPath: till.store + "/worlds/mine/appstore.db"))
    #expect(post(serve, "/worlds/mine/till/v1/wait-idle", "{}") == "200")
    #expect(serve.stop() == 0)
    // The next server takes over what the first one left, however it ended.
    let third = try ServeProgram(store: till.store)
    #expect(third.stop() == 0)
  }

  @Test func theDeskAsksForATokenWhereOthersComeIn() throws {
    let till = TillProgram()
    let open = try till.run("desk", "listen", "--host", "0.0.0.0", "--port", "0")
    #expect(open.status == 2 && open.error.contains("TILL_DESK_TOKEN"), "\(open.error)")
    let short = try till.run(["desk", "listen", "--port", "0"], environment: ["TILL_DESK_TOKEN": "short"])
    #expect(short.status == 2 && short.error.contains("TILL_DESK_TOKEN"), "\(short.error)")
  }

  /// Posts JSON, and returns the status of the answer.
  private func post(_ serve: ServeProgram, _ path: String, _ body: String) -> String {
    serve.curl(
      "-o", "/dev/null", "-w", "%{http_code}", "-H", "Content-Type: application/json", "-d", body, serve.url + path)
  }
}
