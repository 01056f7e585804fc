import StoreVerbs
import Texts

/// An option of the command line; one table for all commands, so that a name means the same everywhere.
struct CommandOption: Sendable {
  let name: String
  /// What its argument is called in the help; nil for a switch.
  let argument: String?
  /// Whether it may be given without its argument; else that follows an equals sign.
  let isOptional: Bool
  let help: Words
  /// For an option that every command takes: whether walkthrough and scenario files may give it.
  ///
  /// Those of single commands stand in the rows of these.
  let inFiles: Bool

  /// The option as the help and the manual write it.
  var usage: String { "--" + name + (argument.map { isOptional ? "[=\($0)]" : " " + $0 } ?? "") }

  init(_ name: String, _ argument: String? = nil, isOptional: Bool = false, inFiles: Bool = false, _ help: Words) {
    self.name = name
    self.argument = argument
    self.isOptional = isOptional
    self.inFiles = inFiles
    self.help = help
  }

  /// The options that every command takes.
  static let global: [CommandOption] = [
    CommandOption(
      "store", "DIR", "where the files lie; default: one directory per backend under the XDG data directory"),
    CommandOption(
      "backend", "SPEC",
      "simulator, simulator:LEDGER, http://127.0.0.1:PORT (a till serve), appstore:production|sandbox|URL, receipt:production|sandbox|URL, exec:PROGRAM or none"
    ),
    CommandOption("case", "NAME", "evidence that was imported under this name (till import FILE... --case NAME)"),
    CommandOption("catalog", "FILE", "a .storekit file to sell instead of the ledger's catalogue"),
    CommandOption("root", "FILE", "a trusted root certificate, PEM or DER; may be repeated"),
    CommandOption("bundle-id", "ID", "the app"),
    CommandOption("environment", "NAME", "Production, Sandbox, Xcode or LocalTesting"),
    CommandOption("key", "FILE", "the in-app purchase key of a real backend, as App Store Connect gives it out (.p8)"),
    CommandOption("key-id", "ID", "that key's id"),
    CommandOption("issuer", "UUID", "the issuer id of App Store Connect"),
    CommandOption("profile", "NAME", "a profile of the configuration file with these (default)"),
    CommandOption("unlock", nil, "allow changes at a real backend"),
    CommandOption(
      "demo", "story", isOptional: true,
      "throw-away files with demo data; --demo=story: on an Apple Account with a history"),
    CommandOption("readonly", nil, inFiles: true, "change nothing"),
    CommandOption("json", nil, inFiles: true, "print one JSON document"),
    CommandOption("no-color", nil, inFiles: true, "no colours (as NO_COLOR in the environment)"),
    CommandOption("plain", nil, "the dashboard line by line, for screen readers, slow lines and scripts"),
    CommandOption("theme", "NAME", "the colours: terminal, dark, light, high-contrast or color-blind"),
    CommandOption("language", "NAME", "the language of what people read: en or zh; else the environment's"),
    CommandOption("utc", nil, inFiles: true, "dates in UTC instead of the local time zone"),
    CommandOption(
      "offline-validity", "DURATION", inFiles: true,
      "after so long without a check an answer is unconfirmed, from now on; or none"),
    CommandOption(
      "server-grace", "DURATION", inFiles: true,
      "trust Apple for so long while the app's server cannot be reached, from now on; or none"),
    CommandOption("verify-with", "SERVER", "who confirms purchases, from now on: embedded, none or a URL"),
    CommandOption("yes", nil, inFiles: true, "answer yes to a question"),
    CommandOption("refresh", nil, inFiles: true, "ask the App Store first"),
    CommandOption("help", nil, "show help"),
    CommandOption("version", nil, "show the version"),
  ]

  /// The options that some commands take: those of the table, and those of the App Store's side.
  static let particular: [CommandOption] = {
    let names = Set((global + own).map(\.name))
    return own
      + Verb.allOptions.filter { !names.contains($0.name) }.map { CommandOption($0.name, $0.placeholder, $0.help) }
  }()

