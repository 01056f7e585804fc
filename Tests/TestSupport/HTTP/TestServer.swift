import Core
import Foundation

/// A small HTTP server on this machine for tests, which can also answer as no server should.
///
/// One thread accepts connections, and each connection has a thread of its own. All of them end when the server is
/// released.
package final class TestServer: Sendable {
  /// The server's address, such as `http://127.0.0.1:40123`.
  package let url: String
  private let core: TestServerCore

  /// Starts a server on a free port.
  ///
  /// - Parameter answer: Returns the reply to each request; called on a thread of the server.
  package init(_ answer: @escaping @Sendable (TestRequest) -> TestReply) throws(TestServerError) {
    core = try TestServerCore(answer)
    url = "http://127.0.0.1:\(core.port)"
    let core = core
    Thread { core.acceptConnections() }.start()
  }

  /// Starts a server that gives each reply once, in order, and repeats the last one.
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

  /// The requests so far, in the order of arrival.
  package var requests: [TestRequest] { core.requests.withLock { $0 } }
}

/// A request as it arrived.
package struct TestRequest: Hashable, Sendable {
  package let method: String
  /// Path and query, as they arrived.
  package let target: String
  /// The header fields, with names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// A reply of a test server to a request.
package enum TestReply: Sendable {
  /// A complete answer with its length; the connection stays open.
  case answer(status: Int, headers: [String: String], body: [UInt8])
  /// Exactly these bytes, then the end of the connection.
  case bytes([UInt8])
  /// These bytes, then the piece again and again until the client closes the connection.
  case endless(head: [UInt8], piece: [UInt8])
  /// These bytes, then one byte of the body after each interval, in milliseconds.
  case slow(head: [UInt8], body: [UInt8], interval: Int32)
  /// Nothing, until the client closes the connection.
  case silence
  /// The end of the connection, at once.
  case hangUp

  /// Returns a complete answer in JSON.
  package static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> TestReply {
    .answer(
      status: status, headers: headers.merging(["Content-Type": "application/json"]) { given, _ in given },
      body: Array(text.utf8))
  }

  /// Returns exactly this text, then the end of the connection.
  package static func text(_ text: String) -> TestReply { .bytes(Array(text.utf8)) }
}

/// The reason why a test server could not be started.
package struct TestServerError: Error, CustomStringConvertible {
  package let description: String
}
