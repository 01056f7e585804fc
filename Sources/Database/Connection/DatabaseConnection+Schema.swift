extension DatabaseConnection {
  /// Refuses a file that is another program's or a later version's before anything in it is written; brings an older
  /// or empty one up to date.
  func checkSchema() throws {
    guard try needsMigration() else { return }
    guard access == .readWrite else {
      let supported = schema.version
      throw DatabaseFault(
        schemaVersion == 0 ? .missing : .olderSchema(found: schemaVersion, supported: supported), file: file)
    }
    try useWAL()
    try transaction {
      // Another process may have done it since.
      guard try needsMigration() else { return }
      isNew = schemaVersion == 0
      try migrate(from: schemaVersion)
    }
  }

  private func needsMigration() throws -> Bool {
    let application = try single("PRAGMA application_id", as: Int32.self)
    schemaVersion = try single("PRAGMA user_version", as: Int.self)
    let isEmpty =
      try application == 0 && schemaVersion == 0 && single("SELECT count(*) FROM sqlite_schema", as: Int.self) == 0
    if isEmpty { return true }
    guard application == schema.applicationID else {
      throw DatabaseFault(.wrongApplication(found: application, expected: schema.applicationID), file: file)
    }
    guard schemaVersion > schema.version || schemaVersion < 1 else { return schemaVersion < schema.version }
    let newer = DatabaseFault(.newerSchema(found: schemaVersion, supported: schema.version), file: file)
    guard access == .readOnly else { throw newer }
    newerSchema = newer
    return false
  }

  /// Puts the file into WAL mode, which changes its header and so happens under the lock.
  private func useWAL() throws {
    guard try single("PRAGMA journal_mode", as: String.self) != "wal" else { return }
    let mode = try lock.withLock { try single("PRAGMA journal_mode = WAL", as: String.self) }
    guard mode == "wal" else {
      throw DatabaseFault(.cannotOpen, file: file, detail: "its file system has no shared memory, which WAL needs")
    }
  }

  private func migrate(from version: Int) throws {
    try run("PRAGMA defer_foreign_keys = ON")
    for migration in schema.migrations[version...] {
      switch migration {
      case .sql(let script): try run(script)
      case .run(let work): try work(self)
      }
    }
    try run(SQL(trusted: "PRAGMA application_id = \(schema.applicationID)"))
    try run(SQL(trusted: "PRAGMA user_version = \(schema.version)"))
    schemaVersion = schema.version
  }

  /// The one value of a pragma.
  ///
  /// SQLite counts `journal_mode` as a change even when it is only asked.
  private func single<Value: DatabaseConvertible>(_ sql: SQL, as type: Value.Type) throws -> Value {
    var result: Value?
    try step(sql, [], isTrusted: true) { row in
      result = try row[0]
    }
    guard let result else { throw misuse("\(sql.text) has no row") }
    return result
  }
}
