package import AppStoreModel
import CCurl
import Core

/// A complete request; its body is never streamed.
package struct HTTPRequest: Hashable, Sendable {
  /// The method in upper case, such as `GET`.
  package var method: String
  package var address: HTTPAddress
  /// The headers in the order in which they are sent; their values contain no control characters.
  package var headers: [HTTPHeader]
  /// The body; nil sends no body and no `Content-Type`, an empty one is sent as an empty body.
  package var body: [UInt8]?

  package init(_ method: String, _ address: HTTPAddress, headers: [HTTPHeader] = [], body: [UInt8]? = nil) {
    self.method = method
    self.address = address
    self.headers = headers
    self.body = body
  }
}

/// One header field of a request or an answer.
package struct HTTPHeader: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A complete answer, whatever its status.
package struct HTTPResponse: Hashable, Sendable {
  /// The status code, such as 200.
  package var status: Int
  /// The headers in the order in which they arrived; names and values are unchanged text from outside Till.
  package var headers: [HTTPHeader] = []
  package var body: [UInt8] = []

  /// Returns the value of the first header with a name, in upper or lower case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether the status means success (2xx).
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether a repetition may succeed later: too many requests, a time-out, or an error of the server.
  package var isTemporary: Bool { status == 429 || status == 408 || (500..<600).contains(status) }

  /// Returns the wait that the server asks for (`Retry-After`), in milliseconds, at most a day; nil if not stated.
  ///
  /// The value is a number of seconds or a date, as in HTTP, or a UNIX time in milliseconds, as in the App Store Server
  /// API.
  package func retryAfter(now: Timestamp) -> Int64? {
    guard let text = header("Retry-After") else { return nil }
    let day: Int64 = 86_400_000
    if let number = Int64(text) {
      guard number >= 0 else { return nil }
      // A number this large cannot be a delay (3,000 years in seconds), so it is a UNIX time in milliseconds.
      if number < 100_000_000_000 { return min(number, day / 1000) * 1000 }
      return Self.wait(until: number, now: now, atMost: day)
    }
    let seconds = till_curl_getdate(text)
    guard seconds >= 0 else { return nil }
    // The date can be in any year, so the product can overflow.
    let (milliseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1000)
    return overflow ? day : Self.wait(until: milliseconds, now: now, atMost: day)
  }

  private static func wait(until milliseconds: Int64, now: Timestamp, atMost limit: Int64) -> Int64 {
    let (wait, overflow) = milliseconds.subtractingReportingOverflow(now.milliseconds)
    return overflow ? limit : min(max(wait, 0), limit)
  }
}

/// The time-outs and size limits of an exchange.
package struct HTTPLimits: Hashable, Sendable {
  /// The time-out for making a connection, in milliseconds.
  package var connectTimeout: Int64
  /// The time-out for a whole exchange, in milliseconds; for a stream, the longest time without data.
  package var timeout: Int64
  /// The largest body of an answer, in bytes; for a stream, the largest piece.
  package var bodyBytes: Int
  /// The largest head of an answer, in bytes.
  package var headBytes: Int

  package init(
    connectTimeout: Int64 = 10_000, timeout: Int64 = 30_000, bodyBytes: Int = 16 << 20, headBytes: Int = 256 << 10
  ) {
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.bodyBytes = bodyBytes
    self.headBytes = headBytes
  }
}

/// Why a request got no answer.
///
/// An answer with an error status is not an `HTTPError` but an `HTTPResponse`.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The address is not a valid URL, or is plain HTTP to another machine.
    case invalidAddress
    /// The method or a header contains invalid characters.
    case invalidRequest
    /// The server's name cannot be resolved.
    case notFound
    /// The server does not accept connections.
    case unreachable
    /// The complete answer did not arrive in time.
    case timedOut
    /// The server's TLS certificate is invalid.
    case untrusted
    /// The connection closed before the answer was complete.
    case interrupted
    /// The answer is not valid HTTP.
    case malformed
    /// The answer is larger than the limit.
    case tooLarge
    /// The caller cancelled the request.
    case cancelled
    /// libcurl failed for another reason, or is missing.
    case failed
  }

  package var kind: Kind
  /// One line with the server and the remedy, safe to show.
  package var message: String

  static var noLibrary: String { say("cannot load libcurl; install it (Assets/setup does)") }

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// Whether a repetition of the request may succeed later.
  package var isTemporary: Bool {
    switch kind {
    case .notFound, .unreachable, .timedOut, .interrupted: true
    case .invalidAddress, .invalidRequest, .untrusted, .malformed, .tooLarge, .cancelled, .failed: false
    }
  }

  package var description: String { message }
}

extension HTTPError {
  /// Returns the error of a cancelled request.
  static func cancelled(_ request: HTTPRequest) -> HTTPError {
    HTTPError(.cancelled, say("the request to \(request.address.server) was cancelled"))
  }

  /// Makes the error for a result code of libcurl, with a message for people.
  init(_ code: CURLcode, _ order: TransferOrder, isTooLarge: Bool, detail: String) {
    let server = order.request.address.server
    let detail = safeText(detail.isEmpty ? String(cString: till_curl_easy_strerror(code)) : detail)
    if isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
      self.init(.tooLarge, say("\(server) sent more than \(order.limits.bodyBytes) bytes; Till discarded the answer"))
      return
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      self.init(.notFound, say("cannot find \(server); check the name and the network (\(detail))"))
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      self.init(.unreachable, say("\(server) refuses connections; check that it is running (\(detail))"))
    case CURLE_OPERATION_TIMEDOUT:
      self.init(.timedOut, say("\(server) did not answer in time; try again later (\(detail))"))
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
      self.init(
        .interrupted, say("\(server) closed the connection before its answer was complete; try again (\(detail))"))
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2:
      self.init(.malformed, say("\(server) did not answer with HTTP; check the address (\(detail))"))
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self.init(
        .untrusted,
        say("\(server) has no valid TLS certificate; check the address and this machine's clock (\(detail))"))
    default:
      self.init(.failed, say("the request to \(server) failed: \(detail)"))
    }
  }
}
