package import AppServer
package import AppStoreModel
import Backends
import Core
package import Device
import HTTP
import Simulator
import Storage

/// The app servers that a device can ask, including the embedded one, which opens its file at the first request.
package final class AppServers: Sendable {
  /// The file `appserver.db`; it lies beside the ledger in use, so that all devices of one App Store share it.
  package let path: String
  private let bundleId: String
  private let verifier: Verifier
  private let source: Source
  private let clock: @Sendable () -> Timestamp
  private let recording: ChangeRecording
  private let transport = HTTPTransport()
  private let embedded = Mutex<EmbeddedAppServer?>(nil)

  /// Creates the app servers of a device, without opening any of them.
  ///
  /// - Parameters:
  ///   - ledger: The simulated App Store's file; nil with another App Store.
  ///   - directory: The device's directory.
  ///   - source: The embedded server's access to the App Store.
  init(
    ledger: String?, directory: StoreDirectory, identity: StoreIdentity, verifier: Verifier, source: Source,
    clock: @escaping @Sendable () -> Timestamp, recording: ChangeRecording = .barrier
  ) {
    self.recording = recording
    path = Self.path(ledger: ledger, directory: directory)
    bundleId = identity.bundleId
    self.verifier = verifier
    self.source = source
    self.clock = clock
  }

  /// Returns the path of the embedded server's file.
  package static func path(ledger: String?, directory: StoreDirectory) -> String {
    (ledger.map(Files.folder) ?? directory.path) + "/appserver.db"
  }

  /// Returns the app server that confirms purchases; nil where the device confirms them without a server.
  func service(_ way: VerificationWay) throws(VerificationError) -> (any VerificationService)? {
    switch way {
    case .none: return nil
    case .url(let url): return try remote(url)
    case .embedded:
      do {
        return try opened()
      } catch {
        throw VerificationError(.temporary, safeText(CommandError(explaining: error).message, limit: 400))
      }
    }
  }

  /// Returns which of these notification UUIDs the embedded server has received; none where it has no file.
  func heard(_ uuids: [String]) throws -> Set<String> {
    guard Files.exists(path) else { return [] }
    return try opened().heard(uuids)
  }

  /// Returns the app server at a URL; requests to it are signed with the secret from the environment.
  private func remote(_ url: String) throws(VerificationError) -> RemoteAppServer {
    let address: HTTPAddress
    do {
      address = try HTTPAddress(url)
    } catch {
      throw VerificationError(.rejected, safeText(error.message, limit: 400))
    }
    return RemoteAppServer(address, secrets: try AppServerSecret.read(), transport: transport, now: clock)
  }

  /// Returns the embedded app server, and opens it at the first call.
  ///
  /// - Throws: A `DatabaseFault`.
  package func opened() throws -> EmbeddedAppServer {
    try embedded.withLock { server in
      if let server { return server }
      let new = try EmbeddedAppServer(
        path: path, bundleId: bundleId, verifier: verifier, lookup: source.lookup, news: source.news,
        setToken: source.setToken, storeClock: source.clock, machineClock: clock, recording: recording)
      server = new
      return new
    }
  }
}

/// The secret that the app server shares with its callers; both sides read it from the same place.
package enum AppServerSecret {
  /// Reads the secret from `TILL_APP_SERVER_SECRET`, or from the file that `TILL_APP_SERVER_SECRET_FILE` names.
  ///
  /// The file is parsed as `SharedSecrets`. Returns nil where neither variable is set.
  ///
  /// - Throws: A `VerificationError` for an unreadable or empty file, so that no request is left unsigned by mistake.
  package static func read() throws(VerificationError) -> SharedSecrets? {
    if let secret = Environment.value("TILL_APP_SERVER_SECRET") { return SharedSecrets(Array(secret.utf8)) }
    guard let file else { return nil }
    do throws(CommandError) { try FileTrust.check(file, for: say("the secret")) } catch {
      throw VerificationError(.rejected, error.message)
    }
    guard let bytes = try? Files.read(file), let secrets = SharedSecrets(text: bytes) else {
      throw VerificationError(
        .rejected,
        say(
          "the secret file \(safeText(file)) is unreadable or empty; check "
            + "TILL_APP_SERVER_SECRET_FILE"))
    }
    return secrets
  }

  /// The secret's file; nil where the environment holds the secret itself, or where there is none.
  package static var file: String? {
    Environment.value("TILL_APP_SERVER_SECRET") == nil ? Environment.value("TILL_APP_SERVER_SECRET_FILE") : nil
  }
}

