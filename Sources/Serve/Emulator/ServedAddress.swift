import HTTP

/// The address of a server and its worlds, as the client can use it.
///
/// A client outside a container uses another name and port than the server listens on. So the URLs in answers are built
/// from the host name of the request, or from `--public-url`.
struct ServedAddress: Sendable {
  /// How a request names its world.
  enum Way: Hashable, Sendable {
    /// The request names no world: it is for the server's own App Store.
    case none
    /// The request names its world by the path `/worlds/NAME`.
    case path(String)
    /// The request names its world by `NAME.localhost`, or by a label before another host name of the server.
    case name(String)
    /// The request came to the world's own port.
    case port
  }

  private let way: Way
  /// The URL on which the server listens.
  private let listening: String
  private let publicURL: HTTPAddress?
  /// The host name and port of the request.
  private let asked: String?

  /// Stores what the address of a request is built from.
  ///
  /// - Parameters:
  ///   - url: The URL on which the server listens, for a request without a `Host` field.
  ///   - publicURL: The URL at which a proxy publishes the server.
  init(_ head: HTTPRequestHead, _ way: Way, url: String, publicURL: HTTPAddress?) {
    // The address is built only on demand: few requests need it.
    (self.way, listening, self.publicURL) = (way, url, publicURL)
    asked = head.target.authority ?? head.field("host")
  }

  /// The scheme of the server itself.
  private var scheme: String { String(listening.prefix { $0 != ":" }) }

  /// The host name or numeric address, with the port if the request had one.
  private var authority: String {
    if let publicURL, way != .port { return publicURL.server }
    let found = asked ?? String(listening.dropFirst(scheme.count + "://".count))
    guard case .name(let name) = way, found.lowercased().hasPrefix(name.lowercased() + ".") else { return found }
    return String(found.dropFirst(name.count + 1))
  }

  /// The URL that precedes the paths of the server's own App Store.
  private var base: String {
    if let publicURL, way != .port { return publicURL.text }
    return "\(scheme)://\(authority)"
  }

  /// Whether worlds can have host names of their own; not where the public URL has a path, which would be lost.
  private var hasNames: Bool { way == .port || publicURL.map { $0.text.split(separator: "/").count == 2 } ?? true }

  /// The URL of the request's App Store, with the host name that the request used.
  var url: String {
    switch way {
    case .none, .port: base
    case .path(let name): path(name)
    case .name(let name): self.name(name) ?? base
    }
  }

  /// Returns a world's URL with a path below the server's own.
  func path(_ world: String) -> String { "\(base)/\(WorldRoutes.prefix)/\(world)" }

  /// Returns a world's URL with its own host name; nil where the request used the numeric address of another machine.
  func name(_ world: String) -> String? {
    guard hasNames, let host = HostName(authority) else { return nil }
    let port = authority.hasPrefix("[") ? authority.split(separator: "]").last : authority[...]
    let suffix = port?.split(separator: ":").dropFirst(authority.hasPrefix("[") ? 0 : 1).first.map { ":" + $0 } ?? ""
    let isHere = GatePolicy.isLoopback(host.name)
    guard isHere || !host.isAddress else { return nil }
    let own = base.prefix { $0 != ":" }
    return "\(own)://\(world.lowercased()).\(isHere ? "localhost" : host.name)\(suffix)"
  }

  /// Returns a world's URL with its own port.
  func port(_ port: UInt16) -> String {
    guard let host = HostName(authority) else { return "\(scheme)://\(authority):\(port)" }
    return "\(scheme)://\(host.name.contains(":") ? "[\(host.name)]" : host.name):\(port)"
  }
}
