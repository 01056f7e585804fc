import AppServer
import AppStoreModel
import Core
import Foundation
import HTTP
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests every route of `till serve` with each kind of request that it must refuse.
@Suite(.startsPrograms) struct GateTests {
  private static let token = "sesame-open"
  private static let secret = "whisper"

  /// A server with its ledger, and the credentials of its callers.
  private final class Shop {
    let directory = ScratchFolder.url.appendingPathComponent("gate-\(UUID().uuidString)")
    let store: SimulatedAppStore
    let emulator: Emulator

    init(isOpen: Bool = false, publicURL: String? = nil) throws {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      store = try SimulatedAppStore(
        path: directory.path + "/appstore.db", contents: LedgerContents(catalogue: ControlClient.catalogue))
      var options = EmulatorOptions()
      options.patience = 0
      options.publicURL = try publicURL.map { try HTTPAddress($0) }
      if !isOpen {
        options.controlToken = GateTests.token
        let secrets = SharedSecrets(Array(GateTests.secret.utf8))
        options.appServerSecrets = { secrets }
      }
      emulator = try Emulator(store, directory: directory.path, options: options)
    }

    deinit {
      emulator.stop()
      try? FileManager.default.removeItem(at: directory)
    }

    /// Returns the status of the only answer to a request.
    func status(
      _ row: Route, _ fields: [String], at path: String? = nil, body: String? = nil, host: String = "localhost"
    ) throws -> Int {
      let client = try RawClient(port: try #require(UInt16(emulator.url.split(separator: ":")[2])))
      let body = body ?? (row.body.limit > 0 ? "{}" : "")
      var lines = ["\(row.verb) \(path ?? row.example) HTTP/1.1", "Connection: close"] + fields
      if !host.isEmpty { lines.append("Host: \(host)") }
      if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
      if !body.isEmpty, !fields.contains(where: { $0.hasPrefix("Content-Type") }) {
        lines.append("Content-Type: \(row.body.types?.first ?? "application/json")")
      }
      client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
      return try #require(try client.read(until: "\r\n\r\n").statuses.first, "\(row)")
    }

    /// Returns the header of a valid token, signed with the server's key.
    func bearer(_ document: JSONObject, ends: Int64 = 300) throws -> String {
      let file = try #require(try document.string("privateKeyFile"))
      let key = try TokenKey(
        keyId: #require(try document.string("keyId")), pem: String(contentsOfFile: file, encoding: .utf8))
      let seconds = Timestamp.machine.milliseconds / 1000
      let token = try key.token([
        "iss": try #require(document["issuerId"]), "bid": try #require(document["bundleId"]),
        "aud": "appstoreconnect-v1", "exp": .number(seconds + ends),
      ])
      return "Authorization: Bearer \(token)"
    }

    var ledger: String { "Till-Ledger: \(store.ledgerId)" }

    /// Makes a world, and returns the document that its clients get.
    func world(_ name: String, token: String? = GateTests.token) async throws -> JSONObject {
      let headers = token.map { [HTTPHeader("Authorization", "Bearer \($0)")] } ?? []
      let answer = try await HTTPTransport().send(
        HTTP.HTTPRequest(
          "POST", try HTTPAddress(emulator.url + "/till/v1/worlds"),
          headers: headers + [HTTPHeader("Content-Type", "application/json")],
          body: Array("{\"name\": \"\(name)\"}".utf8)))
      return try #require(try JSONValue(parsing: answer.body).objectValue)
    }
  }

  private static func signature(
    _ row: Route, secret: String = GateTests.secret, at offset: Int64 = 0, path: String? = nil
  )
    -> String
  {
    let date = Timestamp.machine
    let body = Array((row.body.limit > 0 ? "{}" : "").utf8)
    let value = RequestSignature(secret: Array(secret.utf8)).value(
      method: row.verb, path: path ?? row.example, body: body, at: Timestamp(milliseconds: date.milliseconds + offset))
    return "\(RequestSignature.field): \(value)"
  }

  /// The statuses of a refused caller.
  private static let shut: Set<Int> = [401, 403, 409, 415]

  @Test func withoutACredentialOrWithAWrongOne() throws {
    let shop = try Shop()
    let wrong = ["Authorization: Bearer sesame-shut", "Till-Ledger: 0", "\(RequestSignature.field): t=1,v1=00"]
    for row in EmulatorRoutes.all {
      for fields in [[], wrong] {
        let status = try shop.status(row, fields)
        switch row.caller {
        case .anyone, .receiptHolder: #expect(status == 200, "\(row)")
        case .appStore: #expect(status == 400, "\(row)")
        case .appStoreKey, .serverOperator, .app: #expect(status == 401, "\(row)")
        case .device, .deviceOperator: #expect(status == 409, "\(row)")
        }
      }
      if row.caller == .deviceOperator {
        #expect(try shop.status(row, [shop.ledger]) == 401, "\(row)")
        #expect(try shop.status(row, [shop.ledger, "Authorization: Bearer \(Self.token)"]) != 401, "\(row)")
      }
    }
  }

  @Test func withAnothersCredential() async throws {
    let shop = try Shop()
    let other = try await shop.world("other")
    let ledger = "Till-Ledger: \(try #require(try other.string("ledgerId")))"
    for row in EmulatorRoutes.all {
      // A credential of a world is not valid at the server's own App Store, nor the other way round.
      let (theirs, own) = (try shop.bearer(other), try shop.bearer(shop.emulator.document))
      switch row.caller {
      case .appStoreKey:
        #expect(try shop.status(row, [theirs]) == 401, "\(row)")
        #expect(try shop.status(row, [own], at: "/worlds/other" + row.example) == 401, "\(row)")
        #expect(try !Self.shut.contains(shop.status(row, [own])), "\(row)")
      case .device, .deviceOperator:
        let fields = ["Authorization: Bearer \(Self.token)"]
        #expect(try shop.status(row, fields + [ledger]) == 409, "\(row)")
        #expect(try shop.status(row, fields + [shop.ledger], at: "/worlds/other" + row.example) == 409, "\(row)")
      case .serverOperator:
        #expect(try shop.status(row, [own]) == 401, "\(row)")
        #expect(try shop.status(row, [own], at: "/worlds/other" + row.example) == 401, "\(row)")
      case .app:
        #expect(try shop.status(row, [Self.signature(row, secret: "shout")]) == 401, "\(row)")
        #expect(try shop.status(row, [Self.signature(row)], at: "/worlds/nowhere" + row.example) == 404, "\(row)")
      case .anyone, .appStore, .receiptHolder: break
      }
    }
  }

  @Test func withAReplayedCredential() throws {
    let shop = try Shop()
    for row in EmulatorRoutes.all {
      switch row.caller {
      case .appStoreKey:
        #expect(try shop.status(row, [shop.bearer(shop.emulator.document, ends: -1)]) == 401, "\(row)")
      case .app:
        #expect(try !Self.shut.contains(shop.status(row, [Self.signature(row)])), "\(row)")
        #expect(try shop.status(row, [Self.signature(row, at: -301_000)]) == 401, "\(row)")
        #expect(try shop.status(row, [Self.signature(row, path: "/elsewhere")]) == 401, "\(row)")
      case .anyone, .appStore, .receiptHolder, .device, .deviceOperator, .serverOperator: break
      }
    }
  }

  /// Tests requests with valid credentials that only the browser's headers give away.
  @Test func byABrowser() throws {
    let shop = try Shop(isOpen: true)
    for row in EmulatorRoutes.all {
      let key = row.caller == .appStoreKey ? [try shop.bearer(shop.emulator.document)] : []
      let good = key + [shop.ledger]
      for origin in ["http://evil.example", "null", "http://localhost:3000"] {
        #expect(try shop.status(row, good + ["Origin: \(origin)"]) == 403, "\(row)")
      }
      #expect(try shop.status(row, good + ["Origin: http://a", "Origin: http://b"]) == 400, "\(row)")
      #expect(try shop.status(row, good + ["Host: localhost"]) == 400, "\(row)")
      for host in ["evil.example", "localhost.evil.example", "1.2.3.4.evil.example", "127.0.0.1x"] {
        #expect(try shop.status(row, good, host: host) == 403, "\(host) \(row)")
      }
      for host in ["[::1].evil.com", "[::1", "[evil]", "localhost:80:80", "localhost:x", "a@localhost", "[::1]x:80"] {
        #expect(try shop.status(row, good, host: host) == 400, "\(host) \(row)")
      }
      #expect(try shop.status(row, good, at: "http://evil.example" + row.example) == 403, "\(row)")
      guard row.body.types != nil else { continue }
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        #expect(try shop.status(row, good + ["Content-Type: \(type)"]) == 415, "\(row)")
      }
    }
  }

