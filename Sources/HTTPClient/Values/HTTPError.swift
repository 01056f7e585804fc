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
    /// Nobody takes the connection.
    case unreachable
    /// No whole answer in time.
    case timedOut
    /// The connection is not proved to be the server's.
    case untrusted
    /// It broke off before the answer was whole.
    case interrupted
    /// What came is not HTTP.
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

  static let noLibrary = "libcurl could not be opened: install it (Assets/setup does)"

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
