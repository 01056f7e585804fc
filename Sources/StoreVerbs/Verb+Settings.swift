import SafeText
import StoreModel
import Texts

/// The clock, how the App Store and the way to it stand, and going back.
extension Verb {
  package static let advance: Verb = Verb(
    "advance", .word(.duration), summary: "the clock moves forward; renewals and expiries on the way happen",
    setting: VerbSetting("time", value: { ("\($0.date($0.situation.now))", .none) }, deed: { _ in "move forward" }),
    places: [
      VerbPlace(
        "advance-clock", in: .whole, key: "+", title: "clock",
        summary: "Moves the App Store's clock forward; renewals and expiries that fall due happen."
      ) { _ in
        let steps: [(Words, String)] = [
          ("1 hour", "1h"), ("1 day", "1d"), ("3 days", "3d"), ("7 days", "7d"), ("16 days", "16d"),
          ("30 days", "30d"), ("60 days", "60d"), ("1 year", "365d"),
        ]
        return .choose(
          "How far does the clock move?",
          try steps.map { .init($0.0, "", .now(VerbCall(.advance).with(.duration, try VerbDuration($0.1)))) },
          cursor: 1)
      }
    ], inFiles: true)

  package static let setBack: Verb = Verb(
    "set-back", .word(.duration), summary: "the clock is set back; nothing is undone",
    setting: VerbSetting("time back", value: { _ in ("nothing is undone", .none) }, deed: { _ in "set back" }),
    places: [
      VerbPlace(
        "set-back", in: .settings, key: "-", title: "set back",
        summary: "Sets the App Store's clock back; nothing that happened is undone.", rank: 3
      ) { _ in
        let steps: [(Words, String)] = [("1 hour", "1h"), ("1 day", "1d"), ("7 days", "7d"), ("30 days", "30d")]
        return .choose(
          "How far is the clock set back?",
          try steps.map { title, text in
            let call = VerbCall(.setBack).with(.duration, try VerbDuration(text))
            return .init(
              title, "\(call.line)",
              .ask(
                "Set the clock back by \(title)?",
                "Nothing is undone; what is signed then still gets a later date than anything before.", call))
          })
      }
    ], inFiles: true)

  package static let rate: Verb = Verb(
    "rate", .word(.rate), summary: "how fast subscriptions live",
    setting: VerbSetting(
      "rate", value: { ($0.situation.rate == .realTime ? "real time" : "\($0.situation.rate.name)", .none) },
      deed: { _ in "change" }),
    places: [
      VerbPlace(
        "rate", in: .settings, key: "t", title: "rate",
        summary: "Sets how fast subscriptions live: a month can last minutes.", rank: 2
      ) { scene in
        let now = scene.situation.rate
        return .choose(
          "How fast do subscriptions live?",
          TimeRate.allCases.map { .init("\($0.name)", $0 == now ? "now" : "", .now(VerbCall(.rate).with(.rate, $0))) },
          cursor: TimeRate.allCases.firstIndex(of: now) ?? 0)
      }
    ], inFiles: true)

  package static let pause: Verb = Verb(
    "pause", summary: "the clock stands still, or runs on",
    setting: VerbSetting(
      "clock", value: { $0.situation.isPaused ? ("stands still", .waiting) : ("runs", .good) },
      deed: { $0.isPaused ? "let it run" : "pause" }),
    places: [
      VerbPlace(
        "pause-clock", in: .settings, key: "z", title: "pause",
        summary: "Stops the App Store's clock, or lets it run again.", rank: 2
      ) { _ in .now(VerbCall(.pause)) }
    ], inFiles: true)

  package static let clock = [advance, setBack, clockDate, rate, pause]

  // MARK: Settings

  package static let network = toggle(
    "network", key: "o", title: "network", rank: 1, summary: "on: devices reach the App Store",
    does: "Switches the network between device and App Store off, or on again.", shown: "network", isOn: \.network,
    value: { $0 ? ("on", .good) : ("off", .bad) }, deed: { $0 ? "switch off" : "switch on" })

  package static let payments = toggle(
    "payments", key: "p", title: "payments", rank: 1, summary: "on: devices may make payments",
    does: "Switches whether this device may make payments.", shown: "payments", isOn: \.payments,
    value: { $0 ? ("allowed", .good) : ("not allowed", .bad) }, deed: { $0 ? "forbid" : "allow" })

