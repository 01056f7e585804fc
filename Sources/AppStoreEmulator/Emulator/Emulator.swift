package import AppStoreSimulator
package import Backends
import Foundation
package import HTTPClient
import Purchasing
import SafeText
import StoreModel

/// The simulated App Store behind HTTP: Apple's App Store Server API for an app's server, its notifications, the legacy
/// `verifyReceipt` (and `production/verifyReceipt`, which sends the receipts signed for the sandbox away), the app's own
/// server, and the device's calls, the App Store's side and updates for Till's own devices.
package final class Emulator: Sendable {
  /// Where it listens, such as `http://127.0.0.1:8421`.
  package let url: String
  /// The key and the certificate for whoever talks to it.
  package let files: EmulatorFiles
  /// Whose key it is (App Store Connect: issuer id).
  package var issuerId: String { store.ledgerId }
  /// The app that everything is sold for.
  package var bundleId: String { store.bundleId }
  /// Failures of the service that can be asked for.
  package let faults = EmulatorFaults()

  private let store: SimulatedAppStore
  private let updates: UpdateStreams
  private let sender: NotificationSender?
  private let server: HTTPServer

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - store: The open ledger.
  ///   - directory: Where the key, the certificate and the app server's file are kept.
  ///   - notify: Where notifications are posted; nil keeps them in the ledger.
  ///   - verbs: Carries out what `till simulator` can, for devices elsewhere.
  ///   - log: Takes a line for each request; it must not wait.
  /// - Throws: an `HTTPServerError`.
  package init(
    _ store: SimulatedAppStore, directory: String, settings: HTTPServerSettings = HTTPServerSettings(),
    notify: HTTPAddress? = nil,
    verbs: @escaping RemoteVerbs = Emulator.noVerbs,
    log: @escaping @Sendable (HTTPLogEntry) -> Void = { _ in }
  ) throws(HTTPServerError) {
    self.store = store
    files = try EmulatorFiles(for: store, in: directory)
    updates = UpdateStreams(store)
    let api = AppStoreServerAPI(
      store, tokens: BearerTokens(key: files.key, issuerId: store.ledgerId, bundleId: store.bundleId),
      faults: faults, hasNotificationURL: notify != nil)
    let devices = DeviceRoutes(store, faults: faults, updates: updates, verbs: verbs)
    let appServer = try Self.appServer(store, directory, settings)
    let secret = files.sharedSecret
    let bodyLimit: @Sendable (HTTPRequestHead) -> Int = { head in
      if head.target.path.last == "verifyReceipt" { return VerifyReceipt.bodyLimit }
      return DeviceRoutes.isVerb(head, for: store) ? RemoteStore.verbLimit : settings.bodyLimit
    }
    server = try HTTPServer(settings, bodyLimit: bodyLimit, log: log) { request in
      guard Self.isFromProgram(request.head) else { return HTTPResponse(403) }
      switch request.path.first {
      case "verifyReceipt" where request.path.count == 1:
        return VerifyReceipt(store: store, secret: secret, environment: .sandbox).answer(request)
      case "production" where request.path == ["production", "verifyReceipt"]:
        return VerifyReceipt(store: store, secret: secret, environment: .production).answer(request)
      case "inApps": return api.answer(request)
      case "till": return await devices.answer(request)
      case let name? where AppServerRoutes.paths.contains(name):
        return await appServer?.answer(request) ?? HTTPResponse(404)
      default: return HTTPResponse(404)
      }
    }
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    url = "http://\(host):\(server.port)"
    sender = notify.map { NotificationSender(store, to: $0) }
  }

  /// Stops to listen, and waits for what is under way.
  package func stop() {
    sender?.stop()
    updates.stop()
    server.stop()
  }

  /// The app's server takes unsigned orders, so that it is there for this machine only.
  private static func appServer(
    _ store: SimulatedAppStore, _ directory: String, _ settings: HTTPServerSettings
  ) throws(HTTPServerError) -> AppServerRoutes? {
    guard settings.host == "::1" || settings.host.hasPrefix("127.") else { return nil }
    do {
      return try AppServerRoutes(store, directory: directory)
    } catch {
      throw HTTPServerError("the app's server cannot be opened: \(safeText("\(error)", limit: 300))")
    }
  }

  /// For an emulator that nobody gave the verbs of `till simulator`.
  package static let noVerbs: RemoteVerbs = { _ throws(BackendError) in
    throw BackendError(.unsupported, "this App Store carries out no verbs of `till simulator`")
  }

  /// Whether no web page is behind a request: a page's says where it is from, or reaches this machine by a name that
  /// was made to lead here.
  private static func isFromProgram(_ head: HTTPRequestHead) -> Bool {
    guard head.field("origin") == nil else { return false }
    guard let host = head.field("host") else { return true }
    var name = host[...]
    if let end = host.lastIndex(of: ":"), !host.hasSuffix("]") { name = host[..<end] }
    if name == "localhost" || name.hasPrefix("[") { return true }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { UInt8($0) != nil }
  }
}
