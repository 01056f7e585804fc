internal import CSQLite

extension DatabaseConnection {
  /// Opens the file, applies the settings and checks the schema; leaves nothing open when one of these fails.
  func open() throws {
    do {
      try openFile()
      try applySettings()
      try checkSchema()
    } catch {
      close()
      throw error
    }
  }

  private func openFile() throws {
    switch DatabaseFiles.kind(of: file) {
    case .file: break
    case .directory: throw DatabaseFault(.isADirectory, file: file)
    case .other: throw DatabaseFault(.cannotOpen, file: file, detail: "it is neither a file nor a folder")
    case .absent where access == .readOnly: throw DatabaseFault(.missing, file: file)
    case .absent: try lock.withLock { try DatabaseFiles.create(file) }
    }
    let flags = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    try check(sqlite3_open_v2(file, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil))
    identity = FileIdentity(path: file)
  }

  /// The settings that hold for every connection.
  ///
  /// WAL is the file's own and comes with its first schema.
  private func applySettings() throws {
    try check(sqlite3_busy_timeout(handle, Int32(clamping: timeout)))
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    for (option, on) in switches { try check(csqlite_set_switch(handle, option, on)) }
    try run("PRAGMA synchronous = FULL")
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA mmap_size = 0")
  }

  func check(_ code: Int32) throws(DatabaseFault) {
    guard code == SQLITE_OK else { throw fault(code) }
  }
}
