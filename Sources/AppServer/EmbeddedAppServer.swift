package import AppStoreModel
import Core
import Device
package import Storage

/// The app's own server in process, on its file `appserver.db`.
///
/// It verifies every signed transaction itself, credits each once, and names its owner. Any number of processes and
/// devices may have the same file open: every call is one short write transaction, and repeating a call changes
/// nothing.
/// When the App Store starts over (a new epoch), the file is set aside and a new one begun with the same settings.
package final class EmbeddedAppServer: Sendable {
  /// Finds the signed text of a transaction at the App Store; nil when it knows none of that id.
  package typealias Lookup = @Sendable (_ transactionId: String) async throws(StoreError) -> String?

  /// Sets the `appAccountToken` of an original transaction at the App Store.
  package typealias SetToken =
    @Sendable (_ token: String, _ originalTransactionId: String) async throws(StoreError) -> Void

  let verifier: Verifier
  let lookup: Lookup
  let setToken: SetToken?
  /// Nil where there is no App Store to hear.
  let news: AppStoreNewsSource?
  private let bundleId: String
  private let storeClock: @Sendable () throws -> StoreClock?
  private let machineClock: @Sendable () -> Timestamp
  private let connection: Mutex<DatabaseConnection>

  /// Opens the server's file, or makes it.
  ///
  /// - Parameters:
  ///   - path: The file `appserver.db`.
  ///   - bundleId: The app; its users' tokens are made of it.
  ///   - verifier: Trusts the roots of the App Store whose purchases are uploaded.
  ///   - lookup: Asks the App Store for a transaction that is uploaded by its id alone.
  ///   - news: What the App Store has signed; nil where the App Store posts notifications instead, or sends none.
  ///   - setToken: Sets tokens at the App Store; nil where it cannot be asked to.
  ///   - storeClock: The App Store's time and epoch; it is read at each call and must not use the network.
  ///   - machineClock: The time where the App Store's clock tells none.
  ///   - recording: Whether the acts done here can be undone.
  /// - Throws: A `DatabaseFault`.
  package init(
    path: String, bundleId: String, verifier: Verifier, lookup: @escaping Lookup, news: AppStoreNewsSource? = nil,
    setToken: SetToken? = nil, storeClock: @escaping @Sendable () throws -> StoreClock?,
    machineClock: @escaping @Sendable () -> Timestamp,
    recording: ChangeRecording = .barrier
  ) throws {
    self.bundleId = bundleId
    self.verifier = verifier
    self.lookup = lookup
    self.news = news
    self.setToken = setToken
    self.storeClock = storeClock
    self.machineClock = machineClock
    let file = try DatabaseConnection(path, schema: .appServer)
    file.recording = recording
    connection = Mutex(file)
  }

  /// Runs one write transaction: all of it is stored or none.
  func perform<Result: Sendable>(
    _ body: @Sendable (ServerSession) throws -> Result
  ) throws(VerificationError) -> Result {
    do {
      let clock = try storeClock()
      let now = clock?.now ?? machineClock()
      return try connection.withLock { connection in
        try Self.retryingMoved(connection) {
          try Self.follow(clock?.epoch, connection)
          return try connection.transaction {
            try body(ServerSession(connection: connection, bundleId: bundleId, now: now))
          }
        }
      }
    } catch {
      throw VerificationError(wrapping: error)
    }
  }

  /// The acts that this file can undo.
  package func recordedActs() throws -> RecordedActs { try connection.withLock { try $0.recordedActs() } }

  /// Takes back everything since an act; nothing happens where that was done before.
  package func takeBack(since act: Int64) throws { try unrecorded { try $0.takeBack(since: act) } }

  /// An act changed nothing but dates, so that it is not offered to be taken back.
  package func forgetName(ofAct act: Int64) throws { try unrecorded { try $0.forgetName(ofAct: act) } }

  private func unrecorded(_ change: @Sendable (DatabaseConnection) throws -> Void) throws {
    try connection.withLock { connection in
      let recording = connection.recording
      connection.recording = .off
      defer { connection.recording = recording }
      try connection.transaction { try change(connection) }
    }
  }

  /// Serves a call of a device, as far as the faults let it.
  ///
  /// A one-shot fault is committed as spent together with what the call did, before it strikes.
  func serve<Result: Sendable>(
    _ body: @Sendable (ServerSession) throws -> Result
  ) throws(VerificationError) -> Result {
    let served: (result: Result?, isLost: Bool) = try perform { session in
      if try session.strikes(.down) { return (nil, false) }
      return (try body(session), try session.strikes(.noAnswer))
    }
    guard let result = served.result else {
      throw VerificationError(.temporary, say("the app server is down (simulated fault)"))
    }
    guard !served.isLost else {
      throw VerificationError(.temporary, say("the app server did not answer in time (simulated fault)"))
    }
    return result
  }

  /// Runs the work once more on the file that lies there now, when the open one was set aside or cannot be trusted.
  private static func retryingMoved<Result>(
    _ connection: DatabaseConnection, _ work: () throws -> Result
  ) throws -> Result {
    do {
      return try work()
    } catch let fault as DatabaseFault where fault.cause == .moved {
      try connection.reopen()
      return try work()
    } catch let fault as DatabaseFault where fault.cause == .syncFailed || fault.outcomeIsUnknown {
      // The next call reads again what was stored.
      try? connection.reopen()
      throw fault
    }
  }
}

extension VerificationError {
  /// An error inside the server, as its client gets it.
  init(wrapping error: any Error) {
    switch error {
    case let error as VerificationError: self = error
    case let error as StoreError:
      self.init(.temporary, say("Till could not reach the App Store: \(error.message)", context: "Server"))
    case let fault as DatabaseFault:
      switch fault.cause {
      case .notADatabase, .corrupt, .newerSchema, .olderSchema, .wrongApplication, .unexpectedValue, .misuse:
        self.init(.rejected, ServerText.appsServer(safeText("\(fault)", limit: 1000)).text)
      default:
        self.init(.temporary, ServerText.appsServer(safeText("\(fault)", limit: 1000)).text)
      }
    default: self.init(.temporary, ServerText.appsServer(safeText("\(error)", limit: 1000)).text)
    }
  }
}
