package import AppStoreModel
import CCurl
import Core

/// A request, whole: nothing of it is sent piece by piece.
package struct HTTPRequest: Hashable, Sendable {
  /// Such as `GET`; capital letters.
  package var method: String
  package var address: HTTPAddress
  /// In the order in which they are sent; a value holds no control characters.
  package var headers: [HTTPHeader]
  /// Nil sends none, and no `Content-Type`; an empty one is sent as such.
  package var body: [UInt8]?

  package init(_ method: String, _ address: HTTPAddress, headers: [HTTPHeader] = [], body: [UInt8]? = nil) {
    self.method = method
    self.address = address
    self.headers = headers
    self.body = body
  }
}

/// One line of a head.
package struct HTTPHeader: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// An answer, whole; also one that refuses.
package struct HTTPResponse: Hashable, Sendable {
  /// Such as 200.
  package var status: Int
  /// In the order in which they came, foreign text as it came.
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header with that name, in upper or lower case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether the request was granted.
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the same request may be granted later: too many requests, or trouble on the server's side.
  package var isTemporary: Bool { status == 429 || status == 408 || (500..<600).contains(status) }

  /// How long the server asks to be left alone (`Retry-After`), in milliseconds, a day at most; nil where it says
  /// nothing.
  ///
  /// In seconds or as a date, as HTTP has it, or as a UNIX time in milliseconds, as the App Store Server API does it.
  package func retryAfter(now: Timestamp) -> Int64? {
    guard let text = header("Retry-After") else { return nil }
    let day: Int64 = 86_400_000
    if let number = Int64(text) {
      guard number >= 0 else { return nil }
      // A delay of 3,000 years in seconds is a UNIX time in milliseconds.
      if number < 100_000_000_000 { return min(number, day / 1000) * 1000 }
      return Self.wait(until: number, now: now, atMost: day)
    }
    let seconds = till_curl_getdate(text)
    guard seconds >= 0 else { return nil }
    // A date may be in any year.
    let (milliseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1000)
    return overflow ? day : Self.wait(until: milliseconds, now: now, atMost: day)
  }

  private static func wait(until milliseconds: Int64, now: Timestamp, atMost limit: Int64) -> Int64 {
    let (wait, overflow) = milliseconds.subtractingReportingOverflow(now.milliseconds)
    return overflow ? limit : min(max(wait, 0), limit)
  }
}

/// How long and how much is waited for and taken in.
package struct HTTPLimits: Hashable, Sendable {
  /// For a connection, in milliseconds.
  package var connectTimeout: Int64
  /// For a whole exchange, in milliseconds; of a stream, how long it may say nothing.
  package var timeout: Int64
  /// Bytes of an answer's body; of a stream, of one piece.
  package var bodyBytes: Int
  /// Bytes of an answer's head.
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

/// Why there is no answer at all.
///
/// An answer that refuses is none of these: it is an `HTTPResponse`.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The address is none that can be asked, or is neither HTTPS nor on this machine.
    case invalidAddress
    /// A method or header that cannot be sent.
    case invalidRequest
    /// The server's name leads nowhere.
    case notFound
    /// The server accepts no connection.
    case unreachable
    /// No whole answer in time.
    case timedOut
    /// The connection is not proved to be the server's.
    case untrusted
    /// It broke off before the answer was whole.
    case interrupted
    /// The answer is not HTTP.
    case malformed
    /// More came than is taken in.
    case tooLarge
    /// Cancelled from this side.
    case cancelled
    /// libcurl could not do its work.
    case failed
  }

  package var kind: Kind
  /// One line, sanitised, that names the server and the remedy.
  package var message: String

  static var noLibrary: String { say("cannot load libcurl; install it (Assets/setup does)") }

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// Whether the same request may go through later.
  package var isTemporary: Bool {
    switch kind {
    case .notFound, .unreachable, .timedOut, .interrupted: true
    case .invalidAddress, .invalidRequest, .untrusted, .malformed, .tooLarge, .cancelled, .failed: false
    }
  }

  package var description: String { message }
}

extension HTTPError {
  /// The error of a cancelled request.
  static func cancelled(_ request: HTTPRequest) -> HTTPError {
    HTTPError(.cancelled, say("the request to \(request.address.server) was cancelled"))
  }

  /// The meaning of libcurl's code for a person.
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