  private static let own: [CommandOption] = [
    CommandOption("quantity", "N", "how many; 1 to 10"),
    CommandOption("clean", "NEW", "write the recording to this file, without tokens"),
    CommandOption("account", "NAME", "an Apple Account; in lists only that one"),
    CommandOption("again", nil, "buy although an earlier purchase may have been charged"),
    CommandOption("as-of", "DATE", "what this device would have answered then"),
    CommandOption("offer", "ID", "with a promotional offer"),
    CommandOption("code", "NAME", "with an offer code"),
    CommandOption("signature", "JWS", "the developer's signature of the offer; by default the simulator signs it"),
    CommandOption("outcome", "OUTCOME", "success, cancel, pending, fail:KIND or unverified"),
    CommandOption("token", "WHOSE", "whose UUID the purchase carries: user, order, or a UUID of one's own"),
    CommandOption("reason", "TEXT", "the customer's words"),
    CommandOption("stacks", nil, "a purchase begins when the one before it ends"),
    CommandOption("overlaps", nil, "each purchase begins when it is made (default)"),
    CommandOption("request", "ID", "the id of the request: the same one is granted once"),
    CommandOption("compensates", "ID", "the transaction or order that it makes up for"),
    CommandOption("ground", "GROUND", "why an order is closed: compensated, duplicate, fraud or other"),
    CommandOption("strict", nil, "an unconfirmed answer does not count"),
    CommandOption("product", "ID", "only this product"),
    CommandOption("limit", "N", "at most so many rows (50)"),
    CommandOption("after", "NEXT", "read on after a list's \"next\""),
    CommandOption("sign-out", nil, "sign out"),
    CommandOption("new", nil, "make the account at the simulated App Store first"),
    CommandOption("new-user", nil, "to a user whom the app's server does not know yet"),
    CommandOption("format", "FORMAT", "json, csv, jws or storekit; of a desk's view json, csv or markdown"),
    CommandOption("app-apple-id", "N", "the app's Apple id, for production"),
    CommandOption("kind", "KIND", "transaction, renewalInfo, notification or appTransaction"),
    CommandOption("at", "MS", "when the certificates must be valid, in milliseconds; default: when it was signed"),
    CommandOption("app-store", nil, "as the App Store has it"),
    CommandOption("flip", nil, "change one letter and show which check notices; nothing is stored"),
    CommandOption("size", "WxH", "columns and rows (80x24)"),
    CommandOption("keys", "KEYS", "keys to press first, such as \"b<Enter>\""),
    CommandOption("to", "FILE|USER", "where to write; or who has it from then on"),
    CommandOption("reason-code", "N", "why a renewal is extended: 0 undeclared, 1 satisfaction, 2 other, 3 outage"),
    CommandOption("from", "FILE|DATE", "a history that was written with --to; or the beginning"),
    CommandOption("storefronts", "CODES", "only subscribers in these storefronts, such as USA,CHN"),
    CommandOption("port", "N", "the port to listen on; 0 takes a free one (8421)"),
    CommandOption("notify", "URL", "where App Store Server Notifications are posted"),
    CommandOption("host", "ADDRESS", "the address to listen on (127.0.0.1)"),
    CommandOption("allow-host", "NAME", "a host name by which programs ask for it; may be repeated"),
    CommandOption("public-url", "URL", "where a proxy offers the server; every request then needs the token"),
    CommandOption("tls", "CERT|auto", "speak HTTPS with this certificate, its key behind it; or make one"),
    CommandOption("control-token", "TOKEN", "what requests of the control API must show"),
    CommandOption("empty", nil, "a new ledger without demo: one Apple Account, and nothing to sell but --catalog"),
    CommandOption("seed", "N", "what the ids and UUIDs of a new ledger are drawn from"),
    CommandOption("clock", "DATE", "the App Store's clock stands still at this date"),
    CommandOption("db", "FILE|URL", "the desk's database: a file, or postgres://..."),
    CommandOption("claims", "FILE", "what your own server says, as JSON: user, productId, entitled, until, reason, at"),
    CommandOption("deep", nil, "compare every page, signature and derived row with what was written"),
    CommandOption("rebuild", nil, "derive everything again and compare"),
    CommandOption("derive", "WHEN", "later: leave what an import brought to be derived when it is read"),
    CommandOption(
      "rate", "N", "at most so many calls of Apple's API a second (a tenth of Apple's limit), or notifications taken"),
    CommandOption("usage", "FILE", "recorded consent and use, as JSON: user, productId, consented, percentage, at"),
    CommandOption("rules", "FILE", "what to prefer when Apple asks about consumption, as JSON"),
    CommandOption("dry-run", nil, "say what would be done, and do nothing"),
    CommandOption("run", "COMMAND", "run this for each alert, with its words in TILL_ALERT"),
    CommandOption("deadline", "DURATION", "how long before Apple's deadline to say so (3h)"),
    CommandOption("silence", "DURATION", "how long without a notification to say so (1h)"),
    CommandOption("delay", "DURATION", "how late notifications may arrive (60s)"),
    CommandOption("older-than", "13mo|never", "how many months are kept of what ages, besides the one that runs"),
    CommandOption("distributed", nil, "cut the tables by customer: by Citus where it is, else in hash partitions"),
    CommandOption(
      "db-notify", "URL", "a direct connection to the desk's database: news is announced, and heard at once"),
    CommandOption("db-read", "URL", "a replica of the desk's database, for whoever only looks"),
    CommandOption("off", nil, "switch off"),
    CommandOption("list", nil, "list everybody that the app's server knows"),
    CommandOption("once", nil, "once, and then no more"),
    CommandOption("stats", nil, "counts and durations"),
    CommandOption("until", "DATE", "the end"),
    CommandOption("end", "ID", "end this grant now"),
    CommandOption("owns", nil, "list what a user has at the app's server, until when and why"),
    CommandOption("platform", "NAME", "where it was bought"),
    CommandOption("reference", "ID", "what it is called there"),
    CommandOption("user", "NAME", "whose it is; default: who is logged in"),
    CommandOption("rotate", nil, "put a new secret into the file"),
    CommandOption("take", "FILE", "take the secret over that another side's file holds"),
    CommandOption("overlap", "DURATION", "how long the secret before it holds on (1d)"),
  ]
}
