import Backends

/// The routes of `till serve`: every path with its allowed callers and its body.
///
/// The same routes apply to a world, below `/worlds/NAME`, on the world's own port and under its host name.
package enum EmulatorRoutes {
  /// The largest body of ordinary requests, in bytes.
  private static let small = 64 << 10
  /// The largest body with a catalogue or a history, in bytes.
  private static let large = RemoteStore.verbLimit

  package static let all: [Route] = apple.map(\.route) + receipts + control + device + app

  /// The calls of Apple's API, each with the limit that Apple documents: requests a second in production.
  static let apple: [(route: Route, limit: Int?)] =
    ([
      ("GET", "v1/history/{transactionId}", 50), ("GET", "v2/history/{transactionId}", 50),
      ("GET", "v1/transactions/{transactionId}", 50),
      ("GET", "v1/transactions/appTransactions/{transactionId}", 50),
      ("POST", "v1/transactions/{transactionId}/finish", 50),
      ("PUT", "v1/transactions/{transactionId}/appAccountToken", 20),
      ("PUT", "v1/transactions/consumption/{transactionId}", 50),
      ("PUT", "v2/transactions/consumption/{transactionId}", 50),
      ("GET", "v1/subscriptions/{transactionId}", 50), ("PUT", "v1/subscriptions/extend/{originalTransactionId}", 20),
      ("POST", "v1/subscriptions/extend/mass", 1),
      ("GET", "v1/subscriptions/extend/mass/{productId}/{requestIdentifier}", nil),
      ("GET", "v1/refund/lookup/{transactionId}", 10), ("GET", "v2/refund/lookup/{transactionId}", 10),
      ("GET", "v1/lookup/{orderId}", 10),
      ("POST", "v1/notifications/test", 1), ("GET", "v1/notifications/test/{testNotificationToken}", 1),
      ("POST", "v1/notifications/history", 50),
      ("PUT", "v1/messaging/image/{imageIdentifier}", nil), ("DELETE", "v1/messaging/image/{imageIdentifier}", nil),
      ("GET", "v1/messaging/image/list", nil),
      ("PUT", "v1/messaging/message/{messageIdentifier}", nil),
      ("DELETE", "v1/messaging/message/{messageIdentifier}", nil),
      ("GET", "v1/messaging/message/list", nil),
      ("PUT", "v1/messaging/default/{productId}/{locale}", nil),
      ("GET", "v1/messaging/default/{productId}/{locale}", nil),
      ("DELETE", "v1/messaging/default/{productId}/{locale}", nil),
      ("PUT", "v1/messaging/realtime/url", nil), ("GET", "v1/messaging/realtime/url", nil),
      ("DELETE", "v1/messaging/realtime/url", nil),
      ("POST", "v1/messaging/performanceTest", nil), ("GET", "v1/messaging/performanceTest/result/{requestId}", nil),
      ("*", "**", nil),
    ] as [(String, String, Int?)]).map { method, path, limit in
      let body: Route.Body =
        switch method {
        case "GET", "DELETE": .none
        default: method == "PUT" && path.hasPrefix("v1/messaging/image") ? .png(small) : .json(small)
        }
      return (Route(method, "/inApps/" + path, .appStoreKey, body, .known, .status), limit)
    }

  private static let receipts = ["/verifyReceipt", "/production/verifyReceipt"].map {
    Route("*", $0, .receiptHolder, .any(VerifyReceipt.bodyLimit), .known, .status)
  }

  private static let control = [
    Route("GET", "/till/health", .anyone, .none, .known, .control),
    Route("GET", "/till/openapi.json", .anyone, .none, .known, .control),
    Route("POST", "/till/v1/verb/{verb}", .serverOperator, .json(large), .known, .control),
    Route("GET", "/till/v1/identity", .serverOperator, .none, .known, .control),
    Route("POST", "/till/v1/wait-idle", .serverOperator, .json(small), .known, .control),
    Route("GET", "/till/v1/requests", .serverOperator, .none, .known, .control),
    Route("DELETE", "/till/v1/requests", .serverOperator, .none, .known, .control),
    Route("GET", "/till/v1/faults", .serverOperator, .none, .known, .control),
    Route("PUT", "/till/v1/faults", .serverOperator, .json(small), .known, .control),
    Route("DELETE", "/till/v1/faults", .serverOperator, .none, .known, .control),
    Route("GET", "/till/v1/worlds", .serverOperator, .none, .known, .control),
    Route("POST", "/till/v1/worlds", .serverOperator, .json(large), .known, .control),
    Route("DELETE", "/till/v1/worlds/{name}", .serverOperator, .none, .known, .control),
    Route("*", "/till/v1/**", .serverOperator, .json(small), .known, .control),
  ]

  private static let device =
    [Route("GET", "/till/v3/store", .anyone, .none, .known, .device)]
    + RemoteCall.allCases.filter(\.isOperators).map { call in
      Route(
        "POST", "/till/v3/calls/\(call.rawValue)", .deviceOperator, .json(call == .verb ? large : small), .known,
        .device)
    } + [
      Route("POST", "/till/v3/calls/{call}", .device, .json(small), .known, .device),
      Route("GET", "/till/v3/updates", .device, .none, .known, .device),
      Route("GET", "/till/v3/receipt/{account}", .device, .none, .known, .device),
      Route("GET", "/till/v3/news", .device, .none, .known, .device),
    ]

  private static let app =
    [
      ("POST", "register"), ("POST", "verify"), ("GET", "verify/{order}"), ("POST", "verify/{order}/close"),
      ("POST", "verify/{order}/reopen"), ("POST", "claim"), ("POST", "login"), ("POST", "account"), ("POST", "use"),
      ("POST", "duration"),
      ("POST", "grant"), ("POST", "grant/{grant}/end"),
      ("POST", "transfer"), ("POST", "purchase"), ("GET", "users/{token}"),
    ].map { Route($0, "/" + $1, .app, $0 == "GET" ? .none : .json(small), .known, .appServer) }
    + [Route("POST", "/notifications", .appStore, .any(small), .known, .appServer)]

  /// The first segments of the paths that belong to the app server.
  package static let appServerPaths = Set(app.compactMap { $0.path.split(separator: "/").first.map(String.init) })
}

