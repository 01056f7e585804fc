import Database
import StoreModel

/// The open ledger: its connection, and its catalogue as it was parsed last.
struct Ledger {
  let connection: DatabaseConnection
  private var parsed: (version: Int64, catalogue: Catalogue)?

  init(connection: DatabaseConnection) {
    self.connection = connection
  }

  /// The identity; nil in a ledger that has just been made.
  static func identity(in connection: DatabaseConnection) throws -> LedgerIdentity? {
    try connection.first("SELECT" + LedgerIdentity.columns + "FROM identity", map: LedgerIdentity.init(row:))
  }

  /// A session on the state that the running transaction sees; its `now` is the instant of the last write.
  mutating func session(_ identity: LedgerIdentity, _ limits: RenewalLimits) throws -> LedgerSession {
    guard let state = try connection.first("SELECT" + LedgerState.columns + "FROM state", map: LedgerState.init(row:))
    else {
      throw SimulatorError(.unusable, "the ledger \(connection.file) has no state: move it aside and start a new one")
    }
    return LedgerSession(
      connection: connection, identity: identity, limits: limits,
      catalogue: try catalogue(version: state.catalogueVersion), state: state, now: state.clockFloor)
  }

  private mutating func catalogue(version: Int64) throws -> Catalogue {
    if let parsed, parsed.version == version { return parsed.catalogue }
    let bytes: [UInt8]? = try connection.first("SELECT bytes FROM catalogue") { try $0[0] }
    let catalogue = try Catalogue(bytes: bytes ?? [], name: "the catalogue in \(connection.file)")
    parsed = (version, catalogue)
    return catalogue
  }
}
