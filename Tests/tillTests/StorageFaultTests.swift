import Core
import Device
import Foundation
import Storage
import TerminalUI
import TestSupport
import Testing

/// Tests of the real program with files that are read-only, full, damaged, newer or in use.
@Suite(.serialized, .startsPrograms) struct StorageFaultTests {
  let till = TillProgram()

  private var device: String { till.store + "/device.db" }

  private func buy() throws { #expect(try till.run("buy", TillProgram.coins).status == 0) }

  /// Checks that the error is one clear line that names the file.
  private func expectClear(_ run: TillProgram.Run, _ words: String, _ comment: String = "") {
    #expect(!run.wasKilled && (run.status == 4 || run.status == 1), "\(comment): \(run.status) \(run.error)")
    #expect(run.error.contains(words), "\(comment): \(run.error)")
    #expect(run.error.split(separator: "\n").count <= 2, "\(comment): \(run.error)")
  }

  // MARK: Full disks, failing writes, and a kill during a write

  /// Tests a limit on the file size: it is reported as an error, because SIGXFSZ is ignored, and no payment is lost.
  @Test func aFileSizeLimitIsAnErrorAndNotTheEnd() throws {
    try buy()
    let blocks = try fileSize(device + "-wal") / 512
    for room in stride(from: 8, through: 200, by: 32) {
      let run = try till.run(script: "ulimit -f \(blocks + room); exec \"$@\"", "buy", TillProgram.coins)
      #expect(!run.wasKilled, "room for \(room) blocks: signal \(run.status)")
      if run.status != 0 { #expect(run.error.contains(".db"), "room for \(room) blocks: \(run.error)") }
      try till.expectHealed("room for \(room) blocks")
    }
  }

  /// A fault: the call that fails, how it fails, and the file.
  struct Fault: CustomTestStringConvertible {
    let call, what, file: String
    var testDescription: String { "\(call) of \(file): \(what)" }

    /// Every kind of fault for the device, and two for each other file, unless every call is requested.
    static let all = ["device.db", "appstore.db", "appserver.db"].flatMap { file in
      [("write", "ENOSPC"), ("write", "EIO"), ("sync", "EIO"), ("write", "kill"), ("write", "short"), ("sync", "kill")]
        .suffix(file == "device.db" || TillProgram.failsEveryCall ? 6 : 2)
        .map { Fault(call: $0.0, what: $0.1, file: file) }
    }
  }

  /// Tests a purchase in which a write or sync fails, fails from then on, or kills the program.
  ///
  /// For the device each of several calls fails, for the other files one.
  @Test(
    .enabled(if: TillProgram.faultLibrary != nil, "there is no C compiler to build the failing writes with"),
    arguments: Fault.all
  ) func aFailingWriteLosesNothing(_ fault: Fault) throws {
    try buy()
    let isFew = fault.file != "device.db" && !TillProgram.failsEveryCall
    for number in isFew ? [3] : TillProgram.faultyCalls {
      let comment = "\(fault.testDescription) \(number)"
      let run = try till.run(
        ["buy", TillProgram.coins], failing: fault.call, at: number, with: fault.what, of: fault.file)
      if fault.what == "kill" {
        #expect(run.wasKilled || run.status == 0, "\(comment): \(run.error)")
      } else if run.status != 0 {
        expectClear(run, ".db", comment)
      }
      try till.expectHealed(comment)
      guard till.faultStruck else { break }
    }
  }

  /// Tests that an import into a desk which fails or is killed anywhere is repaired by repeating it.
  @Test(
    .enabled(if: TillProgram.faultLibrary != nil, "there is no C compiler to build the failing writes with"),
    arguments: TillProgram.failsEveryCall ? ["ENOSPC", "EIO", "short", "kill"] : ["short", "kill"]
  ) func aFailingWriteLosesNothingAtADesk(_ what: String) throws {
    try buy()
    let (root, file) = (till.store + "/root.pem", till.store + "/history.jws")
    try till.run("simulator", "root").output.write(toFile: root, atomically: true, encoding: .utf8)
    try till.run("export", "--format", "jws").output.write(toFile: file, atomically: true, encoding: .utf8)
    for number in TillProgram.failsEveryCall ? TillProgram.faultyCalls : [21] {
      let comment = "\(what) \(number)"
      let desk = TillProgram()
      let words = ["desk", "init", "--bundle-id", "com.example.piglet", "--environment", "Sandbox", "--root", root]
      #expect(try desk.run(words).status == 0)
      let run = try desk.run(
        ["desk", "import", file, "--root", root], failing: "write", at: number, with: what, of: "desk.db")
      if what != "kill", run.status != 0 { expectClear(run, "desk.db", comment) }
      #expect(try desk.run("desk", "import", file, "--root", root).status == 0, "\(comment)")
      #expect(try desk.run("desk", "doctor", "--rebuild").status == 0, "\(comment)")
      #expect(try PowerCutTests.count("evidence", in: desk.store + "/desk.db") > 0, "\(comment)")
      guard desk.faultStruck else { break }
    }
  }

  /// Tests an undo that is killed between two files: the next process finishes it, or it never began.
  @Test(.enabled(if: TillProgram.faultLibrary != nil, "there is no C compiler to build the failing writes with"))
  func aKilledUndoIsWholeOrNothing() throws {
    for file in ["appstore.db", "appserver.db", "device.db"] {
      try buy()
      let paid = try till.paidCoins()
      let run = try till.run(["undo"], failing: "sync", at: 1, with: "kill", of: file)
      #expect(run.wasKilled, "\(file): \(run.status) \(run.error)")
      let left = try till.paidCoins()
      #expect(left == paid - 1 || (left == paid && file == "appstore.db"), "\(file): \(left) of \(paid)")
      let acts = try till.json("undo", "list")["acts"]?.arrayValue?.compactMap(\.stringValue) ?? []
      #expect(acts.filter { $0.hasPrefix("buy") }.count == left, "\(file): \(acts)")
      try till.expectHealed("an undo killed at \(file)")
    }
  }

  /// Tests a dashboard after a failed sync: it opens the file again, reads what was stored, and continues.
  @Test(.enabled(if: TillProgram.faultLibrary != nil, "there is no C compiler to build the failing writes with"))
  func aDashboardGoesOnAfterAFailedSync() throws {
    try buy()
    var failures = 0
    for number in stride(from: 18, through: 27, by: 3) {
      let terminal = try PseudoTerminal(
        TillProgram.path, ["--store", till.store, "--utc"], size: Size(width: 120, height: 30),
        environment: [
          "LD_PRELOAD": TillProgram.faultLibrary, "TILL_FAULT_CALL": "sync", "TILL_FAULT_AT": String(number),
          "TILL_FAULT_ONCE": "1", "TILL_FAULT_DO": "EIO", "TILL_FAULT_FILE": "device.db",
        ])
      try terminal.waitFor("Premium unlock", "? help")
      try terminal.send("<Down><Down>")
      for _ in 1...2 where try buyCoins(in: terminal) == false {
        failures += 1
        // The same process, with a new connection.
        #expect(try buyCoins(in: terminal), "\(terminal.screen)")
      }
      #expect(try terminal.end(pressing: "q") == .exited(0))
      try till.expectHealed("after a dashboard whose sync \(number) failed")
    }
    #expect(failures > 0, "no failed sync was met by a purchase")
  }

  /// Buys in an open dashboard, and returns whether it succeeded.
  private func buyCoins(in terminal: PseudoTerminal) throws -> Bool {
    try terminal.send("b", until: "Enter pay")
    try terminal.send("<Enter>")
    try terminal.waitFor("the purchase to end") {
      let screen = $0.screen
      return !screen.contains("Enter pay") && !screen.contains("Esc stops")
        && ["Bought 100 coins", "nothing was bought again", "did not confirm"].contains { screen.contains($0) }
    }
    // The purchase with the failed sync may have been charged. The next purchase finds it, and buys nothing.
    return ["Bought 100 coins", "nothing was bought again"].contains { terminal.screen.contains($0) }
  }

  @Test(.enabled(if: TillProgram.canMount, "this machine does not allow mounting a small file system"))
  func aFullDiskLosesNothing() throws {
    try buy()
    // A nearly full file system of its own; the program's files are copied back at the end.
    let script = """
      set -e; kept=$(mktemp -d); cp -a "$0/." "$kept"; mount -t tmpfs -o size=16m none "$0"; cp -a "$kept/." "$0"
      head -c $(( $(stat -f -c '%a * %S' "$0") - 120000 )) /dev/zero > "$0/filler"
      set +e; "$@"; status=$?; rm "$0/filler"; cp -a "$0/." "$kept"; umount "$0"; cp -a "$kept/." "$0"; rm -rf "$kept"
      exit $status
      """
    let run = try till.run(
      ["buy", TillProgram.coins], through: ["/usr/bin/env", "unshare", "-m", "/bin/sh", "-c", script, till.store])
    expectClear(run, "full")
    try till.expectHealed("after a full disk")
  }

  // MARK: Read-only files

  @Test(.enabled(if: TillProgram.canBeNobody, "this machine does not allow the user nobody"))
  func anotherUsersStoreCanBeReadAndSaysWhy() throws {
    try buy()
    for name in try FileManager.default.contentsOfDirectory(atPath: till.store) {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: till.store + "/" + name)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: till.store)
    expectClear(try till.run(["buy", TillProgram.coins], through: TillProgram.nobody), "cannot be written")
    let status = try till.run(["status"], through: TillProgram.nobody)
    #expect(status.status == 0 && status.output.contains("balance 1"), "\(status.error)")
    try till.expectHealed("after somebody else")
  }

  @Test(.enabled(if: TillProgram.canMount, "this machine does not allow mounting a read-only file system"))
  func aReadOnlyFileSystemCanBeReadAndSaysWhy() throws {
    try buy()
    let script = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\""
    let prefix = ["/usr/bin/env", "unshare", "-m", "/bin/sh", "-c", script, till.store]
    expectClear(try till.run(["buy", TillProgram.coins], through: prefix), "cannot be written")
    let status = try till.run(["status"], through: prefix)
    #expect(status.status == 0 && status.output.contains("balance 1"), "\(status.error)")
    try till.expectHealed("after a read-only file system")
  }

  // MARK: Files in use, newer files, damaged files

  @Test func aSecondWriterIsWaitedForAndNamed() throws {
    try buy()
    try ProcessLock(database: device).withLock {
      expectClear(
        try till.run("buy", TillProgram.coins), "another instance is writing (pid \(getpid()))")
      #expect(try till.run("status").status == 0)
    }
    try till.expectHealed("after a second writer")
  }

  @Test func aNewerFileIsReadAndNotTouched() throws {
    try buy()
    let current = DatabaseSchema.device
    try setVersion(current.version + 1)
    let before = try Data(contentsOf: URL(filePath: device))
    expectClear(try till.run("buy", TillProgram.coins), "written by a later Till")
    #expect(try till.run("transactions").status == 0)
    #expect(try Data(contentsOf: URL(filePath: device)) == before)
  }

  @Test func anOlderFileIsRefusedAndNotTouched() throws {
    try buy()
    let current = DatabaseSchema.device
    try setVersion(current.version - 1)
    let before = try Data(contentsOf: URL(filePath: device))
    for line in [["buy", TillProgram.coins], ["status"], ["transactions"]] {
      expectClear(
        try till.run(line), "device.db: has version \(current.version - 1), written by an earlier Till",
        "move the file away to start a new one")
    }
    let doctor = try till.run("doctor")
    #expect(doctor.status == 4 && doctor.output.contains("BAD device"), "\(doctor.output)")
    #expect(try Data(contentsOf: URL(filePath: device)) == before)
    // The remedy is a new device store, to which the purchases return.
    try DatabaseFiles.moveAside(device, suffix: "old")
    #expect(try till.run("status").status == 0)
  }

  /// Changes the schema version in the device's file.
  private func setVersion(_ version: Int) throws {
    let database = try DatabaseConnection(device, schema: .device)
    try database.transaction { _ = try database.execute(SQL(stringLiteral: "PRAGMA user_version = \(version)")) }
    try database.checkpoint(.truncate)
  }

  @Test(arguments: ["header", "half"]) func aDamagedFileIsNamedAndKept(_ damage: String) throws {
    #expect(try till.run("user", "one").status == 0)
    try buy()
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    try DatabaseConnection(device, schema: .device).checkpoint(.truncate)
    try FileManager.default.removeItem(atPath: device + "-wal")
    var bytes = try Data(contentsOf: URL(filePath: device))
    if damage == "header" { bytes.replaceSubrange(0..<100, with: Data(repeating: 0x41, count: 100)) }
    if damage == "half" { bytes = bytes.prefix(bytes.count / 2) }
    try bytes.write(to: URL(filePath: device))
    let doctor = try till.run("doctor")
    #expect(doctor.status == 4 && doctor.output.contains("BAD device"), "\(doctor.output)")
    #expect(FileManager.default.fileExists(atPath: device))
    // Any other command keeps the damaged file under another name, and restores everything.
    let status = try till.run("status")
    #expect(status.status == 0 && status.error.contains("corrupt-"), "\(status.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: till.store).contains { $0.contains("db.corrupt-") })
    // The login was in the damaged file too.
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.state(TillProgram.premium) == TillProgram.State(word: "purchased", entitled: true))
    #expect(try till.run("restore").status == 0)
    #expect(try till.run("doctor").status == 0)
  }

  /// Tests a damaged log: SQLite silently drops the later half of the commits, and Till fetches what was lost.
  @Test(arguments: ["cut", "bit", "gone"]) func aDamagedLogLosesNothingThatWasPaid(_ damage: String) throws {
    #expect(try till.run("user", "one").status == 0)
    try buy()
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    let file = URL(filePath: device + "-wal")
    var bytes = try Data(contentsOf: file)
    switch damage {
    case "cut": bytes = bytes.prefix(bytes.count * 2 / 3)
    case "bit": bytes[bytes.count * 2 / 3] ^= 1
    default: bytes = Data()
    }
    if damage == "gone" {
      try DatabaseConnection(device, schema: .device).checkpoint(.truncate)
      try buy()
      try FileManager.default.removeItem(at: file)
    } else {
      try bytes.write(to: file)
    }
    #expect(try till.run("refund-check").status == 0)
    #expect(try till.state(TillProgram.premium) == TillProgram.State(word: "purchased", entitled: true))
    #expect(try till.run("doctor").status == 0)
  }

  private func fileSize(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }
}
