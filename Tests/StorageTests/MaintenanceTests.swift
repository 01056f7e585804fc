import Foundation
import Storage
import Testing

@Suite struct MaintenanceTests {
  let folder = try? TestFolder()

  @Test func aCheckpointEmptiesTheWAL() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    try database.add("a")
    #expect(try database.checkpoint())
    #expect(try database.checkpoint(.truncate))
    #expect(try folder.bytes("device.db-wal").isEmpty)
    #expect(try database.texts() == ["a"])
  }

  @Test func aReaderHoldsACheckpointBack() throws {
    let folder = try #require(folder)
    let database = try folder.open(timeout: 20)
    let reader = try folder.open(.readOnly)
    try database.add("a")
    try reader.read {
      #expect(try reader.texts() == ["a"])
      try database.add("b")
      #expect(try !database.checkpoint())
      #expect(try !database.checkpoint(.truncate))
    }
    #expect(try database.checkpoint(.truncate))
  }

  @Test func aCheckpointTakesTheLock() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    let other = try folder.open(timeout: 20)
    try database.transaction {
      #expect(cause { try other.checkpoint() } == .busy(pid: ProcessInfo.processInfo.processIdentifier))
      #expect(cause { try database.checkpoint() } == .misuse)
    }
  }

  @Test func checksFindDamage() throws {
    let folder = try #require(folder)
    let database = try folder.open(schema: .notesAndTags)
    try database.transaction {
      for index in 0..<500 { try database.execute("INSERT INTO notes (text) VALUES (?)", "note \(index)") }
    }
    #expect(try database.integrityCheck() == [])
    try database.checkpoint(.truncate)
    database.close()
    var bytes = try folder.bytes()
    bytes.replaceSubrange(8192..<8704, with: repeatElement(0xEE, count: 512))
    try folder.write(bytes)
    let damaged = try folder.open(.readOnly, schema: .notesAndTags)
    let findings = (try? damaged.integrityCheck()) ?? ["refused"]
    #expect(!findings.isEmpty)
  }

  @Test func movingAsideKeepsEverything() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    try database.add("a")
    let target = try DatabaseFiles.moveAside(folder.database, suffix: "2025-03-01")
    #expect(target.hasSuffix("/device.db.2025-03-01"))
    #expect(!folder.exists("device.db") && !folder.exists("device.db-wal") && !folder.exists("device.db-shm"))
    #expect(cause { try database.add("lost") } == .moved)
    #expect(cause { try database.read {} } == .moved)
    #expect(try DatabaseConnection(target, schema: .notes).texts() == ["a"])
    try database.reopen()
    #expect(database.isNew)
    #expect(try database.texts() == [])
  }

  @Test func movingAsideOverwritesNothing() throws {
    let folder = try #require(folder)
    try folder.open().add("a")
    try folder.write([1, 2, 3], to: "device.db.old")
    #expect(cause { try DatabaseFiles.moveAside(folder.database, suffix: "old") } == .cannotOpen)
    #expect(try folder.bytes("device.db.old") == Data([1, 2, 3]))
    #expect(try folder.open().texts() == ["a"])
    #expect(cause { try DatabaseFiles.moveAside(folder.path + "/none.db", suffix: "old") } == .missing)
  }

  @Test func movingAsideWaitsForTheWriter() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    try database.transaction {
      let cause = cause { try DatabaseFiles.moveAside(folder.database, suffix: "old", timeout: 20) }
      #expect(cause == .busy(pid: ProcessInfo.processInfo.processIdentifier))
    }
    #expect(folder.exists("device.db"))
  }
}
