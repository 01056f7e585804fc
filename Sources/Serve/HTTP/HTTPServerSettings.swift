package import AppStoreModel
import Core
import Libc

/// The address of an HTTP server, and its limits.
package struct HTTPServerSettings: Hashable, Sendable {
  /// The numeric address to listen on; by default only this machine can reach the server.
  package var host = "127.0.0.1"
  /// The port to listen on; 0 chooses a free one.
  package var port: UInt16 = 0
  /// The largest number of connections, or fewer if the system allows the process fewer.
  ///
  /// For a further connection, the one that has kept the server waiting longest is closed.
  package var connectionLimit = 4096
  /// The largest number of bytes of bodies and answers in progress, on all connections together.
  package var byteLimit = 64 << 20
  /// After how many seconds without a byte a connection is closed.
  package var timeout = 10
  /// The largest head of a request, in bytes.
  package var headLimit = 16 << 10
  /// The size in bytes up to which a refused request's body is still read, so that the client sees the answer.
  package var bodyLimit = 64 << 10
  /// How many seconds a head may take to arrive, and then a body, however little is missing.
  package var arrivalLimit = 30
  /// How many requests are handled at the same time; the others wait.
  package var workers = 16
  /// The certificate of a server that accepts only TLS; nil for one that accepts only plain HTTP.
  package var tls: ServerCertificate?

  package init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }

  /// The largest number of connections with TLS: each uses about 50 KB more.
  static let connectionLimitWithTLS = 1024

  /// Whether only this machine can reach the server.
  package var isLocal: Bool { host == "::1" || host.hasPrefix("127.") }

  /// Returns the URL for a client on this machine.
  ///
  /// A server that listens on all addresses has the URL of `127.0.0.1` or `[::1]`. With TLS, a local server's URL names
  /// `localhost`, as its certificate does.
  func url(port: UInt16) -> String {
    let name =
      switch host {
      case "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      default: host.contains(":") ? "[\(host)]" : host
      }
    return tls == nil ? "http://\(name):\(port)" : "https://\(isLocal ? "localhost" : name):\(port)"
  }

  /// Calls `body` with the socket address.
  ///
  /// - Throws: An `HTTPServerError` for a host that is not a numeric address.
  func withAddress<Result>(
    _ body: (UnsafePointer<sockaddr>) -> Result
  ) throws(HTTPServerError) -> Result {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard code == 0, let address = list?.pointee.ai_addr else {
      throw HTTPServerError(say("invalid address “\(safeText(host, limit: 100))”; use one such as 127.0.0.1"))
    }
    return body(address)
  }
}

/// The reason why a server did not start, in one line.
package struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
