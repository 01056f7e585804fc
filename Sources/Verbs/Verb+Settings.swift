import AppStoreModel
import Core

/// The verbs of the clock, of the App Store's and the network's settings, and of resets and checkpoints.
extension Verb {
  package static let advance: Verb = Verb(
    "advance", .word(.duration), summary: "move the clock forward; due renewals and expiries happen",
    setting: VerbSetting(
      name: "time", value: { ("\($0.date($0.situation.now))", .none) }, deed: { _ in "move forward" }),
    places: VerbPlace(
      "advance-clock", in: .whole, key: "+", title: "clock",
      summary: "Move the App Store's clock forward; due renewals and expiries happen."
    ) { scene in
      let steps: [(Words, String)] = [
        ("1 hour", "1h"), ("1 day", "1d"), ("3 days", "3d"), ("7 days", "7d"), ("16 days", "16d"),
        ("30 days", "30d"), ("60 days", "60d"), ("1 year", "365d"),
      ]
      // First the moments at which something happens; the cursor stays on one day.
      let moments = scene.moments
      return .choose(
        "How far does the clock move?",
        try moments + steps.map { .init($0.0, "", .now(VerbCall(.advance).with(.duration, try VerbDuration($0.1)))) },
        cursor: moments.count + 1)
    }, inFiles: true)

  package static let advanceTo: Verb = Verb(
    "advance-to", .word(.moment), summary: "move the clock to the next event, renewal or end of a grace period",
    inFiles: true)

  package static let setBack: Verb = Verb(
    "set-back", .word(.duration), summary: "set the clock back; nothing is undone",
    setting: VerbSetting(name: "time back", value: { _ in ("nothing is undone", .none) }, deed: { _ in "set back" }),
    places: VerbPlace(
      "set-back", in: .settings, key: "-", title: "set back",
      summary: "Set the App Store's clock back; nothing is undone.", rank: 3
    ) { _ in
      let steps: [(Words, String)] = [("1 hour", "1h"), ("1 day", "1d"), ("7 days", "7d"), ("30 days", "30d")]
      return .choose(
        "How far do you set the clock back?",
        try steps.map { title, text in
          let call = VerbCall(.setBack).with(.duration, try VerbDuration(text))
          return .init(
            title, "\(call.line)",
            .ask(
              "Set the clock back by \(title)?",
              "Nothing is undone. Later signatures still get a later date than earlier ones.", call))
        })
    }, inFiles: true)

  package static let rate: Verb = Verb(
    "rate", .word(.rate), summary: "set how fast subscription periods pass",
    setting: VerbSetting(
      name: "rate", value: { ($0.situation.rate == .realTime ? "real time" : "\($0.situation.rate.name)", .none) },
      deed: { _ in "change" }),
    places: VerbPlace(
      "rate", in: .settings, key: "t", title: "rate",
      summary: "Set how fast subscription periods pass: a month can take minutes.", rank: 2
    ) { scene in
      let now = scene.situation.rate
      return .choose(
        "How fast do subscription periods pass?",
        TimeRate.allCases.map { .init("\($0.name)", $0 == now ? "now" : "", .now(VerbCall(.rate).with(.rate, $0))) },
        cursor: TimeRate.allCases.firstIndex(of: now) ?? 0)
    }, inFiles: true)

  package static let pause: Verb = Verb(
    "pause", .maybe(.isOn), summary: "the clock stands still, or runs on; without on or off it changes",
    setting: VerbSetting(
      name: "clock", value: { $0.situation.isPaused ? ("paused", .waiting) : ("running", .good) },
      deed: { $0.isPaused ? "run" : "pause" }),
    places: VerbPlace(
      "pause-clock", in: .settings, key: "z", title: "pause",
      summary: "Pause the App Store's clock, or let it run.", rank: 2
    ) { _ in .now(VerbCall(.pause)) }, inFiles: true)

  package static let clock = [advance, advanceTo, setBack, clockDate, rate, pause]

  // MARK: Settings

  package static let network = toggle(
    "network", key: "o", title: "network", rank: 1, summary: "on: devices reach the App Store",
    does: "Switch the network between the device and the App Store off or on.", shown: "network", isOn: \.network,
    value: { $0 ? ("on", .good) : ("off", .bad) }, deed: { $0 ? "switch off" : "switch on" })

  package static let payments = toggle(
    "payments", key: "p", title: "payments", rank: 1, summary: "on: devices are allowed to make payments",
    does: "Switch whether this device is allowed to make payments.", shown: "payments", isOn: \.payments,
    value: { $0 ? ("allowed", .good) : ("not allowed", .bad) }, deed: { $0 ? "forbid" : "allow" }, effect: .newListing)