  package static let askToBuy = toggle(
    "ask-to-buy", key: "a", title: "Ask to Buy", rank: 3, summary: "on: every purchase waits for a parent",
    does: "Switches whether every purchase waits for a parent.", shown: "Ask to Buy", isOn: \.asksToBuy,
    value: { $0 ? ("on", .waiting) : ("off", .empty) },
    deed: { $0 ? "switch off" : "every purchase asks a parent" })

  package static let interrupted = toggle(
    "interrupted", key: "n", title: "interrupt", rank: 4,
    summary: "on: purchases wait until the customer has settled something with the App Store",
    does: "Switches whether purchases wait until the customer has settled something with the App Store.",
    shown: Words("interrupted", context: "switch"), isOn: \.interrupts,
    value: { $0 ? ("on", .waiting) : ("off", .empty) },
    deed: { $0 ? "switch off" : "every purchase is interrupted" })

  package static let grace = toggle(
    "grace", key: "e", title: "grace", rank: 3, summary: "on: a failed renewal is followed by a grace period",
    does: "Switches whether a failed renewal is followed by a grace period with access.", shown: "grace period",
    isOn: \.grace, value: { $0 ? ("on", .good) : ("off", .empty) }, deed: { $0 ? "switch off" : "switch on" })

  package static let renewalsFail = toggle(
    "renewals-fail", key: "w", title: "renewals", rank: 4,
    summary: "on: every renewal fails",
    does: "Switches whether every renewal fails.", shown: "renewals",
    isOn: \.failsRenewals, value: { $0 ? ("fail", .bad) : ("are paid", .good) },
    deed: { $0 ? "let them be paid" : "let them fail" })

  package static let renewalLimit: Verb = Verb(
    "renewal-limit", .word(.renewalLimit), summary: "after how many renewals a subscription ends by itself",
    inFiles: true)

  package static let dialogs = toggle(
    "dialogs", key: "r", title: "dialogs", rank: 4,
    summary: "on: the payment sheet asks before it pays; off: it is paid at once",
    does: "Switches whether the payment sheet asks before it pays.", shown: "payment sheet",
    isOn: \.showsDialogs, value: { $0 ? ("asks", .good) : ("pays at once", .waiting) },
    deed: { $0 ? "pay at once" : "ask first" })

  package static let settings = [network, payments, askToBuy, interrupted, grace, renewalsFail, renewalLimit, dialogs]

  // MARK: The history

  package static let restate: Verb = Verb(
    "restate", .word(.transaction), .word(.members), summary: "a transaction is signed anew and says otherwise",
    inFiles: true)

  package static let delete: Verb = Verb(
    "delete", .word(.transaction), summary: "a transaction and what came of it is gone, as if it had never been",
    asksFirst: true,
    places: [
      VerbPlace(
        "delete-transaction", in: .decisions, .purchases, key: "x", title: "delete",
        summary: "Deletes the transaction and what came of it, after asking: as if it had never been.", rank: 5
      ) { scene in
        let (id, product): (String, String)
        if case .purchase(let item) = scene.subject {
          (id, product) = (item.transactionId, item.productName)
        } else {
          guard case .decision(let item) = scene.subject else { throw WhyNot("no row is selected") }
          guard item.kind == .refunded else { throw WhyNot("it waits for a decision, which comes first") }
          (id, product) = (item.transactionId, item.productName)
        }
        return .ask(
          "Delete this transaction?",
          "\(safeText(product)): it, its renewals and what the family had of it are gone, as if they had never been. "
            + "Nobody is told.", VerbCall(.delete).with(.transaction, id))
      }
    ], inFiles: true)

  package static let resetAccount: Verb = Verb(
    "reset", .word(.emptied), name: "reset account", summary: "everything that an Apple Account bought is gone",
    asksFirst: true,
    places: [
      VerbPlace(
        "reset-account", in: .accounts, key: "x", title: "empty",
        summary: "Deletes everything that this Apple Account bought, after asking.", rank: 4
      ) { scene in
        let account = try scene.account().name
        return .ask(
          "Empty \(safeText(account))?",
          "Everything that it bought or asked for is gone from the App Store; the account stays.",
          VerbCall(.resetAccount).with(.emptied, account))
      }
    ], inFiles: true)

