package import AppStoreModel
import Core
import Storage

/// Many customers of one app: the evidence of each, and the rows derived from it.
///
/// It belongs to one owner, as its engine does. Evidence only grows; derived rows are kept so that an index finds
/// them, and can be derived again at any time.
package final class CustomerDesk {
  package let engine: any DeskEngine
  package let identity: DeskIdentity
  /// The machine's clock.
  package let now: @Sendable () -> Timestamp
  /// The keys of the app and the environment, the second and third of every row.
  let app: Int64
  let environment: Int64
  /// The key of the hashes by which forgotten people are recognised, read when it is needed.
  var hashKey: [UInt8]?

  /// Opens a desk that was made before.
  ///
  /// - Throws: A `DeskError` where there is none, or where it is another app's than was asked for.
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

  /// Makes a desk in an empty database, bound to one app and environment; opens the one that is there.
  package static func make(
    _ identity: DeskIdentity, in engine: any DeskEngine, now: @escaping @Sendable () -> Timestamp = { .machine }
  ) throws -> CustomerDesk {
    try engine.migrate(.desk)
    if try DeskIdentity(in: engine) == nil { try identity.write(to: engine) }
    return try CustomerDesk(engine, expecting: identity, now: now)
  }

  /// Opens the desk that is in a database, whose tables an earlier version may have made.
  package static func bringUpToDate(in engine: any DeskEngine) throws -> CustomerDesk {
    guard try DeskIdentity(in: engine) != nil else { throw DeskError(.notMade) }
    if !engine.isReadOnly { try engine.migrate(.desk) }
    return try CustomerDesk(engine)
  }

  /// The verifier of signed data for this desk.
  package func verifier() throws -> Verifier {
    let now = now
    return Verifier(
      roots: try identity.roots(),
      expecting: ExpectedClaims(bundleId: identity.bundleId, environment: identity.environment), now: { now() })
  }

  /// The values that begin a row of a customer.
  func owner(_ customer: Int64) -> [DatabaseValue] { [.integer(customer), .integer(app), .integer(environment)] }

  /// Writes an audit line of an agent's act; on PostgreSQL a login other than the owner's signs with its own name.
  ///
  /// - Parameter subject: The customer's number, or a hash after the customer was forgotten.
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
    /// There is no desk in this database.
    case notMade
    /// The desk is another app's or another environment's.
    case otherApp(bound: DeskIdentity, asked: DeskIdentity)
    /// No customer has that number or id.
    case unknownCustomer(String)
    /// The customer was forgotten.
    case forgotten
    /// Another process kept taking the same ids.
    case busy
    /// The given value cannot be used.
    case unusable(String)
  }

  package let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// One line with the remedy.
  package var description: String { "\(DeskText.error(kind))" }
}

/// The identity of a desk: one app in one environment, verified against these roots.
package struct DeskIdentity: Hashable, Sendable {
  package let bundleId: String
  package let environment: StoreEnvironment
  /// The given root certificates, a file each; none where Apple's is the anchor.
  package let rootFiles: [[UInt8]]

  package init(bundleId: String, environment: StoreEnvironment, rootFiles: [[UInt8]] = []) {
    self.bundleId = bundleId
    self.environment = environment
    self.rootFiles = rootFiles
  }

  /// Whether Apple itself signs here, and may be late.
  var isReal: Bool { rootFiles.isEmpty }

  /// The roots that signed data must lead to.
  package func roots() throws -> TrustedRoots { rootFiles.isEmpty ? .apple : try TrustedRoots(files: rootFiles) }

  /// Whether both are the same desk's; roots that are not named are those of the desk.
  func isEqual(_ other: DeskIdentity) -> Bool {
    bundleId == other.bundleId && environment == other.environment
      && (rootFiles.isEmpty || rootFiles == other.rootFiles)
  }

  /// The identity that a database is bound to; nil for none.
  fileprivate init?(made settings: [String: String]) {
    guard let bundleId = settings["bundle_id"], let environment = settings["environment"] else { return nil }
    let roots = (settings["roots"] ?? "").split(separator: "\n").compactMap { Base64.standard.decode(String($0)) }
    self.init(bundleId: bundleId, environment: StoreEnvironment(rawValue: environment), rootFiles: roots)
  }

  /// The identity that a database was bound to; nil where there is no desk.
  fileprivate init?(in engine: any DeskEngine) throws {
    guard try engine.version() > 0 else { return nil }
    let rows: [(String, String)] = try engine.rows(DeskQueries.settings) { (try $0["name"], try $0["value"]) }
    self.init(made: Dictionary(rows) { first, _ in first })
  }

  /// Binds an empty database.
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
  /// The number that stands for an environment in every key.
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
  /// Text that came from outside, without the one character that PostgreSQL does not hold.
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
