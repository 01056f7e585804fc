package import AppStoreModel
import Storage

extension LocalStore {
  package func deviceState() throws -> DeviceState { try deviceFacts().state }

  /// Returns the device's own row and its faults, which every reading of the clock needs.
  ///
  /// They are cached until another connection commits, or until `forgetFacts`, which code that changes them must call.
  func deviceFacts() throws -> DeviceFacts {
    // While this connection writes, no other one can commit. Earlier commits are checked when the batch begins.
    if isInBatch, let knownFacts { return knownFacts }
    let commits = try database.dataVersion()
    if let knownFacts, knownFacts.commits == commits { return knownFacts }
    let facts = DeviceFacts(commits: commits, state: try readDeviceState(), faults: try readFaults())
    knownFacts = facts
    return facts
  }

  /// Clears the cached facts, because they are changed here, or a change is rolled back.
  func forgetFacts() { knownFacts = nil }

  /// Clears the cached facts where another connection has committed since.
  func forgetOldFacts() throws {
    if let knownFacts, knownFacts.commits != (try database.dataVersion()) { forgetFacts() }
  }

  private func readDeviceState() throws -> DeviceState {
    var result = try database.first(DeviceState.self) ?? DeviceState()
    result.lastArrival =
      try database.value("SELECT arrived_date FROM statements ORDER BY id DESC LIMIT 1") ?? result.lastArrival
    result.account = try keychain("account")
    result.user = try keychain("user")
    result.anonymous = AnonymousUser(token: try keychain("anonymous") ?? "")
    result.verification = result.verification.effective(for: identity.kind)
    return result
  }

  package func update(_ change: (inout DeviceState) -> Void) throws {
    try batch {
      let old = try deviceState()
      var new = old
      change(&new)
      guard new != old else { return }
      forgetFacts()
      try database.update(new)
      if new.account != old.account { try setKeychain("account", to: new.account) }
      if new.user != old.user { try setKeychain("user", to: new.user) }
      if new.anonymous != old.anonymous { try setKeychain("anonymous", to: new.anonymous.token) }
      try state(.device, "", new.statement)
    }
  }

  private func keychain(_ name: String) throws -> String? {
    try database.value("SELECT value FROM keychain WHERE name = ?", name)
  }

  func setKeychain(_ name: String, to value: String?) throws {
    if let value {
      try database.execute("INSERT OR REPLACE INTO keychain VALUES(?, ?)", name, value)
    } else {
      try database.execute("DELETE FROM keychain WHERE name = ?", name)
    }
  }

  /// Returns every user that has been logged in on this device, by name.
  package func users() throws -> [String] {
    try database.values("SELECT name FROM users ORDER BY name")
  }

  package func rememberUser(_ name: String) throws {
    try batch { try database.execute("INSERT OR IGNORE INTO users VALUES(?)", name) }
  }

  package func append(_ entry: JournalEntry) throws {
    _ = try batch { try database.insert(entry) }
  }
}

/// The cached facts about the device itself, and when they were read.
struct DeviceFacts {
  /// The number of commits by other connections at that time.
  let commits: Int64
  var state: DeviceState
  let faults: [DeviceFault]
}

/// Simulated faults.
extension LocalStore {
  /// Returns the faults that are set on this device.
  package func faults() throws -> [DeviceFault] { try deviceFacts().faults }

  func readFaults() throws -> [DeviceFault] {
    let rows: [(name: String, isOnce: Bool)] = try database.rows("SELECT name, is_once FROM faults ORDER BY name") {
      (try $0["name"], try $0["is_once"])
    }
    return rows.compactMap { row in DeviceFault.Kind(name: row.name).map { DeviceFault($0, isOnce: row.isOnce) } }
  }

  package func set(_ fault: DeviceFault) throws {
    _ = try switching {
      try database.execute("INSERT OR REPLACE INTO faults VALUES(?, ?)", fault.kind.name, fault.isOnce)
    }
  }

  /// Switches a fault off; returns true when it was on.
  package func remove(_ fault: DeviceFault.Kind) throws -> Bool {
    try switching { try database.execute("DELETE FROM faults WHERE name = ?", fault.name) > 0 }
  }

  /// Changes the set of faults, even while the disk is full (simulated).
  private func switching<T>(_ change: () throws -> T) throws -> T {
    defer { forgetFacts() }
    return isInBatch ? try change() : try database.transaction(change)
  }

  /// Throws the error of a full disk where that simulated fault is set.
  ///
  /// A one-shot fault is removed first, in a commit of its own.
  func strikeDiskFull() throws {
    let kind = DeviceFault.Kind.diskFull
    guard let isOnce: Bool = try database.value("SELECT is_once FROM faults WHERE name = ?", kind.name) else { return }
    if isOnce { _ = try remove(kind) }
    throw DatabaseFault.diskFullOnPurpose(file: database.file)
  }
}

/// Queries of a case: a store whose accounts are the customers of the imported files.
extension LocalStore {
  /// Returns the App Store that a file is bound to; nil where it is not bound yet.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func identity(path: String) throws -> StoreIdentity? {
    try boundIdentity(in: DatabaseConnection(path, schema: .device, access: .readOnly))
  }

  /// Returns the accounts that a file has evidence of, by name.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func accounts(path: String) throws -> [String] {
    try DatabaseConnection(path, schema: .device, access: .readOnly)
      .values("SELECT DISTINCT account FROM membership ORDER BY account")
  }

  /// Returns the newest version of every transaction for each account that sees it; this reads all of them.
  package func memberships() throws -> [(account: String, transaction: Transaction)] {
    let rows: [(String, [UInt8])] = try database.rows(
      """
      SELECT membership.account, signed_items.payload FROM membership
      """ + .newestTransactions
    ) { (try $0["account"], try $0["payload"]) }
    return try rows.map { ($0.0, try Transaction(storedPayload: $0.1)) }
  }

  /// Returns the accounts that the store has evidence of, by name.
  package func accounts() throws -> [String] {
    try distinct { last in
      try database.value("SELECT account FROM membership WHERE account > ? ORDER BY account LIMIT 1", last)
    }
  }

  /// Returns the accounts that have a transaction of a lineage.
  package func accounts(ofLineage lineage: String) throws -> [String] {
    try distinct { last in
      try database.value(
        "SELECT account FROM membership WHERE lineage = ? AND account > ? ORDER BY account LIMIT 1", lineage, last)
    }
  }

  package func accounts(ofToken token: String) throws -> [String] {
    try distinct { last in
      try database.value(
        "SELECT account FROM membership WHERE token = ? AND account > ? ORDER BY account LIMIT 1", token.lowercased(),
        last)
    }
  }

  /// Moves a lineage's evidence to another account.
  package func move(lineage: String, from account: String, to other: String) throws {
    try batch {
      try database.execute(
        """
        UPDATE OR REPLACE membership SET account = ? WHERE account = ? AND lineage = ?
        """, other, account, lineage)
      try database.execute(
        "UPDATE OR REPLACE refunds SET account = ? WHERE account = ? AND original_transaction_id = ?", other, account,
        lineage)
      try signed.move(RenewalInfo.self, lineage, from: account, to: other)
    }
  }
}
