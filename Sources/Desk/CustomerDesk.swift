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
  /// The header segments and root certificates that are stored, as far as this process knows.
  var knownHeaders: Set<Int64> = []
  var knownRoots: Set<String> = []
  /// The products that customers have, as far as this process knows.
  var knownProducts: Set<String> = []

  /// Opens an existing desk for one of its apps: the expected one, else the first.
  ///
  /// - Throws: A `DeskError` if the database has no desk, or if it is another app's than expected.
  package init(
    _ engine: any DeskEngine, expecting asked: DeskIdentity? = nil,
    now: @escaping @Sendable () -> Timestamp = { .machine }
  ) throws {
    let held = try DeskIdentity.held(by: engine)
    guard let first = held.first else { throw DeskError(.notMade) }
    try engine.check(.desk)
    let made = asked.flatMap { asked in held.first { asked.isEqual($0.identity) } } ?? first
    if let asked, !asked.isEqual(made.identity) { throw DeskError(.otherApp(bound: made.identity, asked: asked)) }
    self.engine = engine
    identity = made.identity
    app = made.app
    environment = made.identity.environment.deskNumber
    self.now = now
  }

  /// Creates a desk for one app and environment in an empty database, or opens the existing one.
  ///
  /// A desk without roots of its own gets the given ones as long as it holds nothing verified.
  package static func make(
    _ identity: DeskIdentity, in engine: any DeskEngine, now: @escaping @Sendable () -> Timestamp = { .machine }
  ) throws -> CustomerDesk {
    try engine.migrate(.desk)
    if try DeskIdentity.held(by: engine).isEmpty { try identity.write(to: engine, as: 1, at: now()) }
    try identity.addRoots(to: engine)
    return try CustomerDesk(engine, expecting: identity, now: now)
  }

  /// Adds another app, or another environment of one, to an existing desk, and opens it.
  package static func add(
    _ identity: DeskIdentity, to engine: any DeskEngine, now: @escaping @Sendable () -> Timestamp = { .machine }
  ) throws -> CustomerDesk {
    let held = try DeskIdentity.held(by: engine)
    guard let last = held.map(\.app).max() else { throw DeskError(.notMade) }
    if !held.contains(where: { identity.isEqual($0.identity) }) {
      let same = held.first { $0.identity.bundleId == identity.bundleId }
      try identity.write(to: engine, as: same?.app ?? last + 1, at: now())
    }
    return try CustomerDesk(engine, expecting: identity, now: now)
  }

  /// Returns the apps of this desk with what waits in each, for choosing one.
  package func apps() throws -> [DeskAppRow] {
    try seen().map { desk in
      let waiting = try desk.viewRows().first { $0.name == SavedView.consumption.name }?.count ?? 0
      return DeskAppRow(
        desk.identity.name, customers: try desk.summary().customers, consumptionRequests: waiting)
    }
  }

  /// Opens the desk for each of its other apps that the login may see.
  package func others() throws -> [CustomerDesk] { try seen().filter { !$0.identity.isEqual(identity) } }

  /// Opens the desk for each of its apps that the login may see.
  private func seen() throws -> [CustomerDesk] {
    try DeskIdentity.held(by: engine).map { try CustomerDesk(engine, expecting: $0.identity, now: now) }.filter {
      do {
        // Any statement about an app is refused to an agent who may not see it.
        _ = try $0.mark("")
        return true
      } catch let fault as DatabaseFault where fault.cause == .forbidden {
        return false
      }
    }
  }

  /// Opens the desk in a database and brings tables of an earlier version up to date.
  ///
  /// - Parameters:
  ///   - contracts: Whether also what earlier versions of Till need is removed.
  ///   - progress: Called with the number of the part, the count of all parts, and the rows that it changed so far.
  package static func bringUpToDate(
    in engine: any DeskEngine, contracts: Bool = false, progress: (Int, Int, Int) throws -> Void = { _, _, _ in }
  ) throws -> CustomerDesk {
    guard try !DeskIdentity.held(by: engine).isEmpty else { throw DeskError(.notMade) }
    if !engine.isReadOnly { try engine.migrate(.desk, contracts: contracts, progress: progress) }
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
  func owner(_ customer: Int64) -> [DatabaseValue] { [.integer(customer)] + scope }

  /// The values of the columns that name the app and the environment.
  var scope: [DatabaseValue] { [.integer(app), .integer(environment)] }

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
    /// The team sent the user, but no customer's purchase names the user.
    case noPurchase(String)
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
  package var description: String { DeskText.error(kind) }
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

  /// The app without its roots.
  package var name: DeskAppName { DeskAppName(bundleId: bundleId, environment: environment.rawValue) }

  /// Returns the root certificates that signed data must chain to.
  package func roots() throws -> TrustedRoots { rootFiles.isEmpty ? .apple : try TrustedRoots(files: rootFiles) }

  /// Returns whether two identities are the same desk's; roots are compared only if this identity names some.
  func isEqual(_ other: DeskIdentity) -> Bool {
    bundleId == other.bundleId && environment == other.environment
      && (rootFiles.isEmpty || rootFiles == other.rootFiles)
  }

  /// Returns the apps that a database is bound to, each with its number; empty if it has no desk.
  package static func held(by engine: any DeskEngine) throws -> [(app: Int64, identity: DeskIdentity)] {
    guard try engine.version() > 0 else { return [] }
    return try engine.rows(DeskQueries.apps) { row in
      let roots = (try row["roots"] as String).split(separator: "\n").compactMap { Base64.standard.decode(String($0)) }
      return (
        try row["app"],
        DeskIdentity(
          bundleId: try row["bundle_id"], environment: StoreEnvironment(deskNumber: try row["environment"]),
          rootFiles: roots)
      )
    }
  }

  /// Gives this identity's roots to the same app's desk that has none of its own, and nothing verified yet.
  fileprivate func addRoots(to engine: any DeskEngine) throws {
    guard !rootFiles.isEmpty else { return }
    let held = try Self.held(by: engine).first { $0.identity.name == name && $0.identity.rootFiles.isEmpty }
    let verified: Int64? = try engine.value("SELECT 1 FROM roots LIMIT 1")
    guard let held, verified == nil else { return }
    try engine.transaction {
      try engine.execute(
        "UPDATE apps SET roots = ? WHERE app = ? AND environment = ?", rootText, held.app, environment.deskNumber)
    }
  }

  /// The root certificate files as they are stored: one on each line in base64.
  private var rootText: String {
    rootFiles.map { String(decoding: Base64.standard.encode($0), as: UTF8.self) }.joined(separator: "\n")
  }

  /// Binds a database to this app, environment and roots.
  fileprivate func write(to engine: any DeskEngine, as app: Int64, at date: Timestamp) throws {
    guard environment.isKnown else {
      throw DeskError(.unusable(say("unknown environment “\(safeText(environment.rawValue))”")))
    }
    var generator = SystemRandomNumberGenerator()
    let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try engine.transaction {
      try engine.insert(
        [
          [
            .integer(app), .integer(environment.deskNumber), .text(bundleId), .null,
            .text(rootText), date.databaseValue,
          ]
        ], into: DeskTables.apps, whenThere: .keep)
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

  /// Creates the environment with a number.
  init(deskNumber: Int64) {
    self = [.production, .sandbox, .xcode].first { $0.deskNumber == deskNumber } ?? .localTesting
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
