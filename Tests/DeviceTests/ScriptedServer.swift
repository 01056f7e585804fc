import AppServer
import AppStoreModel
import Core
import Device

/// The app server, whose calls fail as a test asks.
final class ScriptedServer: VerificationService {
  let base: EmbeddedAppServer
  /// The errors that the next uploads throw, one after the other.
  let uploadErrors = Mutex<[VerificationError]>([])
  /// The answers or errors for the next queries of an order's status, one after the other.
  let answers = Mutex<[Result<OrderAnswer, VerificationError>]>([])
  /// The answers or errors for the next ownership claims, one after the other.
  let claims = Mutex<[Result<[Ownership], VerificationError>]>([])
  /// Whether every call fails.
  let isDown = Mutex(false)
  private let refusals = Mutex(0)
  /// The calls in order: `upload ID`, `status ID`, `claim 3`, `close ID` and others.
  let calls = Mutex<[String]>([])

  init(_ base: EmbeddedAppServer) { self.base = base }

  /// Refuses the next upload as a fault of the server; its transaction stays uncredited until it is uploaded again.
  func refuseNext() { refusals.withLock { $0 += 1 } }

  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    if let name = Self.name(of: call) { calls.withLock { $0.append(name) } }
    switch call {
    case .reopen, .owner, .endGrant, .transfer, .record, .notification: break
    default: if isDown.withLock({ $0 }) { throw VerificationError(.temporary, "down") }
    }
    switch call {
    case .upload(let upload):
      if let error = uploadErrors.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw error }
      if refusals.withLock({ count in
        defer { count = max(0, count - 1) }
        return count > 0
      }) {
        try await base.withhold(upload, reason: "simulated fault", isOverdue: false)
        answers.withLock { $0.append(.success(.refused(reason: "simulated fault"))) }
        return .done
      }
    case .status:
      if let answer = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return .order(try answer.get()) }
    case .claim:
      if let answer = claims.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return .ownerships(try answer.get()) }
    default: break
    }
    return try await base.answer(call)
  }

  /// The entry of a call in the list of calls; nil for one that tests do not count.
  private static func name(of call: AppServerCall) -> String? {
    switch call {
    case .register: "register"
    case .upload: "upload"
    case .status: "status"
    case .close(let closing): "close \(closing.reason)"
    case .claim(let claim): "claim \(claim.signedTransactions.count)"
    case .login(let claim): "login \(claim.user)"
    case .use(_, _, _, let id): "use \(id)"
    case .grant: "grant"
    case .duration: "duration"
    case .account, .reopen, .owner, .endGrant, .transfer, .record, .notification: nil
    }
  }

  func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError) {
    try await base.withhold(upload, reason: reason, isOverdue: isOverdue)
  }

  func forget() async throws(VerificationError) { try await base.forget() }
}
