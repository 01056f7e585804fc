import Core
package import HTTP

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// By which names a server may be asked for, for which web pages, and which requests come from its own machine.
package struct GatePolicy: Sendable {
  private let hosts: Set<String>
  /// The web pages that may ask, by scheme, name and port.
  private let origins: Set<String>
  private let isBehindProxy: Bool
  /// Whether a label before a known name is known too: it names a world.
  private let hasWorldNames: Bool

  /// - Parameters:
  ///   - allowedHosts: Host names beside `localhost`, this machine's own and any address.
  ///   - publicURL: Where a proxy offers the server: its name is allowed, and nothing that comes counts as this
  ///     machine's own any more.
  ///   - hasWorldNames: Whether each world has a name before a known one: `NAME.localhost`.
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

  /// Whether a request was made on this machine, and by no proxy for another one.
  func isSameMachine(_ head: HTTPRequestHead) -> Bool {
    !isBehindProxy && Self.isLoopback(head.client)
      && !head.fields.contains {
        ["forwarded", "via", "x-real-ip"].contains($0.name) || $0.name.hasPrefix("x-forwarded")
      }
  }

  /// Checks the browser's origin of a request, and the name by which it found the server.
  ///
  /// - Throws: a `GateRefusal`: 400 for a malformed name, 403 for one that is not this server's, or for a web page.
  func check(_ head: HTTPRequestHead, _ rule: Route.Hosts) throws(GateRefusal) {
    if let origin = head.field("origin"), !origins.contains(origin.lowercased()) {
      throw GateRefusal(403, say("web pages may not call this server"))
    }
    guard rule == .known else { return }
    for text in [head.field("host"), head.target.authority].compactMap(\.self) {
      guard let host = HostName(text) else { throw GateRefusal(400, say("the Host field is malformed")) }
      guard host.isAddress || hosts.contains(host.name) || world(of: host) != nil else {
        throw GateRefusal(
          403,
          say(
            "unknown host “\(safeText(host.name, limit: 100))”; allow it with --allow-host "
              + "\(safeText(host.name, limit: 100))"
          ))
      }
    }
  }

  /// The world that a request is for by the name that it asks for, in lower case; nil where that is the server's own.
  func world(_ head: HTTPRequestHead) -> String? {
    guard hasWorldNames, let text = head.target.authority ?? head.field("host"), let host = HostName(text) else {
      return nil
    }
    return world(of: host)
  }

  /// The first label of a name, where the rest is one that is known and the whole is not.
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

/// The value of a `Host` field, read as strictly as RFC 9110 lets one: a name or an address, and perhaps a port.
struct HostName: Hashable, Sendable {
  /// In lower case, an IPv6 address without its brackets.
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
      guard !name.isEmpty, name.utf8.count <= 253, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
      isAddress = Self.isNumber(name, AF_INET)
    }
    if let port {
      guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port) != nil
      else { return nil }
    }
    self.name = name.lowercased()
  }

  private static func isNumber(_ text: Substring, _ family: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { inet_pton(family, String(text), $0.baseAddress) == 1 }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
