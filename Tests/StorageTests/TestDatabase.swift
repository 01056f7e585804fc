import Foundation
import Storage
import TestSupport

/// A temporary folder with the path of a database, which is deleted after the test.
final class TestFolder {
  let path: String
  var database: String { path + "/device.db" }

  init() throws {
    let folder = try ScratchFolder.make("till-database")
    path = folder.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func bytes(_ name: String = "device.db") throws -> Data {
    try Data(contentsOf: URL(filePath: path + "/" + name))
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String = "device.db") throws {
    try Data(bytes).write(to: URL(filePath: path + "/" + name))
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + name)
  }

  /// Opens a connection to the folder's database with the schema of these tests.
  func open(
    _ access: DatabaseConnection.Access = .readWrite, schema: DatabaseSchema = .notes, timeout: Int = 5000
  ) throws -> DatabaseConnection {
    try DatabaseConnection(database, schema: schema, access: access, timeout: timeout)
  }
}

extension DatabaseSchema {
  private static let createNotes: SQL =
    "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;"

  /// Version 1 of the schema of these tests.
  static let notes = DatabaseSchema(applicationID: 0x7465_7374, version: 1, script: createNotes)
  /// Version 2 of the schema of these tests.
  static let notesAndTags = DatabaseSchema(
    applicationID: 0x7465_7374, version: 2,
    script: createNotes
      + "CREATE TABLE tags (note INTEGER NOT NULL REFERENCES notes (id), name TEXT NOT NULL) STRICT;")
  /// The schema of another program.
  static let foreign = DatabaseSchema(applicationID: 0x1234, version: 1, script: createNotes)
}

extension DatabaseConnection {
  func add(_ texts: String...) throws {
    try transaction {
      for text in texts { try execute("INSERT INTO notes (text) VALUES (?)", text) }
    }
  }

  func texts() throws -> [String] {
    try values("SELECT text FROM notes ORDER BY id")
  }
}

/// Returns the cause of the fault that the work throws; nil when it throws none.
func cause(of work: () throws -> Void) -> DatabaseFault.Cause? {
  fault(of: work)?.cause
}

/// Returns the fault that the work throws; nil when it throws none.
func fault(of work: () throws -> Void) -> DatabaseFault? {
  do {
    try work()
    return nil
  } catch {
    return error as? DatabaseFault
  }
}
