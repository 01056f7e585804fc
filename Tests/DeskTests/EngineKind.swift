import Core
import Desk
import Foundation
import Storage
import TestSupport
import Testing

/// A kind of database that the desk's tests run on.
enum EngineKind: String, Hashable, Sendable, CaseIterable, CustomTestStringConvertible {
  case sqlite = "SQLite"
  case postgreSQL = "PostgreSQL"
  case citus = "Citus"

  var testDescription: String { rawValue }

  /// The kinds available here: PostgreSQL where it is installed, Citus where `TILL_CITUS` names a server.
  static var here: [EngineKind] { allCases.filter(\.isHere) }

  private static var citusServer: String? { ProcessInfo.processInfo.environment["TILL_CITUS"] }

  var isHere: Bool {
    switch self {
    case .sqlite: true
    case .postgreSQL: PostgreSQLCluster.programsFolder != nil
    case .citus: Self.citusServer != nil
    }
  }

  /// Opens a connection to a database: a file of this name in the folder, or a schema of its own on the server.
  func engine(_ name: String, in place: ThrowAwayDesk) throws -> any DeskEngine {
    if self == .sqlite { return try SQLiteEngine(place.folder.appending(path: "\(name).db").path, schema: .desk) }
    let address = try place.addresses.withLock { addresses in
      let address = try addresses[name] ?? Self.schema(citus: self == .citus)
      addresses[name] = address
      return address
    }
    return try PostgreSQLEngine(address, isDistributed: self == .citus)
  }

  /// Makes a schema for one test alone, and returns its address.
  static func schema(citus: Bool = false) throws -> PostgreSQLAddress {
    let server: String
    if citus {
      server = (citusServer ?? "") + "?options=-ccitus.shard_count%3D4%20"
    } else {
      guard let cluster = PostgreSQLCluster.shared else { throw CocoaError(.fileNoSuchFile) }
      server = cluster.address() + "&options="
    }
    let name = "desk_\(UInt64.random(in: 0...UInt64.max))"
    let address = try PostgreSQLAddress(server + "-csearch_path%3D\(name)")
    let connection = try PostgreSQLConnection(address)
    try connection.transaction { try connection.execute(SQL(trusted: "CREATE SCHEMA \(name)")) }
    return address
  }
}
