import AppStoreModel
import Core

/// A route of a server: a path, its callers, and its body.
///
/// A request whose path has no route is not answered. The initializer requires every part, so that no check can be
/// forgotten.
package struct Route: Hashable, Sendable {
  /// The HTTP method: `GET`, `POST`, …; `*` for all.
  package let method: String
  /// The path, such as `/a/{id}`; a `**` at the end stands for any number of segments.
  package let path: String
  package let caller: Caller
  package let body: Body
  package let hosts: Hosts
  package let answers: Form
  private let segments: [String]

  /// The permitted callers of a route.
  package enum Caller: Hashable, Sendable, CaseIterable {
    /// Every client that can reach the server.
    case anyone
    /// Every client: the body carries Apple's signature, which is verified.
    case appStore
    /// A server with a token that was signed with the key of App Store Connect.
    case appStoreKey
    /// A client with a receipt; the shared secret is in the body.
    case receiptHolder
    /// A device, which names the ledger that it belongs to.
    case device
    /// A device that acts for the App Store, and is an operator too.
    case deviceOperator
    /// The operator of the server: a client with the token, or on the same machine where there is no token.
    case serverOperator
    /// The app, which signs with the app server's secret, or is on the same machine where there is no secret.
    case app
  }

  /// The permitted body of a route's requests.
  package enum Body: Hashable, Sendable {
    case none
    /// A JSON body of at most this many bytes, with JSON's content type.
    case json(Int)
    case png(Int)
    /// A body with any content type: Apple does not check it, and clients differ.
    case any(Int)
  }

  /// The accepted host names of the server.
  package enum Hosts: Hashable, Sendable {
    /// This machine's names, numeric addresses, and the names that were allowed.
    case known
    /// Any name: a proxy forwards the public name, and the body is signed.
    case any
  }

  /// The form in which a refusal is answered.
  package enum Form: Hashable, Sendable {
    /// Only a status, as Apple answers.
    case status
    /// The control API's form: `{"ok": false, "error": {"kind", "message"}}`.
    case control
    /// The form for a device, which reads a `StoreError`.
    case device
    /// The app server's form: `{"error", "message"}`.
    case appServer
    /// The desk's form: `{"ok": false, "message"}`.
    case desk
  }

  package init(_ method: String, _ path: String, _ caller: Caller, _ body: Body, _ hosts: Hosts, _ answers: Form) {
    self.method = method
    self.path = path
    segments = path.split(separator: "/").map(String.init)
    self.caller = caller
    self.body = body
    self.hosts = hosts
    self.answers = answers
  }

  /// Returns whether a request belongs to this route.
  func matches(_ head: HTTPRequestHead) -> Bool { matches(head.method, head.target.path) }

  /// Returns whether a method and the segments of a path belong to this route.
  func matches(_ method: String, _ path: [some StringProtocol]) -> Bool {
    guard self.method == "*" || self.method == method else { return false }
    var rest = path[...]
    for segment in segments {
      if segment == "**" { return true }
      guard let next = rest.popFirst(), segment.hasPrefix("{") ? !next.isEmpty : next == segment else { return false }
    }
    return rest.isEmpty
  }
}

extension Route.Body {
  /// The largest allowed body, in bytes.
  package var limit: Int {
    switch self {
    case .none: 0
    case .json(let limit), .png(let limit), .any(let limit): limit
    }
  }

  /// The allowed content types of the body; nil for any.
  package var types: [String]? {
    switch self {
    case .json: ["application/json"]
    case .png: ["image/png"]
    case .none, .any: nil
    }
  }
}

/// The reason why a request is refused: the status to answer with, and one line for the log and for some answers.
package struct HTTPRefusal: Error, Hashable, Sendable {
  package let status: Int
  package let message: String

  package init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Returns the answer in a form; the access log gets the message with every form.
  func response(_ form: Route.Form) -> HTTPResponse {
    var response: HTTPResponse
    switch form {
    case .status: response = HTTPResponse(status)
    case .control: response = ControlRoutes.failure(StoreError(kind, message), status)
    case .device: response = HTTPResponse(status, json: StoreError(kind, message).json)
    case .appServer: response = HTTPResponse(status, json: ["error": "rejected", "message": .string(message)])
    case .desk: response = HTTPResponse(status, json: ["ok": false, "message": .string(message)])
    }
    response.note = message
    return response
  }

  private var kind: FailureKind {
    switch status {
    case 401, 403: .unauthorized
    case 409: .unusable
    default: .usage
    }
  }
}
