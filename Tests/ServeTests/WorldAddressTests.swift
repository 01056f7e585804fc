import AppStoreModel
import Core
import Foundation
import HTTP
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests of addresses of worlds, for clients that replace the path of a URL and for clients in containers.
@Suite(.startsPrograms) struct WorldAddressTests {
  private final class Shop {
    let directory = ScratchFolder.url.appendingPathComponent("address-\(UUID().uuidString)")
    let emulator: Emulator

    init(connections: Int = 100, _ change: (inout EmulatorOptions) throws -> Void = { _ in }) throws {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      var contents = LedgerContents(catalogue: ControlClient.catalogue, seed: 3)
      contents.clock = Timestamp(utc: "2026-03-01")
      let store = try SimulatedAppStore(path: directory.path + "/appstore.db", contents: contents)
      var options = EmulatorOptions()
      options.patience = 0
      options.allowedHosts = ["appstore"]
      try change(&options)
      var settings = HTTPServerSettings()
      settings.connectionLimit = connections
      // On a busy machine a test may rest for long between two steps.
      settings.arrivalLimit = 600
      emulator = try Emulator(store, directory: directory.path, settings: settings, options: options)
    }

    deinit {
      emulator.stop()
      try? FileManager.default.removeItem(at: directory)
    }

    var port: UInt16 { UInt16(emulator.url.split(separator: ":")[2]) ?? 0 }

    /// Sends a request to a port with a Host field.
    func ask(
      _ method: String, _ path: String, _ body: JSONObject? = nil, host: String? = nil, at port: UInt16? = nil,
      fields: [String] = []
    ) throws -> (status: Int, json: JSONObject) {
      let port = port ?? self.port
      let client = try RawClient(port: port)
      let bytes = body.map { JSONValue.object($0).serialized() } ?? ""
      var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + fields
      if !bytes.isEmpty { lines += ["Content-Type: application/json", "Content-Length: \(bytes.utf8.count)"] }
      client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + bytes)
      let answer = try client.readToEnd()
      let status = try #require(answer.statuses.first)
      let text = answer.range(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
      return (status, (try? JSONValue(parsing: Array(text.utf8)).objectValue) ?? [:])
    }

    func make(_ body: JSONObject = [:], host: String? = nil) throws -> JSONObject {
      let made = try ask("POST", "/till/v1/worlds", body, host: host)
      #expect(made.status == 201, "\(made.json)")
      return made.json
    }
  }

  /// Resolves a URL as Apple's clients for Java and Swift do, which lose the path of the base URL.
  ///
  /// Java calls `urlBase.resolve(path)`, Swift sets `urlComponents.path = path`.
  private func resolved(_ base: String, _ path: String) throws -> (port: UInt16, host: String, path: String) {
    let java = try #require(URL(string: path, relativeTo: URL(string: base))).absoluteURL
    var swift = try #require(URLComponents(string: base))
    swift.path = path
    #expect(swift.url == java)
    let authority = "\(try #require(java.host))" + (java.port.map { ":\($0)" } ?? "")
    return (UInt16(java.port ?? 80), authority, java.path)
  }

  private func port(of world: JSONObject) throws -> UInt16 {
    let port = try #require(try world.int64("port"))
    return try #require(UInt16(exactly: port))
  }

