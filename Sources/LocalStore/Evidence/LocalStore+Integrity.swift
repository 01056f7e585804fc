import Database

/// What `doctor` asks of a file, whoever it belongs to.
extension LocalStore {
  /// What SQLite finds wrong with a device's memory; empty when it is sound.
  ///
  /// - Throws: A `DatabaseFault` when it cannot be opened, or is of a later version.
  package static func integrityFindings(path: String) throws -> [String] {
    try opened(path).integrityCheck()
  }

  /// Hands over every JWS of a device's memory that was verified when it came, until the closure returns false.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func forEachVerifiedText(path: String, _ body: (String) throws -> Bool) throws {
    let database = try opened(path)
    var goesOn = true
    try database.read {
      for table in ["versions", "renewal_infos"] as [SQL] where goesOn {
        let select: SQL = "SELECT headers.segment, payload, signature FROM "
        let join: SQL = " JOIN headers ON headers.id = header WHERE verdict = 1"
        try database.forEachRow(select + table + join) { row in
          goesOn = try body(SignedText.rebuilt(header: try row[0], payload: try row[1], signature: try row[2]))
          return goesOn
        }
      }
    }
  }

  private static func opened(_ path: String) throws -> DatabaseConnection {
    let database = try DatabaseConnection(path, schema: .device, access: .readOnly)
    if let newer = database.newerSchema { throw newer }
    return database
  }
}
