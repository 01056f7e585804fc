import AppStoreEmulator
import Locks
import StrictJSON

/// An app's server that takes notifications.
final class LoadInbox: Sendable {
  /// Where notifications are to be posted.
  let url: String
  /// How often each notification came, by its signed text.
  private let arrived = Arrived()
  private let server: HTTPServer

  private final class Arrived: Sendable {
    let counts = Mutex<[String: Int]>([:])
  }

  /// Begins to listen.
  init() throws {
    let arrived = arrived
    server = try HTTPServer { request in
      guard case .object(let body) = try? JSONValue(parsing: request.body),
        let signed = body["signedPayload"]?.stringValue
      else { return HTTPResponse(400) }
      arrived.counts.withLock { $0[signed, default: 0] += 1 }
      return HTTPResponse(200)
    }
    url = "http://127.0.0.1:\(server.port)/notifications"
  }

  /// The signed texts that came.
  var payloads: Set<String> { arrived.counts.withLock { Set($0.keys) } }

  func stop() { server.stop() }
}
