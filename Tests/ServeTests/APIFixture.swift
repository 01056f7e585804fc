import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

@testable import Serve

/// A ledger with the demo data, and the App Store Server API for it.
final class APIFixture {
  let directory: URL
  let store: SimulatedAppStore
  let key: TokenKey
  let api: AppStoreServerAPI
  let faults = EmulatorFaults()
  let verifier: Verifier

  init() throws {
    directory = try ScratchFolder.make("emulator")
    store = try SimulatedAppStore(path: directory.path + "/appstore.db")
    key = try TokenKey(keyId: "ABC123DEFG")
    api = AppStoreServerAPI(
      store, tokens: BearerTokens(key: key, issuerId: "issuer", bundleId: store.bundleId), faults: faults)
    verifier = Verifier(
      roots: try TrustedRoots(files: [Array(store.rootCertificatePEM.utf8)]),
      expecting: ExpectedClaims(bundleId: store.bundleId, environment: .sandbox), now: { .machine })
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Buys a product, and returns the signed transaction and its id.
  func buy(_ productId: String, account: String = "new@") throws -> (signed: String, id: String) {
    let answer = try store.purchase(PurchaseRequest(account: account, productId: productId))
    guard case .success(let signed, _) = answer else { throw StoreError(.failed, "not bought: \(answer)") }
    return (signed, try #require(try transaction(signed).transactionId))
  }

  /// The claims of a valid token.
  var claims: JSONObject {
    let now = Timestamp.machine.milliseconds / 1000
    return [
      "iss": "issuer", "bid": .string(store.bundleId), "aud": "appstoreconnect-v1", "exp": .number(now + 300),
    ]
  }

  /// Sends a request with a valid token.
  func ask(_ method: String, _ target: String, body: String = "") throws -> (status: Int, json: JSONObject) {
    try ask(method, target, bytes: Array(body.utf8))
  }

  /// Sends a request with a valid token and a body of any bytes.
  func ask(_ method: String, _ target: String, bytes: [UInt8]) throws -> (status: Int, json: JSONObject) {
    try ask(method, target, bytes: bytes, authorization: "Bearer \(key.token(claims))")
  }

  func ask(
    _ method: String, _ target: String, bytes: [UInt8] = [], authorization: String?
  ) throws -> (status: Int, json: JSONObject) {
    let fields = authorization.map { [HTTPField(name: "authorization", value: $0)] } ?? []
    let head = HTTPRequestHead(method: method, target: try HTTPTarget(target.utf8), fields: fields)
    let response = answered(HTTPRequest(head: head, body: bytes))
    guard case .bytes(let bytes) = response.body, !bytes.isEmpty else { return (response.status, [:]) }
    #expect(response.fields.contains(HTTPField(name: "Content-Type", value: "application/json")))
    return (response.status, try #require(try JSONValue(parsing: bytes).objectValue))
  }

  /// Returns the refusal of a request, or its answer when it is let through.
  func answered(_ request: HTTPRequest) -> HTTPResponse {
    api.refusal(of: request.head)?.response(.status) ?? api.answer(request)
  }

  /// Returns the ids of verified signed transactions.
  func ids(_ texts: [String]) throws -> [String] {
    try texts.map { text in try #require(try transaction(text).transactionId) }
  }

  func transaction(_ text: String) throws -> Transaction {
    let result = verifier.verify(text, as: .transaction)
    #expect(result.verdict == .verified)
    return try Transaction(json: #require(result.json))
  }
}
