import Database
package import StoreModel

extension LocalStore {
  package func deviceState() throws -> DeviceState {
    let state = try database.first(
      """
      SELECT updates, clock_offset, floor, machine_date, last_checked, offline_validity, epoch, waiting_updates,
        verification
      FROM device
      """
    ) { row in
      DeviceState(
        updates: try row[0], clockOffset: try row[1], floor: try row[2], machineDate: try row[3],
        lastChecked: try row[4], offlineValidity: try row[5], epoch: try row[6], waitingUpdates: try row[7],
        verification: try row[8])
    }
    var result = state ?? DeviceState()
    result.account = try keychain("account")
    result.user = try keychain("user")
    return result
  }

  package func update(_ change: (inout DeviceState) -> Void) throws {
    try batch {
      let old = try deviceState()
      var new = old
      change(&new)
      guard new != old else { return }
      try database.execute(
        """
        UPDATE device SET updates = ?, clock_offset = ?, floor = ?, machine_date = ?, last_checked = ?,
          offline_validity = ?, epoch = ?, waiting_updates = ?, verification = ?
        """,
        new.updates, new.clockOffset, new.floor, new.machineDate, new.lastChecked, new.offlineValidity, new.epoch,
        new.waitingUpdates, new.verification)
      if new.account != old.account { try setKeychain("account", to: new.account) }
      if new.user != old.user { try setKeychain("user", to: new.user) }
    }
  }

  private func keychain(_ name: String) throws -> String? {
    try database.first("SELECT value FROM keychain WHERE name = ?", name) { try $0[0] }
  }

  private func setKeychain(_ name: String, to value: String?) throws {
    if let value {
      try database.execute("INSERT OR REPLACE INTO keychain VALUES(?, ?)", name, value)
    } else {
      try database.execute("DELETE FROM keychain WHERE name = ?", name)
    }
  }

  package func users() throws -> [String] {
    try database.rows("SELECT name FROM users ORDER BY name") { try $0[0] }
  }

  package func rememberUser(_ name: String) throws {
    try batch { try database.execute("INSERT OR IGNORE INTO users VALUES(?)", name) }
  }

  package func append(_ entry: JournalEntry) throws {
    try batch {
      try database.execute(
        """
        INSERT INTO journal(date, machine_date, kind, text, account, user, product_id, transaction_id, order_id)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        entry.date, entry.machineDate, entry.kind, entry.text, entry.account, entry.user, entry.productId,
        entry.transactionId, entry.orderId)
    }
  }
}
