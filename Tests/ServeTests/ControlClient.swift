import AppStoreModel
import Core
import Foundation
import HTTP
import Simulator
import TestSupport
import Testing
import Verbs

@testable import Serve

/// A `till serve` in this process, and a client that controls it over real HTTP.
final class ControlClient: Sendable {
  let directory: URL
  let store: SimulatedAppStore
  let emulator: Emulator
  private let transport = HTTPTransport()

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - notify: The URL for notifications.
  ///   - token: The control token.
  init(
    seed: UInt64 = 11, notify: String? = nil, token: String? = nil, _ change: (inout EmulatorOptions) -> Void = { _ in }
  ) throws {
    directory = try ScratchFolder.make("control")
    var contents = LedgerContents(catalogue: Self.catalogue, seed: seed)
    contents.clock = Timestamp(utc: "2026-03-01")
    store = try SimulatedAppStore(path: directory.path + "/appstore.db", contents: contents)
    var options = EmulatorOptions()
    options.notify = try notify.map { try HTTPAddress($0) }
    options.controlToken = token
    options.patience = 0
    change(&options)
    emulator = try Emulator(store, directory: directory.path, options: options)
  }

  deinit {
    emulator.stop()
    try? FileManager.default.removeItem(at: directory)
  }

  static let catalogue = Array(
    """
    {"products": [
      {"displayPrice": "4.99", "familyShareable": false, "internalID": "A1", "localizations": [], "productID": "pro",
       "referenceName": "Pro", "type": "NonConsumable"},
      {"displayPrice": "0.99", "familyShareable": false, "internalID": "A3", "localizations": [], "productID": "coins",
       "referenceName": "Coins", "type": "Consumable"}],
     "subscriptionGroups": [{"id": "21", "localizations": [], "name": "Plus", "subscriptions": [{"displayPrice": "9.99",
       "familyShareable": false, "groupNumber": 1, "internalID": "A2", "localizations": [], "productID": "plus",
       "recurringSubscriptionPeriod": "P1M", "referenceName": "Plus", "subscriptionGroupID": "21",
       "type": "RecurringSubscription"}]}],
     "version": {"major": 4, "minor": 0}}
    """.utf8)

  /// Sends a request, and returns the status and the JSON of the answer.
  func ask(
    _ method: String, _ target: String, _ body: JSONObject? = nil, headers: [HTTPHeader] = []
  ) async throws -> (status: Int, json: JSONObject) {
    let response = try await transport.send(
      HTTP.HTTPRequest(
        method, try HTTPAddress(emulator.url + target),
        headers: headers + (body == nil ? [] : [HTTPHeader("Content-Type", "application/json")]),
        body: body.map { JSONValue.object($0).serializedBytes() } ?? []))
    let json = (try? JSONValue(parsing: response.body).objectValue) ?? [:]
    let said = try json.object("error")?.string("message") ?? json["message"]?.stringValue ?? ""
    // A program has no shell, so the message must not name commands or options.
    #expect(!said.contains(/till (simulator|account|buy|help|ask)|(^|[ `(])--[a-z]/), "\(target): \(said)")
    return (response.status, json)
  }

  /// Sends a verb that must succeed, and returns its answer.
  @discardableResult
  func verb(_ name: String, _ body: JSONObject = [:], in world: String = "") async throws -> JSONObject {
    let answer = try await ask("POST", "\(world)/till/v1/verb/\(name)", body)
    #expect(answer.status == 200, "\(name): \(JSONValue.object(answer.json).serialized())")
    let schema = try #require(Verb.onTheWire(name)?.answer?.schema, "\(name)")
    if answer.status == 200 { #expect(mismatches(of: .object(answer.json), with: schema) == [], "\(name)") }
    return answer.json
  }

  func buy(_ product: String, in world: String = "") async throws -> String {
    try #require(try await verb("buy", ["product": .string(product)], in: world).string("transactionId"))
  }

  /// Sends a request to the App Store Server API with a valid token.
  func api(
    _ method: String, _ target: String, _ body: JSONObject? = nil, in world: JSONObject? = nil
  ) async throws -> (status: Int, json: JSONObject) {
    let document = world ?? emulator.document
    let file = try #require(try document.string("privateKeyFile"))
    let key = try TokenKey(
      keyId: #require(try document.string("keyId")), pem: String(contentsOfFile: file, encoding: .utf8))
    let seconds = Timestamp.machine.milliseconds / 1000
    let token = try key.token([
      "iss": try #require(document["issuerId"]), "bid": try #require(document["bundleId"]),
      "aud": "appstoreconnect-v1", "exp": .number(seconds + 300),
    ])
    let prefix = try #require(try document.string("url")).dropFirst(emulator.url.count)
    return try await ask(method, prefix + target, body, headers: [HTTPHeader("Authorization", "Bearer \(token)")])
  }
}
