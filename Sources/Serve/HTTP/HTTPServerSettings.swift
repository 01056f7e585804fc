package import AppStoreModel
import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The address of an HTTP server, and its limits.
package struct HTTPServerSettings: Hashable, Sendable {
  /// A numeric address; other machines can only reach the server when a person chose one of theirs.
  package var host = "127.0.0.1"
  /// The port; 0 takes a free one.
  package var port: UInt16 = 0
  /// How many connections there may be at once, as far as the system lets the process have so many; for a further one,
  /// the one that has kept the server waiting longest is closed.
  package var connectionLimit = 4096
  /// How many bytes of bodies and answers may be under way at once, those of all connections together.
  package var byteLimit = 64 << 20
  /// After how many seconds without a byte a connection is closed.
  package var timeout = 10
  /// How many bytes the head of a request may have.
  package var headLimit = 16 << 10
  /// How many bytes the body of a request may have, where the server's owner allows no more.
  package var bodyLimit = 64 << 10
  /// How long a head may take to arrive, and then a body, in seconds, however little is missing.
  package var arrivalLimit = 30
  /// How many requests are answered at the same time; more wait.
  package var workers = 16
  /// The certificate of a server that speaks TLS and nothing else; nil for one that speaks plain HTTP.
  package var tls: ServerCertificate?

  package init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }

  /// How many connections with TLS there may be: each takes some 50 KB more.
  static let connectionLimitWithTLS = 1024

  /// Whether only this machine can reach it.
  package var isLocal: Bool { host == "::1" || host.hasPrefix("127.") }

  /// The URL for a client on this machine: a server that listens everywhere is `127.0.0.1` from here, and
  /// a certificate is for `localhost`.
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
  /// - Throws: an `HTTPServerError` for a host that is no numeric address.
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

/// Why a server did not start, in one line.
package struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
