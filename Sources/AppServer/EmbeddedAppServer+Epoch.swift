import Database
import Purchasing
import StoreModel

extension EmbeddedAppServer {
  /// Sets the file aside when the App Store has started over since: none of its purchases exist any more.
  ///
  /// - Throws: `temporary` when the caller's own epoch is the older one: it has to ask again.
  static func follow(_ epoch: Int64?, _ connection: DatabaseConnection) throws {
    guard let epoch, let known = try knownEpoch(of: connection, orSet: epoch), known != epoch else { return }
    guard known < epoch else {
      throw VerificationError(.temporary, "the App Store started over just now: ask again")
    }
    let settings = try ServerSession.settings(in: connection)
    do {
      try DatabaseFiles.moveAside(connection.file, suffix: "epoch-\(known)")
    } catch let fault as DatabaseFault where fault.cause == .cannotOpen || fault.cause == .missing {
      // Another process was first; what lies there now is looked at again.
    }
    try connection.reopen()
    guard try knownEpoch(of: connection, orSet: epoch) == nil else { return }
    try connection.transaction {
      try connection.execute(
        "UPDATE settings SET policy = ?, overdue_age = ?", settings.policy.rawValue, settings.overdueAge)
    }
  }

  /// The epoch that the file belongs to; nil when it had none and now has the given one.
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
