/// The check that a request comes from the server's operator.
///
/// The operator is a client that sends the token, or, where there is no token, any program on the same machine.
package struct ControlAccess: Sendable {
  /// The token that every request must carry (`Authorization: Bearer TOKEN`); nil accepts only this machine.
  private let token: String?
  private let isMissing: String
  private let isForThisMachine: String

  /// Sets the token and the error messages.
  ///
  /// - Parameters:
  ///   - isMissing: The error message for a client without the token.
  ///   - isForThisMachine: The error message for another machine, where there is no token.
  package init(token: String?, isMissing: String, isForThisMachine: String) {
    self.token = token
    self.isMissing = isMissing
    self.isForThisMachine = isForThisMachine
  }

  /// Returns why a request is refused; nil where it is allowed.
  package func refusal(of head: HTTPRequestHead, isSameMachine: Bool) -> HTTPRefusal? {
    guard let token else { return isSameMachine ? nil : HTTPRefusal(403, isForThisMachine) }
    let shown = head.field("authorization").map { Array($0.utf8) } ?? []
    return Self.areEqual(shown, Array("Bearer \(token)".utf8)) ? nil : HTTPRefusal(401, isMissing)
  }

  /// Compares two texts in constant time, so that the time does not show where they differ.
  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
  }
}
