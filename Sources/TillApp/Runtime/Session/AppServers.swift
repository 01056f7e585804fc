package import AppServer
package import AppStoreModel
import Backends
import Core
package import Device
import HTTP
import Simulator
import Storage

/// The app servers that a device can ask: the embedded one on its file, opened when it is first asked.
package final class AppServers: Sendable {
  /// The file `appserver.db`: beside the ledger in use, so that devices of one App Store share it.
  package let path: String
  private let bundleId: String
  private let verifier: Verifier
  private let source: Source
  private let clock: @Sendable () -> Timestamp
  private let recording: ChangeRecording
  private let transport = HTTPTransport()
  private let embedded = Mutex<EmbeddedAppServer?>(nil)

  /// - Parameters:
  ///   - ledger: The simulated App Store's file; nil with another App Store.
  ///   - directory: The device's.
  ///   - source: What the embedded server has of the App Store.
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

  /// Where the embedded server's file lies.
  package static func path(ledger: String?, directory: StoreDirectory) -> String {
    (ledger.map(Files.folder) ?? directory.path) + "/appserver.db"
  }

  /// The app server of a way of confirming; nil where the device confirms by itself.
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

  /// Which of some notifications the embedded server has, if there is one.
  func heard(_ uuids: [String]) throws -> Set<String> {
    guard Files.exists(path) else { return [] }
    return try opened().heard(uuids)
  }

  /// A server at a URL; requests to it are signed with the secret that the environment names.
  private func remote(_ url: String) throws(VerificationError) -> RemoteAppServer {
    let address: HTTPAddress
    do {
      address = try HTTPAddress(url)
    } catch {
      throw VerificationError(.rejected, safeText(error.message, limit: 400))
    }
    return RemoteAppServer(address, secrets: try AppServerSecret.read(), transport: transport, now: clock)
  }

  /// The embedded server.
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
  /// `TILL_APP_SERVER_SECRET`, or what the file that `TILL_APP_SERVER_SECRET_FILE` names holds (`SharedSecrets`); nil
  /// where neither is set.
  ///
  /// - Throws: A `VerificationError` for a file that cannot be read or is empty: nothing goes on unsigned by mistake.
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

  /// The file that holds the secret; nil where the environment holds it, or there is none.
  package static var file: String? {
    Environment.value("TILL_APP_SERVER_SECRET") == nil ? Environment.value("TILL_APP_SERVER_SECRET_FILE") : nil
  }
}

extension StoreSession {
  /// The restore policy as the app server said it last; nil where there is none, or it was not asked.
  package func restorePolicy(_ state: DeviceState, in store: LocalStore) throws -> RestorePolicy? {
    guard state.verification != .none else { return nil }
    return try store.userAccount(state.appUser)?.policy
  }

  /// The app server of this machine, for those who run it.
  ///
  /// - Throws: A `CommandError` when the device's purchases are confirmed elsewhere.
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
