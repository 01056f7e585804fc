import Database
package import Purchasing
package import StoreModel

/// What the people who run the server do: the policy, the age limit, faults on purpose, and who is there.
extension EmbeddedAppServer {
  package func settings() throws(VerificationError) -> AppServerSettings {
    try perform { try ServerSession.settings(in: $0.connection) }
  }

  /// Chooses what happens from now on when a user brings a purchase that another user has; nothing changes hands by it.
  package func setRestorePolicy(_ policy: RestorePolicy) throws(VerificationError) {
    try perform { try $0.setRestorePolicy(policy) }
  }

  /// Sets from which age on a purchase that was never credited is too old, in milliseconds; nil for never.
  package func setOverdueAge(_ milliseconds: Int64?) throws(VerificationError) {
    try perform { session in
      _ = try session.connection.execute("UPDATE settings SET overdue_age = ?", milliseconds)
    }
  }

  /// Has an order answered as overdue at its next upload, unless its transaction was credited before.
  package func markOverdue(_ orderId: String) throws(VerificationError) {
    try perform { session in
      _ = try session.connection.execute("INSERT OR IGNORE INTO overdue_orders VALUES(?)", orderId)
    }
  }

  /// Makes something go wrong, once or until it is switched off.
  package func setFault(_ fault: AppServerFault, isOneShot: Bool) throws(VerificationError) {
    try perform { session in
      _ = try session.connection.execute("INSERT OR REPLACE INTO faults VALUES(?, ?)", fault.rawValue, isOneShot)
    }
  }

  package func clearFault(_ fault: AppServerFault) throws(VerificationError) {
    try perform { session in
      _ = try session.connection.execute("DELETE FROM faults WHERE name = ?", fault.rawValue)
    }
  }

  /// The faults that are set; true for those that strike once.
  package func faults() throws(VerificationError) -> [AppServerFault: Bool] {
    try perform { try $0.faults() }
  }

  /// Everybody that the server has heard of, by name.
  package func users() throws(VerificationError) -> [AppServerUser] {
    try perform { try $0.users() }
  }

  /// What the server did, newest first.
  ///
  /// - Parameter id: The event to read on from towards older ones.
  package func events(limit: Int, before id: Int64? = nil) throws(VerificationError) -> [AppServerEvent] {
    try perform { try $0.events(limit: limit, before: id ?? .max) }
  }

  /// What the server did about one order, oldest first.
  ///
  /// - Parameters:
  ///   - intent: The purchase that led to it.
  ///   - original: The original transaction, which tells whose it is.
  package func events(
    ofOrder order: String, intent: String?, transaction: String, original: String?, limit: Int
  ) throws(VerificationError) -> [AppServerEvent] {
    try perform {
      try $0.events(ofOrder: order, intent: intent, transaction: transaction, original: original, limit: limit)
    }
  }

  /// How the server of a file is set, which is opened for reading.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func settings(path: String) throws -> AppServerSettings {
    try ServerSession.settings(in: DatabaseConnection(path, schema: .appServer, access: .readOnly))
  }

  /// What SQLite finds wrong with a server's file, which is opened for reading; empty when it is sound.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func integrityFindings(path: String) throws -> [String] {
    try DatabaseConnection(path, schema: .appServer, access: .readOnly).integrityCheck()
  }
}
