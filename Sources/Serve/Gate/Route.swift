import AppStoreModel
import Core

/// A row of a server: a path, its callers, and its body.
///
/// A path without a row is not answered, and a row without one of these does not compile.
package struct Route: Hashable, Sendable {
  /// `GET`, `POST`, …; `*` for all.
  package let method: String
  /// `/a/{id}`; a `**` at the end stands for any number of segments.
  package let path: String
  package let caller: Caller
  package let body: Body
  package let hosts: Hosts
  package let answers: Form
  private let segments: [String]

  /// The permitted callers.
  package enum Caller: Hashable, Sendable, CaseIterable {
    /// Every client that reaches the server.
    case anyone
    /// Every client: Apple's signature on the body counts.
    case appStore
    /// A server with a token of the key of App Store Connect.
    case appStoreKey
    /// A client with a receipt; the shared secret is in the body.
    case receiptHolder
    /// A device that names the ledger which it belongs to.
    case device
    /// The same, to act on the App Store's side: a device and an operator.
    case deviceOperator
    /// The operator of the server: with its token, or from the same machine where it has none.
    case serverOperator
    /// The app, which signs with the app server's secret, or is on the same machine where there is none.
    case app
  }

  /// The permitted body.
  package enum Body: Hashable, Sendable {
    case none
    /// JSON of so many bytes, declared as such.
    case json(Int)
    case png(Int)
    /// Any declared type: Apple does not check it, and clients differ.
    case any(Int)
  }

  /// By which names of the server it may be asked for.
  package enum Hosts: Hashable, Sendable {
    /// This machine's, its addresses, and those that were allowed.
    case known
    /// Any: a proxy passes the public name on, and the body is signed.
    case any
  }

  /// The form of a refusal's answer.
  package enum Form: Hashable, Sendable {
    /// A status alone, as Apple's.
    case status
    /// `{"ok": false, "error": {"kind", "message"}}`.
    case control
    /// A `StoreError`, as a device reads it.
    case device
    /// `{"error", "message"}`.
    case appServer
    /// `{"ok": false, "message"}`.
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

  /// Whether a request is for this row.
  func matches(_ head: HTTPRequestHead) -> Bool {
    guard method == "*" || method == head.method else { return false }
    var rest = head.target.path[...]
    for segment in segments {
      if segment == "**" { return true }
      guard let next = rest.popFirst(), segment.hasPrefix("{") ? !next.isEmpty : next == segment else { return false }
    }
    return rest.isEmpty
  }
}

extension Route.Body {
  /// How many bytes it may have.
  package var limit: Int {
    switch self {
    case .none: 0
    case .json(let limit), .png(let limit), .any(let limit): limit
    }
  }

  /// The content types that it may be declared as; nil for any.
  package var types: [String]? {
    switch self {
    case .json: ["application/json"]
    case .png: ["image/png"]
    case .none, .any: nil
    }
  }
}

/// Why a request does not come in.
package struct GateRefusal: Error, Hashable, Sendable {
  package let status: Int
  package let message: String

  package init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The answer in a form; the access log has the words in any case.
  func response(_ form: Route.Form) -> HTTPResponse {
    var response: HTTPResponse
    switch form {
    case .status: response = HTTPResponse(status)
    case .control: response = ControlRoutes.failure(StoreError(.purchaseNotAllowed, message), status)
    case .device: response = HTTPResponse(status, json: StoreError(kind, message).json)
    case .appServer: response = HTTPResponse(status, json: ["error": "rejected", "message": .string(message)])
    case .desk: response = HTTPResponse(status, json: ["ok": false, "message": .string(message)])
    }
    response.note = message
    return response
  }

  private var kind: FailureKind { status == 409 ? .unusable : .purchaseNotAllowed }
}
