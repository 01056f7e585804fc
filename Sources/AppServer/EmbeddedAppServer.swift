package import AppStoreModel
import Core
import Device
package import Storage

/// The app server, embedded in the process, with its file `appserver.db`.
///
/// It verifies every signed transaction itself, credits each one once, and names its owner. Any number of processes and
/// devices may have the same file open: every call is one short write transaction, and repeating a call changes
/// nothing.
///
/// When the App Store is reset (a new epoch), the file is set aside and a new one is created with the same settings.
package final class EmbeddedAppServer: Sendable {
  /// Looks up the signed text of a transaction at the App Store; nil when the App Store has no such transaction.
  package typealias Lookup = @Sendable (_ transactionId: String) async throws(StoreError) -> String?

  /// Sets the `appAccountToken` of an original transaction at the App Store.
  package typealias SetToken =
    @Sendable (_ token: String, _ originalTransactionId: String) async throws(StoreError) -> Void

  let verifier: Verifier
  let lookup: Lookup
  let setToken: SetToken?
  /// The App Store's news; nil where there is none to read.
  let news: AppStoreNewsSource?
  private let bundleId: String
  private let storeClock: @Sendable () throws -> StoreClock?
  private let machineClock: @Sendable () -> Timestamp
  private let connection: Mutex<DatabaseConnection>

  /// Opens the server's file, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file `appserver.db`.
  ///   - bundleId: The app; its users' tokens are derived from it.
  ///   - verifier: Trusts the roots of the App Store whose purchases are uploaded.
  ///   - lookup: Asks the App Store for a transaction that is uploaded by its id alone.
  ///   - news: What the App Store has signed; nil where the App Store posts notifications instead, or sends none.
  ///   - setToken: Sets tokens at the App Store; nil where it does not support that.
  ///   - storeClock: The App Store's time and epoch; it is read at each call and must not use the network.
  ///   - machineClock: The time to use where the App Store has no clock.
  ///   - recording: Whether the changes made here can be undone.
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

  /// Runs one write transaction: either all of it is stored or nothing.
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

  /// Returns the acts in this file that can be undone.
  package func recordedActs() throws -> RecordedActs { try connection.withLock { try $0.recordedActs() } }

  /// Takes back everything since an act; nothing happens where that was done before.
  package func takeBack(since act: Int64) throws { try unrecorded { try $0.takeBack(since: act) } }

  /// An act changed nothing but dates, so that it is not offered to be taken back.
  package func forgetName(ofAct act: Int64) throws { try unrecorded { try $0.forgetName(ofAct: act) } }

  private func unrecorded(_ change: @Sendable (DatabaseConnection) throws -> Void) throws {
    try connection.withLock { connection in
      try connection.unrecorded { try connection.transaction { try change(connection) } }
    }
  }

  /// Runs the work; reopens the file and runs it again when the file was set aside meanwhile.
  ///
  /// After a failed sync or an unknown outcome the file is only reopened, and the error is thrown.
  private static func retryingMoved<Result>(
    _ connection: DatabaseConnection, _ work: () throws -> Result
  ) throws -> Result {
    do {
      return try work()
    } catch let fault as DatabaseFault where fault.cause == .moved {
      try connection.reopen()
      return try work()
    } catch let fault as DatabaseFault where fault.isOfCommit {
      // The next call reads what was really stored.
      try? connection.reopen()
      throw fault
    }
  }
}

extension VerificationError {
  /// Translates an error inside the server into the one that its client gets.
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
