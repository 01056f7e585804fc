import Foundation
import Storage
import Testing

@Suite struct SchemaTests {
  let folder = try? TestFolder()

  @Test(arguments: [DatabaseConnection.Access.readWrite, .readOnly])
  func anOlderFileIsRefusedUntouched(access: DatabaseConnection.Access) throws {
    let folder = try #require(folder)
    let older = try folder.open()
    try older.add("theirs")
    try older.checkpoint(.truncate)
    older.close()
    let before = try folder.bytes()
    let fault = try #require(fault { _ = try folder.open(access, schema: .notesAndTags) })
    #expect(fault.cause == .olderSchema(found: 1, supported: 2))
    // The error is one line with the file, its version, and the remedy.
    let line = fault.description
    #expect(line.contains("device.db: has version 1, ") && line.contains("version 2: move the file away"), "\(line)")
    #expect(!line.contains("\n"))
    #expect(try folder.bytes() == before)
    // The remedy works.
    try DatabaseFiles.moveAside(folder.database, suffix: "old")
    #expect(try folder.open(schema: .notesAndTags).isNew)
  }

  @Test func aFailedScriptLeavesAnEmptyFileForTheNextTry() throws {
    let folder = try #require(folder)
    let wrong = DatabaseSchema(applicationID: 1, version: 1, script: "CREATE TABLE a (b); CREATE NONSENSE")
    #expect(cause { _ = try folder.open(schema: wrong) } == .misuse)
    #expect(try folder.open().isNew)
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
    let database = try folder.open(schema: .foreign)
    try database.checkpoint(.truncate)
    database.close()
    let before = try folder.bytes()
    #expect(cause { _ = try folder.open() } == .wrongApplication(found: 0x1234, expected: 0x7465_7374))
    #expect(try folder.bytes() == before)
  }

  @Test func aNegativeVersionIsRefused() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    try database.transaction { try database.execute("PRAGMA user_version = -7") }
    #expect(cause { _ = try folder.open() } == .olderSchema(found: -7, supported: 1))
  }
}
