import AppServer
import AppStoreSimulator
import Backends
import Database
import Foundation
import HTTPClient
import Locks
import Purchasing
import SafeText
import SignedData
import StoreModel

/// The app's servers that a device can ask: the embedded one on its file, opened when it is first asked.
final class AppServers: Sendable {
  /// The file `appserver.db`: beside the ledger in use, so that devices of one App Store share it.
  let path: String
  private let bundleId: String
  private let verifier: Verifier
  private let source: Source
  private let clock: @Sendable () -> Timestamp
  private let transport = HTTPTransport()
  private let embedded = Mutex<EmbeddedAppServer?>(nil)

  /// - Parameters:
  ///   - ledger: The simulated App Store's file; nil with another App Store.
  ///   - directory: The device's.
  ///   - source: What the embedded server has of the App Store.
  init(
    ledger: String?, directory: StoreDirectory, identity: StoreIdentity, verifier: Verifier, source: Source,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    path = Self.path(ledger: ledger, directory: directory)
    bundleId = identity.bundleId
    self.verifier = verifier
    self.source = source
    self.clock = clock
  }

  /// Where the embedded server's file lies.
  static func path(ledger: String?, directory: StoreDirectory) -> String {
    let folder = ledger.map { URL(filePath: $0).deletingLastPathComponent().path(percentEncoded: false) }
    return (folder ?? directory.path + "/") + "appserver.db"
  }

  /// The app's server of a way of confirming; nil where the device confirms by itself.
  func service(_ way: VerificationWay) throws(VerificationError) -> (any VerificationService)? {
    switch way {
    case .none: return nil
    case .url(let url): return try remote(url)
    case .embedded:
      do {
        return try opened()
      } catch {
        throw VerificationError(.temporary, safeText(Program.explain(error).1, limit: 400))
      }
    }
  }

  /// A server at a URL; requests to it are signed with the secret that the environment names.
  private func remote(_ url: String) throws(VerificationError) -> RemoteAppServer {
    let address: HTTPAddress
    do {
      address = try HTTPAddress(url)
    } catch {
      throw VerificationError(.rejected, safeText(error.message, limit: 400))
    }
    return RemoteAppServer(address, secret: try Self.secret(), transport: transport, now: clock)
  }

  /// `TILL_APP_SERVER_SECRET`, or the content of the file that `TILL_APP_SERVER_SECRET_FILE` names, without the line's
  /// end; nil where neither is set.
  private static func secret() throws(VerificationError) -> [UInt8]? {
    let environment = ProcessInfo.processInfo.environment
    if let secret = environment["TILL_APP_SERVER_SECRET"], !secret.isEmpty { return Array(secret.utf8) }
    guard let path = environment["TILL_APP_SERVER_SECRET_FILE"], !path.isEmpty else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw VerificationError(
        .rejected, "the secret \(safeText(path)) cannot be read: check TILL_APP_SERVER_SECRET_FILE")
    }
    return Array(data).filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }

  /// The embedded server.
  ///
  /// - Throws: A `DatabaseFault`.
  func opened() throws -> EmbeddedAppServer {
    try embedded.withLock { server in
      if let server { return server }
      let new = try EmbeddedAppServer(
        path: path, bundleId: bundleId, verifier: verifier, lookup: source.lookup, storeClock: source.clock,
        machineClock: clock)
      server = new
      return new
    }
  }
}
