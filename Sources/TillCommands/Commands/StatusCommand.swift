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
      call.output.note(AnswerText.noProducts.text)
      return session.backend.capabilities.listsProducts ? .failed : .done
    }
    if let warning = session.backend.identity.environment.warning { call.output.text(warning) }
    call.output.text(
      statusText(statuses, state: state, session: session, isSuspect: clock.isSuspect, dates: call.output))
    if let policy {
      call.output.text(AnswerText.othersPurchases(policy: policy.rawValue, words: policy.words).text)
    }
    session.close()
    return .done
  }

  private static func statusText(
    _ statuses: [ProductStatus], state: DeviceState, session: StoreSession, isSuspect: Bool, dates: Output
  ) -> String {
    let identity = session.backend.identity
    let simulated = identity.kind == .simulator ? AnswerText.simulated.text : identity.kind.rawValue
    let account = state.account.map { safeText($0) } ?? AnswerText.nobodySignedIn.text
    var table = Table(titles: ["PRODUCT", "NAME", "PRICE", "STATE", "ENTITLED", "UNTIL"])
    for status in statuses {
      var word = status.words
      if let balance = status.balance { word += AnswerText.balance(balance).text }
      let waiting = status.underWay.filter { $0.kind.word != status.words }
      if let item = waiting.first { word += ", " + item.kind.word }
      table.append([
        status.product.id, status.product.displayName, status.product.displayPrice, word,
        (status.entitled ? status.confirmed ? AnswerText.entitled : .entitledUnconfirmed : .notEntitled).text,
        dates.date(status.expiresDate),
      ])
    }
    let checked =
      (state.lastChecked.map { AnswerText.checked(dates.date($0)) } ?? .neverChecked).text
      + (isSuspect ? "  \(AnswerText.clockDoubtful)" : "")
    let head = AnswerText.statusHead(
      store: simulated, account: account, user: state.user.map { safeText($0) }, checked: checked)
    return "\(head)\n\(table.text)"
  }
}

extension UnderWay.Kind {
  /// What is under way, in plain words.
  fileprivate var word: String {
    switch self {
    case .purchasing: AnswerText.beingBought.text
    case .chargeUnknown: EntitlementState.chargeUnknown.words
    case .interrupted: EntitlementState.interrupted.words
    case .pending: EntitlementState.pending.words
    case .paidNotDelivered: EntitlementState.paidNotDelivered.words
    }
  }
}
