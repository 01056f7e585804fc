import Core
import Foundation

/// A small HTTP server on this machine for tests: it answers as it is told to, also as no server should.
///
/// One thread takes connections, each connection has its own. Everything ends when the server is released.
package final class TestServer: Sendable {
  /// Such as `http://127.0.0.1:40123`.
  package let url: String
  private let core: TestServerCore

  /// Starts a server on a free port.
  ///
  /// - Parameter answer: What it does with each request, on a thread of the server's.
  package init(_ answer: @escaping @Sendable (TestRequest) -> TestReply) throws(TestServerError) {
    core = try TestServerCore(answer)
    url = "http://127.0.0.1:\(core.port)"
    let core = core
    Thread { core.acceptConnections() }.start()
  }

  /// Starts a server that gives each reply once, in order, and the last one from then on.
  package convenience init(replies: [TestReply]) throws(TestServerError) {
    let next = Mutex(0)
    try self.init { _ in
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      return replies.isEmpty ? .hangUp : replies[min(index, replies.count - 1)]
    }
  }

  deinit { core.stop() }

  /// What was asked so far, in the order of arrival.
  package var requests: [TestRequest] { core.requests.withLock { $0 } }
}

/// A request as it came.
package struct TestRequest: Hashable, Sendable {
  package let method: String
  /// Path and query, as they came.
  package let target: String
  /// Names in lower-case letters.
  package let headers: [String: String]
  package let body: [UInt8]

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// What a test server does with a request.
package enum TestReply: Sendable {
  /// A proper answer; its length is told, and the connection goes on.
  case answer(status: Int, headers: [String: String], body: [UInt8])
  /// Exactly these bytes, then the end of the connection.
  case bytes([UInt8])
  /// These bytes, then the piece again and again until the client hangs up.
  case endless(head: [UInt8], piece: [UInt8])
  /// These bytes, then one byte of the body every so many milliseconds.
  case slow(head: [UInt8], body: [UInt8], interval: Int32)
  /// Nothing until the client hangs up.
  case silence
  /// The end of the connection, at once.
  case hangUp

  /// A proper answer in JSON.
  package static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> TestReply {
    .answer(
      status: status, headers: headers.merging(["Content-Type": "application/json"]) { given, _ in given },
      body: Array(text.utf8))
  }

  /// Exactly this text, then the end of the connection.
  package static func text(_ text: String) -> TestReply { .bytes(Array(text.utf8)) }
}

/// Why there is no test server.
package struct TestServerError: Error, CustomStringConvertible {
  package let description: String
}
