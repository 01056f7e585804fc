import AppServer
import AppStoreModel
import Core
import Simulator

/// One simulated App Store behind HTTP, with its ledger, its key, its notifications and its app server.
final class World: Sendable {
  let store: SimulatedAppStore
  /// The key and the certificate for its clients.
  let files: EmulatorFiles
  /// The issuer id of the key (App Store Connect).
  let issuerId: String
  /// The simulated failures of the service.
  let faults = EmulatorFaults()

  let api: AppStoreServerAPI
  let devices: DeviceRoutes
  private let updates: UpdateStreams
  private let sender: NotificationSender?
  let appServer: AppServerRoutes?
  private let control: ControlRoutes
  /// The check of clients that may act for the App Store.
  let access: ControlAccess
  private let requests = RequestLog()

  /// Opens the files, and starts the app server and the sender of notifications.
  ///
  /// - Parameters:
  ///   - directory: The folder of the key, the certificate and the app server's file.
  ///   - isLocal: Whether only this machine can reach the server.
  /// - Throws: An `HTTPServerError`.
  init(
    _ store: SimulatedAppStore, directory: String, options: EmulatorOptions, isLocal: Bool
  ) throws(HTTPServerError) {
    self.store = store
    files = try EmulatorFiles(for: store, in: directory, credentials: options.credentials)
    issuerId = options.credentials.issuerId ?? store.ledgerId
    do {
      try store.acceptOffers(signedBy: OfferKey(files.key, issuerId: issuerId))
    } catch {
      throw HTTPServerError(say("the key cannot sign offers: \(safeText("\(error)", limit: 300))"))
    }
    updates = UpdateStreams(store)
    api = AppStoreServerAPI(
      store, tokens: BearerTokens(key: files.key, issuerId: issuerId, bundleId: store.bundleId),
      faults: faults, hasNotificationURL: options.notify != nil)
    devices = DeviceRoutes(store, updates: updates)
    let appServer = try Self.appServer(store, directory, options.appServerSecrets, isLocal: isLocal)
    let sender = options.notify.map { NotificationSender(store, to: $0, options) }
    (self.appServer, self.sender) = (appServer, sender)
    access = ControlAccess(
      token: options.controlToken,
      isMissing: say(
        "the control token is missing or wrong; set TILL_CONTROL_TOKEN, or send Authorization: Bearer TOKEN"),
      isForThisMachine: say(
        "the control API answers only this machine, since the server was started without a control token"))
    control = ControlRoutes(
      store: store, faults: faults, requests: requests,
      idle: { patience in
        guard await sender?.idle(within: patience) ?? true else { return false }
        await appServer?.hear()
        return true
      })
    appServer?.listen(to: store)
  }

  /// Opens the app server; nil where it has no secret and other machines could reach it.
  ///
  /// Without a secret it accepts unsigned orders, so it may serve this machine only.
  private static func appServer(
    _ store: SimulatedAppStore, _ directory: String, _ secrets: @escaping @Sendable () -> SharedSecrets?,
    isLocal: Bool
  ) throws(HTTPServerError) -> AppServerRoutes? {
    guard secrets() != nil || isLocal else { return nil }
    do {
      return try AppServerRoutes(store, directory: directory, secrets: secrets)
    } catch {
      throw HTTPServerError(say("Till could not open the app server's file: \(safeText("\(error)", limit: 300))"))
    }
  }

  // MARK: Admission

  /// Returns why an app's request to the app server is refused; nil where it is allowed.
  ///
  /// An app server without a secret answers only programs on its own machine.
  func refusal(ofApp head: HTTPRequestHead, isSameMachine: Bool) -> HTTPRefusal? {
    guard let appServer else { return HTTPRefusal(404, EmulatorText.noSuchPath.text) }
    return appServer.hasSecret || isSameMachine
      ? nil
      : HTTPRefusal(
        403, say("the app server answers this machine only; set TILL_APP_SERVER_SECRET to allow other machines"))
  }

  /// Logs a request of an app server or a device, with its answer.
  func note(_ request: HTTPRequest, _ response: HTTPResponse) {
    if request.path.first != "till" { requests.append(request, response, at: store.machineClock()) }
  }

  // MARK: Answers

  /// Answers a request that passed the checks.
  ///
  /// Simulated latency or damage affects only the answer: the request is still carried out.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let disturbance = faults.disturbance(of: request) else { return await rightAnswer(to: request) }
    let response = if let response = disturbance.response { response } else { await rightAnswer(to: request) }
    if disturbance.wait > .zero { try? await Task.sleep(for: disturbance.wait) }
    return disturbance.damage.map(response.damaged) ?? response
  }

  private func rightAnswer(to request: HTTPRequest) async -> HTTPResponse {
    switch request.path.first {
    case "verifyReceipt": receipts(store.environment).answer(request)
    case "production": receipts(.production).answer(request)
    case "inApps": api.answer(request)
    case "till" where request.path == ["till", "health"]: health
    case "till" where request.path == ["till", "openapi.json"]: Self.openAPI
    case "till" where request.path.starts(with: ControlRoutes.path): await control.answer(request)
    case "till": await devices.answer(request)
    default: await appServer?.answer(request) ?? HTTPResponse(404)
    }
  }

  /// The description of the control API, serialized once because it is the same for every world.
  private static let openAPI = HTTPResponse(json: OpenAPI.document)

  private func receipts(_ environment: StoreEnvironment) -> VerifyReceipt {
    VerifyReceipt(store: store, secret: files.sharedSecret, environment: environment)
  }

  /// The answer to a health check: status 200 while the ledger can be read, else 503.
  private var health: HTTPResponse {
    do throws(StoreError) {
      let clock = try store.clock()
      return HTTPResponse(json: [
        "ok": true, "simulated": true, "bundleId": .string(store.bundleId),
        "environment": .string(store.environment.rawValue), "now": .number(clock.now.milliseconds),
        "notificationsDue": .number(try store.countOfDueNotifications()),
      ])
    } catch {
      return HTTPResponse(503, json: ["ok": false, "message": .string(safeText(error.message, limit: 300))])
    }
  }

  /// Sends due notifications for at most the given number of seconds; then stops sending and reading news.
  func stop(patience: Int) {
    sender?.stop(patience: patience)
    appServer?.stop()
    updates.stop()
  }
}
