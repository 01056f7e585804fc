import AppStoreModel
import Core
package import Device

extension AppServerCall {
  /// Reads a request; nil when the app server has no such call.
  ///
  /// - Throws: `rejected`, with the name of the invalid member of the body.
  package init?(method: String, path: String, body: [UInt8]) throws(VerificationError) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    if method == "GET", segments.count == 2, Self.isPathSegment(segments[1]) {
      switch segments[0] {
      case "verify": self = .status(orderId: segments[1])
      case "users": self = .owner(token: segments[1])
      default: return nil
      }
      return
    }
    guard method == "POST" else { return nil }
    do {
      guard let call = try Self.posted(segments, body) else { return nil }
      self = call
    } catch {
      throw VerificationError(.rejected, say("invalid request: \(safeText("\(error)"))"))
    }
  }

  private static func posted(_ path: [String], _ body: [UInt8]) throws(JSONError) -> AppServerCall? {
    switch path {
    case ["register"]: return .register(try Intent(announcement: object(body)))
    case ["verify"]: return .upload(try OrderUpload(json: object(body)))
    case ["claim"]: return .claim(try OwnershipClaim(json: object(body)))
    case ["account"]: return .account(user: try object(body).text("user"))
    case ["login"]: return .login(try LoginClaim(json: object(body)))
    case ["grant"]: return .grant(try Grant(json: object(body)))
    case ["duration"]: return .duration(try ProductDuration(json: object(body)))
    case ["use"]:
      let json = try object(body)
      guard let count = try json.int64("count") else { throw .missing("count") }
      return .use(
        productId: try json.text("productId"), count: Int(clamping: count), user: try json.text("user"),
        id: try json.text("id"))
    case ["transfer"]: return .transfer(try PurchaseTransfer(json: object(body)))
    case ["purchase"]: return .record(try OtherPurchase(json: object(body)))
    case ["notifications"]: return .notification(signedPayload: try object(body).text("signedPayload"))
    default:
      guard path.count == 3, isPathSegment(path[1]) else { return nil }
      switch (path[0], path[2]) {
      case ("verify", "close"):
        let json = try object(body)
        var ground = CloseGround.other
        if let name = try json.string("ground") {
          guard let known = CloseGround(rawValue: name) else { throw .invalid("ground", safeText(name)) }
          ground = known
        }
        return .close(
          OrderClosing(
            orderId: path[1], transactionId: try json.string("transactionId"), user: try json.string("user"),
            productId: try json.string("productId"), ground: ground,
            compensatedBy: try json.string("compensatedBy"), reason: try json.text("reason")))
      case ("verify", "reopen"):
        let json = try object(body)
        return .reopen(
          orderId: path[1], transactionId: try json.string("transactionId"), reason: try json.text("reason"))
      case ("grant", "end"): return .endGrant(id: path[1], reason: try object(body).text("reason"))
      default: return nil
      }
    }
  }

  private static func object(_ body: [UInt8]) throws(JSONError) -> JSONObject {
    guard case .object(let object) = try JSONValue(parsing: body) else {
      throw JSONError(.wrongType, say("invalid body; send a JSON object"))
    }
    return object
  }
}
