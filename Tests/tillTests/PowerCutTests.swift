import CSQLite
import Foundation
import TestSupport
import Testing

/// Tests of power cuts at any time: whatever the program reported as done is stored.
///
/// The real program writes, and each of its writes, syncs and changes of names is recorded. Then the test makes each
/// state that a cut could leave: nothing, everything, some writes or some sectors of what was not synced.
/// `TILL_POWER_CUTS` sets the number of cuts in each story. The program repairs one state for every ten cuts.
@Suite(
  .startsPrograms, .enabled(if: TillProgram.recorder != nil, "there is no C compiler to build the recorder with"))
struct PowerCutTests {
  private let cuts = ProcessInfo.processInfo.environment["TILL_POWER_CUTS"].flatMap { Int($0) } ?? 24

  /// Tests device, ledger and app server: each reported purchase is in all three, and each paid one is delivered.
  @Test func everyPurchaseSurvivesEveryCut() throws {
    let story = try RecordedStory(
      Array(repeating: ["buy", TillProgram.coins], count: cuts > 60 ? 25 : 3) + [["refund-check"]])
    try story.replay(cuts) { till, done, begun, isHealed in
      let purchases = min(done, story.steps - 1)
      let sold = try Self.count("transactions WHERE token IS NOT NULL", in: till.store + "/appstore.db")
      let credited = try Self.count("credits", in: till.store + "/appserver.db")
      let delivered = try Self.count("deliveries", in: till.store + "/device.db")
      #expect((purchases...begun).contains(sold) && credited <= sold && delivered <= credited, "\(sold) \(credited)")
      #expect(credited >= purchases && delivered >= purchases, "\(purchases): \(sold) \(credited) \(delivered)")
      guard isHealed else { return }
      try till.expectHealed("after a cut")
      #expect(try till.paidCoins() == sold)
    }
  }

  /// Tests the desk: imported evidence stays, and can be derived again.
  @Test func everyImportOfADeskSurvivesEveryCut() throws {
    let shop = TillProgram()
    var files: [String] = []
    let root = shop.store + "/root.pem"
    for account in ["tidy@", "reviewer@", "new@"] {
      _ = try shop.run("account", account)
      if account == "new@" { _ = try shop.run("buy", TillProgram.coins) }
      _ = try shop.run("restore")
      files.append(shop.store + "/\(account).jws")
      try shop.run("export", "--format", "jws").output.write(
        toFile: files[files.count - 1], atomically: true, encoding: .utf8)
    }
    try shop.run("simulator", "root").output.write(toFile: root, atomically: true, encoding: .utf8)
    let story = try RecordedStory(
      [["desk", "init", "--bundle-id", "com.example.piglet", "--environment", "Sandbox", "--root", root]]
        + files.map { ["desk", "import", $0, "--root", root] },
      counting: "evidence", of: "desk.db")
    try story.replay(cuts) { till, done, _, isHealed in
      let there = done == 0 ? 0 : try Self.count("evidence", in: till.store + "/desk.db")
      #expect(there >= story.counts[done], "\(there) of \(story.counts[done])")
      guard isHealed, done > 0 else { return }
      let doctor = try till.run("desk", "doctor", "--rebuild")
      #expect(doctor.status == 0, "\(doctor.output) \(doctor.error)")
      for file in files { #expect(try till.run("desk", "import", file, "--root", root).status == 0) }
      #expect(try Self.count("evidence", in: till.store + "/desk.db") == story.counts[story.steps])
    }
  }

  /// Returns how many rows an intact file has; 0 without the file or the table.
  static func count(_ rows: String, in file: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: file) else { return 0 }
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    try #require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    func value(_ sql: String) -> String? {
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW
      else { return nil }
      return sqlite3_column_text(statement, 0).map { String(cString: $0) }
    }
    #expect(value("PRAGMA integrity_check") == "ok", "\(file)")
    return value("SELECT count(*) FROM \(rows)").flatMap { Int($0) } ?? 0
  }
}

/// Commands that ran in a store of their own, with everything that they wrote.
private struct RecordedStory {
  let steps: Int
  /// The number of rows after each step.
  private(set) var counts: [Int] = [0]
  private let recording: StorageRecording
  /// The number of changes at the time when each step reported that it was done.
  private var ends: [Int] = []

  init(_ commands: [[String]], counting rows: String? = nil, of file: String = "") throws {
    let till = TillProgram()
    let record = ScratchFolder.path + "till-record-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: record) }
    func read() throws -> StorageRecording {
      StorageRecording(try Data(contentsOf: URL(filePath: record)), under: till.store)
    }
    steps = commands.count
    for command in commands {
      let run = try till.run(
        command,
        environment: [
          "LD_PRELOAD": #require(TillProgram.recorder), "TILL_RECORD_UNDER": till.store, "TILL_RECORD_TO": record,
        ])
      try #require(run.status == 0, "\(command): \(run.error)")
      ends.append(try read().changes.count)
      if let rows {
        // Counted in a copy, because closing the last connection changes the files, and the recording would lack that.
        let copy = TillProgram()
        try FileManager.default.copyItem(atPath: till.store, toPath: copy.store)
        counts.append(try PowerCutTests.count(rows, in: copy.store + "/" + file))
      }
    }
    recording = try read()
  }

  /// Makes the states that cuts leave, spread over the whole story, and checks each.
  ///
  /// - Parameter look: Gets the store, the number of steps that were reported done, the number that had begun, and
  ///   whether to   repair the store by starting the program.
  func replay(_ cuts: Int, _ look: (TillProgram, Int, Int, Bool) throws -> Void) throws {
    var random = SeededGenerator(seed: 1)
    let all = recording.changes.indices.filter { !recording.changes[$0].name.hasSuffix(".lock") }
    let count = min(cuts, all.count)
    // One random change in each of the equal parts of the story.
    let moments = Set(
      (0..<count).map { all[Int.random(in: $0 * all.count / count..<($0 + 1) * all.count / count, using: &random)] })
    var disk = CutDisk()
    var number = 0
    for (index, entry) in recording.changes.enumerated() {
      disk.take(entry.name, entry.change)
      guard moments.contains(index) else { continue }
      let done = ends.count { $0 <= index + 1 }
      for luck in CutDisk.Luck.allCases {
        let till = TillProgram()
        try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
        for (name, bytes) in disk.files(luck, &random) {
          let file = URL(filePath: till.store + "/" + name)
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(bytes).write(to: file)
        }
        number += 1
        try look(till, done, min(done + 1, steps), number % 40 == 7)
      }
    }
    #expect(number >= count)
  }
}

extension TillProgram {
  /// The library that records writes, built once; nil where there is no C compiler.
  static let recorder = library("storage-record")
}
