import Core

/// The operator of a server: a client with its token, or a program on the same machine where there is none.
package struct ControlAccess: Sendable {
  /// The token that every request must then carry (`Authorization: Bearer TOKEN`).
  private let token: String?
  private let isMissing: String
  private let isForThisMachine: String

  /// - Parameters:
  ///   - isMissing: The answer to a client without the token.
  ///   - isForThisMachine: The answer to another machine where there is no token.
  package init(token: String?, isMissing: String, isForThisMachine: String) {
    self.token = token
    self.isMissing = isMissing
    self.isForThisMachine = isForThisMachine
  }

  /// Why a request may not; nil where it may.
  package func refusal(of head: HTTPRequestHead, isSameMachine: Bool) -> GateRefusal? {
    guard let token else { return isSameMachine ? nil : GateRefusal(403, isForThisMachine) }
    let shown = head.field("authorization").map { Array($0.utf8) } ?? []
    return Self.areEqual(shown, Array("Bearer \(token)".utf8)) ? nil : GateRefusal(401, isMissing)
  }

  /// Compares in a time that does not depend on where two texts differ.
  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
  }
}
