import CCurl

/// A URL as libcurl takes it apart.
struct URLParts {
  /// The whole, put in order.
  let text: String
  let scheme: String
  /// In lower-case letters; an IPv6 address in brackets.
  let host: String
  /// Where it is not the scheme's own.
  let port: String?
  let user: String?
  let fragment: String?

  /// Nil for a text that is no URL with a scheme and a host.
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
