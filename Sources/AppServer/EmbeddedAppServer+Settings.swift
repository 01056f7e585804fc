package import AppStoreModel
import Core
package import Device
import Storage

/// The settings of the server: restore policy, age limit, and the list of users.
extension EmbeddedAppServer {
  package func settings() throws(VerificationError) -> AppServerSettings {
    try perform { try ServerSession.settings(in: $0.connection) }
  }

  /// Sets the rule for users who restore another user's purchase; purchases keep their present owners.
  package func setRestorePolicy(_ policy: RestorePolicy) throws(VerificationError) {
    try perform { try $0.setRestorePolicy(policy) }
  }

  /// Sets the age in milliseconds from which an uncredited purchase is too old to credit; nil for no limit.
  package func setOverdueAge(_ milliseconds: Int64?) throws(VerificationError) {
    try perform { session in
      _ = try session.connection.execute("UPDATE settings SET overdue_age = ?", milliseconds)
    }
  }

  /// Returns all users that the server knows, by name.
  package func users() throws(VerificationError) -> [AppServerUser] {
    try perform { try $0.users() }
  }

  /// Returns the server's events, newest first.
  ///
  /// - Parameter id: The event before which to continue, towards older ones.
  package func events(limit: Int, before id: Int64? = nil) throws(VerificationError) -> [AppServerEvent] {
    try perform { try $0.events(limit: limit, before: id ?? .max) }
  }

  /// Returns the server's events of one order, oldest first.
  ///
  /// - Parameters:
  ///   - intent: The announced purchase that led to the order.
  ///   - original: The original transaction, whose events name the owner.
  package func events(
    ofOrder order: String, intent: String?, transaction: String, original: String?, limit: Int
  ) throws(VerificationError) -> [AppServerEvent] {
    try perform {
      try $0.events(ofOrder: order, intent: intent, transaction: transaction, original: original, limit: limit)
    }
  }

  /// Reads the settings from a server's file, which is opened read-only.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func settings(path: String) throws -> AppServerSettings {
    try ServerSession.settings(in: DatabaseConnection(path, schema: .appServer, access: .readOnly))
  }

  /// Reads the unknown names that notifications contained, in the order of the names.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func unknownNames(path: String) throws -> [UnknownName] {
    let connection = try DatabaseConnection(path, schema: .appServer, access: .readOnly)
    return try connection.rows("SELECT name, count, first_date FROM unknown_names ORDER BY name") { row in
      UnknownName(
        name: try row["name"], count: try row["count"], first: Timestamp(milliseconds: try row["first_date"]))
    }
  }

  /// Returns the faults that SQLite finds in a server's file, opened read-only; empty when the file is intact.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func integrityFindings(path: String) throws -> [String] {
    try DatabaseConnection(path, schema: .appServer, access: .readOnly).integrityCheck()
  }
}

extension EmbeddedAppServer {
  /// Sets the file aside when the App Store was reset since, because none of the file's purchases exist any more.
  ///
  /// - Throws: `temporary` when the caller's own epoch is the older one: the caller has to ask again.
  static func follow(_ epoch: Int64?, _ connection: DatabaseConnection) throws {
    guard let epoch, let known = try knownEpoch(of: connection, orSet: epoch), known != epoch else { return }
    guard known < epoch else {
      throw VerificationError(.temporary, say("the App Store has just been reset; try again"))
    }
    let settings = try ServerSession.settings(in: connection)
    do {
      try DatabaseFiles.moveAside(connection.file, suffix: "epoch-\(known)")
    } catch let fault as DatabaseFault where fault.cause == .cannotOpen || fault.cause == .missing {
      // Another process has already set the file aside: the new file is read.
    }
    try connection.reopen()
    guard try knownEpoch(of: connection, orSet: epoch) == nil else { return }
    try connection.transaction {
      try connection.execute(
        "UPDATE settings SET policy = ?, overdue_age = ?", settings.policy.rawValue, settings.overdueAge)
    }
  }

  /// Returns the epoch of the file; nil when it had none, in which case it now has the given one.
  private static func knownEpoch(of connection: DatabaseConnection, orSet epoch: Int64) throws -> Int64? {
    if let known: Int64 = try connection.value("SELECT epoch FROM settings") { return known }
    return try connection.transaction {
      // Another process may have set it meanwhile.
      if let known: Int64 = try connection.value("SELECT epoch FROM settings") { return known }
      try connection.execute("UPDATE settings SET epoch = ?", epoch)
      return nil
    }
  }
}