  private func bearer(_ world: JSONObject) throws -> String {
    let key = try TokenKey(
      keyId: #require(try world.string("keyId")), pem: #require(try world.string("privateKey")))
    let seconds = Timestamp.machine.milliseconds / 1000
    return "Authorization: Bearer "
      + (try key.token([
        "iss": try #require(world["issuerId"]), "bid": try #require(world["bundleId"]), "aud": "appstoreconnect-v1",
        "exp": .number(seconds + 300),
      ]))
  }

  @Test func clientsThatReplaceThePathReachAWorldByItsPortAndByItsName() throws {
    let shop = try Shop()
    for body in [["name": "Ports", "port": 0], ["name": "Names"]] as [JSONObject] {
      let world = try shop.make(body)
      let name = try #require(try world.string("name"))
      let bought = try shop.ask("POST", "/worlds/\(name)/till/v1/verb/buy", ["product": "pro"])
      let id = try #require(try bought.json.string("transactionId"))
      let base = try #require(try world.string(name == "Ports" ? "url" : "hostUrl"))
      let url = try resolved(base, "/inApps/v1/transactions/\(id)")
      let found = try shop.ask("GET", url.path, host: url.host, at: url.port, fields: [try bearer(world)])
      #expect(found.status == 200 && found.json["signedTransactionInfo"] != nil, "\(base) \(found)")
      // At its own address a world shows only itself.
      #expect(try shop.ask("GET", "/till/v1/worlds", host: url.host, at: url.port).status == 404)
      #expect(try shop.ask("GET", "/worlds/\(name)/till/health", host: url.host, at: url.port).status == 404)
      let identity = try shop.ask("GET", "/till/v1/identity", host: url.host, at: url.port).json
      #expect(identity["keyId"] == world["keyId"] && identity["url"] == .string(base), "\(identity)")
      // Without the path the request reaches the server's own App Store, which knows neither the key nor the
      // transaction.
      let path = try #require(try world.string("pathUrl"))
      let lost = try resolved(path, "/inApps/v1/transactions/\(id)")
      #expect(try shop.ask("GET", lost.path, host: lost.host, fields: [try bearer(world)]).status == 401)
    }
    #expect(try shop.ask("GET", "/till/health", host: "nobody.localhost").status == 404)
    #expect(try shop.ask("GET", "/till/health", host: "ports.evil.example").status == 403)
    #expect(try shop.ask("POST", "/till/v1/worlds", ["name": "ports"]).status == 409, "one name for hosts")
  }

  @Test func aWorldsPortEndsWithIt() throws {
    let shop = try Shop()
    let world = try shop.make(["name": "a", "port": 0])
    let port = try port(of: world)
    #expect(try shop.ask("GET", "/till/health", at: port).status == 200)
    #expect(try shop.ask("POST", "/till/v1/worlds", ["port": .number(Int64(port))]).status == 409, "it is taken")
    #expect(try shop.ask("POST", "/till/v1/worlds", ["port": 70_000]).status == 400)
    #expect(try shop.ask("DELETE", "/till/v1/worlds/a").status == 200)
    // The server's thread closes the port soon, and then another world can use it.
    let end = ContinuousClock.now + .seconds(60)
    var status = 409
    while status == 409, ContinuousClock.now < end {
      status = try shop.ask("POST", "/till/v1/worlds", ["name": "b", "port": .number(Int64(port))]).status
    }
    #expect(status == 201)
    #expect(try shop.ask("GET", "/till/health", at: port).status == 200)
  }

  @Test func allPortsShareOneLimitOfConnections() throws {
    let shop = try Shop(connections: 6)
    let port = try self.port(of: shop.make(["port": 0]))
    let request = "GET /till/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    // Each port has a thread of its own; an answer shows that it has accepted this connection and those before it.
    let first = try (0..<5).map { _ in try RawClient(port: shop.port) }
    let last = try RawClient(port: shop.port)
    last.send(request)
    #expect(try last.read(until: "}").statuses == [200])
    // They ask at once, for the server closes a connection that has sent no request for a while.
    let more = try (0..<5).map { _ in
      let client = try RawClient(port: port)
      client.send(request)
      return client
    }
    // The oldest connections were closed to make room, although the new ones came to another port.
    for client in first { #expect(client.read() == []) }
    last.send(request)
    #expect(try last.read(until: "}").statuses == [200])
    for client in more { #expect(try client.read(until: "\r\n\r\n").statuses == [200]) }
  }

  @Test func eachWorldHasOneOfThePortsThatAreForThem() throws {
    // Below the ports that the system assigns, so that no other test gets one of them meanwhile.
    let first = try #require(
      (0..<50).lazy.map { _ in UInt16.random(in: 15_000..<30_000) }
        .first { port in
          (port...port + 1).allSatisfy {
            (try? Shop().ask("POST", "/till/v1/worlds", ["port": .number(Int64($0))]))?.status == 201
          }
        })
    let shop = try Shop { $0.worldPorts = first...min(first + 1, .max) }
    let ports = try (0..<2).map { _ in try #require(try shop.make().int64("port")) }
    #expect(Set(ports) == [Int64(first), Int64(first) + 1])
    let more = try shop.ask("POST", "/till/v1/worlds", [:])
    #expect(more.status == 409)
    #expect(try more.json.object("error")?.string("message")?.contains("--world-ports") == true)
    #expect(try shop.ask("POST", "/till/v1/worlds", ["port": 9]).status == 400)
    #expect(try shop.ask("DELETE", "/till/v1/worlds/w1").status == 200)
  }

  @Test func aContainerIsToldTheAddressThatItAskedFor() throws {
    let shop = try Shop()
    let world = try shop.make(["name": "w2", "port": 0], host: "appstore:21032")
    let port = try #require(try world.int64("port"))
    #expect(world["pathUrl"] == "http://appstore:21032/worlds/w2")
    #expect(world["hostUrl"] == "http://w2.appstore:21032")
    #expect(world["url"] == .string("http://appstore:\(port)"))
    #expect(try shop.ask("GET", "/till/v1/identity", host: "appstore:21032").json["url"] == "http://appstore:21032")
    let named = try shop.ask("GET", "/till/v1/identity", host: "w2.appstore:21032")
    #expect(named.json["url"] == "http://w2.appstore:21032" && named.json["keyId"] == world["keyId"])
    let other = try shop.make(["name": "w3"], host: "10.0.0.7:8421")
    #expect(other["url"] == "http://10.0.0.7:8421/worlds/w3" && other["hostUrl"] == nil)
    let listed = try #require(
      try shop.ask("GET", "/till/v1/worlds", host: "appstore:1").json.objects("worlds")?.last)
    #expect(listed["url"] == "http://appstore:1/worlds/w3")
  }

  @Test func aProxysAddressIsThatOfThePublicURL() throws {
    let shop = try Shop {
      $0.publicURL = try HTTPAddress("https://ci.example/till")
      $0.controlToken = "sesame-open"
    }
    let token = ["Authorization: Bearer sesame-open"]
    let made = try shop.ask("POST", "/till/v1/worlds", ["name": "w", "port": 0], host: "ci.example", fields: token)
    #expect(made.json["pathUrl"] == "https://ci.example/till/worlds/w" && made.json["hostUrl"] == nil)
    let port = try port(of: made.json)
    #expect(made.json["url"] == .string("http://ci.example:\(port)"))
  }

  // MARK: Contents

  @Test func whatClientsNeedIsToldAndLedgersKeysAreNot() throws {
    let shop = try Shop()
    let main = try shop.ask("GET", "/till/v1/identity").json
    let world = try shop.make(["name": "a"])
    for document in [main, world] {
      func file(_ member: String) throws -> String {
        try String(contentsOfFile: #require(try document.string(member)), encoding: .utf8)
      }
      #expect(try document.string("privateKey") == file("privateKeyFile"))
      #expect(try document.string("sharedSecret") == file("sharedSecretFile").trimmingCharacters(in: .newlines))
      #expect(try document.string("rootCertificatePEM") == file("rootCertificatePEMFile"))
      let path = try #require(try document.string("rootCertificateFile"))
      let der = try Data(contentsOf: URL(filePath: path))
      #expect(try document.string("rootCertificate") == der.base64EncodedString())
      // Only the App Store Connect key is in the document, never the signing key.
      #expect(JSONValue.object(document).serialized().components(separatedBy: "PRIVATE KEY-----").count == 3)
    }
    #expect(main["keyId"] != world["keyId"])
    #expect(main["rootCertificate"] == world["rootCertificate"], "one root for all worlds")
    #expect(try shop.make(["ownRoot": true])["rootCertificate"] != main["rootCertificate"])
    #expect(shop.emulator.document["privateKey"] == nil, "what is printed names files")
  }

  @Test func aTestersOwnKeyIsToldToNobody() throws {
    let made = try Shop()
    let key = try #require(try made.emulator.document.string("privateKeyFile"))
    let shop = try Shop { $0.credentials.keyFile = key }
    for document in [try shop.ask("GET", "/till/v1/identity").json, try shop.make()] {
      #expect(document["privateKey"] == nil && document["sharedSecret"] != nil)
      #expect(!JSONValue.object(document).serialized().contains("PRIVATE KEY"))
    }
  }

  @Test func theFolderOfAWorldThatWasLeftIsSwept() throws {
    let shop = try Shop()
    let left = shop.directory.path + "/worlds/left"
    let linked = shop.directory.path + "/elsewhere"
    _ = try shop.make(["name": "left"])
    let files = try FileManager.default.contentsOfDirectory(atPath: left)
    #expect(files.contains("appstore.db"))
    shop.emulator.stop()
    // The folder of a killed server, and a link that another user of the machine made.
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: linked, withIntermediateDirectories: true)
    for path in [left + "/appstore.db", left + "/AuthKey_X.p8", linked + "/mine"] {
      try "x".write(toFile: path, atomically: false, encoding: .utf8)
    }
    try FileManager.default.createSymbolicLink(
      atPath: shop.directory.path + "/worlds/link", withDestinationPath: linked)
    let store = try SimulatedAppStore(path: shop.directory.path + "/appstore.db")
    let next = try Emulator(store, directory: shop.directory.path)
    defer { next.stop() }
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(FileManager.default.fileExists(atPath: linked + "/mine"))
  }
}
