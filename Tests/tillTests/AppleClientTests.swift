import Core
import Foundation
import TestSupport
import Testing

/// Tests of `till serve` with Apple's own client library.
@Suite(.startsPrograms) struct AppleClientTests {
  /// Tests every call, once with success and once with Apple's error code.
  ///
  /// Every signed answer passes Apple's verifier with the emulator's root, for the sandbox and for production.
  @Test(
    .enabled(if: ApplesPythonLibrary.isPresent, ApplesPythonLibrary.absence),
    arguments: [[], ["--environment", "Production", "--app-apple-id", "1234567"]])
  func everyCall(form: [String]) throws {
    let (shop, device) = (TillProgram(), TillProgram())
    let receiver = try TestServer(replies: [.json("{}")])
    let serve = try ServeProgram(store: shop.store, ["--notify", receiver.url + "/apple"] + form)
    func bought(_ product: String) throws -> String {
      let answer = try device.run(["--backend", serve.url, "buy", product, "--json"]).document()
      return try #require(try answer.string("transactionId"))
    }
    let consumable = try bought("com.example.piglet.coins100")
    let running = try bought("com.example.piglet.plus.monthly")
    let renewed = try shop.json("simulator", "renew", "com.example.piglet.plus.monthly")
    let renewal = try #require(try renewed.string("transactionId"))
    let rows = try #require(
      try shop.json("simulator", "transactions", "--limit", "50").objects("transactions"))
    let premium = rows.filter { $0["productId"] == "com.example.piglet.premium" }
    let ids: JSONObject = [
      "original": try #require(premium.first { $0["revocationDate"] == nil }?["transactionId"]),
      "refunded": try #require(premium.first { $0["revocationDate"] != nil }?["transactionId"]),
      "subscription": try #require(rows.last { $0["subscriptionGroupIdentifier"] != nil }?["transactionId"]),
      "consumable": .string(consumable), "running": .string(running), "renewal": .string(renewal),
      "runningProduct": "com.example.piglet.plus.monthly", "realtime": .string(receiver.url + "/realtime"),
    ]
    let output = try runScript(serve.line, ids)
    #expect(output.hasSuffix("all calls done\n"), "\(output)")
    #expect(receiver.requests.contains { $0.target == "/apple" && $0.text.contains("signedPayload") })
    let asked = try receiver.requests.filter { $0.target == "/realtime" }.map { request in
      try #require(try JSONValue(parsing: request.body).objectValue?.string("signedPayload"))
    }
    #expect(asked.count == 25 && Set(asked).count == 25)
    #expect(serve.stop() == 0)
  }

  private func runScript(_ serve: String, _ ids: JSONObject) throws -> String {
    let folder = try ScratchFolder.make("till-python")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (serveFile, idsFile) = (folder.appending(path: "serve.json"), folder.appending(path: "ids.json"))
    try Data(serve.utf8).write(to: serveFile)
    try Data(JSONValue.object(ids).serializedBytes()).write(to: idsFile)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/apple_client.py")
    let output = try ApplesPythonLibrary.run(
      String(contentsOf: script, encoding: .utf8),
      arguments: [serveFile, idsFile].map { $0.path(percentEncoded: false) })
    return String(decoding: output, as: UTF8.self)
  }
}