  /// Tests that a refusal is not called an error of the App Store.
  @Test(arguments: [(401, "unauthorized"), (403, "unauthorized"), (404, "usage"), (415, "usage")])
  func aRefusalHasAKindOfItsOwn(status: Int, kind: String) throws {
    let answer = HTTPRefusal(status, "no").response(.control)
    guard case .bytes(let bytes) = answer.body else {
      Issue.record("the answer is a stream")
      return
    }
    let error = try #require(try JSONValue(parsing: bytes).objectValue?["error"]?.objectValue)
    #expect(answer.status == status && error["kind"]?.stringValue == kind)
  }

  /// Tests that a request through a proxy on this machine does not count as local.
  @Test func throughAProxy() throws {
    let (shop, offered) = (try Shop(isOpen: true), try Shop(isOpen: true, publicURL: "https://till.example"))
    let ways = [
      "Forwarded: for=10.0.0.7", "X-Forwarded-For: 10.0.0.7", "X-Forwarded-Proto: https", "Via: 1.1 proxy",
      "X-Real-IP: 10.0.0.7",
    ]
    for row in EmulatorRoutes.all where [.serverOperator, .deviceOperator, .app].contains(row.caller) {
      #expect(try shop.status(row, [shop.ledger]) != 403, "\(row)")
      for way in ways { #expect(try shop.status(row, [shop.ledger, way]) == 403, "\(way) \(row)") }
      #expect(try offered.status(row, [offered.ledger]) == 403, "\(row)")
      #expect(try offered.status(row, [offered.ledger], host: "till.example") == 403, "\(row)")
    }
    let health = try #require(EmulatorRoutes.all.first { $0.path == "/till/health" })
    #expect(try offered.status(health, [], host: "till.example") == 200)
    #expect(try offered.status(health, ["Origin: https://till.example"], host: "till.example") == 200)
  }

  /// Tests that a body larger than the route's limit is refused before it arrives.
  @Test func aBodyThatIsTooLarge() throws {
    let shop = try Shop()
    for row in EmulatorRoutes.all {
      let credentials: [String] =
        switch row.caller {
        case .device, .deviceOperator, .serverOperator: [shop.ledger, "Authorization: Bearer \(Self.token)"]
        default: []
        }
      let client = try RawClient(port: try #require(UInt16(shop.emulator.url.split(separator: ":")[2])))
      let type = row.body.types?.first ?? "application/json"
      client.send(
        (["\(row.verb) \(row.example) HTTP/1.1", "Host: localhost", "Content-Type: \(type)"] + credentials
          + ["Content-Length: \(row.body.limit + 1)"]).joined(separator: "\r\n") + "\r\n\r\n")
      #expect(try client.read(until: "\r\n\r\n").statuses == [413], "\(row)")
    }
  }

  @Test func aPathWithoutARowIsNotAnswered() throws {
    let shop = try Shop(isOpen: true)
    for path in [
      "/", "/till", "/till/v2/x", "/till/v3", "/till/v3/nothing", "/register/x", "/worlds", "/worlds/a", "/x",
    ] {
      let row = Route("GET", path, .anyone, .none, .known, .status)
      #expect(try shop.status(row, [shop.ledger]) == 404, "\(path)")
    }
  }

  /// Tests the requests of Apple's own client, each with its content type.
  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func applesClientComesIn() async throws {
    let shop = try Shop()
    let lines = try String(decoding: Conformance.data("apple-client-requests.jsonl"), as: UTF8.self)
    var count = 0
    for line in lines.split(separator: "\n") {
      let request = try #require(try JSONValue(parsing: line.utf8).objectValue)
      let row = Route(
        try #require(try request.string("m")), try #require(try request.string("p")), .appStoreKey, .none, .known,
        .status)
      let type = try request.string("ct").map { ["Content-Type: \($0)"] } ?? []
      let body = try request.string("body") ?? ""
      let status = try shop.status(
        row, [try shop.bearer(shop.emulator.document)] + type, at: row.path, body: type.isEmpty ? "" : body + " ")
      #expect(![401, 413, 415].contains(status), "\(line)")
      count += 1
    }
    #expect(count == 38)
  }

  @Test func namesAreReadStrictly() {
    for good in ["localhost", "localhost:1", "127.0.0.1:65535", "[::1]", "[::1]:8421", "a-b.c_d"] {
      #expect(HostName(good) != nil, "\(good)")
    }
    for bad in ["", ":80", "a:", "a:65536", "a:+1", "[::1", "::1", "[1.2.3.4]", "a b", "a/b", "[::1]80", "é"] {
      #expect(HostName(bad) == nil, "\(bad)")
    }
    for here in ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"] { #expect(GatePolicy.isLoopback(here)) }
    for there in ["::1234", "10.0.0.1", "128.0.0.1", "127.evil", "-", "::ffff:10.0.0.1"] {
      #expect(!GatePolicy.isLoopback(there), "\(there)")
    }
  }
}

extension Route {
  /// A method that the route accepts.
  fileprivate var verb: String { method == "*" ? "POST" : method }

  /// A path that the route accepts.
  fileprivate var example: String {
    "/"
      + path.split(separator: "/").map { $0 == "**" ? "nothing/here" : $0.hasPrefix("{") ? "1234" : String($0) }
      .joined(separator: "/")
  }
}
