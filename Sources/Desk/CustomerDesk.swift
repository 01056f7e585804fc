package import AppStoreModel
import Core
import Storage

/// A desk: the evidence of many customers of one app, and the rows derived from it.
///
/// It is used by one thread at a time, as its engine is. Evidence only grows. Derived rows are stored so that an index
/// finds them, and can be derived again at any time.
package final class CustomerDesk {
  package let engine: any DeskEngine
  package let identity: DeskIdentity
  /// The machine's clock.
  package let now: @Sendable () -> Timestamp
  /// The numbers of app and environment, which are the second and third column of every customer's row.
  let app: Int64
  let environment: Int64
  /// The key of the hashes that identify forgotten people; read on first use.
  var hashKey: [UInt8]?

  /// Opens an existing desk.
  ///
  /// - Throws: A `DeskError` if the database has no desk, or if it is another app's than expected.
  package init(
    _ engine: any DeskEngine, expecting asked: DeskIdentity? = nil,
    now: @escaping @Sendable () -> Timestamp = { .machine }
  ) throws {
    guard let made = try DeskIdentity(in: engine) else { throw DeskError(.notMade) }
    if let asked, !asked.isEqual(made) { throw DeskError(.otherApp(bound: made, asked: asked)) }
    self.engine = engine
    identity = made
    app = 1
    environment = made.environment.deskNumber
    self.now = now
  }

  /// Creates a desk for one app and environment in an empty database, or opens the existing one.
  package static func make(
    _ identity: DeskIdentity, in engine: any DeskEngine, now: @escaping @Sendable () -> Timestamp = { .machine }
  ) throws -> CustomerDesk {
    try engine.migrate(.desk)
    if try DeskIdentity(in: engine) == nil { try identity.write(to: engine) }
    return try CustomerDesk(engine, expecting: identity, now: now)
  }

  /// Opens the desk in a database and brings tables of an earlier version up to date.
  package static func bringUpToDate(in engine: any DeskEngine) throws -> CustomerDesk {
    guard try DeskIdentity(in: engine) != nil else { throw DeskError(.notMade) }
    if !engine.isReadOnly { try engine.migrate(.desk) }
    return try CustomerDesk(engine)
  }

  /// Creates the verifier of signed data for this desk.
  package func verifier() throws -> Verifier {
    let now = now
    return Verifier(
      roots: try identity.roots(),
      expecting: ExpectedClaims(bundleId: identity.bundleId, environment: identity.environment), now: { now() })
  }

  /// Returns the values of the first three columns of a customer's row.
  func owner(_ customer: Int64) -> [DatabaseValue] { [.integer(customer), .integer(app), .integer(environment)] }

  /// Writes an audit entry for an agent's action.
  ///
  /// On PostgreSQL the entry of any login except the owner's has that login's own name.
  ///
  /// - Parameter subject: The customer's number, or a hash if the customer was forgotten.
  package func note(_ act: String, by agent: String, subject: String, detail: String = "") throws {
    try engine.transaction {
      try engine.append(
        [.null, now().databaseValue, .deskText(agent), .text(act), .deskText(subject), .deskText(detail), .null],
        to: DeskTables.audit)
    }
  }
}

/// Why the desk refused a call.
package struct DeskError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The database has no desk.
    case notMade
    /// The desk is for another app or another environment.
    case otherApp(bound: DeskIdentity, asked: DeskIdentity)
    /// No customer has this number or id.
    case unknownCustomer(String)
    /// The customer's data was deleted on request.
    case forgotten
    /// Other processes kept changing the same purchases.
    case busy
    /// The given value cannot be used.
    case unusable(String)
  }

  package let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// One line, with the remedy.
  package var description: String { "\(DeskText.error(kind))" }
}

/// The identity of a desk: one app in one environment, and the root certificates that it trusts.
package struct DeskIdentity: Hashable, Sendable {
  package let bundleId: String
  package let environment: StoreEnvironment
  /// The given root certificate files; empty if Apple's roots are trusted.
  package let rootFiles: [[UInt8]]

  package init(bundleId: String, environment: StoreEnvironment, rootFiles: [[UInt8]] = []) {
    self.bundleId = bundleId
    self.environment = environment
    self.rootFiles = rootFiles
  }

  /// Whether Apple itself signs the data, which may then arrive late.
  var isReal: Bool { rootFiles.isEmpty }

  /// Returns the root certificates that signed data must chain to.
  package func roots() throws -> TrustedRoots { rootFiles.isEmpty ? .apple : try TrustedRoots(files: rootFiles) }

  /// Returns whether two identities are the same desk's; roots are compared only if this identity names some.
  func isEqual(_ other: DeskIdentity) -> Bool {
    bundleId == other.bundleId && environment == other.environment
      && (rootFiles.isEmpty || rootFiles == other.rootFiles)
  }

  /// Creates the identity from the desk's settings; nil if they are missing.
  fileprivate init?(made settings: [String: String]) {
    guard let bundleId = settings["bundle_id"], let environment = settings["environment"] else { return nil }
    let roots = (settings["roots"] ?? "").split(separator: "\n").compactMap { Base64.standard.decode(String($0)) }
    self.init(bundleId: bundleId, environment: StoreEnvironment(rawValue: environment), rootFiles: roots)
  }

  /// Reads the identity that a database is bound to; nil if it has no desk.
  fileprivate init?(in engine: any DeskEngine) throws {
    guard try engine.version() > 0 else { return nil }
    let rows: [(String, String)] = try engine.rows(DeskQueries.settings) { (try $0["name"], try $0["value"]) }
    self.init(made: Dictionary(rows) { first, _ in first })
  }

  /// Binds an empty database to this app, environment and roots.
  fileprivate func write(to engine: any DeskEngine) throws {
    var generator = SystemRandomNumberGenerator()
    let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let settings = [
      ("bundle_id", bundleId), ("environment", environment.rawValue),
      ("roots", rootFiles.map { String(decoding: Base64.standard.encode($0), as: UTF8.self) }.joined(separator: "\n")),
    ]
    try engine.transaction {
      try engine.insert([[.integer(1), .text(bundleId)]], into: DeskTables.apps, whenThere: .keep)
      try engine.insert(
        settings.map { [.text($0.0), .text($0.1)] }, into: DeskTables.settings, whenThere: .keep)
      try engine.insert(
        [[.text("hash_key"), .text(String(decoding: Base64.standard.encode(key), as: UTF8.self))]],
        into: DeskTables.secrets, whenThere: .keep)
    }
  }
}

extension StoreEnvironment {
  /// The number of an environment in every row's key.
  var deskNumber: Int64 {
    switch self {
    case .production: 0
    case .sandbox: 1
    case .xcode: 2
    default: 3
    }
  }
}

extension DatabaseValue {
  /// Returns text from outside as a value, without U+0000, which PostgreSQL cannot store.
  static func deskText(_ text: String) -> DatabaseValue {
    .text(text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text)
  }

  static func deskText(_ text: String?) -> DatabaseValue { text.map { .deskText($0) } ?? .null }

  static func integer(_ value: Int64?) -> DatabaseValue { value.map { .integer($0) } ?? .null }
}

extension Timestamp {
  var databaseValue: DatabaseValue { .integer(milliseconds) }
}

extension Timestamp? {
  var databaseValue: DatabaseValue { .integer(self?.milliseconds) }
}
