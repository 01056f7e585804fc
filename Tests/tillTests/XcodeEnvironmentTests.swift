import Core
import Foundation
import TestSupport
import Testing

/// Tests that data which Apple did not sign counts only where a person said so, and is marked.
@Suite(.startsPrograms) struct XcodeEnvironmentTests {
  private let till = TillProgram()

  /// Returns a transaction with a meaningless signature that claims to come from Xcode.
  private func forged(_ environment: String = "Xcode") throws -> String {
    func segment(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let payload = """
      {"transactionId":"1","originalTransactionId":"1","bundleId":"com.example","productId":"com.example.all",\
      "type":"Non-Consumable","purchaseDate":\(now),"signedDate":\(now),"quantity":1,"environment":"\(environment)",\
      "inAppOwnershipType":"PURCHASED"}
      """
    let path = till.store + "/forged-\(environment).jws"
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let text = [segment(#"{"alg":"ES256","x5c":["AAAA"]}"#), segment(payload), segment("nonsense")].joined(
      separator: ".")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test(arguments: ["Xcode", "LocalTesting"]) func aCaseIsNotBoundToIt(environment: String) throws {
    let file = try forged(environment)
    let run = try till.run("import", file, "--case", "one", "--json")
    #expect(try run.status == 1 && run.document()["imported"] == 0, "\(run.output)")
    #expect(try till.run("--case", "one", "check", "com.example.all").status == 3)
    #expect(try till.run("--case", "one", "status", "--json").document().text("environment") == "Sandbox")
  }

  @Test func whereThePersonSaysSoEveryAnswerIsMarked() throws {
    let file = try forged()
    #expect(try till.run("import", file, "--case", "two", "--environment", "Xcode").status == 0)
    func text(_ words: String...) throws -> String { try till.run(["--case", "two"] + words).output }
    for output in [
      try text("check", "com.example.all"), try text("status"), try text("explain", "com.example.all"),
      try text("screen"),
      try text("screen", "--plain"),
    ] {
      #expect(output.contains("not signed by Apple"), "\(output)")
    }
    for words in [["check", "com.example.all"], ["status"], ["explain", "com.example.all"]] {
      let document = try till.run(["--case", "two"] + words + ["--json"]).document()
      #expect(document["signedByApple"] == false, "\(document)")
    }
    // Any other store does not mention it.
    #expect(try TillProgram().json("status")["signedByApple"] == nil)
  }

  @Test func aDeskIsNotMadeOfIt() throws {
    let file = try forged()
    let refused = try till.run("desk", "import", file)
    #expect(refused.status == 2 && refused.error.contains("Apple does not sign"), "\(refused.error)")
    #expect(try till.run("desk", "find", "1").status != 0)
    #expect(
      try till.run("desk", "init", "--bundle-id", "com.example", "--environment", "Xcode").status == 0)
    #expect(try till.run("desk", "import", file, "--json").document()["imported"] == 1)
    let customer = try till.run("desk", "customer", "1", "--json").document()
    #expect(customer["signedByApple"] == false)
    #expect(try till.run("desk", "customer", "1").output.contains("not signed by Apple"))
  }

  @Test func aProgramThatSaysSoIsNotBelieved() throws {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let program = till.store + "/backend"
    let answer = #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"environment":"Xcode","bundleId":"com.example"}}"#
    try Spawn.write(program: "#!/bin/sh\nread line; echo '\(answer)'; cat >/dev/null\n", to: program)
    let run = try till.run("--backend", "exec:" + program, "status")
    #expect(run.status == 2 && run.error.contains("use --environment Xcode"), "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: till.store + "/device.db"))
  }
}
