import Foundation
import Storage
import Testing

@Suite struct SchemaTests {
  let folder = try? TestFolder()

  @Test func anOlderFileIsBroughtUpToDate() throws {
    let folder = try #require(folder)
    try folder.open().add("kept")
    let database = try folder.open(schema: .notesAndTags)
    #expect(database.schemaVersion == 2)
    #expect(!database.isNew)
    #expect(try database.texts() == ["kept"])
    try database.transaction { try database.execute("INSERT INTO tags VALUES (?, ?)", 1, "first") }
    #expect(try folder.open(schema: .notesAndTags).schemaVersion == 2)
  }

  @Test func aReaderDoesNotBringItUpToDate() throws {
    let folder = try #require(folder)
    _ = try folder.open()
    #expect(
      cause { _ = try folder.open(.readOnly, schema: .notesAndTags) } == .olderSchema(found: 1, supported: 2))
  }

  @Test func aFailedStepLeavesTheOldVersion() throws {
    struct Stop: Error {}
    let folder = try #require(folder)
    try folder.open().add("kept")
    let failing = DatabaseSchema(
      applicationID: 0x7465_7374, migrations: [.createNotes, .addTags, .run { _ in throw Stop() }])
    #expect(throws: Stop.self) { _ = try folder.open(schema: failing) }
    let database = try folder.open()
    #expect(database.schemaVersion == 1)
    #expect(try database.values("SELECT name FROM sqlite_schema WHERE name = 'tags'", as: String.self) == [])
  }

  @Test func aFailedFirstStepLeavesAnEmptyFileForTheNextTry() throws {
    let folder = try #require(folder)
    let wrong = DatabaseSchema(applicationID: 1, migrations: [.sql("CREATE TABLE a (b); CREATE NONSENSE")])
    #expect(cause { _ = try folder.open(schema: wrong) } == .misuse)
    #expect(try folder.open().isNew)
  }

  @Test func aStepMayRunCode() throws {
    let folder = try #require(folder)
    let schema = DatabaseSchema(
      applicationID: 9,
      migrations: [
        .createNotes,
        .run { database in
          for text in ["a", "b"] { try database.execute("INSERT INTO notes (text) VALUES (?)", text) }
        },
      ])
    #expect(try folder.open(schema: schema).texts() == ["a", "b"])
  }

  @Test func aLaterVersionIsRefusedUntouched() throws {
    let folder = try #require(folder)
    let later = try folder.open(schema: .notesAndTags)
    try later.add("theirs")
    try later.checkpoint(.truncate)
    later.close()
    let before = try folder.bytes()
    let fault = fault { _ = try folder.open() }
    #expect(fault?.cause == .newerSchema(found: 2, supported: 1))
    #expect(fault?.description.contains("version 2") == true)
    #expect(fault?.description.contains("version 1") == true)
    #expect(try folder.bytes() == before)
    #expect(try folder.bytes("device.db-wal").isEmpty)
  }

  @Test func aLaterVersionCanBeRead() throws {
    let folder = try #require(folder)
    try folder.open(schema: .notesAndTags).add("theirs")
    let reader = try folder.open(.readOnly)
    #expect(reader.newerSchema?.cause == .newerSchema(found: 2, supported: 1))
    #expect(try reader.texts() == ["theirs"])
    #expect(cause { try reader.add("ours") } == .newerSchema(found: 2, supported: 1))
  }

  @Test func anotherProgramsDatabaseIsRefusedUntouched() throws {
    let folder = try #require(folder)
    let theirs = DatabaseSchema(applicationID: 0x1234, migrations: [.createNotes])
    let database = try folder.open(schema: theirs)
    try database.checkpoint(.truncate)
    database.close()
    let before = try folder.bytes()
    #expect(cause { _ = try folder.open() } == .wrongApplication(found: 0x1234, expected: 0x7465_7374))
    #expect(try folder.bytes() == before)
  }

  @Test func aNegativeVersionIsRefused() throws {
    let folder = try #require(folder)
    let schema = DatabaseSchema(applicationID: 0x7465_7374, migrations: [.sql("CREATE TABLE a (b)")])
    let database = try folder.open(schema: schema)
    try database.transaction { try database.execute("PRAGMA user_version = -7") }
    #expect(cause { _ = try folder.open(schema: schema) } == .newerSchema(found: -7, supported: 1))
  }
}
