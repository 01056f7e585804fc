import AppStoreModel
import Core

/// Texts of the commands about accounts, users and the device.
enum AccountText {
  static var giveNameOrSignOut: Words { "NAME and --sign-out exclude each other; use one" }
  static func updatesAre(_ mode: String) -> Words { "updates are \(mode)" }
}

/// Texts of the commands that show states.
enum AnswerText {
  static var nothingIsStoredYet: Words { "this device has stored nothing yet" }
  static func noDashboard(_ error: String) -> Words { "no dashboard, as \(error); it would list this:" }
  static func unknownNames(_ names: [String], more: Int) -> Words {
    "\(Language.series(names))\(more > 0 ? say(", and \(more) more") : ""); Till "
      + "shows them unchanged: an unknown type grants no access, the others remove none"
  }
  /// Returns a next step, followed by the party that must take it, if there is one.
  static func next(_ step: NextStep) -> Words {
    let text = safeText(step.text, limit: 600)
    return step.who == .nobody ? "next: \(text)" : "next: \(text) (\(term(step.who.rawValue)))"
  }
  static func sentence(_ text: String) -> Words { "  say: \(text)" }
}

extension ProductStatus {
  /// The state in plain words, of a consumable with its balance.
  var wordsWithBalance: String { words + (balance.map { say(", balance \($0)") } ?? "") }

  /// Returns what the customer has, in one line.
  ///
  /// A consumable is used up, so it is neither entitled nor not entitled.
  func answer(end: String? = nil) -> String {
    if product.type == .consumable { return wordsWithBalance }
    return switch (entitled, end) {
    case (true, let end?): say("entitled (\(words), until \(end))")
    case (true, nil): say("entitled (\(words))")
    case (false, let end?): say("not entitled (\(words), ended \(end))")
    case (false, nil): say("not entitled (\(words))")
    }
  }
}

/// Errors and help of the command line.
enum ArgumentText {
  static var readOnly: Words { "read-only: nothing was changed; leave out --readonly to act" }
  static func usage(_ forms: [String]) -> Words { "usage: till \(forms.joined(separator: "  |  till "))" }
  static var examples: Words { "Examples:" }
}

/// Texts of `till config`.
enum ConfigText {
  static func noConfigList(_ word: String, near: [String]) -> Words {
    near.isEmpty
      ? "invalid use “till config \(word)”; use till config, till config keys or till config schema"
      : "invalid use “till config \(word)”; did you mean till config \(Language.alternatives(near))?"
  }
  static func whence(_ source: Settings.Source) -> Words {
    switch source {
    case .standard: "default"
    case .option(let name): Words("from \(name)", context: "Config")
    case .environment(let name): "from \(name) in the environment"
    case .file(let line): "from the file, line \(line)"
    case .screen: "changed here"
    }
  }
  static func isOn(_ isOn: Bool) -> Words { isOn ? "yes" : "no" }
}

/// Texts of the desk's commands.
enum DeskCommandText {
  static func afterGiveNextOfList(_ text: String) -> Words {
    "invalid --after “\(text)”; use the \"next\" of the previous list"
  }
  static var stoppedSameCommandGoes: Words { "stopped; run the same command again to continue" }
  static func claimsAreFull(_ subjects: [String], limit: Int) -> Words {
    "Till keeps \(limit) claims about a user or purchase and left out further ones about "
      + "\(Language.series(subjects.prefix(9).map { safeText($0) }))"
  }
  static func more(after next: String) -> Words { "there are more rows; continue with --after \(next)" }
  static func more(limit: Int) -> Words { "these are the first \(limit) rows; use --limit for more" }
  static func requested(kind: String, customer: String, worker: String) -> Words {
    kind == "hold"
      ? "you take the question about customer #\(customer); the worker skips it"
      : "\(term(kind)) of customer #\(customer) is queued for the worker; run \(worker)"
  }
  static var anotherWorker: Words { "another worker is running; only one at a time may use the credentials" }
  static func worked(kind: String, customer: String, subject: String, outcome: String, detail: String) -> Words {
    "\(kind) of customer #\(customer)\(subject.isEmpty ? "" : say(" about \(subject)")): "
      + "\(Self.words(outcome: outcome))\(detail.isEmpty ? "" : say(": \(detail)"))"
  }

  private static func words(outcome: String) -> String {
    switch outcome {
    case "wouldSend": say("would be sent")
    case "noConsent": say("not answered: no recorded consent")
    case "held": say("left to an agent")
    case "later": say("Apple is unreachable; try again later")
    default: term(outcome)
    }
  }
}

/// Texts that Till adds to walkthroughs and scenarios.
enum StageText {
  static func optionHasNoPlace(_ option: String) -> Words {
    "a walkthrough or scenario file cannot use --\(option); only a person can give it"
  }
  static func namesAddress(_ url: String) -> Words {
    "\(url): a file cannot name an address; write $server or $webhook in "
      + "it, and give --server or --webhook on the command line"
  }
}

/// Texts about the running dashboard and its failures.
enum DashboardText {
  static func simulated(_ environment: String) -> Words { "SIMULATED (signs as \(environment))" }
  static var supportNeedsServerAPI: Words { "needs the App Store Server API (see till help support)" }
  static var isLocked: Words { "locked until --unlock" }
  static func desk(_ environment: String) -> Words { "DESK: \(environment)" }
  static var customerIsLookedAt: Words { "this customer is open at the desk, where changes are not possible" }
}

/// Texts about a store, a backend or a file that cannot be opened.
enum OpeningText {
  static var bundleId: Words { "the app's bundle id" }
  static var isNoObject: Words { "is not an object" }
}

/// Reasons why a setting's value is invalid; each text continues the setting's name.
enum SettingText {
  /// Returns the reason for an invalid value; nil means that the value is not a text.
  static func noValue(_ text: String?, of setting: Setting) -> Words {
    let known = setting == .language ? ["auto"] + Language.names : setting.words
    return switch (known, text.map { nearest(to: $0, among: known) } ?? []) {
    case ([], _): "must be a name"
    case (let words, []): "must be \(Language.alternatives(words))"
    case (let words, let near):
      "must be \(Language.alternatives(words)); did you mean "
        + "\(Language.alternatives(near))?"
    }
  }
  static func noSetting(near: [String], _ names: [String]) -> Words {
    near.isEmpty
      ? "is not a setting; use \(Language.list(names))"
      : "is not a setting; did you mean \(Language.alternatives(near))?"
  }
}
