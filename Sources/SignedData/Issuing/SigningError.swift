import COpenSSL

/// A key or certificate of the simulated store could not be made, read or used.
package struct SigningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: what failed, and what OpenSSL said.
  package let description: String

  /// Takes OpenSSL's newest error of this thread, and clears the rest.
  static func openSSL(_ action: String) -> SigningError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    let reason = ERR_reason_error_string(code).map { ": " + String(cString: $0) } ?? ""
    return SigningError(description: "cannot \(action)\(reason)")
  }
}
