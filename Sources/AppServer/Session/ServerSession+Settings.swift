import Database
import StoreModel

extension ServerSession {
  static func settings(in connection: DatabaseConnection) throws -> AppServerSettings {
    let row: (policy: String, age: Int64?)? = try connection.first("SELECT policy, overdue_age FROM settings") {
      (try $0[0], try $0[1])
    }
    guard let row, let policy = RestorePolicy(rawValue: row.policy) else {
      throw StoredValueError(value: row?.policy ?? "", type: "restore policy")
    }
    return AppServerSettings(policy: policy, overdueAge: row.age)
  }

  func setRestorePolicy(_ policy: RestorePolicy) throws {
    guard try Self.settings(in: connection).policy != policy else { return }
    try connection.execute("UPDATE settings SET policy = ?", policy.rawValue)
    try event(.policy, "the restore policy is now \(policy.rawValue)")
  }

  func faults() throws -> [AppServerFault: Bool] {
    let rows: [(name: String, isOneShot: Bool)] = try connection.rows("SELECT name, is_one_shot FROM faults") {
      (try $0[0], try $0[1])
    }
    return Dictionary(rows.compactMap { row in AppServerFault(rawValue: row.name).map { ($0, row.isOneShot) } }) {
      first, _ in first
    }
  }

  /// Whether a fault is set; one that strikes once is spent by asking.
  func strikes(_ fault: AppServerFault) throws -> Bool {
    guard let isOneShot = try faults()[fault] else { return false }
    if isOneShot { try connection.execute("DELETE FROM faults WHERE name = ?", fault.rawValue) }
    return true
  }
}
