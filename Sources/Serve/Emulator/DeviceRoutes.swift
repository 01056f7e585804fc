import AppStoreModel
import Backends
import Core
import Simulator

/// The paths below `/till/v3`: the calls of devices and of the App Store's side, for Till's own clients.
struct DeviceRoutes: Sendable {
  let store: SimulatedAppStore
  let updates: UpdateStreams
  private let calls: RemoteCalls

  init(_ store: SimulatedAppStore, updates: UpdateStreams) {
    self.store = store
    self.updates = updates
    calls = RemoteCalls(
      lookup: { id throws(StoreError) in try store.signedTransaction(id) },
      setToken: { token, id throws(StoreError) in try store.setAppAccountToken(token, ofOriginal: id) },
      { SimulatorBackend(store, locale: String($0.prefix(64))) })
  }

  /// Answers a request whose path begins with `till/v3`.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.path.count >= 3 else { return HTTPResponse(404) }
    switch (request.method, request.path[2], request.path.count) {
    case ("GET", "store", 3): return HTTPResponse(json: description)
    case ("POST", "calls", 4):
      let scope = ActionScope(field: request.head.field(RemoteStore.actionField.lowercased()))
      return await ActionScope.$current.withValue(scope) { await call(request.path[3], request.body) }
    case ("GET", "updates", 3):
      return HTTPResponse(stream: updates.subscribe(), contentType: "text/event-stream")
    case ("GET", "receipt", 4): return receipt(request)
    case ("GET", "news", 3): return news(request)
    default: return HTTPResponse(404)
    }
  }

  /// Returns why a device's request is refused; nil where it is allowed.
  ///
  /// Every request must name this ledger, so that a device that is bound to another ledger is refused. Only the request
  /// for the App Store's description need not.
  func refusal(of head: HTTPRequestHead) -> HTTPRefusal? {
    head.field(RemoteStore.ledgerField.lowercased()) == store.ledgerId
      ? nil : HTTPRefusal(409, say("this device belongs to another ledger than the one served here"))
  }

  private var description: JSONObject {
    RemoteStore.json(of: SimulatorBackend(store).identity, rootCertificatePEM: store.rootCertificatePEM)
  }

  private func call(_ name: String, _ body: [UInt8]) async -> HTTPResponse {
    guard case .object(let arguments) = try? JSONValue(parsing: body, limits: .request(depth: 16)) else {
      return Self.refusal(400, StoreError(.unknown, say("invalid arguments; send one JSON object")))
    }
    do throws(StoreError) {
      guard let answer = try await calls.answer(name, arguments) else {
        return Self.refusal(404, StoreError(.unsupported, say("this version of till serve does not know the call")))
      }
      return HTTPResponse(json: answer)
    } catch {
      return Self.refusal(409, error)
    }
  }

  /// Returns the app receipt of an Apple Account as a device has it: `{"receipt-data": base64}`.
  private func receipt(_ request: HTTPRequest) -> HTTPResponse {
    let asked = request.head.target.values("environment").last.map(StoreEnvironment.init(rawValue:))
    do throws(StoreError) {
      let der = try store.receipt(
        of: request.path[3],
        environment: asked == .production ? .production : asked == nil ? store.environment : .sandbox)
      return HTTPResponse(json: ["receipt-data": .string(String(decoding: Base64.standard.encode(der), as: UTF8.self))])
    } catch {
      return Self.refusal(409, error)
    }
  }

  private static func refusal(_ status: Int, _ error: StoreError) -> HTTPResponse {
    HTTPResponse(status, json: error.json)
  }

  /// Returns the App Store's signed news, for an app server that runs beside a device.
  private func news(_ request: HTTPRequest) -> HTTPResponse {
    let query = request.head.target
    let limit = min(query.values("limit").last.flatMap { Int($0) } ?? 100, 100)
    do throws(StoreError) {
      if let place = query.values(NewsDirection.after.rawValue).last.flatMap({ Int64($0) }) {
        return HTTPResponse(json: try store.news(after: place, limit: limit).json)
      }
      let place = query.values(NewsDirection.before.rawValue).last.flatMap { Int64($0) } ?? .max
      return HTTPResponse(json: try store.news(before: place, limit: limit).json)
    } catch {
      return Self.refusal(409, error)
    }
  }
}
