import AppStoreModel
import Core
import Simulator

/// The legacy `verifyReceipt` endpoint for one of the two environments.
struct VerifyReceipt: Sendable {
  let store: SimulatedAppStore
  /// The shared secret, which a request with a subscription's receipt must contain.
  let secret: String
  /// The endpoint's environment; a receipt of the other one gets the status that names that one (21007, 21008).
  let environment: StoreEnvironment

  /// The largest body in bytes: receipts of customers with long histories are large.
  static let bodyLimit = 4 << 20

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == "POST" else { return status(21_000) }
    guard case .object(let json) = try? JSONValue(parsing: request.body, limits: .request(depth: 8)),
      let text = json["receipt-data"]?.stringValue, let der = Base64.standard.decode(text.filter { !$0.isNewline }),
      Self.isContainer(der)
    else { return status(21_002) }
    do {
      guard let contents = try store.contents(ofReceipt: der) else { return status(21_003) }
      guard contents.environment == environment else { return status(environment == .production ? 21_007 : 21_008) }
      guard contents.renewals.isEmpty || json["password"]?.stringValue == secret else { return status(21_004) }
      let isShort = json["exclude-old-transactions"] == .bool(true)
      return HTTPResponse(json: VerifyReceiptAnswer(contents, bundleId: store.bundleId).json(withoutOld: isShort))
    } catch {
      return HTTPResponse(json: ["status": 21_100, "is_retryable": true])
    }
  }

  /// Returns whether the bytes look like a receipt from outside: one complete DER sequence.
  ///
  /// Other bytes are malformed (21002); only bytes of this form can be a forged receipt (21003).
  private static func isContainer(_ der: [UInt8]) -> Bool {
    guard der.count > 1, der[0] == 0x30 else { return false }
    guard der[1] >= 0x80 else { return der.count == 2 + Int(der[1]) }
    let size = Int(der[1] & 0x7F)
    guard (1...4).contains(size), der.count > 2 + size else { return false }
    let length = der[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
    return der.count == 2 + size + length
  }

  private func status(_ code: Int) -> HTTPResponse { HTTPResponse(json: ["status": .number(code)]) }
}
