package import AppStoreModel
import Core

/// The result of sending a request to the app server.
package enum ServerTold: Hashable, Sendable {
  /// The app server accepted the request.
  case done
  /// The app server could not be reached, so the next action sends the request again. The value is the reason.
  case waits(String)
  /// A person has to choose before the request is sent. The value is the question in one line.
  case asks(String)
  /// The setting is valid on this device only: there is no app server, or it stores nothing of this kind.
  case hereOnly
}

/// Durations, grants and claims: each is stored before the server is asked.
///
/// So neither a crash nor an unreachable server loses it, and its request id makes it count once.
extension Purchasing {
  /// Sets how long a non-renewing subscription entitles.
  ///
  /// It is set at the app server where there is one, so that every device of every user agrees, else on this device.
  @discardableResult
  package func setDuration(_ duration: ProductDuration) async throws -> ServerTold {
    guard try currentServer() != nil else {
      try keepHere(duration)
      return .hereOnly
    }
    let told = try await tell(.duration(duration), id: newID())
    if told != .hereOnly { try journalDuration(duration) }
    return told
  }

  /// Grants a user a product that was not bought.
  ///
  /// - Throws: `VerificationError` where the server does not accept it, or there is no server.
  @discardableResult
  package func grant(_ grant: Grant) async throws -> ServerTold {
    _ = try requiredServer()
    let told = try await tell(.grant(grant), id: grant.id)
    let text: Words =
      grant.untilDate.map { Words("granted by us until \($0.formatted(.minute)) UTC: \(grant.reason)") }
      ?? Words("\(grant.quantity ?? 0) granted by us: \(grant.reason)")
    try journal(.granted, text.text, productId: grant.productId)
    return told
  }

  /// Sends the waiting calls to the server, oldest first, until it cannot be reached.
  func tellWhatWaits() async throws {
    for call in try store.waitingServerCalls() {
      do {
        if case .waits = try await tell(call) { return }
      } catch let error as VerificationError {
        try journal(.serverFailed, say("the app server does not accept a pending request: \(error.message)"))
      }
    }
  }

  func tell(_ kind: WaitingServerCall.Kind, id: String) async throws -> ServerTold {
    let call = WaitingServerCall(id: id, kind, date: try clock().now)
    try store.keep(call)
    let told = try await acting { try await self.tell(call) }
    await refreshAccount()
    return told
  }

  func tell(_ call: WaitingServerCall) async throws -> ServerTold {
    guard let server = try currentServer() else { return .hereOnly }
    do {
      switch call.kind {
      case .grant(let grant):
        try await server.grant(grant)
        try await closeOrder(compensatedBy: grant)
      case .duration(let duration): try await server.set(duration)
      case .login(let claim):
        if let question = try await question(before: claim, server) { return .asks(question) }
        try end(call, claim, isFirst: try await server.claim(claim))
        return .done
      }
    } catch let error as VerificationError {
      if error.kind == .temporary {
        try journal(.serverFailed, ActionText.noAnswerFromAppsServer(error.message).text)
        return .waits(safeText(error.message))
      }
      try store.forget(call)
      guard case .duration(let duration) = call.kind else { throw error }
      // The server stores no durations: this one is valid on this device.
      try keepHere(duration)
      return .hereOnly
    }
    try store.forget(call)
    return .done
  }

  private func keepHere(_ duration: ProductDuration) throws {
    try store.batch {
      try store.setDuration(duration, at: clock().now)
      try journalDuration(duration)
    }
  }

  private func journalDuration(_ duration: ProductDuration) throws {
    try journal(
      .durationSet, duration.period.map { say("entitles for \($0)") } ?? say("no duration"),
      productId: duration.productId)
  }
}
