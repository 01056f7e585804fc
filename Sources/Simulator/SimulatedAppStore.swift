package import AppStoreModel
import Core
import Storage

/// A simulated App Store on a ledger file, `appstore.db`.
///
/// It plays Apple: it lists products, sells, renews and refunds, and signs everything with its own certificates. Any
/// number of processes can open the same ledger.
///
/// Every call is one transaction. Before it, the events due up to the ledger's clock happen in order, so that a ledger
/// opened later shows the same as one that was open all the time. Calls are synchronous and take a few milliseconds; at
/// most five seconds while another process writes.
package final class SimulatedAppStore: Sendable {
  /// The ledger file.
  package let path: String

  /// The ledger's id, a UUID that never changes.
  package var ledgerId: String { identity.ledgerId }

  /// The bundle id of the app whose products are sold.
  package var bundleId: String { identity.bundleId }

  /// The environment of the signed data: Sandbox or Production.
  package var environment: StoreEnvironment { identity.environment }

  /// The app's Apple id, which Production's signed data contain.
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

  /// Opens a ledger; creates it with `contents` if the file does not exist.
  ///
  /// - Parameters:
  ///   - path: The ledger file.
  ///   - contents: The content of a new ledger; ignored if the file exists.
  ///   - machineClock: The machine's clock; tests pass another one.
  /// - Throws: `unusable` if the file is not a ledger, is of a newer version, damaged or locked, or cannot be written.
  package convenience init(
    path: String, contents: LedgerContents = LedgerContents(),
    machineClock: @escaping @Sendable () -> Timestamp = { .machine }
  ) throws(StoreError) {
    try self.init(path: path, contents: contents, limits: RenewalLimits(), machineClock: machineClock)
  }

  init(
    path: String, contents: LedgerContents, limits: RenewalLimits, machineClock: @escaping @Sendable () -> Timestamp
  ) throws(StoreError) {
    do {
      let connection = try DatabaseConnection(path, schema: LedgerSchema.schema)
      // A change outside a recorded action is a barrier: nothing before it can be undone.
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

  /// Runs one write after the due events; all of it is stored, or nothing.
  ///
  /// Writes that wait at the same time share one commit and its flush; each can fail on its own.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (inout LedgerSession) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try writes.carryOut(in: ledger) { [self] ledger in
        try ledger.connection.transaction {
          var session = try ledger.session(identity, limits, machine: machineClock().milliseconds)
          let before = session.state
          try session.catchUp(to: session.state.time(machine: session.machine), isAsked: false)
          let result = try body(&session)
          // A call that changed nothing commits nothing, so that no change notifier fires.
          guard session.state != before else { return result }
          session.state.clockFloor = session.now
          try session.save()
          return result
        }
      }
    } catch {
      throw StoreError(wrapping: error)
    }
  }

  /// Reads one consistent state; writes first only if an event is due.
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

  /// Runs a device's call that may write; it needs the network.
  func serve<Result: Sendable>(
    _ body: @escaping @Sendable (inout LedgerSession) throws -> Result
  ) throws(StoreError) -> Result {
    try write { session in
      guard session.state.network else { throw StoreError.noNetwork }
      return try body(&session)
    }
  }

  /// Runs a device's call that only reads; it needs the network.
  func readForDevice<Result: Sendable>(
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
