import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.startsPrograms) struct HTTPTransportTests {
  private func address(_ server: TestServer, _ path: String...) throws -> HTTPAddress {
    try HTTPAddress(server.url).appending(path)
  }

  /// Returns the error of a request to a server with one reply.
  private func failure(_ reply: TestReply, limits: HTTPLimits = HTTPLimits()) async throws -> HTTPError {
    let server = try TestServer(replies: [reply])
    let target = try address(server)
    return try #require(
      await #expect(throws: HTTPError.self) { try await HTTPTransport(limits: limits).send(HTTPRequest("GET", target)) }
    )
  }

  @Test func sendsTheGivenRequest() async throws {
    let server = try TestServer { _ in .json(#"{"done":true}"#, status: 202, headers: ["X-Left": "a", "x-right": "b "])
    }
    let target = try HTTPAddress(server.url + "/base/").appending(
      ["a/b", "..", "ü"], query: [("productId", "a b"), ("productId", "c&d"), ("revision", "")])
    let response = try await HTTPTransport().send(
      HTTPRequest(
        "PUT", target, headers: [HTTPHeader("X-Till", "yes"), HTTPHeader("X-None", "")], body: Array("{}".utf8)))

    #expect(response.status == 202 && response.isSuccess)
    #expect(response.header("X-LEFT") == "a")
    #expect(response.header("Content-Type") == "application/json")
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"done":true}"#)
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT")
    #expect(request.target == "/base/a%2Fb/%2E%2E/%C3%BC?productId=a%20b&productId=c%26d&revision=")
    #expect(request.text == "{}")
    #expect(request.headers["x-till"] == "yes")
    #expect(request.headers["x-none"] == "")
    #expect(request.headers["content-type"] == nil && request.headers["expect"] == nil)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "GET"]) func sendsNoBodyWhereThereIsNone(method: String) async throws {
    let server = try TestServer { _ in .answer(status: 204, headers: [:], body: []) }
    let response = try await HTTPTransport().send(HTTPRequest(method, address(server)))
    #expect(response.status == 204 && response.body.isEmpty)
    let request = try #require(server.requests.first)
    #expect(request.method == method && request.body.isEmpty && request.headers["content-type"] == nil)
  }

  @Test func answersThatRefuseAreAnswers() async throws {
    let server = try TestServer(replies: [
      .json("{}", status: 401), .json("{}", status: 302, headers: ["Location": "http://127.0.0.1:1/"]),
      .json("{}", status: 503),
    ])
    let transport = HTTPTransport()
    for (status, isTemporary) in [(401, false), (302, false), (503, true)] {
      let response = try await transport.send(HTTPRequest("GET", address(server)))
      #expect(response.status == status && response.isTemporary == isTemporary && !response.isSuccess)
    }
    #expect(server.requests.count == 3)
  }

  @Test func manyAtOnce() async throws {
    let server = try TestServer { .json("\"\($0.target)\"") }
    let transport = HTTPTransport()
    let bodies = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for number in 0..<100 {
        let target = try address(server, "\(number)")
        group.addTask { (number, try await transport.send(HTTPRequest("GET", target)).body) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = String(decoding: $1.1, as: UTF8.self) }
    }
    #expect(bodies.count == 100 && bodies.allSatisfy { $0.value == "\"/\($0.key)\"" })
  }

  /// Tests many more requests than a server gets at once; a forgotten one would block the rest.
  ///
  /// The timeouts are an hour, so nothing here ends by a timeout.
  @Test(.timeLimit(.minutes(10))) func roundAfterRoundOfMoreThanAServerIsAskedAtOnce() async throws {
    let server = try TestServer { _ in .json("{}") }
    let transport = HTTPTransport(limits: HTTPLimits(connectTimeout: 3_600_000, timeout: 3_600_000))
    for _ in 0..<40 {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<20 {
          let target = try address(server, "\(number)")
          group.addTask { try await transport.send(HTTPRequest("POST", target, body: [1, 2, 3])).status }
        }
        for try await status in group { #expect(status == 200) }
      }
    }
    #expect(server.requests.count == 800)
  }

  @Test func cancellingEndsAWaitAtOnce() async throws {
    let server = try TestServer(replies: [.silence])
    let target = try address(server)
    let transport = HTTPTransport(limits: HTTPLimits(timeout: 3_600_000))
    let task = Task { try await transport.send(HTTPRequest("GET", target)) }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    let error = await #expect(throws: HTTPError.self) { try await task.value }
    #expect(error?.kind == .cancelled)

    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequest("GET", target))
    }
    #expect(await #expect(throws: HTTPError.self) { try await late.value }?.kind == .cancelled)
  }

  @Test(arguments: [
    TestReply.silence,
    .slow(
      head: Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8), body: Array(repeating: 65, count: 1000),
      interval: 100),
  ]) func answersThatTakeTooLong(reply: TestReply) async throws {
    let error = try await failure(reply, limits: HTTPLimits(timeout: 300))
    #expect(error.kind == .timedOut && error.isTemporary)
  }

  @Test(arguments: [
    TestReply.endless(head: Array("HTTP/1.1 200 OK\r\n\r\n".utf8), piece: Array(repeating: 65, count: 4096)),
    .endless(
      head: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8), piece: Array("4\r\nabcd\r\n".utf8)),
    .endless(head: Array("HTTP/1.1 200 OK\r\n".utf8), piece: Array("X-More: and more\r\n".utf8)),
    .text("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"),
  ]) func answersThatAreTooLarge(reply: TestReply) async throws {
    let error = try await failure(reply, limits: HTTPLimits(bodyBytes: 100_000, headBytes: 10_000))
    #expect(error.kind == .tooLarge && !error.isTemporary)
  }

  @Test(arguments: [
    TestReply.text("SSH-2.0-OpenSSH_9.2\r\n\r\n"), .text("{\"no\": \"head\"}\n"), .text("HTTP/9.9 200 OK\r\n\r\n"),
    .text("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"),
  ]) func answersThatAreNotHTTP(reply: TestReply) async throws {
    #expect(try await failure(reply).kind == .malformed)
  }

  @Test(arguments: [
    TestReply.hangUp, .text("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort"), .text("HTTP/1.1 200"),
    .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"),
  ]) func answersThatBreakOff(reply: TestReply) async throws {
    let error = try await failure(reply)
    #expect(error.kind == .interrupted && error.isTemporary, "\(error)")
  }

  @Test func anUnreachableServer() async throws {
    let error = await #expect(throws: HTTPError.self) {
      try await HTTPTransport().send(HTTPRequest("GET", HTTPAddress("http://127.0.0.1:1")))
    }
    #expect(error?.kind == .unreachable && error?.isTemporary == true)
  }

  @Test func onlyTLSIsTakenForTLS() async throws {
    let server = try TestServer(replies: [.text("HTTP/1.1 200 OK\r\n\r\n")])
    let target = try HTTPAddress(server.url.replacing("http://", with: "https://"))
    let error = await #expect(throws: HTTPError.self) { try await HTTPTransport().send(HTTPRequest("GET", target)) }
    #expect(error?.kind == .untrusted)
  }

  @Test func aHeaderCannotBreakTheLine() async throws {
    let server = try TestServer(replies: [.json("{}")])
    for header in [HTTPHeader("X", "a\r\nY: b"), HTTPHeader("X: Y", "a"), HTTPHeader("", "a")] {
      let error = await #expect(throws: HTTPError.self) {
        try await HTTPTransport().send(HTTPRequest("GET", address(server), headers: [header]))
      }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    TestReply.silence,
    .slow(head: Array("HTTP/1.1 200 OK\r\nX-Drip: ".utf8), body: Array(repeating: 65, count: 100_000), interval: 20),
    .slow(
      head: Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8),
      body: Array(String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 1000).utf8), interval: 20),
  ]) func theHeadOfAStreamHasItsTime(reply: TestReply) async throws {
    let server = try TestServer(replies: [reply])
    let target = try address(server)
    let error = await #expect(throws: HTTPError.self) {
      try await HTTPTransport(limits: HTTPLimits(timeout: 1500)).send(HTTPRequest("GET", target)) { _ in true }
    }
    #expect(error?.kind == .timedOut && error?.isTemporary == true)
  }

  @Test func aStreamComesInPieces() async throws {
    let server = try TestServer(replies: [
      .slow(head: Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8), body: Array("abc".utf8), interval: 1)
    ])
    let (pieces, taken) = AsyncStream.makeStream(of: [UInt8].self)
    let response = try await HTTPTransport().send(HTTPRequest("GET", address(server))) { piece in
      taken.yield(piece)
      return true
    }
    taken.finish()
    #expect(response.status == 200 && response.body.isEmpty)
    #expect(await pieces.reduce(into: []) { $0 += $1 } == Array("abc".utf8))
  }
}
