import Purchasing
import SafeText
import StoreModel
import Texts
import TillRuntime

extension Command {
  static let status = Command(
    name: "status", summary: "products, prices and what the customer owns",
    usage: ["status [--as-of DATE] [--json] [--refresh]"], options: ["as-of"],
    examples: ["till status", "till status --json", "till status --refresh --utc"]
  ) { call in
    let session = try call.session()
    try call.refresh(session)
    let store = try session.reader()
    let (statuses, state, clock) = try session.answer(from: store)
    let policy = try session.restorePolicy(state, in: store)
    call.output.document(
      statusDocument(statuses, state: state, identity: session.backend.identity, clock: clock, policy: policy))
    guard !statuses.isEmpty else {
      session.close()
      call.output.note(say("no products: the App Store lists none for this app, and none was bought here"))
      return session.backend.capabilities.listsProducts ? .failed : .done
    }
    if let warning = session.backend.identity.environment.warning { call.output.text(warning) }
    call.output.text(
      statusText(statuses, state: state, session: session, isSuspect: clock.isSuspect, dates: call.output))
    if let policy {
      call.output.text(say("What another user has, when it is restored: \(policy.rawValue), \(policy.words)"))
    }
    session.close()
    return .done
  }

  private static func statusText(
    _ statuses: [ProductStatus], state: DeviceState, session: StoreSession, isSuspect: Bool, dates: Output
  ) -> String {
    let identity = session.backend.identity
    let simulated = identity.kind == .simulator ? say("SIMULATED (signs as Sandbox)") : identity.kind.rawValue
    let account = state.account.map { safeText($0) } ?? say("nobody signed in")
    var table = Table(titles: ["PRODUCT", "NAME", "PRICE", "STATE", "ENTITLED", "UNTIL"])
    for status in statuses {
      var word = status.words
      if let balance = status.balance { word += say(", balance \(balance)") }
      let waiting = status.underWay.filter { $0.kind.word != status.words }
      if let item = waiting.first { word += ", " + item.kind.word }
      table.append([
        status.product.id, status.product.displayName, status.product.displayPrice, word,
        (status.entitled
          ? status.confirmed ? Words("entitled") : Words("entitled, unconfirmed") : Words("not entitled")).text,
        dates.date(status.expiresDate),
      ])
    }
    let checked =
      (state.lastChecked.map { Words("checked \(dates.date($0))") } ?? Words("never checked")).text
      + (isSuspect
        ? "  \(say("clock? (this machine's clock is over a day past the last check: nothing expires until the App Store is asked)"))"
        : "")
    let head = Words(
      "\(simulated)  Apple Account \(account)  user \((state.user.map { safeText($0) }) ?? say("nobody"))  \(checked)")
    return "\(head)\n\(table.text)"
  }
}

extension UnderWay.Kind {
  /// What is under way, in plain words.
  fileprivate var word: String {
    switch self {
    case .purchasing: say("being bought")
    case .chargeUnknown: EntitlementState.chargeUnknown.words
    case .interrupted: EntitlementState.interrupted.words
    case .pending: EntitlementState.pending.words
    case .paidNotDelivered: EntitlementState.paidNotDelivered.words
    }
  }
}
