import Core
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of a support team's first day at the shell: a user with two Apple Accounts, e-mail, trends and alerts.
@Suite(.startsPrograms) struct DeskPersonStoryTests {
  private let shop = TillProgram()
  private let desk = TillProgram()
  private static let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"

  private func write(_ text: String, to name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: desk.store, withIntermediateDirectories: true)
    let path = desk.store + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Buys the same product with two Apple Accounts for one user, and imports both histories.
  @discardableResult
  private func prepare() throws -> String {
    for account in ["new@", "again@"] {
      #expect(try shop.run("account", account).status == 0)
      _ = try shop.run("buy", "com.example.piglet.plus.monthly", "--token", Self.token, "--again")
      let file = try write(shop.run("export", "--format", "jws").output, to: "\(account).jws")
      let root = try write(shop.run("simulator", "root").output, to: "root.pem")
      #expect(try desk.run("desk", "import", file, "--root", root).status == 0)
    }
    let found = try desk.json("desk", "find", Self.token).rows("customers")
    return "#\(try #require(found.first?["customer"]?.numberValue?.int64))"
  }

  @Test func aDeskIsMadeOfVerifiedDataAndGetsItsRootLater() throws {
    _ = try shop.run("buy", "com.example.piglet.premium")
    let file = try write(shop.run("export", "--format", "jws").output, to: "all.jws")
    let root = try write(shop.run("simulator", "root").output, to: "root.pem")
    let blind = try desk.run("desk", "import", file)
    #expect(blind.status == 1 && blind.error.contains("no desk was created") && blind.error.contains("--root"))
    let nameless = try desk.run("desk", "import", try write("e.y.x", to: "nameless.jws"))
    #expect(nameless.status == 2 && nameless.error.contains("--bundle-id"), "\(nameless.error)")
    #expect(try desk.run("desk", "init", "--bundle-id", "com.example.piglet", "--environment", "Sandbox").status == 0)
    let bad = try write("\u{1F}not a gzip file", to: "bad.jws")
    let both = try desk.run("desk", "import", file, bad, "--root", root, "--json")
    #expect(try both.document()["imported"] == 1 && both.status == 1)
    let future = try write(
      #"{"user": "\#(Self.token)", "productId": "p", "entitled": true, "at": 99999999999999}"#, to: "claims.json")
    let refused = try desk.run("desk", "import", "--claims", future)
    #expect(refused.status == 1 && refused.error.contains("more than five minutes ahead"), "\(refused.error)")
  }

  @Test func aTokenOfTwoCustomersIsOnePerson() throws {
    let number = try prepare()
    let people = try write(
      #"{"user": "user-17", "tokens": ["\#(Self.token)"], "attributes": {"email": "bob@example.com"}}"#,
      to: "people.json")
    #expect(try desk.run("desk", "import", "--people", people).status == 0)
    let found = try desk.run("desk", "customer", "7389a31a")
    #expect(found.status == 0 && found.output.contains("user-17"), "\(found)")
    #expect(found.output.contains("the user pays twice for com.example.piglet.plus.monthly"), "\(found.output)")
    let person = try desk.json("desk", "person", "bob@example.com")
    #expect(person.rows("accounts").count == 2)
    #expect(person["paidTwice"]?.arrayValue?.count == 1)
    #expect(try desk.json("desk", "find", "bob@").rows("customers").count == 2)
    #expect(try desk.json("desk", "find", "state:subscribed product:monthly").rows("customers").count == 2)
    for name in ["bob@example.com", "7389a31a", number] {
      let help = try desk.json("desk", "help-customer", name, "charged-twice")
      #expect(help.rows("products").count == 1, "\(name): \(help)")
    }
    #expect(try desk.run("desk", "customer", "bob@").output.contains("user-17"))
    let one = try desk.run("desk", "customer", number)
    #expect(one.output.contains("also pays with"), "\(one.output)")
    let screen = try desk.run("desk", "--size", "120x40", "--keys", "<Enter>").output
    #expect(screen.contains("2 Apple Accounts") && screen.contains("pays twice"), "\(screen)")
    // Exports have the signed data only.
    #expect(try !desk.run("desk", "export", number).output.contains("bob@example.com"))
  }

  /// Tests that the commands of a first day say everything in the chosen language.
  @Test func theDeskSpeaksTheChosenLanguage() throws {
    let number = try prepare()
    func chinese(_ arguments: String...) throws -> String {
      let said = try desk.run(["--language", "zh-Hans", "desk"] + arguments)
      return said.output + said.error
    }
    #expect(try chinese("note", number, "hello", "--author", "anna").hasPrefix("顾客 \(number)："))
    let answer = try chinese("customer", number)
    #expect(answer.contains("顾客 \(number)") && answer.contains("备注，") && !answer.contains("note,"), "\(answer)")
    #expect(try chinese("request", "refresh", number).contains("已排队"))
    let english = [
      (["status"], ["customers", "waiting", "calls", " ms", "delay"]), (["requests"], ["WHEN", "CUSTOMER", "STATE"]),
      (["trends", "--from", "2020-01-01"], ["purchases", "renewals"]), (["doctor"], ["database", "derived", "joins"]),
      (["find", Self.token, "--limit", "1"], ["there are more"]),
    ]
    for (arguments, words) in english {
      let said = try desk.run(["--language", "zh-Hans", "desk"] + arguments)
      for word in words { #expect(!(said.output + said.error).contains(word), "\(arguments): \(said)") }
    }
  }

  /// Tests that a list that goes on says so, and that the last page does not.
  @Test func aListThatGoesOnSaysSo() throws {
    try prepare()
    let first = try desk.run("desk", "find", Self.token, "--limit", "1")
    #expect(first.error.contains("there are more rows; continue with --after"), "\(first)")
    let next = try #require(try desk.json("desk", "find", Self.token, "--limit", "1").text("next"))
    let last = try desk.run("desk", "find", Self.token, "--limit", "1", "--after", next)
    #expect(last.output.contains("#") && last.error.isEmpty, "\(last)")
    #expect(try desk.run("desk", "find", Self.token, "--limit", "2").error.isEmpty)
  }

  /// Tests that an invalid file is refused with the record and the member, before anything is stored.
  @Test func anInvalidFileOfUsersIsRefused() throws {
    try prepare()
    let file = try write(
      "{\"user\": \"u1\", \"tokens\": [\"\(Self.token)\"]}\n{\"user\": \"u2\", \"tokens\": []}\n", to: "bad.json")
    let refused = try desk.run("desk", "import", "--people", file)
    #expect(refused.status == 1 && refused.error.contains("records[1].tokens is missing; Till stored nothing"))
    #expect(try desk.json("desk", "find", "user:u1").rows("customers").isEmpty)
  }

  @Test func aNoteHasAnAuthorEvenWithoutVariables() throws {
    let number = try prepare()
    #expect(try desk.run("desk", "note", number, "called", "--author", "anna").status == 0)
    #expect(try desk.run("desk", "customer", number).output.contains("anna: called"))
  }

  @Test func trendsAreATableAndAFile() throws {
    try prepare()
    let csv = try desk.run("desk", "trends", "--by", "week", "--format", "csv", "--from", "2020-01-01").output
    #expect(csv.hasPrefix("from,kind,product,count\r\n") && csv.contains("purchases"), "\(csv)")
    #expect(try desk.run("desk", "trends", "--from", "2020-01-01").output.contains("not revenue"))
    #expect(try desk.run("desk", "trends", "--by", "month").status == 2)
  }

  /// The demo's renewal failed two days ago, and the desk hears of it only now.
  @Test func anAlertIsPostedToAWebhook() throws {
    try prepare()
    let rows = try shop.json("simulator", "notifications").rows("notifications")
    let uuid = rows.first { $0.text("notificationType") == "DID_FAIL_TO_RENEW" }?.text("notificationUUID")
    let payload = try shop.json("simulator", "notifications", #require(uuid)).text("signedPayload")
    let file = try write(#"{"signedPayload": "\#(#require(payload))"}"#, to: "late.json")
    #expect(try desk.run("desk", "import", file).status == 0)
    let server = try TestServer(replies: [.answer(status: 200, headers: [:], body: [])])
    let alerts = try desk.run("desk", "watch", "--once", "--webhook", server.url)
    #expect(alerts.status == 1 && alerts.output.contains("late"), "\(alerts)")
    let texts = try server.requests.map { try JSONValue(parsing: $0.body).objectValue?["text"]?.stringValue }
    // A line on the screen begins with the date.
    let lines = alerts.output.split(separator: "\n").map { $0.components(separatedBy: "  ").dropFirst().joined() }
    #expect(texts == lines)
  }

  // MARK: The first day, in a terminal

  /// Tests a team's first questions with their keys: who is that e-mail address, all that this user has, who works on
  /// it, what we told them, the newest refunds, and a file of marked customers.
  @Test(arguments: [Size(width: 80, height: 24), Size(width: 160, height: 45)], ["en", "zh"])
  func theFirstDayTakesAFewKeys(_ size: Size, _ language: String) throws {
    try prepare()
    // The second account's history has a refund.
    _ = try shop.run("restore")
    let history = try write(shop.run("export", "--format", "jws").output, to: "history.jws")
    #expect(try desk.run("desk", "import", history).status == 0)
    let people = try write(
      """
      {"user": "user-17", "tokens": ["\(Self.token)"], "attributes": {"email": "bob@example.com", "language": "en"}}
      """, to: "people.json")
    #expect(try desk.run("desk", "import", "--people", people).status == 0)
    let arguments = ["--store", desk.store, "--utc", "--language", language, "desk", "--author", "anna"]
    let terminal = try PseudoTerminal(TillProgram.path, arguments, size: size, folder: desk.store)
    func words(_ english: String, _ chinese: String) -> String { language == "en" ? english : chinese }
    let list = words("1 Customers", "1 顾客")
    try terminal.waitFor(list, "user-17 ×2")

    // Find by e-mail.
    try terminal.send("/bob@<Enter>")
    try terminal.waitFor("user-17", words("pays twice for", "重复付款"))
    // Who works on it: no agent yet, then anna.
    try terminal.send("aanna<Enter>")
    try terminal.waitFor(words("Assigned to anna.", "分配给 anna。"))
    // All of a user, with the agent.
    try terminal.send("P")
    try terminal.waitFor(
      "bob@example.com", words("assigned to anna", "已分配给 anna"), words("pays twice for", "重复付款"))
    #expect(terminal.screen.components(separatedBy: words("Apple Account #", "Apple 账户 #")).count == 3)
    try terminal.send("<Esc>")
    // What did we tell them: the plan's sentence is copied in the customer's language, with a note.
    try terminal.send("jY")
    try terminal.waitFor("We see two purchases that overlap.")
    try terminal.send("<Enter>")
    try terminal.waitFor(words("Note saved.", "备注已保存。"))
    try terminal.send("N")
    try terminal.waitFor(words("anna: sent to the customer", "anna: 已发送给顾客"))
    try terminal.send("<Esc>")
    // Who has this open, from the list: the agent's customers are a search, which replaces the last one.
    try terminal.send("<Esc>")
    try terminal.waitFor(list, "bob@")
    try terminal.send("/agent:anna<Enter>")
    try terminal.waitFor("“agent:anna” ›", "user-17")
    try terminal.send("<Esc>")
    try terminal.waitFor(list, "user-17 ×2")
    // The newest refunds, and the one under the cursor.
    try terminal.send("2")
    try terminal.waitFor(words("refunded, newest first", "已退款"))
    try terminal.send("j<Enter>")
    try terminal.waitFor(words("› refunded, newest first]", "› 已退款"), "premium")
    // A file of the marked customers.
    try terminal.send(" E<Enter>")
    try terminal.waitFor(words("Written: till-desk-refunded", "已写入：till-desk-refunded"))
    let files = try FileManager.default.contentsOfDirectory(atPath: desk.store).filter { $0.hasPrefix("till-desk-") }
    let file = try #require(files.first)
    #expect(try String(contentsOfFile: desk.store + "/" + file, encoding: .utf8).contains("premium"))
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