/// The App Store that a request is for: the server's own, or a world.
struct EmulatorPlace: RouteContext {
  let world: World
  /// The routes that make and delete worlds; nil for a request to a world.
  let worlds: WorldRoutes?
  /// The address that the request used; answers to the client are built from it.
  let address: ServedAddress

  func refusal(of caller: Route.Caller, _ head: HTTPRequestHead, isSameMachine: Bool) -> HTTPRefusal? {
    switch caller {
    case .anyone, .appStore, .appStoreKey, .receiptHolder: nil
    case .device: world.devices.refusal(of: head)
    case .deviceOperator:
      world.devices.refusal(of: head) ?? world.access.refusal(of: head, isSameMachine: isSameMachine)
    case .serverOperator: world.access.refusal(of: head, isSameMachine: isSameMachine)
    case .app: world.refusal(ofApp: head, isSameMachine: isSameMachine)
    }
  }

  func refusal(of caller: Route.Caller, _ request: HTTPRequest) -> HTTPRefusal? {
    switch caller {
    case .appStoreKey: world.api.refusal(of: request.head)
    case .app: world.appServer?.refusal(of: request)
    default: nil
    }
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    if let worlds, request.path.starts(with: ControlRoutes.path + [WorldRoutes.prefix]) {
      return worlds.answer(request, address)
    }
    if request.method == "GET", request.path == ControlRoutes.path + ["identity"] {
      return HTTPResponse(json: world.document(at: address))
    }
    return await world.answer(request)
  }

  func note(_ request: HTTPRequest, _ response: HTTPResponse) { world.note(request, response) }
}
