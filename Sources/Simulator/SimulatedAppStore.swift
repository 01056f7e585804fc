package import AppStoreModel
import Core
import Storage

/// A simulated App Store on a ledger file, `appstore.db`.
///
/// It plays Apple: it lists products, sells, renews, refunds, and signs everything with its own certificates. Any
/// number of processes may have the same ledger open. Every call is one transaction; before it, the events due up to
/// the ledger's clock happens, in order, so that a ledger opened later gives the same as one that was watched.
///
/// Calls are synchronous and short (a few milliseconds; five seconds at most while another process writes).
package final class SimulatedAppStore: Sendable {
  /// The ledger file.
  package let path: String

  /// The ledger's name for its whole life, a UUID.
  package var ledgerId: String { identity.ledgerId }

  /// The app that everything is sold for.
  package var bundleId: String { identity.bundleId }

  /// The environment of its signatures: Sandbox or Production.
  package var environment: StoreEnvironment { identity.environment }

  /// The app's Apple id, which Production's data carry.
  package var appAppleId: Int64? { identity.appAppleId }

  /// The seed of ids and tokens.
  package var seed: UInt64 { identity.seed }

  /// The root certificate to trust, in PEM: `till simulator root`.
  package var rootCertificatePEM: String { identity.rootCertificatePEM }

  /// SHA-256 of the root certificate's DER, lower-case hexadecimal.
  package var rootFingerprint: String { identity.rootFingerprint }

  let identity: LedgerIdentity
  let limits: RenewalLimits
  package let machineClock: @Sendable () -> Timestamp
  private let ledger: Mutex<Ledger>
  let writes = GroupCommit()

  /// Opens a ledger; one that does not exist is created with `contents`.
  ///
  /// - Parameters:
  ///   - path: The ledger file.
  ///   - contents: The content of a new ledger; without effect on one that exists.
  ///   - machineClock: The machine's clock; another one is for tests.
  /// - Throws: `unusable` when the file is not a ledger, of a newer version, damaged, locked or cannot be written.
  package convenience init(
    path: String, contents: LedgerContents = LedgerContents(),
    machineClock: @escaping @Sendable () -> Timestamp = SimulatedAppStore.systemClock
  ) throws(StoreError) {
    try self.init(path: path, contents: contents, limits: RenewalLimits(), machineClock: machineClock)
  }

  init(
    path: String, contents: LedgerContents, limits: RenewalLimits, machineClock: @escaping @Sendable () -> Timestamp
  ) throws(StoreError) {
    do {
      let connection = try DatabaseConnection(path, schema: LedgerSchema.schema)
      // A caller that names no act makes a barrier: nothing before it can be undone.
      connection.recording = .barrier
      identity = try contents.identity(in: connection, machine: machineClock().milliseconds)
      self.path = connection.file
      self.limits = limits
      self.machineClock = machineClock
      ledger = Mutex(Ledger(connection: connection))
    } catch {
      throw StoreError(wrapping: error)
    }
  }

  /// The machine's clock in UTC.
  package static let systemClock: @Sendable () -> Timestamp = {
    .machine
  }

  /// Runs one write: due events happen first, all of it is stored or none.
  ///
  /// Writes that wait at the same time are stored by one commit, so that they share its flush; each may fail by itself.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (inout LedgerSession) throws -> Result
  ) throws(StoreError) -> Result {
    let write = WaitingWrite<Result> { [self] ledger in
      try ledger.connection.transaction {
        var session = try ledger.session(identity, limits, machine: machineClock().milliseconds)
        let before = session.state
        try session.catchUp(to: session.state.time(machine: session.machine), isAsked: false)
        let result = try body(&session)
        // A call that changed nothing commits nothing, so that it rings no change notifier.
        guard session.state != before else { return result }
        session.state.clockFloor = session.now
        try session.save()
        return result
      }
    }
    do {
      return try writes.carryOut(write, in: ledger)
    } catch {
      throw StoreError(wrapping: error)
    }
  }

  /// Reads one consistent state; writes first only when something is due.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (LedgerSession) throws -> Result
  ) throws(StoreError) -> Result {
    let result: Result? = try perform { ledger in
      try ledger.connection.read {
        var session = try ledger.session(identity, limits, machine: machineClock().milliseconds)
        session.now = session.state.time(machine: session.machine)
        if let due = try session.nextDueDate(), due <= session.now { return nil }
        return try body(session)
      }
    }
    if let result { return result }
    return try write { session in try body(session) }
  }

  /// A call of a device: it needs the network.
  func serve<Result: Sendable>(
    _ body: @escaping @Sendable (inout LedgerSession) throws -> Result
  ) throws(StoreError) -> Result {
    try write { session in
      guard session.state.network else { throw StoreError.noNetwork }
      return try body(&session)
    }
  }

  /// A call of a device that only reads: it needs the network.
  func answer<Result: Sendable>(
    _ body: @escaping @Sendable (LedgerSession) throws -> Result
  ) throws(StoreError) -> Result {
    try read { session in
      guard session.state.network else { throw StoreError.noNetwork }
      return try body(session)
    }
  }

  func perform<Result: Sendable>(
    _ body: @Sendable (inout Ledger) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try ledger.withLock { ledger in try ledger.usingConnection(body) }
    } catch {
      throw StoreError(wrapping: error)
    }
  }
}
