/// How an attempt to deliver a notification ended (Apple: SendAttemptResult).
package struct SendAttemptResult: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The server took it.
  package static let success = SendAttemptResult(rawValue: "SUCCESS")
  /// The server did not answer in time.
  package static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
  /// No secure connection.
  package static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
  /// The server redirects in a circle.
  package static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
  /// No answer.
  package static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
  /// No connection.
  package static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
  /// The answer's text is in a set of characters that is not known.
  package static let unsupportedCharset = SendAttemptResult(rawValue: "UNSUPPORTED_CHARSET")
  /// The answer is no HTTP.
  package static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
  /// The connection closed before the answer was whole.
  package static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
  /// A status outside 200 to 206.
  package static let unsuccessfulHTTPResponseCode = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
  /// Something else.
  package static let other = SendAttemptResult(rawValue: "OTHER")

  package static let known: [SendAttemptResult] = [
    success, timedOut, tlsIssue, circularRedirect, noResponse, socketIssue, unsupportedCharset, invalidResponse,
    prematureClose, unsuccessfulHTTPResponseCode, other,
  ]
}
