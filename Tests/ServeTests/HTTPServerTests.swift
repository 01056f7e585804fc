import Core
import Foundation
import TestSupport
import Testing

@testable import Serve

@Suite(.startsPrograms) struct HTTPServerTests {
  private static let get = "GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  @Test func listensOnLoopbackOnly() throws {
    let server = try HTTPAbuseTests.echo()
    defer { server.stop() }
    #expect(server.port != 0)
    #expect(HTTPServerSettings().host == "127.0.0.1")
    #expect(throws: HTTPServerError.self) {
      try HTTPServer(HTTPServerSettings(port: server.port)) { _ in HTTPResponse(200) }
    }
    #expect(throws: HTTPServerError.self) {
      try HTTPServer(HTTPServerSettings(host: "no such host")) { _ in HTTPResponse(200) }
    }
  }

  @Test func anAnswerWithoutBodyHasNoType() throws {
    let server = try HTTPServer { _ in HTTPResponse(401) }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send(Self.get)
    let answer = try client.readToEnd()
    #expect(answer.statuses == [401])
    #expect(!answer.contains("Content-Type"))
    #expect(answer.contains("Content-Length: 0\r\n"))
  }

  @Test func aWaitingHandlerDelaysNoOtherRequest() throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try HTTPServer { request in
      if request.path == ["slow"] { wait(gate) }
      return HTTPResponse(204)
    }
    defer { server.stop() }
    let slow = try RawClient(port: server.port)
    slow.send("GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    for _ in 0..<20 {
      let fast = try RawClient(port: server.port)
      fast.send(Self.get)
      #expect(try fast.readToEnd().statuses == [204])
    }
    gate.signal()
    #expect(try slow.readToEnd().statuses == [204])
  }

  /// Tests requests that begin while the server stops.
  ///
  /// They must not be suspended, because the library would end the process.
  @Test func requestsThatBeginWhileTheServerStopsEndNothing() throws {
    for _ in 0..<150 {
      let server = try HTTPServer { _ in
        await Task.yield()
        return HTTPResponse(204)
      }
      let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
      for client in clients { client.send(String(repeating: "GET /x HTTP/1.1\r\nHost: x\r\n\r\n", count: 100)) }
      server.stop()
      #expect(server.core.exchangeCount == 0)
    }
  }

  @Test func aThousandIdleConnections() throws {
    let server = try HTTPAbuseTests.echo()
    defer { server.stop() }
    let before = residentBytes()
    let idle = try (0..<1000).map { _ in try RawClient(port: server.port) }
    let client = try RawClient(port: server.port)
    client.send(Self.get)
    #expect(try client.readToEnd().statuses == [200])
    // The limit covers a head's memory for each connection, and some more.
    #expect(residentBytes() - before < 80 << 20)
    withExtendedLifetime(idle) {}
  }

  @Test func streams() throws {
    let (stream, source) = AsyncStream.makeStream(of: [UInt8].self)
    let ended = DispatchSemaphore(value: 0)
    source.onTermination = { _ in ended.signal() }
    let server = try HTTPServer { _ in HTTPResponse(stream: stream, contentType: "text/event-stream") }
    defer { server.stop() }
    do {
      let client = try RawClient(port: server.port)
      client.send("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.read(until: "\r\n\r\n").contains("text/event-stream"))
      source.yield(Array("data: one\n\n".utf8))
      #expect(try client.read(until: "one\n\n").contains("data: one"))
      let large = String(repeating: "b", count: 100_000)
      source.yield(Array(large.utf8))
      source.yield(Array("end\n\n".utf8))
      #expect(try client.read(until: "end\n\n").filter { $0 == "b" }.count == 100_000)
    }
    // The client has left. The server notices it at one of the next parts, and ends the source.
    let isOver = Mutex(false)
    let feeder = Thread {
      while !isOver.withLock({ $0 }) {
        source.yield(Array(": still here\n\n".utf8))
        usleep(2_000)
      }
    }
    feeder.start()
    #expect(ended.wait(timeout: .now() + 60) == .success)
    isOver.withLock { $0 = true }
  }

  @Test func stopsWithRequestsAndStreamsUnderWay() async throws {
    let (stream, source) = AsyncStream.makeStream(of: [UInt8].self)
    let entered = DispatchSemaphore(value: 0)
    let server = try HTTPServer { request in
      if request.path == ["stream"] { return HTTPResponse(stream: stream, contentType: "text/event-stream") }
      entered.signal()
      // The sleep ends when the server cancels it.
      try? await Task.sleep(for: .seconds(600))
      return HTTPResponse(200)
    }
    let streaming = try RawClient(port: server.port)
    streaming.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try streaming.read(until: "\r\n\r\n").statuses == [200])
    let waiting = try RawClient(port: server.port)
    waiting.send(Self.get)
    wait(entered)
    server.stop()
    server.stop()
    #expect(try waiting.readToEnd().statuses.allSatisfy { $0 == 503 })
    #expect(try streaming.readToEnd().statuses.isEmpty)
    #expect(server.core.exchangeCount == 0)
    withExtendedLifetime(source) {}
  }

  @Test func logsItsAnswers() throws {
    let lines = Mutex<[HTTPLogEntry]>([])
    let server = try HTTPServer(log: { entry in lines.withLock { $0.append(entry) } }) { _ in HTTPResponse(404) }
    let client = try RawClient(port: server.port)
    client.send("GET /a%1b[2J HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    _ = try client.readToEnd()
    server.stop()
    let entry = try #require(lines.withLock { $0.first })
    #expect(entry.status == 400)
    #expect(entry.client == "127.0.0.1")
    #expect(entry.line.hasPrefix("127.0.0.1 "))
    #expect(entry.line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(lines.withLock { $0.count } == 1)
  }
}

/// Blocks the calling thread; a separate function, because a handler is asynchronous.
private func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

/// Returns the resident memory of this process in bytes.
private func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}
