import AppStoreModel
import Core
import Desk
import HTTP
import Verbs

// The options of the desk's verbs.

extension Parameter where Value == String {
  static var database: Self {
    .words("db", "FILE|URL", "the desk's database: a file, or postgres://...", offers: .files)
  }
  static var replica: Self { .words("db-read", "URL", "a replica of the desk's database, for agents who only read") }
  static var newsDatabase: Self {
    .words(
      "db-notify", "URL", "a direct connection to the desk's database, to announce and receive changes at once")
  }
  static var claims: Self {
    .words(
      "claims", "FILE", "your own server's claims, as JSON: user, productId, entitled, until, reason, at",
      offers: .files)
  }
  static var usageFile: Self {
    .words(
      "usage", "FILE", "recorded consent and use, as JSON: user, productId, consented, percentage, at", offers: .files)
  }
  static var derive: Self {
    .words("derive", "WHEN", "later: compute imported customers when they are first read", form: "later")
  }
  static var rules: Self {
    .words(
      "rules", "FILE", "the refund preference that Till sends when Apple asks about consumption, as JSON",
      offers: .files)
  }
  static var author: Self {
    .words("author", "NAME", "your name for notes and the audit of a desk (default: the system's login)")
  }
  static var people: Self {
    .words(
      "people", "FILE", "your users' names and attributes, as JSON: user, tokens, attributes", offers: .files)
  }
  /// The length of a column of the trends.
  static var trendLength: Self { .choice("by", ["day", "week"], "the length of a column") }
  static var trendFormat: Self { .choice("format", ["csv", "json"], "csv or json") }

  /// Declares an option that takes one of some words.
  private static func choice(_ name: String, _ words: [String], _ help: Words) -> Self {
    let form = words.joined(separator: "|")
    return Parameter(option: name, form, help, form: form) { text throws(StoreError) in
      if words.contains(text) { return text }
      throw StoreError(.usage, said: "invalid --\(name) “\(safeText(text))”; \(remedy(for: text, among: words))")
    }
  }

  static var alertCommand: Self {
    .words("run", "COMMAND", "run this command for each alert, with its text in TILL_ALERT")
  }
}

extension Parameter where Value == Bool {
  static var distributed: Self {
    .flag("distributed", "distribute the tables by customer over the workers of Citus")
  }
  static var furtherApp: Self { .flag("app", "add the app of --bundle-id to a desk that has another one") }
  static var contract: Self {
    .flag("contract", "after an upgrade of every program, remove what earlier versions of Till needed")
  }
  static var hashAttributes: Self {
    .flag("hash-attributes", "keep keyed hashes of the attributes, found by exact match only")
  }
  static var allApps: Self { .flag("all-apps", "the view of every app of the desk in one list") }
  static var dryRun: Self { .flag("dry-run", "print what Till would do, without doing it") }
  static var rebuild: Self { .flag("rebuild", "recompute every customer and compare") }
  static var deep: Self { .flag("deep", "check every page, signature and derived row") }
  static var onlyOnce: Self { .flag("once", "only once") }
}

extension Parameter where Value == Int {
  static var writers: Self { .number("writers", "N", in: 1...64, "how many connections store notifications (1)") }
  static var undoneImport: Self {
    .number("undo", "BATCH", in: 1...1_000_000_000, "take an import back, by the number that it printed")
  }
  static var acceptedRate: Self { .number("rate", "N", in: 1...1_000_000, "notifications accepted per second") }
}

extension Parameter where Value == Double {
  static var callRate: Self {
    Parameter(option: "rate", "N", "calls of Apple's API per second (default: a tenth of Apple's limit)") {
      text throws(StoreError) in
      if let rate = Double(text), rate > 0, rate <= 1000 { return rate }
      throw StoreError(.usage, said: "invalid --rate “\(safeText(text))”; use up to 1000 calls per second")
    }
  }
}

extension Parameter where Value == Timestamp {
  static var sweepStart: Self { .day("from", "the start date", example: "a date such as 2026-01-31") }
  static var lastDay: Self { .day("to", "the last day", example: "a date such as 2026-01-31") }
}

extension Parameter where Value == HTTPAddress {
  static var alertWebhook: Self {
    Parameter(option: "webhook", "URL", "send each alert to this address, as Slack takes it", reach: .beyond) {
      text throws(StoreError) in
      do throws(HTTPError) { return try HTTPAddress(text) } catch { throw StoreError(.usage, error.message) }
    }
  }
}

extension Parameter where Value == Int64 {
  static var deadline: Self { .duration("deadline", "alert this long before Apple's deadline (3h)", form: "3h") }
  static var silence: Self { .duration("silence", "alert after this long without a notification (1h)", form: "1h") }
  static var databaseTimeout: Self {
    .duration("db-timeout", "how long a statement of the desk's database may take (30s)")
  }
  static var delay: Self { .duration("delay", "alert when notifications arrive later than this (60s)", form: "60s") }

  /// The `next` value of a list of customers.
  static var afterCustomer: Self {
    Parameter(option: "after", "NEXT", "continue after a list's \"next\"") { text throws(StoreError) in
      if let number = Int64(text) { return number }
      throw StoreError(.usage, DeskCommandText.afterGiveNextOfList(safeText(text)).text)
    }
  }
}

extension Parameter where Value == ViewPlace {
  /// The `next` value of a view.
  static var afterPlace: Self {
    Parameter(option: "after", "NEXT", "continue after a list's \"next\"") { text throws(StoreError) in
      if let place = ViewPlace(text: text) { return place }
      throw StoreError(.usage, DeskCommandText.afterGiveNextOfList(safeText(text)).text)
    }
  }
}

extension Parameter where Value == DeskCall.ViewFormat {
  static var viewFormat: Self {
    Parameter(option: "format", "FORMAT", "csv, markdown, json or jsonl", form: "csv|markdown|json|jsonl") {
      text throws(StoreError) in
      if let format = DeskCall.ViewFormat(rawValue: text) { return format }
      throw StoreError(.usage, said: "invalid --format “\(safeText(text))”; use csv, markdown, json or jsonl")
    }
  }
}

extension Parameter where Value == Int? {
  /// How many months the desk keeps expiring data; nil where it keeps everything.
  static var retention: Self {
    Parameter(
      option: "older-than", "13mo|never", "the months of expiring data to keep, besides the current month",
      form: "13mo | never"
    ) { text throws(StoreError) in
      if text == "never" { return nil }
      guard text.hasSuffix("mo"), let months = Int(text.dropLast(2)), (1...1200).contains(months) else {
        throw StoreError(
          .usage, said: "invalid --older-than “\(safeText(text))”; use a number of months such as 13mo, or never")
      }
      return months
    }
  }
}
