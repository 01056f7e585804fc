import Core
package import HTTP
import Libc

/// The host names and web origins that a server accepts, and which requests come from its own machine.
package struct GatePolicy: Sendable {
  private let hosts: Set<String>
  /// The web origins that may send requests, by scheme, name and port.
  private let origins: Set<String>
  private let isBehindProxy: Bool
  /// Whether one label before a known host name is accepted: it names a world.
  private let hasWorldNames: Bool

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - allowedHosts: Host names beside `localhost`, this machine's own name and any numeric address.
  ///   - publicURL: The URL at which a proxy publishes the server. Its host name is allowed, and no request counts as
  ///     coming from this machine.
  ///   - hasWorldNames: Whether each world has a host name before a known one: `NAME.localhost`.
  package init(allowedHosts: Set<String> = [], publicURL: HTTPAddress? = nil, hasWorldNames: Bool = false) {
    self.hasWorldNames = hasWorldNames
    var hosts = Set(allowedHosts.map { $0.lowercased() }).union(["localhost"])
    if let name = Self.machineName { hosts.insert(name) }
    if let name = publicURL.flatMap({ HostName($0.server)?.name }) { hosts.insert(name) }
    self.hosts = hosts
    let scheme = publicURL?.text.split(separator: "/").first ?? ""
    origins = Set(publicURL.map { ["\(scheme)//\($0.server)".lowercased()] } ?? [])
    isBehindProxy = publicURL != nil
  }

  /// Returns whether a request was made on this machine, and not forwarded by a proxy for another machine.
  func isSameMachine(_ head: HTTPRequestHead) -> Bool {
    !isBehindProxy && Self.isLoopback(head.client)
      && !head.fields.contains {
        ["forwarded", "via", "x-real-ip"].contains($0.name) || $0.name.hasPrefix("x-forwarded")
      }
  }

  /// Checks a request's web origin and host name.
  ///
  /// - Throws: An `HTTPRefusal`: 400 for a malformed host name, 403 for an unknown one, or for a web page.
  func check(_ head: HTTPRequestHead, _ rule: Route.Hosts) throws(HTTPRefusal) {
    if let origin = head.field("origin"), !origins.contains(origin.lowercased()) {
      throw HTTPRefusal(403, say("web pages may not call this server"))
    }
    guard rule == .known else { return }
    for text in [head.field("host"), head.target.authority].compactMap(\.self) {
      guard let host = HostName(text) else { throw HTTPRefusal(400, say("the Host field is malformed")) }
      guard host.isAddress || hosts.contains(host.name) || world(of: host) != nil else {
        throw HTTPRefusal(
          403,
          say(
            "unknown host “\(safeText(host.name, limit: 100))”; allow it with --allow-host "
              + "\(safeText(host.name, limit: 100))"
          ))
      }
    }
  }

  /// Returns the world that a request names by its host name, in lower case; nil for the server's own name.
  func world(_ head: HTTPRequestHead) -> String? {
    guard hasWorldNames, let text = head.target.authority ?? head.field("host"), let host = HostName(text) else {
      return nil
    }
    return world(of: host)
  }

  /// Returns the first label of a host name, where the rest is a known name and the whole is not.
  private func world(of host: HostName) -> String? {
    guard hasWorldNames, !host.isAddress, !hosts.contains(host.name), let dot = host.name.firstIndex(of: "."),
      hosts.contains(String(host.name[host.name.index(after: dot)...]))
    else { return nil }
    return String(host.name[..<dot])
  }

  static func isLoopback(_ address: String) -> Bool {
    let address = address.hasPrefix("::ffff:") ? String(address.dropFirst("::ffff:".count)) : address
    return address == "::1" || address.hasPrefix("127.") && HostName(address)?.isAddress == true
  }

  private static let machineName: String? = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    return text.isEmpty ? nil : text
  }()
}

/// The value of a `Host` field, parsed strictly by RFC 9110: a name or an address, and an optional port.
struct HostName: Hashable, Sendable {
  /// The name in lower case; an IPv6 address without its brackets.
  let name: String
  /// Whether it is a numeric address, which no name server can redirect.
  let isAddress: Bool

  init?(_ text: String) {
    var name = text[...]
    var port: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
      guard Self.isNumber(name, AF_INET6) else { return nil }
      isAddress = true
    } else {
      if let colon = text.firstIndex(of: ":") { (name, port) = (text[..<colon], text[text.index(after: colon)...]) }
      guard !name.isEmpty, name.utf8.count <= 253,
        name.utf8.allSatisfy({ $0.isLetterOrDigit || "-._".utf8.contains($0) })
      else { return nil }
      isAddress = Self.isNumber(name, AF_INET)
    }
    if let port {
      guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy(\.isDigit), UInt16(port) != nil
      else { return nil }
    }
    self.name = name.lowercased()
  }

  private static func isNumber(_ text: Substring, _ family: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { inet_pton(family, String(text), $0.baseAddress) == 1 }
  }
}
