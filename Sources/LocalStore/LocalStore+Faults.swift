import Database
package import StoreModel

/// Failures on purpose.
extension LocalStore {
  package func faults() throws -> [DeviceFault] {
    let rows: [(name: String, isOnce: Bool)] = try database.rows("SELECT name, is_once FROM faults ORDER BY name") {
      (try $0[0], try $0[1])
    }
    return rows.compactMap { row in DeviceFault.Kind(name: row.name).map { DeviceFault($0, isOnce: row.isOnce) } }
  }

  package func set(_ fault: DeviceFault) throws {
    _ = try switching {
      try database.execute("INSERT OR REPLACE INTO faults VALUES(?, ?)", fault.kind.name, fault.isOnce)
    }
  }

  package func remove(_ fault: DeviceFault.Kind) throws -> Bool {
    try switching { try database.execute("DELETE FROM faults WHERE name = ?", fault.name) > 0 }
  }

  /// Changes what fails, also while the disk is full on purpose.
  private func switching<T>(_ change: () throws -> T) throws -> T {
    isInBatch ? try change() : try database.transaction(change)
  }

  /// Fails as a full disk does, when that is switched on; what strikes once is committed as spent before it does.
  func strikeDiskFull() throws {
    let kind = DeviceFault.Kind.diskFull
    guard let isOnce: Bool = try database.value("SELECT is_once FROM faults WHERE name = ?", kind.name) else { return }
    if isOnce { _ = try remove(kind) }
    throw DatabaseFault.diskFullOnPurpose(file: database.file)
  }
}
