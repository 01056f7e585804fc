import AppStoreModel
import Core
import Verbs

/// Verbs for the clock and for the settings of the App Store and of the network to it.
extension VerbRule {
  static let clock: [VerbRule] = [
    VerbRule(.advance) { session, call in
      let duration = try call[.duration]
      try session.advance(by: duration.milliseconds)
      return session.time("moved the App Store's clock forward by \(duration.text)", call)
    },
    VerbRule(.advanceTo) { session, call in
      let moment = try call[.moment]
      guard let date = try session.instant(of: moment) else {
        let reason: Words =
          switch moment {
          case .next: "nothing happens by itself: no subscription is running"
          case .renewal: "no subscription renews"
          case .graceEnd: "no subscription is in its grace period"
          }
        throw StoreError(.usage, said: reason)
      }
      try session.advance(by: max(0, date - session.now))
      return session.time("moved the App Store's clock to the next event", call)
    },
    VerbRule(.setBack) { session, call in
      let duration = try call[.duration]
      try session.setClock(to: session.now - duration.milliseconds)
      return session.time("set the App Store's clock back by \(duration.text)", call)
    },
    VerbRule(.clockDate) { session, call in
      try session.setClock(to: call[.date].milliseconds)
      return session.time("set the App Store's clock", call)
    },
    VerbRule(.rate) { session, call in
      let rate = try call[.rate]
      session.state.rate = rate
      return VerbAnswer("the subscription rate is now \(rate.name)", ["rate": .string(rate.name)])
    },
    VerbRule(.pause) { session, call in
      let isPaused = call[maybe: .isOn] ?? (session.state.pausedAt == nil)
      session.setPaused(isPaused)
      return session.time(
        isPaused ? "the App Store's clock is paused" : "the App Store's clock is running", call,
        ["paused": .bool(isPaused)])
    },
  ]

  static let settings: [VerbRule] =
    Verb.all.compactMap(switching) + [
      VerbRule(.appInSandbox) { session, call in
        let isOn = try call[.isOn]
        session.state.namesAppInSandbox = isOn
        return VerbAnswer(
          isOn
            ? "notifications of the sandbox carry appAppleId and bundleVersion"
            : "notifications of the sandbox leave appAppleId and bundleVersion out", ["app-in-sandbox": .bool(isOn)])
      },
      VerbRule(.shape) { session, call in
        let shape = try call[.shape]
        session.state.signsShapeOf2025 = shape == "2025"
        return VerbAnswer("what changes from now on is signed in the shape \(shape)", ["shape": .string(shape)])
      },
      VerbRule(.gracePeriod) { session, call in
        session.state.settings.grace = true
        session.state.settings.graceDays = try call[.graceDays]
        if let isPaid = call[maybe: .eligible] { session.state.settings.graceIsForPaidPeriods = isPaid }
        if let isOn = call[maybe: .inSandbox] { session.state.settings.graceInSandbox = isOn }
        let settings = session.state.settings
        return VerbAnswer(
          settings.graceIsForPaidPeriods
            ? "a Billing Grace Period of \(settings.graceDays) days follows a failed renewal of a paid period"
            : "a Billing Grace Period of \(settings.graceDays) days follows a failed renewal",
          [
            "grace": true, "graceDays": .number(settings.graceDays),
            "eligible": settings.graceIsForPaidPeriods ? "paid" : "all", "sandbox": .bool(settings.graceInSandbox),
          ])
      },
      VerbRule(.retentionReview) { session, call in
        let review = try call[.review]
        session.state.settings.retentionReview = review
        try session.endRetentionReviews()
        let message: Words =
          switch review {
          case "hold": "new retention images and messages wait for the review"
          case "reject": "the review rejects retention images and messages"
          default: "the review approves retention images and messages"
          }
        return VerbAnswer(message, ["retention-review": .string(review)])
      },
      VerbRule(.renewalLimit) { session, call in
        let limit = try call[.renewalLimit]
        session.state.renewalLimit = limit
        return VerbAnswer(
          limit == 0
            ? "subscriptions renew without limit"
            : limit == 1 ? "subscriptions end after 1 renewal" : "subscriptions end after \(limit) renewals",
          ["renewalLimit": limit == 0 ? .null : .number(limit)])
      },
    ]

  /// Returns the rule of a verb that only switches a setting on and off; nil for other verbs.
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
  /// Returns an answer with the App Store's current time.
  fileprivate func time(_ message: Words, _ call: VerbCall, _ members: JSONObject = [:]) -> VerbAnswer {
    let date = Timestamp(milliseconds: now)
    var members = members
    members.append("now", date.json)
    return VerbAnswer("\(message); it is now \(call.date(date))", members)
  }
}
