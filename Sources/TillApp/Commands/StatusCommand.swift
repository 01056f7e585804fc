import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let status = Command(
    name: "status", summary: "list the products with prices and the customer's access",
    forms: [UsageForm(.option(.asOf), .option(.json), .option(.refresh))],
    examples: ["till status", "till status --json", "till status --refresh --utc"]
  ) { call in
    let session = try await call.session()
    try await call.refresh(session)
    let store = try session.reader()
    let (statuses, state, clock) = try session.statuses(from: store)
    let policy = try session.restorePolicy(state, in: store)
    call.output.document(
      statusDocument(statuses, state: state, identity: session.backend.identity, clock: clock, policy: policy))
    guard !statuses.isEmpty else {
      call.output.note(
        session.spec.kind is CaseKind
          ? say("no evidence of a customer in this case; import some with till import FILE... --case NAME")
          : say(
            "no products: the App Store lists none for this app, or does not answer this device "
              + "(till journal says why); this device has no purchases"))
      return session.backend.capabilities.listsProducts ? .failed : .done
    }
    if let warning = session.backend.identity.environment.warning { call.output.text(warning) }
    call.output.text(
      statusText(statuses, state: state, session: session, isSuspect: clock.isSuspect, dates: call.output))
    if let policy {
      call.output.text(say("Restoring another user's purchase: \(policy.rawValue), \(policy.words)"))
    }
    return .done
  }

  private static func statusText(
    _ statuses: [ProductStatus], state: DeviceState, session: StoreSession, isSuspect: Bool, dates: Output
  ) -> String {
    let identity = session.backend.identity
    let simulated = identity.kind == .simulator ? say("SIMULATED (signs as Sandbox)") : identity.kind.rawValue
    let account = state.account.map { safeText($0) } ?? say("not signed in")
    var table = Table(titles: ["PRODUCT", "NAME", "PRICE", "STATE", "ENTITLED", "UNTIL"])
    for status in statuses {
      var word = status.wordsWithBalance
      if let waiting = status.underWay.map(status.words(of:)).first(where: { $0 != status.words }) {
        word += ", " + waiting
      }
      table.append([
        status.product.id, status.product.displayName, status.product.displayPrice, word,
        status.product.type == .consumable
          ? ""
          : (status.entitled
            ? status.confirmed ? Words("entitled") : Words("entitled, unconfirmed") : Words("not entitled")).text,
        dates.date(status.expiresDate),
      ])
    }
    let checked =
      (state.lastChecked.map { Words("checked \(dates.date($0))") } ?? Words("never checked")).text
      + (isSuspect
        ? "  \(say("clock? (over a day after the last check: nothing expires until you ask the App Store)"))"
        : "")
    let head = Words(
      "\(simulated)  Apple Account \(account)  \(state.user.map { say("user \(safeText($0))") } ?? say("not logged in"))  \(checked)"
    )
    return "\(head)\n\(table.text)"
  }
}
