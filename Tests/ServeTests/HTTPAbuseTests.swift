import Core
import Foundation
import TestSupport
import Testing

@testable import Serve

/// Tests of malformed and hostile requests: the server answers with a status or closes, and stays up.
@Suite(.startsPrograms) struct HTTPAbuseTests {
  /// Returns a server that answers with its reading of the request.
  static func echo(_ settings: HTTPServerSettings = HTTPServerSettings()) throws -> HTTPServer {
    try HTTPServer(settings) { request in
      let query = request.head.target.query.map { "\($0.name)=\($0.value)" }
      return HTTPResponse(json: [
        "method": .string(request.method), "path": .strings(request.path), "query": .strings(query),
        "body": .number(request.body.count),
      ])
    }
  }

  /// Sends a text on a new connection, ends the sending side if asked, and returns the answer.
  private func answer(to request: String, closing: Bool = true) throws -> String {
    var settings = HTTPServerSettings()
    settings.timeout = 5
    let server = try Self.echo(settings)
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send(request)
    if closing { client.finishSending() }
    let answer = try client.readToEnd()
    // The server serves the next request in any case.
    let next = try RawClient(port: server.port)
    next.send("GET /after HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(try next.readToEnd().contains(#""path":["after"]"#))
    return answer
  }

  private static let close = "Connection: close\r\n\r\n"

  @Test func plain() throws {
    let answer = try answer(to: "GET /a/b%20c?d=e+f&d=%2F HTTP/1.1\r\nHost: x\r\n\(Self.close)")
    #expect(answer.statuses == [200])
    #expect(answer.contains("Content-Type: application/json\r\n"))
    #expect(answer.contains(#"{"method":"GET","path":["a","b c"],"query":["d=e f","d=/"],"body":0}"#))
  }

  /// A request, and the statuses that are right answers to it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let request: String
    let statuses: [Int]

    init(_ name: String, _ request: String, _ statuses: Int...) {
      self.name = name
      self.request = request
      self.statuses = statuses
    }

    var testDescription: String { name }
  }

