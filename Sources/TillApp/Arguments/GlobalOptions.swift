import AppStoreModel
import Core
import Verbs

// The options of every command. A walkthrough or scenario file may use those whose `Reach` is `value`.

extension Parameter where Value == String {
  static var store: Self {
    .words(
      "store", "DIR", "the folder of the files (default: one per backend in the XDG data directory)", offers: .files)
  }
  static var backend: Self {
    .words(
      "backend", "SPEC", "the App Store: \(Language.alternatives(BackendSpec.forms))",
      offers: .words(BackendSpec.completions))
  }
  static var caseName: Self { .words("case", "NAME", "a customer's case; till import FILE... --case NAME makes one") }
  static var catalog: Self {
    .words("catalog", "FILE", "a .storekit file that replaces the ledger's catalogue", offers: .files)
  }
  static var root: Self {
    .words("root", "FILE", "a trusted root certificate, PEM or DER; may be repeated", offers: .files)
  }
  static var bundleId: Self { .words("bundle-id", "ID", "the app") }
  static var environmentName: Self {
    .words(
      "environment", "NAME", "Production, Sandbox, Xcode or LocalTesting",
      offers: .words(["Production", "Sandbox", "Xcode", "LocalTesting"]))
  }
  static var key: Self {
    .words(
      "key", "FILE", "the in-app purchase key of a real backend, as App Store Connect gives it out (.p8)",
      offers: .files)
  }
  static var keyId: Self { .words("key-id", "ID", "that key's id") }
  static var issuer: Self { .words("issuer", "UUID", "the issuer id of App Store Connect") }
  static var profile: Self {
    .words(
      "profile", "NAME", "a profile of the configuration file that has these options (default)", offers: .profiles)
  }
  static var scene: Self {
    Parameter(
      option: "demo", "SCENE",
      "use temporary files with demo data; SCENE: story (an Apple Account with a history), a scene such as refund, or a scene's file",
      isValueOptional: true
    ) { text throws(StoreError) in text }
  }
  static var theme: Self {
    .words(
      "theme", "NAME", "the colours: terminal, dark, light, high-contrast or color-blind",
      offers: .words(Setting.theme.words))
  }
  static var language: Self {
    .words("language", "NAME", "the language of Till's texts: en or zh (default: the environment's)")
  }
  static var offlineValidity: Self {
    .words(
      "offline-validity", "DURATION", "answers are unconfirmed after this long without a check; none: no limit (kept)",
      reach: .value)
  }
  static var serverGrace: Self {
    .words(
      "server-grace", "DURATION",
      "trust Apple this long while the app server is unreachable; none: not at all (kept)", reach: .value)
  }
  static var verifyWith: Self {
    .words(
      "verify-with", "SERVER", "the server that confirms purchases: embedded, none or a URL (kept)",
      offers: .words(["embedded", "none"]))
  }
}

extension Parameter where Value == Bool {
  static var unlock: Self { .flag("unlock", "allow changes at a real backend", reach: .beyond) }
  static var resume: Self {
    .flag("resume", "continue after a crash that Till caused, with the same store", reach: .beyond)
  }
  static var readonly: Self { .flag("readonly", "change nothing") }
  static var json: Self { .flag("json", "print one JSON document") }
  static var noColor: Self { .flag("no-color", "no colours (as NO_COLOR in the environment)") }
  static var plain: Self {
    .flag(
      "plain", "show the dashboard line by line, for screen readers, slow connections and scripts", reach: .beyond)
  }
  static var keystrokes: Self {
    .flag("keystrokes", "show the pressed keys at the lower right of the dashboard", reach: .beyond)
  }
  static var utc: Self { .flag("utc", "show dates in UTC instead of the local time zone") }
  static var yes: Self { .flag("yes", "answer yes to every question") }
  static var refresh: Self { .flag("refresh", "ask the App Store first") }
  static var help: Self { .flag("help", "show help", reach: .beyond) }
  static var version: Self { .flag("version", "show the version", reach: .beyond) }
}

extension CommandTable {
  /// The options that every command takes, in the order of the help.
  static let globalOptions: [AnyParameter] = [
    .option(.store), .option(.backend), .option(.caseName), .option(.catalog), .option(.root), .option(.bundleId),
    .option(.environmentName), .option(.key), .option(.keyId), .option(.issuer), .option(.profile), .option(.unlock),
    .option(.scene), .option(.resume), .option(.readonly), .option(.json), .option(.noColor), .option(.plain),
    .option(.keystrokes), .option(.theme), .option(.language), .option(.utc), .option(.offlineValidity),
    .option(.serverGrace), .option(.verifyWith), .option(.yes), .option(.refresh), .option(.help), .option(.version),
  ]
}

/// Parameters that several commands have.
extension Parameter where Value == Timestamp {
  /// A time in the past: an ISO 8601 date in UTC, or milliseconds.
  static var asOf: Self {
    Parameter("as-of", "DATE", "answer as this device would have answered then", text: { "\($0.milliseconds)" }) {
      text throws(StoreError) in
      if let date = Timestamp(milliseconds: text) ?? Timestamp(utc: text) { return date }
      throw StoreError(
        .usage, said: "invalid --as-of “\(safeText(text))”; use 2026-01-31T12:00:00Z, 2026-01-31 or milliseconds")
    }
  }

  /// The end of a right: a day or a time in UTC.
  static var until: Self {
    .day("until", "when the access ends", example: "a UTC date or time, such as 2027-01-01 or \"2027-01-01 12:00\"")
  }
}

extension Parameter where Value == String {
  /// The reason for a change, which the journal keeps.
  static var why: Self { .words("reason", "TEXT", "the reason, in your words or the customer's", reach: .value) }
  static var writtenFile: Self { .words("to", "FILE", "the file to write", offers: .files) }
  static var keys: Self { .words("keys", "KEYS", "keys to press first, such as \"b<Enter>\"", form: "\"...\"") }
}

extension Parameter where Value == Int64 {
  /// Declares an option for a duration, in milliseconds.
  static func duration(_ name: String, _ help: Words, form: String? = nil) -> Self {
    Parameter(option: name, "DURATION", help, form: form) { text throws(StoreError) in
      try VerbDuration(text).milliseconds
    }
  }
}
