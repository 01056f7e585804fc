import AppStoreModel
import Core
package import Device

/// The HTTP request of each call to an app server.
///
/// A user who is not logged in is a user too: `anonymous:UUID`, whose token is that UUID.
///
/// Bodies and answers are JSON objects (`Assets/AppServer/protocol.schema.json`). Ids in paths consist of letters,
/// digits, `-`, `.`, `_` and `~`, so that no path ever needs escaping.
///
/// | call | answer |
/// |---|---|
/// | `POST /register` an announced purchase; sent again whenever its state changes | `{}` |
/// | `POST /verify` an order | `{}`: accepted; the result has its own call |
/// | `GET /verify/ORDER` | `OrderAnswer` |
/// | `POST /verify/ORDER/close` `{reason, ground?, transactionId?, user?, productId?}` | `{closed}`: false where it was credited first |
/// | `POST /verify/ORDER/reopen` `{reason, transactionId?}` | `{}` |
/// | `POST /claim` purchases | `{ownerships: [Ownership]}` |
/// | `POST /login` `{anonymous, user, isConfirmed?}` | `{claimed}`: false where another user claimed it first |
/// | `POST /account` `{user}` | `UserAccount` |
/// | `POST /use` `{id, user, productId, count}` | `{left}`, or `{}` when there was not enough |
/// | `POST /grant` a grant | `{}` |
/// | `POST /duration` how long a product entitles | `{}` |
/// | `POST /grant/GRANT/end` `{reason}` | `{}` |
/// | `POST /transfer` a transfer | `{}` |
/// | `POST /purchase` a purchase made on another platform | `{}` |
/// | `GET /users/UUID` the UUID of a user | `UserAccount` |
/// | `POST /notifications` `{signedPayload}` | `{}`: sent and signed by the App Store |
///
/// Where the server has a secret, each request except the App Store's carries a `RequestSignature`. Every call may be
/// repeated, even as a replay of a recorded request: nothing is counted twice. An error is a `VerificationError`: 503
/// temporary, 404 unknownOrder, 401 an invalid signature, 400 any other.
extension AppServerCall {
  package var method: String {
    switch self {
    case .status, .owner: "GET"
    default: "POST"
    }
  }

  /// The path below the server's own URL, with the leading slash; only this part of the path is signed.
  package var path: String {
    switch self {
    case .register: "/register"
    case .upload: "/verify"
    case .status(let orderId): "/verify/" + orderId
    case .close(let closing): "/verify/" + closing.orderId + "/close"
    case .reopen(let orderId, _, _): "/verify/" + orderId + "/reopen"
    case .claim: "/claim"
    case .login: "/login"
    case .account: "/account"
    case .use: "/use"
    case .grant: "/grant"
    case .duration: "/duration"
    case .endGrant(let id, _): "/grant/" + id + "/end"
    case .transfer: "/transfer"
    case .record: "/purchase"
    case .owner(let token): "/users/" + token
    case .notification: "/notifications"
    }
  }

  /// Whether the id in the path consists of allowed characters; only such a call may be sent.
  package var isSendable: Bool {
    switch self {
    case .status(let id), .reopen(let id, _, _), .endGrant(let id, _), .owner(let id): Self.isPathSegment(id)
    case .close(let closing): Self.isPathSegment(closing.orderId)
    default: true
    }
  }

  /// The body of the request; empty for `GET`.
  package var body: [UInt8] { json.map { JSONValue.object($0).serializedBytes() } ?? [] }

  private var json: JSONObject? {
    switch self {
    case .register(let intent): intent.announcement
    case .upload(let upload): upload.json
    case .status, .owner: nil
    case .close(let closing): closing.json
    case .reopen(_, let transactionId, let reason): JSONObject(reason: reason, transactionId: transactionId)
    case .endGrant(_, let reason): ["reason": .string(reason)]
    case .transfer(let transfer): transfer.json
    case .record(let purchase): purchase.json
    case .notification(let signedPayload): ["signedPayload": .string(signedPayload)]
    case .claim(let claim): claim.json
    case .login(let claim): claim.json
    case .account(let user): ["user": .string(user)]
    case .use(let productId, let count, let user, let id):
      [
        "id": .string(id), "user": .string(user), "productId": .string(productId),
        "count": .number(JSONNumber(Int64(count))),
      ]
    case .grant(let grant): grant.json
    case .duration(let duration): duration.json
    }
  }

  static func isPathSegment(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 128 && text != "." && text != ".."
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
  }
}

extension Intent {
  /// The announcement of a purchase to the server; it leaves out the Apple Account that pays.
  var announcement: JSONObject {
    var json: JSONObject = [
      "id": .string(id), "productId": .string(productId), "quantity": .number(JSONNumber(Int64(quantity))),
      "createdDate": .number(JSONNumber(createdDate.milliseconds)),
    ]
    json.append("user", .string(user))
    json.append("appAccountToken", ifPresent: appAccountToken.map(JSONValue.string))
    json.append("state", .string(state.rawValue))
    json.append("transactionId", ifPresent: transactionId.map(JSONValue.string))
    return json
  }

  init(announcement json: JSONObject) throws(JSONError) {
    let date = Timestamp(milliseconds: try json.milliseconds("createdDate") ?? 0)
    self.init(
      id: try json.text("id"), account: "", user: try json.text("user"), productId: try json.text("productId"),
      quantity: Int(try json.int32("quantity") ?? 1), appAccountToken: try json.string("appAccountToken"),
      state: State(rawValue: try json.string("state") ?? "") ?? .open, createdDate: date, storeDate: date,
      transactionId: try json.string("transactionId"))
  }
}

extension JSONObject {
  fileprivate init(reason: String, transactionId: String?) {
    self = ["reason": .string(reason)]
    append("transactionId", ifPresent: transactionId.map(JSONValue.string))
  }

  /// Returns the text of a required member, which must not be empty.
  func text(_ name: String) throws(JSONError) -> String {
    guard let text = try string(name), !text.isEmpty else { throw .missing(name) }
    return text
  }
}

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
