import AppServer
import Device
import Foundation
import Storage
import TestSupport
import Testing

@testable import Simulator

/// A file that is made at once is the one that the steps of all versions lead to.
struct SchemaShortcutTests {
  @Test(arguments: [DatabaseSchema.device, .appServer, LedgerSchema.schema])
  func leadsWhereTheStepsLead(schema: DatabaseSchema) throws {
    let folder = ScratchFolder.url.appending(path: "till-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func form(_ name: String, _ schema: DatabaseSchema) throws -> [String] {
      try Self.form(DatabaseConnection(folder.appending(path: name).path(percentEncoded: false), schema: schema))
    }
    let steps = DatabaseSchema(applicationID: schema.applicationID, migrations: schema.migrations)
    let wanted = try form("steps.db", steps)
    #expect(wanted.count > 20)
    #expect(try form("once.db", schema) == wanted)
  }

  /// Everything that a file holds: what its schema says, without the blanks, and the rows of each table.
  private static func form(_ file: DatabaseConnection) throws -> [String] {
    var form: [String] = try file.values("SELECT type || name || sql FROM sqlite_schema WHERE sql NOTNULL ORDER BY 1")
    form = form.map { $0.filter { !$0.isWhitespace } }
    for table: String in try file.values("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1") {
      let columns: [String] = try file.values("SELECT 'quote(' || name || ')' FROM pragma_table_info(?)", table)
      form += try file.values(SQL(trusted: "SELECT \(columns.joined(separator: " || ',' || ")) FROM \(table)"))
    }
    return form
  }
}
