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

  static let settings: [VerbRule] =
    Verb.all.compactMap(switching) + [
      VerbRule(.renewalLimit) { session, call in
        let limit = try call[.renewalLimit]
        session.state.renewalLimit = limit
        return VerbAnswer(
          limit == 0
            ? "subscriptions renew without end"
            : limit == 1 ? "subscriptions end after 1 renewal" : "subscriptions end after \(limit) renewals",
          ["renewalLimit": limit == 0 ? .null : .number(JSONNumber(Int64(limit)))])
      }
    ]

  /// The rule of a verb that switches a setting on and off and does nothing else.
  private static func switching(_ verb: Verb) -> VerbRule? {
    guard let setting = verb.switches else { return nil }
    return VerbRule(verb) { session, call in
      let isOn = try call[.isOn]
      session.state.settings[keyPath: setting] = isOn
      return VerbAnswer(
        isOn ? "\(verb.name) is on (\(verb.summary))" : "\(verb.name) is off (\(verb.summary))",
        [verb.name: .bool(isOn)])
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
