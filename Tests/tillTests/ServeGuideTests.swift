import Core
import Foundation
import TestSupport
import Testing

/// Tests that run the commands of the guide to `till serve` as they are written.
@Suite(.startsPrograms) struct ServeGuideTests {
  private static let guide = Guide("serve.md")

  /// Tests a client that knows only the OpenAPI description: it calls every operation, and each answer matches.
  @Test(.enabled(if: SystemPython.has("jsonschema"), "python3 has no jsonschema here"))
  func theDescriptionIsEnoughForAClient() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store)
    let run = SystemPython.run([SystemPython.script("openapi_client.py"), serve.url])
    #expect(run.status == 0 && run.output.contains("every operation answers as described"), "\(run.output)")
  }

  /// Tests a client generated from the description: it knows the members of every answer, and buys with them.
  @Test(.enabled(if: SystemPython.has("dataclasses"), "no Python 3.7 here"))
  func aGeneratedClientKnowsTheAnswers() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store, ["--empty"])
    let run = SystemPython.run([SystemPython.script("openapi_generate.py"), serve.url, Self.catalogue])
    #expect(run.status == 0 && run.output.contains("was made and used"), "\(run.output)")
  }

  private static let catalogue = """
    {"products": [
      {"displayPrice": "4.99", "familyShareable": false, "internalID": "A1", "localizations": [], "productID": "pro",
       "referenceName": "Pro", "type": "NonConsumable"},
      {"displayPrice": "0.99", "familyShareable": false, "internalID": "A3", "localizations": [], "productID": "coins",
       "referenceName": "Coins", "type": "Consumable"}],
     "subscriptionGroups": [{"id": "21", "localizations": [], "name": "Plus", "subscriptions": [{"displayPrice": "9.99",
       "familyShareable": false, "groupNumber": 1, "internalID": "A2", "localizations": [], "productID": "plus",
       "recurringSubscriptionPeriod": "P1M", "referenceName": "Plus", "subscriptionGroupID": "21",
       "type": "RecurringSubscription"}]}],
     "version": {"major": 4, "minor": 0}}
    """

  /// The mark before a block, which says how the block is run.
  private enum Way: String {
    /// With a `till serve` on the demo data.
    case plain = ""
    /// With a `till serve` that requires signed requests.
    case secret = ": secret"
    /// The block itself starts a `till serve`, which is stopped once it listens.
    case serves = ": serves"
  }

  /// Runs the blocks in one shell, because a later block uses the results of an earlier one.
  @Test func everyBlockOfTheShellWorks() throws {
    let blocks = try Self.guide.blocks(Way.self)
    #expect(blocks.count >= 11)
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store + "/served", ["--notify", "http://127.0.0.1:1/nobody"])
    let plain = blocks.filter { $0.way == .plain }.map(\.text)
    try Self.run(plain, serve, in: till.store)
    serve.stop()
    let secret = try ServeProgram(
      store: till.store + "/secret", environment: ["TILL_APP_SERVER_SECRET": "sesame"])
    try Self.run(blocks.filter { $0.way == .secret }.map(\.text), secret, in: till.store + "/signed")
    secret.stop()
    let serving = blocks.filter { $0.way == .serves }.map { Guide.untilItListens($0.text) }
    try Self.run(serving, nil, in: till.store + "/serving")
  }

  @Test(.enabled(if: ApplesPythonLibrary.isPresent, ApplesPythonLibrary.absence))
  func theBlockForApplesPythonClientWorks() throws {
    let text = try Self.guide.text
    let block = try #require(try /\n```python\n((?:.*\n)*?)```/.firstMatch(in: text)).output.1
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store + "/served")
    try serve.line.write(toFile: till.store + "/appstore.json", atomically: true, encoding: .utf8)
    let bought = try TillProgram().json("--backend", serve.url, "buy", "com.example.piglet.premium")
    let id = try #require(try bought.string("transactionId"))
    let start = """
      import os
      os.environ["NO_PROXY"] = "*"
      os.chdir("\(till.store)")
      transactionId = "\(id)"

      """
    let said = String(decoding: try ApplesPythonLibrary.run(start + block), as: UTF8.self)
    #expect(said.contains(id) && said.contains("com.example.piglet.premium"))
  }

  private static func run(_ blocks: [String], _ serve: ServeProgram?, in folder: String) throws {
    let own = blocks.map {
      $0.replacing("http://127.0.0.1:8421", with: "$URL").replacing("--port 8421", with: "--port 0")
        .replacing("/tmp/", with: folder + "/")
    }
    func said(_ name: String) -> String { (try? serve?.document.string(name)) ?? "" }
    try Guide.run(
      own, in: folder,
      environment: [
        "URL": serve?.url ?? "", "KEYID": said("keyId"), "ISSUER": said("issuerId"), "BUNDLE": said("bundleId"),
        "KEYFILE": said("privateKeyFile"),
      ])
  }
}