extension StoreSession {
  /// Returns the restore policy that the app server last reported; nil where there is no server or it was never asked.
  package func restorePolicy(_ state: DeviceState, in store: LocalStore) throws -> RestorePolicy? {
    guard state.verification != .none else { return nil }
    return try store.userAccount(state.appUser)?.policy
  }

  /// Returns this machine's embedded app server, for commands that administer it.
  ///
  /// - Throws: A `CommandError` where the device has no app server, or confirms its purchases at another one.
  package func embeddedServer() throws -> EmbeddedAppServer {
    switch try reader().deviceState().verification {
    case .embedded: return try appServers.opened()
    case .none:
      throw CommandError(.failed, say("no app server; --verify-with embedded uses a built-in one"))
    case .url(let url):
      throw CommandError(.failed, say("the app server is \(safeText(url)); change this setting there"))
    }
  }
}

extension AppServers {
  /// The embedded app server's access to the App Store: its clock, its news, and transactions by their ids.
  struct Source: Sendable {
    let lookup: EmbeddedAppServer.Lookup
    /// The source of signed news; nil where the App Store offers none.
    let news: AppStoreNewsSource?
    /// Sets a token on a transaction; nil where the App Store has no such request.
    let setToken: EmbeddedAppServer.SetToken?
    let clock: @Sendable () throws -> StoreClock?
  }
}

extension AppServers.Source {
  /// Chooses the source for the backend.
  ///
  /// It is the ledger of this process; or a running `till serve`, whose clock the device knows by an offset; or, for
  /// any other App Store, the device's clock without any transactions.
  init(
    _ appStore: SimulatedAppStore?, _ backend: any StoreBackend, device: String,
    machineClock: @escaping @Sendable () -> Timestamp
  ) {
    if let appStore {
      self.init(
        lookup: { id throws(StoreError) in try appStore.signedTransaction(id) },
        news: AppStoreNewsSource(
          after: { place, limit throws(StoreError) in try appStore.news(after: place, limit: limit) },
          before: { place, limit throws(StoreError) in try appStore.news(before: place, limit: limit) }),
        setToken: { token, id throws(StoreError) in try appStore.setAppAccountToken(token, ofOriginal: id) },
        clock: { try appStore.clock() })
    } else if let backend = backend as? RemoteStoreBackend {
      let identity = backend.identity
      self.init(
        lookup: { id throws(StoreError) in try await backend.store.signedTransaction(id) },
        news: AppStoreNewsSource(
          after: { place, limit throws(StoreError) in try await backend.store.news(.after, place, limit: limit) },
          before: { place, limit throws(StoreError) in try await backend.store.news(.before, place, limit: limit) }),
        setToken: { token, id throws(StoreError) in try await backend.store.setToken(token, ofOriginal: id) },
        clock: {
          let state = try LocalStore(path: device, identity: identity, readOnly: true).deviceState()
          return StoreClock(now: DeviceClock(machine: machineClock(), state: state).now, epoch: state.epoch)
        })
    } else {
      let identity = backend.identity
      self.init(
        lookup: { _ throws(StoreError) in nil }, news: nil, setToken: nil,
        clock: {
          // This App Store does not tell the time, so the device's clock applies: a jump of the machine's clock expires
          // nothing.
          guard DatabaseFiles.kind(of: device) != .absent,
            let state = try? LocalStore(path: device, identity: identity, readOnly: true).deviceState(), state.isBegun
          else { return nil }
          return StoreClock(now: DeviceClock(machine: machineClock(), state: state).now)
        })
    }
  }
}
