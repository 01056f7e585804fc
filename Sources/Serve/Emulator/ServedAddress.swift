import HTTP

/// By which address a server and its worlds are found, as the program that asks can use it.
///
/// A container is asked by another name and port than it listens on; so what is answered is made from the name that the
/// request used, or from `--public-url`.
struct ServedAddress: Sendable {
  /// How a request came to a world.
  enum Way: Hashable, Sendable {
    /// It came to the server's own App Store.
    case none
    /// By `/worlds/NAME`.
    case path(String)
    /// By `NAME.localhost`, or before another name of the server.
    case name(String)
    /// By a port of the world's own.
    case port
  }

  private let way: Way
  /// Where the server listens.
  private let listening: String
  private let publicURL: HTTPAddress?
  /// The name and port that the request used.
  private let asked: String?

  /// - Parameters:
  ///   - url: Where the server listens, for a request without a `Host`.
  ///   - publicURL: Where a proxy offers it.
  init(_ head: HTTPRequestHead, _ way: Way, url: String, publicURL: HTTPAddress?) {
    // Every request has one, and few ask for it: it is put together when it is asked for.
    (self.way, listening, self.publicURL) = (way, url, publicURL)
    asked = head.target.authority ?? head.field("host")
  }

  /// The scheme of the server itself.
  private var scheme: String { String(listening.prefix { $0 != ":" }) }

  /// Name or address, and the port where one was used.
  private var authority: String {
    if let publicURL, way != .port { return publicURL.server }
    let found = asked ?? String(listening.dropFirst(scheme.count + "://".count))
    guard case .name(let name) = way, found.lowercased().hasPrefix(name.lowercased() + ".") else { return found }
    return String(found.dropFirst(name.count + 1))
  }

  /// What stands before the paths of the server's own App Store.
  private var base: String {
    if let publicURL, way != .port { return publicURL.text }
    return "\(scheme)://\(authority)"
  }

  /// Whether names before that name lead here too: a path of the public URL would be lost.
  private var hasNames: Bool { way == .port || publicURL.map { $0.text.split(separator: "/").count == 2 } ?? true }

  /// Where this one is found, as it was asked for.
  var url: String {
    switch way {
    case .none, .port: base
    case .path(let name): path(name)
    case .name(let name): self.name(name) ?? base
    }
  }

  /// Where a world is found below the server's own paths.
  func path(_ world: String) -> String { "\(base)/\(WorldRoutes.prefix)/\(world)" }

  /// Where a world is found by a name of its own; nil where the server was asked for by an address of another machine.
  func name(_ world: String) -> String? {
    guard hasNames, let host = HostName(authority) else { return nil }
    let port = authority.hasPrefix("[") ? authority.split(separator: "]").last : authority[...]
    let suffix = port?.split(separator: ":").dropFirst(authority.hasPrefix("[") ? 0 : 1).first.map { ":" + $0 } ?? ""
    let isHere = GatePolicy.isLoopback(host.name)
    guard isHere || !host.isAddress else { return nil }
    let own = base.prefix { $0 != ":" }
    return "\(own)://\(world.lowercased()).\(isHere ? "localhost" : host.name)\(suffix)"
  }

  /// Where a world is found by its own port.
  func port(_ port: UInt16) -> String {
    guard let host = HostName(authority) else { return "\(scheme)://\(authority):\(port)" }
    return "\(scheme)://\(host.name.contains(":") ? "[\(host.name)]" : host.name):\(port)"
  }
}
