import Database

extension SimulatedAppStore {
  /// What SQLite finds wrong with a ledger file; empty when it is sound.
  ///
  /// - Throws: `unusable` when it cannot be opened, or is of a later version.
  package static func integrityFindings(path: String) throws(SimulatorError) -> [String] {
    do {
      let ledger = try DatabaseConnection(path, schema: LedgerSchema.schema, access: .readOnly)
      if let newer = ledger.newerSchema { throw newer }
      return try ledger.integrityCheck()
    } catch {
      throw SimulatorError(wrapping: error)
    }
  }
}
