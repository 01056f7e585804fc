package import Database
import Purchasing
package import StoreModel

/// A device's memory in SQLite: `device.db`.
///
/// What is entitled is never stored here: the file keeps evidence (signed transactions with what was decoded from them)
/// and what was done about it. A store belongs to one App Store for ever.
package final class LocalStore: EntitlementStore {
  package let identity: StoreIdentity
  /// Whether the file was made by this opening: the catalogue and the sign-ins are still missing.
  package let isNew: Bool
  let database: DatabaseConnection
  var isInBatch = false

  /// Opens a device's memory, or makes it.
  ///
  /// - Parameters:
  ///   - path: The file `device.db`.
  ///   - identity: The App Store that it belongs to.
  ///   - readOnly: Opens without the right to write; the file must exist.
  /// - Throws: A `DatabaseFault`, or `StoreBindingError` when the file belongs to another App Store.
  package init(path: String, identity: StoreIdentity, readOnly: Bool = false) throws {
    database = try DatabaseConnection(path, schema: .device, access: readOnly ? .readOnly : .readWrite)
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

  /// Runs several writes as one transaction; inside another batch it is part of that one.
  @discardableResult
  package func batch<T>(_ body: () throws -> T) throws -> T {
    if isInBatch { return try body() }
    try strikeDiskFull()
    isInBatch = true
    defer { isInBatch = false }
    return try database.transaction(body)
  }

  package func changeCounter() throws -> Int64 {
    try database.dataVersion()
  }

  /// The App Store that a device's memory belongs to; nil for a file that is not bound yet.
  package static func boundIdentity(in database: DatabaseConnection) throws -> StoreIdentity? {
    try database.first("SELECT kind, environment, bundle_id, root, ledger_id FROM identity") { row in
      StoreIdentity(
        kind: try row[0], environment: try row[1], bundleId: try row[2], rootFingerprint: try row[3],
        ledgerId: try row[4])
    }
  }

  private func bind() throws {
    try batch {
      try database.execute(
        "INSERT INTO identity VALUES(?, ?, ?, ?, ?)", identity.kind, identity.environment, identity.bundleId,
        identity.rootFingerprint, identity.ledgerId)
      try database.execute(
        "INSERT INTO device VALUES(?, 0, 0, 0, NULL, NULL, NULL, 0, ?)", UpdatesMode.held, VerificationWay.embedded)
    }
  }
}

/// A store was opened with another App Store than the one that it belongs to.
package struct StoreBindingError: Error, Hashable, Sendable {
  package let path: String
  package let bound: StoreIdentity
  package let asked: StoreIdentity

  /// One line that names both; ids are shortened.
  package var message: String {
    "this store belongs to \(Self.name(bound)), not to \(Self.name(asked)): open it with that one, or name another "
      + "directory with --store"
  }

  private static func name(_ identity: StoreIdentity) -> String {
    var name = "\(identity.kind.rawValue) (\(identity.environment.rawValue), \(identity.bundleId)"
    if let ledger = identity.ledgerId { name += ", ledger \(ledger.prefix(8))" }
    return name + ")"
  }
}