  package static let reset: Verb = Verb(
    "reset", summary: "no history any more, and the settings of the catalogue's file", asksFirst: true,
    effect: .newEpoch,
    setting: VerbSetting("App Store", value: { _ in ("everything bought here", .none) }, deed: { _ in "start over" }),
    places: [
      VerbPlace(
        "start-over", in: .whole, key: "0", title: "start over",
        summary: "Empties the history and puts the settings back, after asking: every purchase made here is gone."
      ) { _ in
        .ask(
          "Start over?",
          "Every purchase, refund and decision made at this App Store is gone, and its settings are the catalogue's. The "
            + "demo's customers come back with the demo. This device's store is set aside, not deleted.",
          VerbCall(.reset))
      }
    ], inFiles: true)

  package static let resetSettings: Verb = Verb(
    "reset", .needed(.settings), name: "reset --settings",
    summary: "the settings of the catalogue's file; the history stays", effect: .newPrices, inFiles: true)

  package static let resetDemo: Verb = Verb(
    "reset", .needed(.demo), name: "reset --demo", summary: "the demo data anew, in place of everything",
    asksFirst: true, effect: .newEpoch, inFiles: true)

  package static let clear: Verb = Verb(
    "clear", summary: "nobody bought anything; settings and Apple Accounts stay", asksFirst: true, effect: .newEpoch,
    inFiles: true)

  package static let clockDate: Verb = Verb("clock", .word(.date), summary: "the clock is set to a date", inFiles: true)

  package static let makeCheckpoint: Verb = Verb(
    "checkpoint", .maybe(.newName), .option(.to), summary: "keeps the present history under a name",
    setting: VerbSetting("checkpoint", value: { _ in ("the present history", .none) }, deed: { _ in "keep it" }),
    places: [
      VerbPlace(
        "checkpoint", in: .settings, key: "c", title: "checkpoint",
        summary: "Keeps the present history, to come back to it.", rank: 4
      ) { _ in .now(VerbCall(.makeCheckpoint)) }
    ], inFiles: true)

  package static let restoreCheckpoint: Verb = Verb(
    "checkpoint", .needed(.restore), name: "checkpoint --restore", summary: "goes back to a checkpoint",
    effect: .newEpoch,
    setting: VerbSetting(
      "go back",
      value: {
        (
          ($0.situation.checkpoints.count == 1 ? "1 checkpoint" : "\($0.situation.checkpoints.count) checkpoints"),
          .none
        )
      },
      deed: { _ in "to a checkpoint" }),
    places: [
      VerbPlace(
        "go-back", in: .settings, key: "v", title: "go back",
        summary: "Goes back to a checkpoint, after asking; devices begin anew.", rank: 4
      ) { scene in
        let names = scene.situation.checkpoints
        if names.isEmpty { throw WhyNot("there is no checkpoint yet: make one first") }
        return .choose(
          "Back to which checkpoint? Devices begin anew.",
          names.map { name in
            let call = VerbCall(.restoreCheckpoint).with(.restore, name)
            return .init(
              "\(safeText(name))", "\(safeText(call.line))",
              .ask(
                "Back to \(safeText(name))?",
                "What happened since is gone from the App Store, and devices begin anew.", call))
          }, cursor: names.count - 1)
      }
    ], inFiles: true)

  package static let importHistory: Verb = Verb(
    "checkpoint", .needed(.from), name: "checkpoint --from", summary: "takes a history from a file",
    effect: .newEpoch, inFiles: true)

  package static let save: Verb = Verb(
    "save", .word(.savedFile), summary: "writes catalogue and present settings as a .storekit file", isReading: true,
    inFiles: true)

  package static let history = [
    makeCheckpoint, restoreCheckpoint, importHistory, reset, resetSettings, resetDemo, resetAccount, clear, restate,
    delete, save, run,
  ]

  /// A scenario runs in files of its own, wherever the App Store is.
  package static let run: Verb = Verb(
    "run", .word(.scenario), .option(.jobs), .option(.junit), .option(.tap), .option(.server), .option(.webhook),
    .option(.signedBy), summary: "carries out scenario files, each in a world of its own, and says what goes otherwise",
    isReading: true, access: .commandLine)
}