  private static let cases: [Case] = [
    Case("no Host", "GET / HTTP/1.1\r\n\(close)", 400),
    Case("two Hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\(close)", 400),
    Case("differing lengths", post("Content-Length: 1\r\nContent-Length: 2", "ab"), 400),
    Case("negative length", post("Content-Length: -1", "a"), 400),
    Case("signed length", post("Content-Length: +1", "a"), 400),
    Case("huge length", post("Content-Length: 99999999999999999999999", "a"), 400, 413),
    Case("list of lengths", post("Content-Length: 1, 1", "a"), 400),
    Case("huge chunk", post("Transfer-Encoding: chunked", "fffffffffffffffffff\r\na\r\n0\r\n\r\n"), 400, 413),
    Case("unknown coding", post("Transfer-Encoding: gzip", ""), 501),
    Case("large body", post("Content-Length: 65537", ""), 413),
    Case("escaped NUL in the path", get("/a%00b"), 400),
    Case("escaped slash in the path", get("/a%2Fb"), 400),
    Case("escaped controls in the path", get("/a%0a%1b[2J"), 400),
    Case("dots", get("/a/../b"), 400),
    Case("escaped dots", get("/a/%2e%2E/b"), 400),
    Case("no escape", get("/a%zz"), 400),
    Case("no UTF-8", get("/a%ff%fe"), 400),
    Case("escaped NUL in the query", get("/?a=%00"), 400),
    Case("asterisk", get("*"), 400),
    Case("NUL in the path", get("/a\0b"), 400),
    Case("absolute form", get("http://x/a"), 200),
    Case("long method", "\(String(repeating: "M", count: 1024)) / HTTP/1.1\r\nHost: x\r\n\(close)", 501),
    Case("unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\(close)", 501),
    Case("HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 200),
    Case("HTTP/9.9", "GET / HTTP/9.9\r\nHost: x\r\n\(close)", 505),
    Case("large field", get("/", "X: \(String(repeating: "a", count: 40_000))\r\n"), 431),
    Case("many fields", get("/", (0..<5_000).map { "X\($0): y\r\n" }.joined()), 431),
    Case("long target", get("/\(String(repeating: "a", count: 40_000))"), 414),
    Case("two Origins", get("/", "Origin: http://a\r\nOrigin: http://b\r\n"), 400),
    Case("bare LF", "GET / HTTP/1.1\nHost: x\n\n", 400),
    Case("bare CR", "GET / HTTP/1.1\rHost: x\r\r", 400),
    Case("bare LF behind the first line", "GET / HTTP/1.1\nHost: x\r\n\r\n", 400),
    Case("bare LF behind a field", get("/", "A: b\n"), 400),
    Case("bare CR in a field", get("/", "A: b\rC: d\r\n"), 400),
    Case("bare LF as the empty line", "GET / HTTP/1.1\r\nHost: x\r\n\n", 400),
    Case("space before the colon", get("/", "A : x\r\n"), 400),
    Case("tab before the colon", get("/", "A\t: x\r\n"), 400),
    Case("space before a field", "GET / HTTP/1.1\r\n Host: x\r\n\r\n", 400),
    Case("no name", get("/", ": x\r\n"), 400),
    Case("name with a slash", get("/", "A/B: x\r\n"), 400),
    Case("folded field", get("/", "A: b\r\n folded\r\n"), 400),
    Case("field folded by a tab", get("/", "A: b\r\n\tfolded\r\n"), 400),
    Case("folded last field", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400),
    Case("NUL in a field", get("/", "A: b\0c\r\n"), 400),
    Case("NUL at the end of a field", get("/", "A: b\0\r\n"), 400),
    Case("control in a field", get("/", "A: b\u{1}c\r\n"), 400),
    // Well-formed requests are accepted.
    Case("empty field", get("/", "A:\r\nB: \r\nC:d\r\nE:\t e \t\r\n"), 200),
    Case("a field twice", get("/", "Cookie: a=b; c=d\r\nA: b\r\nA: c\r\n"), 200),
    Case("long fields", get("/", (0..<20).map { "X\($0): \(String(repeating: "y", count: 500))\r\n" }.joined()), 200),
    Case("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 505),
    Case("TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}", 400),
    Case("nothing", ""), Case("empty lines", "\r\n\r\n\r\n", 400), Case("a word", "GET"),
  ]

  private static func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\(close)"
  }

  private static func post(_ field: String, _ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\(close)\(body)"
  }

  /// Tests that the server answers with one right status, or closes; the rest is never taken for a second request.
  @Test(arguments: cases)
  func abuse(_ abuse: Case) throws {
    let text = try answer(to: abuse.request)
    // The library may send the head of its own refusal twice before it closes.
    let statuses = Set(text.statuses)
    #expect(statuses.count <= 1 && statuses.isSubset(of: abuse.statuses), "\(text)")
  }

  @Test func aLengthAndChunksTogether() throws {
    let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    let answer = try answer(
      to: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(smuggled)")
    #expect(answer.statuses == [400])
    #expect(!answer.contains("smuggled"))
  }

  private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

  /// Tests heads that two parsers may read differently.
  ///
  /// The text that one of them takes for the body is never run as a request.
  @Test(arguments: [
    "Content-Length : \(smuggled.utf8.count)\r\n", "Content-Length\t: \(smuggled.utf8.count)\r\n",
    "Content-Length:\r\n \(smuggled.utf8.count)\r\n", "Content-Length: 0\r\n\t\(smuggled.utf8.count)\r\n",
    "X: y\r\n Content-Length: \(smuggled.utf8.count)\r\n", "Transfer-Encoding : chunked\r\n",
    "Transfer-Encoding:\r\n chunked\r\n", "Content-Length: 3\nContent-Length: 4\r\n",
    "Content-Length: 0\r\nContent-Length: \(smuggled.utf8.count)\r\n", "Content-Length: 1, 1\r\n",
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked, chunked\r\n",
    "X: y\rContent-Length: \(smuggled.utf8.count)\r\n", "X\0: y\r\n",
  ])
  func aBodyIsNeverARequest(_ fields: String) throws {
    let answer = try answer(
      to: "POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\(Self.smuggled)\(Self.smuggled)", closing: false)
    #expect(Set(answer.statuses).isSubset(of: [400, 501]) && !answer.statuses.isEmpty, "\(answer)")
    #expect(!answer.contains("smuggled"))
  }

  /// Tests that a head which arrives in pieces is read like one that arrives at once.
  @Test func aHeadInPieces() throws {
    let server = try Self.echo()
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    let fields = (0..<24).map { "X\($0): \(String(repeating: "z", count: 400))\r\n" }.joined()
    for piece in Array("GET /pieces HTTP/1.1\r\nHost: x\r\n\(fields)\(Self.close)".utf8).chunks(of: 97) {
      client.send(piece)
      usleep(1000)
    }
    #expect(try client.readToEnd().contains(#""path":["pieces"]"#))
  }

  @Test func pipelined() throws {
    let one = "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
    let answer = try answer(to: one + "GET /3 HTTP/1.1\r\nHost: x\r\n\(Self.close)", closing: false)
    #expect(answer.statuses == [200, 200, 200])
    for number in 1...3 { #expect(answer.contains(#""path":["\#(number)"]"#)) }
  }

  @Test func expectContinue() throws {
    let server = try Self.echo()
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\(Self.close)")
    #expect(try client.read(until: "100 Continue").statuses == [100])
    client.send("abc")
    #expect(try client.readToEnd().contains(#""body":3}"#))
  }

  @Test func bodies() throws {
    let limit = HTTPServerSettings().bodyLimit
    let body = String(repeating: "a", count: limit)
    let whole = try answer(
      to: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(limit)\r\n\(Self.close)\(body)", closing: false)
    #expect(whole.contains(#""body":\#(limit)}"#))
    let chunks = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\(Self.close)"
    let chunked = try answer(to: chunks + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", closing: false)
    #expect(chunked.contains(#""body":5}"#))
    let large = try answer(
      to: chunks + "\(String(limit + 1, radix: 16))\r\n\(body)a\r\n0\r\n\r\n", closing: false)
    #expect(large.statuses == [413])
  }

  @Test func anEndlessBodyIsCutOff() throws {
    let server = try Self.echo()
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
    var sent = 0
    while client.send(chunk), sent < 1000 { sent += 1 }
    #expect(sent < 1000)
  }

  @Test func aBodyThatDripsIsCutOff() throws {
    var settings = HTTPServerSettings()
    settings.arrivalLimit = 1
    let server = try Self.echo(settings)
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n")
    var sent = 0
    while client.send("a"), sent < 4000 {
      sent += 1
      usleep(20_000)
    }
    #expect(sent < 4000)
  }

  /// Tests a head that arrives byte by byte, since the library's own time limit starts again with each byte.
  @Test func aHeadThatDripsIsCutOff() throws {
    var settings = HTTPServerSettings()
    settings.arrivalLimit = 1
    let server = try Self.echo(settings)
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: x\r\n")
    let begin = ContinuousClock.now
    while client.send("a"), begin.duration(to: .now) < .seconds(120) { usleep(20_000) }
    #expect(begin.duration(to: .now) < .seconds(120))
  }

  /// Tests that unfinished bodies share a memory limit: the oldest of them are refused to make room.
  @Test func manyHalfBodiesShareTheRoomThatThereIs() throws {
    var settings = HTTPServerSettings()
    settings.byteLimit = 256 << 10
    let server = try Self.echo(settings)
    defer { server.stop() }
    let half = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n" + String(repeating: "a", count: 50_000)
    let clients = try (0..<12).map { _ in
      let client = try RawClient(port: server.port)
      client.send(half)
      usleep(20_000)
      return client
    }
    #expect(server.core.connections.heldBytes <= 256 << 10)
    #expect(try clients[0].readToEnd().statuses == [503])
    clients[11].send(String(repeating: "a", count: 10_000))
    #expect(try clients[11].read(until: "60000").contains(#""body":60000"#))
    _ = clients
  }

  /// Tests that a new connection is accepted although others hold all allowed ones: the oldest is closed.
  @Test func whoWaitsLongestMakesRoomForANewConnection() throws {
    var settings = HTTPServerSettings()
    settings.connectionLimit = 8
    let server = try Self.echo(settings)
    defer { server.stop() }
    let slow = try (0..<100).map { _ in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nX: ")
      return client
    }
    let next = try RawClient(port: server.port)
    next.send("GET /after HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(try next.readToEnd().contains("after"))
    #expect(try slow[0].readToEnd().isEmpty)
  }

  @Test func halfARequestThenSilence() throws {
    var settings = HTTPServerSettings()
    settings.timeout = 1
    let server = try Self.echo(settings)
    defer { server.stop() }
    for half in ["GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"] {
      let client = try RawClient(port: server.port)
      client.send(half)
      #expect(try client.readToEnd().statuses.allSatisfy { $0 == 408 })
    }
  }
}
