import StoreModel
import StoreVerbs
import StrictJSON
import Texts

/// The clock, and how the App Store and the way to it stand.
extension VerbRule {
  static let clock: [VerbRule] = [
    VerbRule(.advance) { session, call in
      let duration = try call[.duration]
      try session.advance(by: duration.milliseconds)
      return session.time("the App Store's clock was moved by \(duration.text)", call)
    },
    VerbRule(.setBack) { session, call in
      let duration = try call[.duration]
      try session.setClock(to: session.now - duration.milliseconds)
      return session.time("the App Store's clock was set back by \(duration.text)", call)
    },
    VerbRule(.clockDate) { session, call in
      try session.setClock(to: call[.date].milliseconds)
      return session.time("the App Store's clock was set", call)
    },
    VerbRule(.rate) { session, call in
      let rate = try call[.rate]
      session.state.rate = rate
      return VerbAnswer("subscriptions live at the rate \(rate.name)", ["rate": .string(rate.name)])
    },
    VerbRule(.pause) { session, call in
      let isPaused = session.state.pausedAt == nil
      session.setPaused(isPaused)
      return session.time(
        isPaused ? "the App Store's clock stands still" : "the App Store's clock runs on", call,
        ["paused": .bool(isPaused)])
    },
  ]

  static let settings: [VerbRule] = [
    setting(.grace, "a failed renewal is followed by a grace period", \.grace),
    setting(.network, "devices reach the App Store", \.network),
    setting(.payments, "devices may make payments", \.payments),
    setting(.askToBuy, "every purchase waits for a parent", \.askToBuy),
    setting(
      .interrupted, "purchases wait until the customer has settled something with the App Store",
      \.interruptsPurchases),
    setting(.renewalsFail, "every renewal fails", \.failsRenewals),
    setting(.dialogs, "the payment sheet asks before it pays", \.showsDialogs),
    VerbRule(.renewalLimit) { session, call in
      let limit = try call[.renewalLimit]
      session.state.renewalLimit = limit
      return VerbAnswer(
        limit == 0
          ? "subscriptions renew without end"
          : limit == 1 ? "subscriptions end after 1 renewal" : "subscriptions end after \(limit) renewals",
        ["renewalLimit": limit == 0 ? .null : .number(JSONNumber(Int64(limit)))])
    },
  ]

  /// A switch of the ledger's state; `meaning` says what it is when it is on.
  private static func setting(
    _ verb: Verb, _ meaning: Words, _ member: any WritableKeyPath<LedgerState, Bool> & Sendable
  ) -> VerbRule {
    VerbRule(verb) { session, call in
      let isOn = try call[.isOn]
      session.state[keyPath: member] = isOn
      return VerbAnswer(
        isOn ? "\(verb.name) is on (on: \(meaning))" : "\(verb.name) is off (on: \(meaning))", [verb.name: .bool(isOn)])
    }
  }
}

extension LedgerSession {
  /// An answer with the App Store's present time.
  fileprivate func time(_ message: Words, _ call: VerbCall, _ members: JSONObject = [:]) -> VerbAnswer {
    let date = Timestamp(milliseconds: now)
    var members = members
    members.append("now", date.json)
    return VerbAnswer("\(message): it is \(call.date(date))", members)
  }
}
