import AppStoreModel
import Core
import Foundation
import HTTP
import Testing

@testable import Serve
@testable import TillApp

/// Tests of the routes of both servers: their tables in the documentation, and requests that the desk must refuse.
@Suite struct RouteTableTests {
  // MARK: The tables

  @Test(arguments: [
    ("Assets/Docs/serve.md", EmulatorRoutes.all), ("Assets/Docs/desk.md", DeskServer.routes),
  ])
  func theTableOfTheDocumentIsTheRows(path: String, rows: [Route]) throws {
    let (begin, end) = ("<!-- routes -->\n", "<!-- end of routes -->")
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: path)
    var page = try String(contentsOf: file, encoding: .utf8)
    let first = try #require(page.range(of: begin)).upperBound
    let last = try #require(page.range(of: end)).lowerBound
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      page.replaceSubrange(first..<last, with: Self.table(of: rows))
      return try page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(page[first..<last] == Self.table(of: rows), "\(path): TILL_RECORD=1 swift test --filter RouteTableTests")
  }

  private static func table(of rows: [Route]) -> String {
    "| route | who may call | body | names of the server |\n|---|---|---|---|\n"
      + rows.map { row in
        "| `\(row.method == "*" ? "any" : row.method) \(row.path)` | \(who(row.caller)) | \(body(row.body)) | "
          + "\(row.hosts == .any ? "any" : "known") |\n"
      }.joined()
  }

  private static func who(_ caller: Route.Caller) -> String {
    switch caller {
    case .anyone: "anyone"
    case .appStore: "anyone; the body must be signed by Apple"
    case .appStoreKey: "a token of the App Store Connect key"
    case .receiptHolder: "anyone with a receipt; subscriptions need the shared secret"
    case .device: "a device, by the ledger's id"
    case .deviceOperator: "a device, by the ledger's id, with the token if there is one, else from this machine"
    case .serverOperator: "with the token if there is one, else from this machine"
    case .app: "signed with the app server's secret if there is one, else from this machine"
    }
  }

  private static func body(_ body: Route.Body) -> String {
    func size(_ bytes: Int) -> String { bytes >= 1 << 20 ? "\(bytes >> 20) MB" : "\(bytes >> 10) KB" }
    return switch body {
    case .none: "none"
    case .json(let limit): "`application/json`, \(size(limit))"
    case .png(let limit): "`image/png`, \(size(limit))"
    case .any(let limit): "any type, \(size(limit))"
    }
  }

  // MARK: The desk

  /// Returns the status with which the desk refuses a request before it runs anything; 200 when it is admitted.
  private func status(
    _ row: Route, _ fields: [(String, String)], token: String?, client: String = "127.0.0.1",
    policy: GatePolicy = GatePolicy()
  ) throws -> Int {
    let verifier = Verifier(
      roots: TrustedRoots.apple, expecting: ExpectedClaims(bundleId: "com.example.app", environment: .sandbox),
      now: { Timestamp(milliseconds: 0) })
    struct NoDesk: Error {}
    let server = DeskServer(
      [DeskServer.App(DeskAppName(bundleId: "com.example.app", environment: "Sandbox"), verifier) { throw NoDesk() }],
      token: token, rate: nil, now: { Timestamp(milliseconds: 0) })
    defer { server.stop() }
    let path = row.path.replacing("**", with: "apple")
    var all = [("host", "localhost")].filter { field in !fields.contains { $0.0 == field.0 } } + fields
    if row.body.limit > 0 {
      all.append(("content-length", "2"))
      if !all.contains(where: { $0.0 == "content-type" }) { all.append(("content-type", "application/json")) }
    }
    let head = HTTPRequestHead(
      method: row.method, target: try HTTPTarget(path.utf8), fields: all.map { HTTPField(name: $0.0, value: $0.1) },
      client: client)
    do { try head.check() } catch { return error.status }
    switch Gate(DeskServer.routes, policy, place: { (server, $0) }).admit(head) {
    case .refused(let response): return response.status
    case .admitted: return 200
    }
  }

  @Test func everyRouteOfTheDeskInEachWrongWay() throws {
    let token = "sesame-open"
    let good = ("authorization", "Bearer \(token)")
    for row in DeskServer.routes {
      let isKept = row.caller == .serverOperator
      #expect(try status(row, [good], token: token) == 200)
      // No token, a wrong one, one without "Bearer", and the right one twice.
      for fields in [[], [("authorization", "Bearer sesame-shut")], [("authorization", token)], [good, good]] {
        #expect(try status(row, fields, token: token) == (isKept ? 401 : 200), "\(row)")
      }
      // Requests from a browser.
      #expect(try status(row, [good, ("origin", "http://evil.example")], token: token) == 403, "\(row)")
      #expect(try status(row, [good, ("origin", "a"), ("origin", "b")], token: token) == 400, "\(row)")
      #expect(try status(row, [good, ("host", "a"), ("host", "b")], token: token) == 400, "\(row)")
      #expect(
        try status(row, [good, ("host", "evil.example")], token: token) == (row.hosts == .any ? 200 : 403), "\(row)")
      #expect(
        try status(row, [good, ("host", "[::1].evil.com")], token: token) == (row.hosts == .any ? 200 : 400), "\(row)")
      if row.body.types != nil {
        #expect(try status(row, [good, ("content-type", "text/plain")], token: token) == 415, "\(row)")
      }
      // Without a token only programs on this machine are admitted, and no request through a proxy.
      #expect(try status(row, [], token: nil) == 200, "\(row)")
      for way in [("forwarded", "for=10.0.0.7"), ("x-forwarded-for", "10.0.0.7"), ("via", "1.1 proxy")] {
        #expect(try status(row, [way], token: nil) == (isKept ? 403 : 200), "\(way) \(row)")
      }
      for client in ["10.0.0.7", "::1234", "-"] {
        #expect(try status(row, [], token: nil, client: client) == (isKept ? 403 : 200), "\(client) \(row)")
      }
      let offered = GatePolicy(publicURL: try HTTPAddress("https://desk.example"))
      #expect(try status(row, [], token: nil, policy: offered) == (isKept ? 403 : 200), "\(row)")
      #expect(try status(row, [good, ("host", "desk.example")], token: token, policy: offered) == 200, "\(row)")
    }
  }

  @Test func otherMethodsAndPathsAreNotAnswered() throws {
    for (method, path) in [("GET", "/"), ("PUT", "/desk/v1/claims"), ("DELETE", "/health"), ("GET", "/desk/v1/claims")]
    {
      let row = Route(method, path, .anyone, .none, .known, .status)
      #expect(try status(row, [], token: nil) == 404, "\(method) \(path)")
    }
  }
}
