import Core
import Foundation
import Storage
import TestSupport
import Testing

/// Tests of wrong and hostile input: one clear line, the right exit status, and nothing lost.
@Suite(.startsPrograms) struct CommandLineTests {
  let till = TillProgram()

  private func oneLine(_ run: TillProgram.Run, status: Int32, naming words: String...) {
    #expect(run.status == status)
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    for word in words { #expect(run.error.contains(word), "\(run.error)") }
  }

  @Test func statusHasItsStableKeys() throws {
    let status = try till.json("status")
    #expect(
      Set(status.names).isSuperset(of: [
        "account", "user", "backend", "environment", "updates", "asOf", "lastChecked", "products",
      ]))
    #expect(status.text("account") == "new@")
    #expect(status["user"] == .null)
    #expect(status.text("backend") == "simulator")
    #expect(status.text("environment") == "Sandbox")
    #expect(status.rows("products").count == 7)
    let types = Set(status.rows("products").compactMap { $0.text("type") })
    #expect(
      types == ["Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription"])
  }

  /// Tests a sandbox without /proc: the program still gets its arguments.
  @Test(.enabled(if: TillProgram.canMount, "this machine lets nobody hide /proc")) func itHearsItsWordsWithoutProc()
    throws
  {
    let script = "mount -t tmpfs none /proc && exec \"$@\""
    let prefix = ["/usr/bin/env", "unshare", "-m", "/bin/sh", "-c", script, "sh"]
    let status = try till.run(["status", "--json"], through: prefix)
    #expect(try status.status == 0 && status.document().rows("products").count == 7, "\(status.error)")
    #expect(try till.run(["buy", TillProgram.premium], through: prefix).status == 0)
    #expect(try till.run(["frobnicate"], through: prefix).status == 2)
  }

  @Test(arguments: [
    (["frobnicate"], "frobnicate"), (["status", "--wat"], "--wat"), (["buy"], "usage"),
    (["buy", "x", "--outcome", "maybe"], "maybe"), (["buy", "x", "--quantity", "none"], "none"),
    (["transactions", "--after", "nonsense"], "nonsense"), (["--backend", "ftp:x", "status"], "ftp:x"),
    (["--backend", "appstore:sandbox", "status"], "--key-id"),
    (["--backend", "appstore:moon", "status"], "appstore:moon"),
    (["--backend", "appstore:http://example.com", "status"], "https"), (["lookup", "2000"], "--backend"),
    (["support", "dance"], "dance"), (["--backend", "receipt:sandbox", "status"], "bundle id"),
    (["fault", "gremlins"], "gremlins"),
    (["screen", "--size", "wide"], "wide"), (["simulator", "advance", "soon"], "soon"),
  ])
  func wrongUsageExitsWith2(_ arguments: [String], _ word: String) throws {
    let run = try till.run(arguments)
    oneLine(run, status: 2, naming: word)
  }

  @Test func unknownThingsAreNamed() throws {
    oneLine(try till.run("buy", "com.example.nothing"), status: 1, naming: "com.example.nothing", "till status")
    oneLine(try till.run("explain", "com.example.nothing"), status: 1, naming: "com.example.nothing")
    oneLine(try till.run("check", "com.example.nothing"), status: 3, naming: "com.example.nothing")
    oneLine(try till.run("ask-refund", "42", "--yes"), status: 1, naming: "42")
    oneLine(try till.run("simulator", "approve", "42"), status: 1, naming: "42")
    oneLine(try till.run("account", "nobody@"), status: 1, naming: "nobody@", "new@")
  }

  @Test func foreignTextIsShownEscaped() throws {
    let run = try till.run("buy", "a\u{1b}[31m\u{202e}b")
    #expect(run.status == 1)
    #expect(!run.error.contains("\u{1b}"))
    #expect(!run.error.unicodeScalars.contains("\u{202e}"))
  }

  @Test func aStoreThatIsAFileIsRefused() throws {
    _ = FileManager.default.createFile(atPath: till.store, contents: Data("precious".utf8))
    oneLine(try till.run("status"), status: 4, naming: "is a file")
    #expect(FileManager.default.contents(atPath: till.store) == Data("precious".utf8))
  }

  @Test func anotherAppStoreIsRefused() throws {
    #expect(try till.run("status").status == 0)
    let run = try till.run("--backend", "none", "status")
    oneLine(run, status: 4, naming: "simulator", "none")
  }

  @Test func aLedgerOfANewerVersionIsLeftAlone() throws {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/appstore.db"
    let later = DatabaseSchema(applicationID: 0x5469_6c41, version: 999, script: "CREATE TABLE later(x TEXT) STRICT")
    do {
      let database = try DatabaseConnection(path, schema: later)
      try database.checkpoint(.truncate)
    }
    let bytes = FileManager.default.contents(atPath: path)
    oneLine(try till.run("status"), status: 4, naming: "999")
    #expect(FileManager.default.contents(atPath: path) == bytes)
  }

  @Test func withoutATerminalThePlainTableIsPrinted() throws {
    let run = try till.run(["--no-color"])
    #expect(run.status == 0)
    #expect(run.output.contains("Premium unlock"))
  }

  private static let exam = Checkout.root.appending(path: "Assets/Catalogues/Exam.storekit").path(percentEncoded: false)

  @Test func theCatalogueOptionAsksAndSaysWhatImportDoes() throws {
    let before = try till.json("status").rows("products").map { $0.text("productId") }
    oneLine(
      try till.run("--catalog", Self.exam, "status"), status: 2, naming: "customers have bought products", "--yes")
    oneLine(try till.run("--readonly", "--catalog", Self.exam, "status"), status: 1, naming: "read-only")
    #expect(try till.json("status").rows("products").map { $0.text("productId") } == before)
    // The device knows the new products at once.
    let bought = try till.run("--catalog", Self.exam, "--yes", "buy", "com.example.exam.pro")
    #expect(bought.status == 0 && bought.error.contains("are for sale"), "\(bought.error)")
    #expect(bought.error.contains("purchased products not for sale any more"), "\(bought.error)")
    let again = try till.run("--catalog", Self.exam, "status")
    #expect(again.status == 0 && again.error.isEmpty, "\(again.error)")
    #expect(try till.state("com.example.exam.pro").entitled)
    oneLine(try till.run("--readonly", "serve", "--port", "0"), status: 1, naming: "read-only")
    oneLine(try till.run("--readonly", "--refresh", "status"), status: 1, naming: "read-only")
    oneLine(try till.run("--demo=refund", "--catalog", Self.exam, "status"), status: 2, naming: "--catalog")
  }

  @Test func anActionWhoseOutputIsLostIsSaidToBeDone() throws {
    let run = try till.run(
      ["buy", TillProgram.premium], through: ["/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh"])
    oneLine(run, status: 1, naming: "was carried out")
    #expect(try till.state(TillProgram.premium).entitled)
    oneLine(try till.run("export", "--format", "csv", "--json"), status: 2, naming: "leave out --json")
  }

  @Test func optionsMayStandBeforeOrAfterTheCommand() throws {
    let after = try till.run("status", "--json")
    let before = try till.run("--json", "status")
    #expect(try before.document().text("account") == after.document().text("account"))
  }

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func everyConfigurationFileCanBeSold() throws {
    let folder = try #require(Conformance.folder).appending(path: "storekit").path(percentEncoded: false)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".storekit") }
    #expect(files.count == 60)
    for file in files.sorted() {
      let run = try till.run("import", folder + "/" + file, "--yes")
      #expect(run.status == 0, "\(file): \(run.error)")
    }
    #expect(try !till.json("status").rows("products").isEmpty)
  }

  /// Tests that a command whose output is lost fails, but not when its reader has closed the pipe.
  @Test func outputThatCannotBeWrittenIsAnError() throws {
    #expect(try till.run("desk", "init", "--bundle-id", "com.example.app").status == 0)
    for words in [["status"], ["export", "--format", "csv"], ["desk", "view", "refunded", "--format", "csv"]] {
      let full = try till.run(words, through: ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"])
      #expect(full.status == 1 && full.error.contains("could not be written completely"), "\(words): \(full.error)")
      let closed = try till.run(
        words, through: ["/bin/sh", "-c", "{ sleep 0.2; \"$@\"; echo $? >&2; } | :", "sh"])
      #expect(closed.error == "0\n", "\(words): \(closed.error)")
    }
  }

  /// Tests that a store's own export verifies with that store, and that the remedy is named without it.
  @Test func anExportVerifiesWithItsStore() throws {
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    let signed = try till.run("export", "--format", "jws").output
    #expect(try till.run("verify", "-", input: signed).status == 0)
    let alone = try TillProgram.run(["verify", "-"], home: till.store, input: signed)
    #expect(alone.status == 1 && alone.error.contains("--root FILE"), "\(alone.output)\(alone.error)")
    #expect(alone.output.contains("the chain does not end at a trusted root"))
  }

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func everyAttackIsRefused() throws {
    let corpus = try #require(
      try JSONValue(parsing: Array(Conformance.data("attack-corpus.json"))).objectValue)
    let root = try #require(Data(base64Encoded: corpus.text("root_der_base64") ?? ""))
    let rootFile = ScratchFolder.path + UUID().uuidString + ".der"
    try root.write(to: URL(filePath: rootFile))
    defer { try? FileManager.default.removeItem(atPath: rootFile) }
    // Reading lines removes the line end, so a case whose defect is a line end cannot be tested here.
    for item in corpus.rows("cases") where !(item.text("jws") ?? "").contains("\n") {
      let jws = item.text("jws") ?? ""
      let run = try till.run(
        "verify", "-", "--root", rootFile, "--bundle-id", "com.example.app", "--environment", "Sandbox", "--kind",
        "transaction", "--json", input: jws)
      #expect((run.status == 0) == (item.text("must") == "accept"), "\(item.text("name") ?? ""): \(run.output)")
    }
  }
}
