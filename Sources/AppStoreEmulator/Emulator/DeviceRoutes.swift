import AppStoreSimulator
import Backends
import Purchasing
import SignedData
import StoreModel
import StrictJSON

/// The paths under `/till/v1`: what devices ask, and the App Store's side, for Till's own clients.
struct DeviceRoutes: Sendable {
  let store: SimulatedAppStore
  let faults: EmulatorFaults
  let updates: UpdateStreams
  private let calls: RemoteCalls
  private let verbs: RemoteVerbs

  init(
    _ store: SimulatedAppStore, faults: EmulatorFaults, updates: UpdateStreams, verbs: @escaping RemoteVerbs
  ) {
    self.store = store
    self.verbs = verbs
    self.faults = faults
    self.updates = updates
    calls = RemoteCalls { SimulatorBackend(store, locale: String($0.prefix(64))) }
  }

  /// Answers a request whose path begins with `till`.
  ///
  /// All but the question which App Store this is must name the ledger, which keeps away web pages (a browser asks
  /// before it sends such a field elsewhere) and devices that are bound to another one.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.path.count >= 3, request.path[1] == "v1" else { return HTTPResponse(404) }
    if (request.method, request.path) == ("GET", ["till", "v1", "store"]) { return HTTPResponse(json: description) }
    guard request.head.field(RemoteStore.ledgerField.lowercased()) == store.ledgerId else {
      return Self.refusal(
        409, BackendError(.unusable, "another ledger is served here than the one this device belongs to"))
    }
    switch (request.method, request.path[2], request.path.count) {
    case ("POST", "calls", 4): return await call(request.path[3], request.body)
    case ("GET", "updates", 3):
      return HTTPResponse(stream: updates.subscribe(), contentType: "text/event-stream")
    case ("GET", "receipt", 4): return receipt(request)
    case ("PUT", "faults", 3): return setFaults(request.body)
    default: return HTTPResponse(404)
    }
  }

  /// Whether a request is a verb of a device that belongs here: it may bring files along.
  static func isVerb(_ head: HTTPRequestHead, for store: SimulatedAppStore) -> Bool {
    head.target.path == ["till", "v1", "calls", "verb"]
      && head.field(RemoteStore.ledgerField.lowercased()) == store.ledgerId
  }

  private var description: JSONObject {
    [
      "bundleId": .string(store.bundleId), "environment": .string(StoreEnvironment.sandbox.rawValue),
      "ledgerId": .string(store.ledgerId), "rootFingerprint": .string(store.rootFingerprint),
      "rootCertificate": .string(store.rootCertificatePEM),
    ]
  }

  private func call(_ name: String, _ body: [UInt8]) async -> HTTPResponse {
    guard case .object(let arguments) = try? JSONValue(parsing: body, limits: JSONLimits(depth: 16)) else {
      return Self.refusal(400, BackendError(.unknown, "a call's arguments are one JSON object"))
    }
    switch RemoteServerCall(rawValue: name) {
    case .verb: return carryOut(arguments)
    case .transaction: return transaction(arguments)
    case nil: break
    }
    do throws(BackendError) {
      guard let answer = try await calls.answer(name, arguments) else {
        return Self.refusal(404, BackendError(.unsupported, "this `till serve` knows no such call"))
      }
      return HTTPResponse(json: answer)
    } catch {
      return Self.refusal(409, error)
    }
  }

  /// A transaction by its id alone, for an app's server on the device that was shown no more.
  private func transaction(_ arguments: JSONObject) -> HTTPResponse {
    do throws(SimulatorError) {
      let signed = try store.signedTransaction(arguments["transactionId"]?.stringValue ?? "")
      var json = JSONObject()
      json.append("signedTransactionInfo", ifPresent: signed.map(JSONValue.string))
      return HTTPResponse(json: json)
    } catch {
      return Self.refusal(409, BackendError(error.kind, error.message, isTemporary: error.isTemporary))
    }
  }

  private func carryOut(_ arguments: JSONObject) -> HTTPResponse {
    guard let verb = try? RemoteVerb(json: arguments) else {
      return Self.refusal(400, BackendError(.unknown, "a verb has words and options"))
    }
    do throws(BackendError) {
      return HTTPResponse(json: try verbs(verb).json)
    } catch {
      return Self.refusal(409, error)
    }
  }

  /// The app receipt of an Apple Account, as a device has it: `{"receipt-data": base64}`.
  private func receipt(_ request: HTTPRequest) -> HTTPResponse {
    let isProduction = request.head.target.values("environment").last == StoreEnvironment.production.rawValue
    do throws(SimulatorError) {
      let der = try store.receipt(of: request.path[3], environment: isProduction ? .production : .sandbox)
      return HTTPResponse(json: ["receipt-data": .string(String(decoding: Base64.standard.encode(der), as: UTF8.self))])
    } catch {
      return Self.refusal(409, BackendError(error.kind, error.message, isTemporary: error.isTemporary))
    }
  }

  /// `{"rateLimited": n, "retryAfter": milliseconds, "unavailable": n}`: how many of the next requests to the App Store
  /// Server API fail, and how.
  private func setFaults(_ body: [UInt8]) -> HTTPResponse {
    guard case .object(let json) = try? JSONValue(parsing: body),
      ["rateLimited", "unavailable"].contains(where: { json[$0] != nil }),
      let limited = try? json.int32("rateLimited") ?? 0,
      let wait = try? json.int64("retryAfter") ?? 1000, let unavailable = try? json.int32("unavailable") ?? 0
    else { return Self.refusal(400, BackendError(.unknown, "faults are numbers in one JSON object")) }
    faults.limitRate(of: Int(limited), retryAfter: wait)
    faults.beUnavailable(for: Int(unavailable))
    return HTTPResponse(json: [:])
  }

  private static func refusal(_ status: Int, _ error: BackendError) -> HTTPResponse {
    HTTPResponse(status, json: error.json)
  }
}
