import Foundation
import Storage
import Testing

@Suite struct OpeningTests {
  let folder = try? TestFolder()

  @Test func settingsAreReadBack() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    #expect(database.isNew)
    #expect(try folder.open(.readOnly).value("SELECT journal_mode FROM pragma_journal_mode") == "wal")
    #expect(try database.value("PRAGMA synchronous") == 2)
    #expect(try database.value("PRAGMA foreign_keys") == true)
    #expect(try database.value("PRAGMA busy_timeout") == 5000)
    #expect(try database.value("PRAGMA trusted_schema") == false)
    #expect(try database.value("PRAGMA cell_size_check") == true)
    #expect(try database.value("PRAGMA mmap_size") == 0)
    #expect(try database.value("PRAGMA application_id") == 0x7465_7374)
    #expect(try database.value("PRAGMA user_version") == 1)
  }

  @Test func aTemporaryFileIsNotFlushed() throws {
    let folder = try #require(folder)
    try folder.write([], to: DatabaseFiles.throwAwayMark)
    #expect(try folder.open().value("PRAGMA synchronous") == 0)
  }

  @Test(arguments: ["device.db", "device.db-wal", "device.db.lock"])
  func filesArePrivateToTheirUser(name: String) throws {
    let folder = try #require(folder)
    let database = try folder.open()
    try database.add("one")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func closingKeepsTheWAL() throws {
    let folder = try #require(folder)
    try folder.open().add("one")
    #expect(try folder.bytes("device.db-wal").count > 0)
    let again = try folder.open()
    #expect(!again.isNew)
    #expect(try again.texts() == ["one"])
  }

  @Test func aReaderSeesButCannotWrite() throws {
    let folder = try #require(folder)
    let writer = try folder.open()
    let reader = try folder.open(.readOnly)
    try writer.add("one")
    #expect(try reader.texts() == ["one"])
    #expect(cause { try reader.add("two") } == .readOnly)
    #expect(cause { try reader.checkpoint() } == .readOnly)
  }

  @Test func aReaderCreatesNothing() throws {
    let folder = try #require(folder)
    #expect(cause { _ = try folder.open(.readOnly) } == .missing)
    #expect(!folder.exists("device.db"))
    try folder.write([])
    #expect(cause { _ = try folder.open(.readOnly) } == .missing)
  }

  @Test func aFolderIsRefused() throws {
    let folder = try #require(folder)
    let schema = DatabaseSchema.notes
    let fault = fault { _ = try DatabaseConnection(folder.path, schema: schema) }
    #expect(fault?.cause == .isADirectory)
    #expect(fault?.description.contains("is a folder") == true)
  }

  @Test func aMissingFolderIsNamed() throws {
    let folder = try #require(folder)
    let fault = fault { _ = try DatabaseConnection(folder.path + "/no/device.db", schema: .notes) }
    #expect(fault?.cause == .missing)
    #expect(fault?.description.contains("/no/device.db") == true)
  }

  @Test(arguments: [(2, UInt8(ascii: "x")), (4096, 0x41), (100_000, 0)])
  func garbageIsRefusedUntouched(count: Int, byte: UInt8) throws {
    let folder = try #require(folder)
    try folder.write(repeatElement(byte, count: count))
    let before = try folder.bytes()
    #expect(cause { _ = try folder.open() } == .notADatabase)
    #expect(cause { _ = try folder.open(.readOnly) } == .notADatabase)
    #expect(try folder.bytes() == before)
  }

  @Test func aHalvedFileIsDamaged() throws {
    let folder = try #require(folder)
    let text = String(repeating: "x", count: 3000)
    do {
      let database = try folder.open()
      try database.transaction {
        for index in 0..<200 { try database.execute("INSERT INTO notes (text) VALUES (?)", "\(index)\(text)") }
      }
      try database.checkpoint(.truncate)
    }
    let whole = try folder.bytes()
    try FileManager.default.removeItem(atPath: folder.database + "-wal")
    try folder.write(whole.prefix(whole.count / 2))
    let fault = fault {
      let database = try folder.open()
      _ = try database.texts()
    }
    #expect(fault?.cause == .corrupt)
    #expect(fault?.description.contains("never deleted") == true)
  }

  @Test func pathsAreEscapedInMessages() throws {
    let folder = try #require(folder)
    let fault = fault { _ = try DatabaseConnection(folder.path + "/\u{1B}[31m\u{202E}/x", schema: .notes) }
    let description = fault?.description ?? ""
    #expect(description.contains("\\u{1b}[31m\\u{202e}/x"))
    #expect(!description.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func pathsThatSQLiteTakesSpeciallyAreFiles() throws {
    let folder = try #require(folder)
    for name in [":memory:", "file:x?mode=memory", "a b'c.db"] {
      _ = try DatabaseConnection(folder.path + "/" + name, schema: .notes)
      #expect(folder.exists(name))
    }
    #expect(cause { _ = try DatabaseConnection("", schema: .notes) } == .cannotOpen)
    #expect(cause { _ = try DatabaseConnection("a\0b", schema: .notes) } == .cannotOpen)
  }

  @Test func linksLeadToOneLock() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: folder.database)
    let linked = try DatabaseConnection(folder.path + "/link", schema: .notes)
    #expect(linked.file == database.file)
  }
}