  package static let askToBuy = toggle(
    "ask-to-buy", key: "a", title: "Ask to Buy", rank: 3, summary: "on: every purchase waits for approval (Ask to Buy)",
    does: "Switch Ask to Buy: every purchase waits for a parent's approval.", shown: "Ask to Buy", isOn: \.asksToBuy,
    value: { $0 ? ("on", .waiting) : ("off", .empty) },
    deed: { $0 ? "switch off" : "ask a parent for every purchase" })

  package static let interrupted = toggle(
    "interrupted", key: "n", title: "interrupt", rank: 4,
    summary: "on: every purchase waits until the customer resolves something with the App Store",
    does: "Switch interrupted purchases: each waits until the customer resolves something with the App Store.",
    shown: Words("interrupted", context: "switch"), isOn: \.interrupts,
    value: { $0 ? ("on", .waiting) : ("off", .empty) },
    deed: { $0 ? "switch off" : "interrupt every purchase" })

  package static let grace = toggle(
    "grace", key: "e", title: "grace", rank: 3, summary: "on: a Billing Grace Period follows a failed renewal",
    does: "Switch the Billing Grace Period: access continues for a while after a failed renewal.",
    shown: "grace period",
    isOn: \.grace, value: { $0 ? ("on", .good) : ("off", .empty) }, deed: { $0 ? "switch off" : "switch on" })

  package static let gracePeriod: Verb = Verb(
    "grace-period", .word(.graceDays), .option(.eligible), .option(.inSandbox),
    summary: "switch the Billing Grace Period on, for 3, 16 or 28 days", inFiles: true)

  package static let renewalsFail = toggle(
    "renewals-fail", key: "w", title: "renewals", rank: 4,
    summary: "on: every renewal fails",
    does: "Switch failing renewals: every renewal fails.", shown: "renewals",
    isOn: \.failsRenewals, value: { $0 ? ("fail", .bad) : ("succeed", .good) },
    deed: { $0 ? "let renewals succeed" : "let renewals fail" })

  package static let appInSandbox: Verb = Verb(
    "app-in-sandbox", .word(.isOn),
    summary: "on: notifications of the sandbox carry appAppleId and bundleVersion, as real ones do", inFiles: true)

  package static let shape: Verb = Verb(
    "shape", .word(.shape), summary: "2025: members that Apple added since then are left out of what is signed",
    inFiles: true)

  package static let retentionReview: Verb = Verb(
    "retention-review", .word(.review),
    summary: "set how Apple's review of retention images and messages ends, also of those that wait", inFiles: true)

  package static let renewalLimit: Verb = Verb(
    "renewal-limit", .word(.renewalLimit), summary: "set the number of renewals after which a subscription ends",
    inFiles: true)

  package static let dialogs = toggle(
    "dialogs", key: "r", title: "dialogs", rank: 4,
    summary: "on: the payment sheet asks before it pays; off: it pays at once",
    does: "Switch whether the payment sheet asks before it pays.", shown: "payment sheet",
    isOn: \.showsDialogs, value: { $0 ? ("asks", .good) : ("pays at once", .waiting) },
    deed: { $0 ? "pay at once" : "ask first" })

  package static let settings = [
    network, payments, askToBuy, interrupted, grace, gracePeriod, renewalsFail, renewalLimit, dialogs, appInSandbox,
    shape, retentionReview,
  ]

  // MARK: The history

  package static let restate: Verb = Verb(
    "restate", .word(.transaction), .word(.members), summary: "sign a transaction again with different content",
    inFiles: true)

  package static let delete: Verb = Verb(
    "delete", .word(.transaction), summary: "delete a transaction and everything that follows from it",
    asksFirst: true,
    places: VerbPlace(
      "delete-transaction", in: .decisions, .purchases, key: "x", title: "delete",
      summary: "Delete the transaction and everything that follows from it, after asking.", rank: 5
    ) { scene in
      let (id, product): (String, String)
      if case .purchase(let item) = scene.subject {
        (id, product) = (item.transactionId, item.productName)
      } else {
        guard case .decision(let item) = scene.subject, item.kind == .refunded else { throw scene.otherRow }
        (id, product) = (item.transactionId, item.productName)
      }
      return .ask(
        "Delete this transaction?",
        "Deletes \(safeText(product)), its renewals and the family's use of it "
          + "without a trace. The App Store tells no device and no server.", VerbCall(.delete).with(.transaction, id))
    }, inFiles: true)

