package import AppStoreModel
import Core
package import Storage

/// A device's store in SQLite: `device.db`.
///
/// Entitlements are never stored here: the file keeps evidence (signed transactions with what was decoded from them)
/// and what was done about it. A store belongs to one App Store for ever.
///
/// It is confined to its owner (`Purchasing`, on its own executor, or a reader's thread). Every method that writes is
/// one committed transaction unless it is called inside `batch`. Rows belong to the signed-in account unless a method
/// says otherwise. Nothing here contacts a backend.
package final class LocalStore {
  /// The App Store that the store is bound to.
  package let identity: StoreIdentity
  /// Whether this opening created the file, so that the catalogue and the sign-ins are still missing.
  package let isNew: Bool
  let database: DatabaseConnection
  /// The signed data in the store.
  var signed: EvidenceStore { EvidenceStore(database) }
  /// The machine's clock, for arrival dates.
  private let machineClock: @Sendable () -> Timestamp
  /// Returns whether the process with a name is still running.
  let isAlive: @Sendable (String) -> Bool
  var isInBatch = false
  /// Where a reader leaves its connection for the next one.
  private let idle: IdleReader?
  /// The number of complete histories whose reading was begun.
  var listings = 0
  /// The cached facts about the device.
  var knownFacts: DeviceFacts?

  /// Opens a device's store, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file `device.db`.
  ///   - identity: The App Store that it belongs to.
  ///   - readOnly: Whether to open the file without the right to write; it must then exist.
  ///   - idle: The reader's connection, if one waits, and where to leave it.
  ///   - machineClock: The clock for arrival dates.
  ///   - isAlive: Returns whether the process that began a purchase still works on it.
  /// - Throws: A `DatabaseFault`, or `StoreBindingError` when the file belongs to another App Store.
  package init(
    path: String, identity: StoreIdentity, readOnly: Bool = false, reusing idle: IdleReader? = nil,
    machineClock: @escaping @Sendable () -> Timestamp = { .machine },
    isAlive: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws {
    self.machineClock = machineClock
    self.isAlive = isAlive
    self.idle = readOnly ? idle : nil
    database =
      try self.idle?.take(for: path)
      ?? DatabaseConnection(path, schema: .device, access: readOnly ? .readOnly : .readWrite)
    let bound = try Self.boundIdentity(in: database)
    isNew = bound == nil
    self.identity = identity
    if let bound {
      guard bound == identity else { throw StoreBindingError(path: path, bound: bound, asked: identity) }
    } else {
      guard !readOnly else { throw DatabaseFault.notMadeYet(file: database.file) }
      try bind()
    }
  }

  deinit {
    // Nothing that the store gave out keeps its connection.
    idle?.keep(database)
  }

  /// Returns device time for data that arrives now, including a simulated shift of the clock.
  func arrivalDate() throws -> Timestamp {
    let shift = DeviceClock.shift(by: try faults())
    return DeviceClock(machine: machineClock().adding(milliseconds: shift), state: try deviceState()).now
  }

  /// Runs several writes as one transaction; inside another batch they are part of that one.
  @discardableResult
  package func batch<T>(_ body: () throws -> T) throws -> T {
    if isInBatch { return try body() }
    try strikeDiskFull()
    isInBatch = true
    defer { isInBatch = false }
    do {
      return try database.transaction {
        try forgetOldFacts()
        return try body()
      }
    } catch {
      forgetFacts()
      throw error
    }
  }

  /// Starts or stops recording how to undo the changes of an act.
  package func record(_ recording: ChangeRecording) { database.recording = recording }

  /// Returns the acts in this file that can be undone.
  package func recordedActs() throws -> RecordedActs { try database.recordedActs() }

  /// An act changed nothing but dates and the journal, so that it is not offered to be taken back.
  package func forgetName(ofAct act: Int64) throws {
    try database.unrecorded { try batch { try database.forgetName(ofAct: act) } }
  }

  /// Undoes everything since an act, and writes the names of the undone acts to the journal.
  ///
  /// Does nothing where that was undone before.
  package func takeBack(since act: Int64, names: [String]) throws {
    let machine = machineClock()
    try batch {
      let isDone = try !database.recordedActs().acts.contains { $0.number >= act }
      let last: String? = try database.value("SELECT text FROM journal ORDER BY id DESC LIMIT 1")
      // Where the acts changed nothing on this device, only the journal shows whether they were undone before.
      if isDone, let name = names.last, last == "undo: \(name)" { return }
      try database.takeBack(since: act)
      knownFacts = nil
      let date = try arrivalDate()
      for name in names {
        try append(
          JournalEntry(date: date, machineDate: machine, kind: JournalKind.undone.rawValue, text: "undo: \(name)"))
      }
    }
    knownFacts = nil
  }

  /// Frees the memory of caches.
  package func releaseMemory() { database.releaseMemory() }

  /// Returns a number that changes whenever another connection has committed.
  package func changeCounter() throws -> Int64 {
    try database.dataVersion()
  }

  /// Returns the App Store that a device's store belongs to; nil for a file that is not bound yet.
  package static func boundIdentity(in database: DatabaseConnection) throws -> StoreIdentity? {
    try database.first(StoreIdentity.self)
  }

  private func bind() throws {
    try batch {
      try database.insert(identity)
      try database.insert(
        DeviceState(updates: .held, verification: VerificationWay.embedded.effective(for: identity.kind)))
    }
  }
}

/// An error for a store that was opened with another App Store than its own.
package struct StoreBindingError: Error, Hashable, Sendable {
  package let path: String
  package let bound: StoreIdentity
  package let asked: StoreIdentity

  /// A one-line message that names both App Stores; ids are shortened.
  package var message: String {
    say(
      "this store belongs to \(Self.name(bound)), not to \(Self.name(asked)); open it as \(Self.name(bound)), "
        + "or name another directory with --store"
    )
  }

  private static func name(_ identity: StoreIdentity) -> String {
    var name = "\(identity.kind.rawValue) (\(identity.environment.rawValue), \(identity.bundleId)"
    if let ledger = identity.ledgerId { name += ", ledger \(ledger.prefix(8))" }
    return name + ")"
  }
}
