import Foundation
import TestSupport
import Testing

@testable import Storage

/// Tests of files with checksums, in which single bits are flipped.
@Suite struct PageSumTests {
  private let folder = ScratchFolder.url.appending(path: "till-sums-\(UUID().uuidString)")
  private static let schema = DatabaseSchema(
    applicationID: 0x7465_7374, version: 1,
    script: "CREATE TABLE lines(id INTEGER PRIMARY KEY, text TEXT NOT NULL); CREATE INDEX by_text ON lines(text)")

  private func database(rows: Int) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "\(UUID().uuidString).db").path
    let database = try DatabaseConnection(path, schema: Self.schema)
    for part in 0..<4 {
      try database.transaction {
        for number in 0..<rows / 4 {
          try database.execute(
            "INSERT INTO lines(text) VALUES(?)", "line \(part) \(number) " + String(repeating: "x", count: 200))
        }
      }
    }
    return path
  }

  @Test func writtenPagesAreFoundUnchanged() throws {
    let path = try database(rows: 400)
    #expect(try PageSums.findings(in: path) == [])
    DatabaseFiles.carryOver(path, logsFrom: 0)
    #expect(try PageSums.findings(in: path) == [])
  }

  /// Tests that every flipped bit, in pages and in the log, is found or changes nothing that is read.
  @Test(arguments: [false, true]) func eachFlippedBitIsFound(isInLog: Bool) throws {
    let path = try database(rows: 120)
    if !isInLog { DatabaseFiles.carryOver(path, logsFrom: 0) }
    let name = URL(filePath: path + (isInLog ? "-wal" : ""))
    let good = try Data(contentsOf: name)
    #expect(good.count > 30_000)
    var generator = SeededGenerator(seed: 17)
    let count = ProcessInfo.processInfo.environment["TILL_FLIPS"].flatMap(Int.init) ?? 60
    for _ in 0..<count {
      let (place, bit) = (Int.random(in: 0..<good.count, using: &generator), Int.random(in: 0..<8, using: &generator))
      var bytes = good
      bytes[place] ^= 1 << bit
      try bytes.write(to: name)
      try? FileManager.default.removeItem(atPath: path + "-shm")
      let findings = try PageSums.findings(in: path)
      guard findings == [] else { continue }
      #expect(try read(path) == 120, "bit \(bit) of byte \(place) is not found")
    }
  }

  /// Tests the header's byte that says whether pages have checksums: each of its bits is found when it flips.
  ///
  /// A file with a single page is tested too.
  @Test(arguments: [0, 120]) func aFlippedBitOfTheRoomForSumsIsFound(rows: Int) throws {
    let path = try database(rows: rows)
    DatabaseFiles.carryOver(path, logsFrom: 0)
    let good = try Data(contentsOf: URL(filePath: path))
    for bit in 0..<8 {
      var bytes = good
      bytes[20] ^= 1 << bit
      try bytes.write(to: URL(filePath: path))
      #expect(try PageSums.findings(in: path)?.isEmpty == false, "bit \(bit)")
    }
  }

  private func read(_ path: String) throws -> Int {
    try DatabaseConnection(path, schema: Self.schema, access: .readOnly).value("SELECT count(*) FROM lines") ?? 0
  }

  /// Tests that a file from before checksums is recognized, and accepted without them.
  @Test func aFileWithoutSumsIsToldApart() throws {
    let path = try database(rows: 40)
    DatabaseFiles.carryOver(path, logsFrom: 0)
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[20] = 0
    try bytes.write(to: URL(filePath: path))
    #expect(try PageSums.findings(in: path)?.isEmpty == false)
    let pages = bytes.count / 4096
    for page in 1...pages { bytes.replaceSubrange(page * 4096 - 8..<page * 4096, with: Data(count: 8)) }
    try bytes.write(to: URL(filePath: path))
    #expect(try PageSums.findings(in: path) == nil)
  }
}
