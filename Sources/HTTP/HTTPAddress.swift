import CCurl
import Core

/// The address of a request: an `https` URL, or an `http` URL of this machine.
///
/// libcurl itself parses the URL, so the address that Till checks is the address that libcurl connects to.
package struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The URL of the request, without a slash at its end.
  package let text: String
  /// The server's name for messages, with the port unless it is the default port.
  package let server: String
  /// Whether the server is on this machine; then no proxy is used, and plain HTTP is allowed.
  package let isLocal: Bool

  /// Reads a URL that a person wrote.
  ///
  /// - Parameter allowsPlain: Whether plain HTTP is also allowed to other machines, because the request contains no
  ///   secret.
  /// - Throws: An `HTTPError` of kind `invalidAddress` if the text is not a URL, if the scheme is neither HTTP nor
  ///   HTTPS, if there is a user name or a fragment, or for plain HTTP to another machine.
  package init(_ text: String, allowsPlain: Bool = false) throws(HTTPError) {
    func refusal(_ reason: String) -> HTTPError { HTTPError(.invalidAddress, "\(safeText(text)): \(reason)") }

    guard till_curl_start() else { throw HTTPError(.failed, HTTPError.noLibrary) }
    guard let parts = URLParts(text) else { throw refusal(say("invalid URL; write it as https://HOST/PATH")) }
    guard ["http", "https"].contains(parts.scheme) else { throw refusal(say("invalid scheme; use http or https")) }
    guard parts.user == nil, parts.fragment == nil else {
      throw refusal(say("invalid URL; leave out the user name and the fragment"))
    }
    isLocal = Self.isLocal(parts.host)
    guard parts.scheme == "https" || isLocal || allowsPlain else {
      throw refusal(say("https is required for anything but this machine"))
    }
    self.text = parts.text.hasSuffix("/") ? String(parts.text.dropLast()) : parts.text
    server = safeText(parts.host + (parts.port.map { ":" + $0 } ?? ""))
  }

  private init(text: String, of address: HTTPAddress) {
    self.text = text
    server = address.server
    isLocal = address.isLocal
  }

  /// Returns the address of a path below this one.
  ///
  /// - Parameters:
  ///   - path: The path segments, unescaped; reserved characters are percent-encoded.
  ///   - query: The names and values in their order; a name can occur more than once.
  package func appending(_ path: [String], query: [(name: String, value: String)] = []) -> HTTPAddress {
    var result = text
    for segment in path { result += "/" + Self.escaped(segment) }
    for (index, (name, value)) in query.enumerated() {
      result += (index == 0 ? "?" : "&") + Self.escaped(name) + "=" + Self.escaped(value)
    }
    return HTTPAddress(text: result, of: self)
  }

  package var description: String { safeText(text) }

  /// Returns whether a host is in the loopback network.
  ///
  /// Of the host names, only `localhost` is accepted, which libcurl never looks up. Any other name could lead
  /// elsewhere.
  private static func isLocal(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && !numbers.contains(nil) && numbers.first == 127
  }

  /// Returns a text percent-encoded, except the unreserved characters of RFC 3986.
  ///
  /// A segment of only dots is encoded too, because it would change the path.
  private static func escaped(_ text: String) -> String {
    if text == "." || text == ".." { return text.replacing(".", with: "%2E") }
    return text.utf8.reduce(into: "") { result, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
        result.append(character)
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}

/// The parts of a URL, as libcurl parses it.
struct URLParts {
  /// The whole URL, normalized.
  let text: String
  let scheme: String
  /// The host in lower case; an IPv6 address is in brackets.
  let host: String
  /// The port; nil if it is the default port of the scheme.
  let port: String?
  let user: String?
  let fragment: String?

  /// Parses a URL; nil for a text that is not a URL with a scheme and a host.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = till_curl_url() else { return nil }
    defer { till_curl_url_cleanup(url) }
    guard till_curl_url_set(url, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else { return nil }
    guard let whole = Self.part(CURLUPART_URL, of: url), let scheme = Self.part(CURLUPART_SCHEME, of: url),
      let host = Self.part(CURLUPART_HOST, of: url), !host.isEmpty
    else { return nil }
    self.text = whole
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    port = Self.part(CURLUPART_PORT, of: url, UInt32(CURLU_NO_DEFAULT_PORT))
    user = Self.part(CURLUPART_USER, of: url) ?? Self.part(CURLUPART_PASSWORD, of: url)
    fragment = Self.part(CURLUPART_FRAGMENT, of: url)
  }

  private static func part(_ part: CURLUPart, of url: OpaquePointer, _ flags: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard till_curl_url_get(url, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { till_curl_free(text) }
    return String(cString: text)
  }
}