  package static let resetAccount: Verb = Verb(
    "reset", .word(.emptied), name: "reset account", summary: "delete all purchases of an Apple Account",
    asksFirst: true,
    places: VerbPlace(
      "reset-account", in: .accounts, key: "x", title: "empty",
      summary: "Delete all purchases of this Apple Account, after asking.", rank: 4
    ) { scene in
      let account = try scene.account().name
      return .ask(
        "Empty \(safeText(account))?",
        "The App Store deletes its purchases and requests; the account stays.",
        VerbCall(.resetAccount).with(.emptied, account))
    }, inFiles: true)

  package static let reset: Verb = Verb(
    "reset", summary: "delete the history and reset the settings to the catalogue's file", asksFirst: true,
    effect: .newEpoch,
    setting: VerbSetting(name: "App Store", value: { _ in ("all purchases", .none) }, deed: { _ in "start over" }),
    places: VerbPlace(
      "start-over", in: .whole, key: "0", title: "start over",
      summary: "Delete the history and reset the settings, after asking: all purchases are lost."
    ) { _ in
      .ask(
        "Start over?",
        "Deletes every purchase, refund and decision of this App Store and resets "
          + "its settings to the catalogue's. The demo's customers come back with the "
          + "demo. Till keeps this device's store under another name.",
        VerbCall(.reset))
    }, inFiles: true)

  package static let resetSettings: Verb = Verb(
    "reset", .needed(.settings), name: "reset --settings",
    summary: "reset the settings to the catalogue's file; the history stays", effect: .newListing, inFiles: true)

  package static let resetDemo: Verb = Verb(
    "reset", .needed(.demo), name: "reset --demo", summary: "replace everything with new demo data",
    asksFirst: true, effect: .newEpoch, inFiles: true)

  package static let clear: Verb = Verb(
    "clear", summary: "delete all purchases; settings and Apple Accounts stay", asksFirst: true, effect: .newEpoch,
    inFiles: true)

  package static let clockDate: Verb = Verb("clock", .word(.date), summary: "set the clock to a date", inFiles: true)

  package static let makeCheckpoint: Verb = Verb(
    "checkpoint", .maybe(.newName), .option(.to), summary: "save the current history under a name",
    setting: VerbSetting(name: "checkpoint", value: { _ in ("the current history", .none) }, deed: { _ in "save" }),
    places: VerbPlace(
      "checkpoint", in: .settings, key: "c", title: "checkpoint",
      summary: "Save the current history, to come back to it later.", rank: 4
    ) { _ in .now(VerbCall(.makeCheckpoint)) }, inFiles: true)

  package static let restoreCheckpoint: Verb = Verb(
    "checkpoint", .needed(.restore), name: "checkpoint --restore", summary: "go back to a checkpoint",
    effect: .newEpoch,
    setting: VerbSetting(
      name: "go back",
      value: {
        (
          ($0.situation.checkpoints.count == 1 ? "1 checkpoint" : "\($0.situation.checkpoints.count) checkpoints"),
          .none
        )
      },
      deed: { _ in "to a checkpoint" }),
    places: VerbPlace(
      "go-back", in: .settings, key: "v", title: "go back",
      summary: "Go back to a checkpoint, after asking; devices start again.", rank: 4
    ) { scene in
      let names = scene.situation.checkpoints
      if names.isEmpty { throw WhyNot("no checkpoint yet; create one first") }
      return .choose(
        "Back to which checkpoint? Devices start again.",
        names.map { name in
          let call = VerbCall(.restoreCheckpoint).with(.restore, name)
          return .init(
            "\(safeText(name))", "\(safeText(call.line))",
            .ask(
              "Back to \(safeText(name))?",
              "The App Store loses everything since then, and devices start again.", call))
        }, cursor: names.count - 1)
    }, inFiles: true)

  package static let importHistory: Verb = Verb(
    "checkpoint", .needed(.from), name: "checkpoint --from", summary: "load a history from a file",
    effect: .newEpoch, inFiles: true)

  package static let save: Verb = Verb(
    "save", .word(.savedFile), summary: "write the catalogue and the current settings to a .storekit file",
    isReading: true,
    inFiles: true)

  package static let history = [
    makeCheckpoint, restoreCheckpoint, importHistory, reset, resetSettings, resetDemo, resetAccount, clear, restate,
    delete, save, run,
  ]

  /// The verb that runs scenarios, each on files of its own, whichever App Store the command line names.
  package static let run: Verb = Verb(
    "run", .word(.scenario), .option(.jobs), .option(.junit), .option(.tap), .option(.server), .option(.webhook),
    .option(.signedBy), summary: "run scenario files, each in its own world, and report unexpected results",
    isReading: true, access: .commandLine)
}
