import Purchasing
import SafeText
import StoreModel
import TillRuntime

extension Command {
  static let status = Command(
    name: "status", summary: "products, prices and what the customer owns",
    usage: ["status [--as-of DATE] [--json] [--refresh]"], options: ["as-of"],
    examples: ["till status", "till status --json", "till status --refresh --utc"]
  ) { call in
    let session = try call.session()
    let (statuses, state, clock) = try call.statuses(in: session)
    let policy = try session.restorePolicy(state, in: session.reader())
    call.output.document(
      statusDocument(statuses, state: state, identity: session.backend.identity, clock: clock, policy: policy))
    call.output.text(
      statusText(statuses, state: state, session: session, isSuspect: clock.isSuspect, dates: call.output))
    if let policy {
      call.output.text("What another user has, when it is restored: \(policy.rawValue), \(policy.words)")
    }
    session.close()
    return .done
  }

  private static func statusText(
    _ statuses: [ProductStatus], state: DeviceState, session: StoreSession, isSuspect: Bool, dates: Output
  ) -> String {
    let identity = session.backend.identity
    let simulated = identity.kind == .simulator ? "SIMULATED (signs as Sandbox)" : identity.kind.rawValue
    let account = state.account.map { safeText($0) } ?? "nobody signed in"
    var table = Table(["PRODUCT", "NAME", "PRICE", "STATE", "ENTITLED", "UNTIL"])
    for status in statuses {
      var word = status.state.words
      if let balance = status.balance { word += ", balance \(balance)" }
      let waiting = status.underWay.filter { $0.kind.word != status.state.words }
      if let item = waiting.first { word += ", " + item.kind.word }
      table.append([
        status.product.id, status.product.displayName, status.product.displayPrice, word,
        status.entitled ? (status.confirmed ? "entitled" : "entitled, unconfirmed") : "not entitled",
        dates.date(status.expiresDate),
      ])
    }
    let checked =
      (state.lastChecked.map { "checked " + dates.date($0) } ?? "never checked") + (isSuspect ? "  clock?" : "")
    return """
      \(simulated)  Apple Account \(account)  user \(state.user.map { safeText($0) } ?? "nobody")  \(checked)
      \(table.text)
      """
  }
}

extension UnderWay.Kind {
  /// What is under way, in plain words.
  fileprivate var word: String {
    switch self {
    case .purchasing: "being bought"
    case .chargeUnknown: EntitlementState.chargeUnknown.words
    case .interrupted: EntitlementState.interrupted.words
    case .pending: EntitlementState.pending.words
    case .paidNotDelivered: EntitlementState.paidNotDelivered.words
    }
  }
}
