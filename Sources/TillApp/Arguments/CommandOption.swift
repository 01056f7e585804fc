import Core
import Verbs

/// An option of the command line; all commands share one table, so that a name has the same meaning everywhere.
struct CommandOption: Sendable {
  let name: String
  /// The name of the option's argument in the help; nil for a switch.
  let argument: String?
  /// Whether the option may come without its argument; if so, an argument must follow an equals sign.
  let isOptional: Bool
  let help: Words
  /// Whether walkthrough and scenario files may use this option; only meaningful for a global option.
  ///
  /// The options of a single command are allowed or refused in that command's row of `CommandTable`.
  let inFiles: Bool

  /// The option as the help and the manual show it.
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
      "store", "DIR", "the folder of the files (default: one per backend in the XDG data directory)"),
    CommandOption(
      "backend", "SPEC",
      "simulator, simulator:LEDGER, http://127.0.0.1:PORT (a till serve), appstore:production|sandbox|URL, receipt:production|sandbox|URL, exec:PROGRAM or none"
    ),
    CommandOption("case", "NAME", "a case, made with till import FILE... --case NAME"),
    CommandOption("catalog", "FILE", "a .storekit file that replaces the ledger's catalogue"),
    CommandOption("root", "FILE", "a trusted root certificate, PEM or DER; may be repeated"),
    CommandOption("bundle-id", "ID", "the app"),
    CommandOption("environment", "NAME", "Production, Sandbox, Xcode or LocalTesting"),
    CommandOption("key", "FILE", "the in-app purchase key of a real backend, as App Store Connect gives it out (.p8)"),
    CommandOption("key-id", "ID", "that key's id"),
    CommandOption("issuer", "UUID", "the issuer id of App Store Connect"),
    CommandOption("profile", "NAME", "a profile of the configuration file that has these options (default)"),
    CommandOption("unlock", nil, "allow changes at a real backend"),
    CommandOption(
      "demo", "SCENE", isOptional: true,
      "use temporary files with demo data; SCENE: story (an Apple Account with a history), a scene such as refund, or a scene's file"
    ),
    CommandOption("resume", nil, "continue after a crash that Till caused, with the same store"),
    CommandOption("readonly", nil, inFiles: true, "change nothing"),
    CommandOption("json", nil, inFiles: true, "print one JSON document"),
    CommandOption("no-color", nil, inFiles: true, "no colours (as NO_COLOR in the environment)"),
    CommandOption("plain", nil, "show the dashboard line by line, for screen readers, slow connections and scripts"),
    CommandOption("keystrokes", nil, "show the pressed keys at the lower right of the dashboard"),
    CommandOption("theme", "NAME", "the colours: terminal, dark, light, high-contrast or color-blind"),
    CommandOption("language", "NAME", "the language of Till's texts: en or zh (default: the environment's)"),
    CommandOption("utc", nil, inFiles: true, "show dates in UTC instead of the local time zone"),
    CommandOption(
      "offline-validity", "DURATION", inFiles: true,
      "answers are unconfirmed after this long without a check; none: no limit (kept)"),
    CommandOption(
      "server-grace", "DURATION", inFiles: true,
      "trust Apple this long while the app server is unreachable; none: not at all (kept)"),
    CommandOption("verify-with", "SERVER", "the server that confirms purchases: embedded, none or a URL (kept)"),
    CommandOption("yes", nil, inFiles: true, "answer yes to every question"),
    CommandOption("refresh", nil, inFiles: true, "ask the App Store first"),
    CommandOption("help", nil, "show help"),
    CommandOption("version", nil, "show the version"),
  ]

  /// The options of single commands: those listed here, and those of the App Store verbs.
  static let particular: [CommandOption] = {
    let names = Set((global + own).map(\.name))
    return own
      + Verb.allOptions.filter { !names.contains($0.name) }.map { CommandOption($0.name, $0.placeholder, $0.help) }
  }()

  private static let own: [CommandOption] = [
    CommandOption("quantity", "N", "the quantity, 1 to 10"),
    CommandOption("clean", "NEW", "write the recording without tokens to this file"),
    CommandOption("account", "NAME", "an Apple Account; a list shows only its rows"),
    CommandOption("again", nil, "buy even if an earlier purchase may have been charged"),
    CommandOption("as-of", "DATE", "answer as this device would have answered then"),
    CommandOption("offer", "ID", "with a promotional offer"),
    CommandOption("code", "NAME", "with an offer code"),
    CommandOption("signature", "JWS", "the developer's signature of the offer (default: the simulator signs it)"),
    CommandOption("outcome", "OUTCOME", "success, cancel, pending, fail:KIND or unverified"),
    CommandOption("token", "WHOSE", "the token of the purchase: user, order, or a UUID of yours"),
    CommandOption("reason", "TEXT", "the customer's words"),
    CommandOption("stacks", nil, "a purchase starts when the previous one ends"),
    CommandOption("overlaps", nil, "a purchase starts when it is made (default)"),
    CommandOption("request", "ID", "the id of the request; Till grants the same id only once"),
    CommandOption("compensates", "ID", "the transaction or order that the grant makes up for"),
    CommandOption("compensated-by", "ID", "the grant or transaction that made up for a closed order"),
    CommandOption("ground", "GROUND", "the ground for closing an order: compensated, duplicate, fraud or other"),
    CommandOption("strict", nil, "count an unconfirmed answer as not entitled"),
    CommandOption("product", "ID", "only this product"),
    CommandOption("limit", "N", "rows at most (50)"),
    CommandOption("after", "NEXT", "continue after a list's \"next\""),
    CommandOption("sign-out", nil, "sign out"),
    CommandOption("claim", nil, "the user gets what was bought here without logging in, though they have it already"),
    CommandOption("leave", nil, "what was bought here without logging in stays separate"),
    CommandOption("new", nil, "create the account at the simulated App Store first"),
    CommandOption("new-user", nil, "the user is new to the app server"),
    CommandOption("format", "FORMAT", "json, csv, jws or storekit; for a desk's view json, csv or markdown"),
    CommandOption("app-apple-id", "N", "the app's Apple id, which notifications state"),
    CommandOption("shape", "2025|current", "2025: leave out members that Apple added since then"),
    CommandOption("kind", "KIND", "transaction, renewalInfo, notification or appTransaction"),
    CommandOption(
      "at", "MS", "the time when the certificates must be valid, in milliseconds (default: the signing time)"),
    CommandOption("app-store", nil, "show the transaction at the App Store"),
    CommandOption("flip", nil, "change one letter and show which check fails; Till stores nothing"),
    CommandOption("size", "WxH", "columns and rows (80x24)"),
    CommandOption("keys", "KEYS", "keys to press first, such as \"b<Enter>\""),
    CommandOption("to", "FILE|USER", "the file to write, or the user who gets the purchase"),
    CommandOption("reason-code", "N", "the reason of an extension: 0 undeclared, 1 satisfaction, 2 other, 3 outage"),
    CommandOption("from", "FILE|DATE", "a history that --to wrote, or the start date"),
    CommandOption("storefronts", "CODES", "only subscribers in these storefronts, such as USA,CHN"),
    CommandOption("entitled", "URL", "what your server is asked, with {token} and {product} in it"),
    CommandOption("within", "DURATION", "how long your server may take until its answer is right (2s)"),
    CommandOption("serve-port", "N", "the port of the App Store Server API in an exam (8421)"),
    CommandOption("port", "N", "the port to listen on (8421); 0 picks a free port"),
    CommandOption("notify", "URL", "the URL that App Store Server Notifications are sent to"),
    CommandOption("delivery", "ORDER", "parallel, ordered (default), or shuffled with a seed behind it"),
    CommandOption("attempts", "N", "how often a notification is posted that no server takes (6; in the sandbox 1)"),
    CommandOption("post-timeout", "DURATION", "how long a server may take to answer a notification (30s)"),
    CommandOption("world-ports", "A-B", "ports of which each world has one of its own, such as 8430-8439"),
    CommandOption("host", "ADDRESS", "the address to listen on (127.0.0.1)"),
    CommandOption("allow-host", "NAME", "a host name that clients use for this server; may be repeated"),
    CommandOption(
      "public-url", "URL", "the URL at which a proxy offers this server; every request then needs the token"),
    CommandOption("tls", "CERT|auto", "use HTTPS with this certificate and key, or create one (auto)"),
    CommandOption("control-token", "TOKEN", "the token that requests of the control API need"),
    CommandOption(
      "empty", nil, "create a ledger without the demo: one Apple Account, and only the products of --catalog"),
    CommandOption("seed", "N", "the seed for the ids and UUIDs of a new ledger"),
    CommandOption("clock", "DATE", "pause the App Store's clock at this date"),
    CommandOption("db", "FILE|URL", "the desk's database: a file, or postgres://..."),
    CommandOption("claims", "FILE", "your own server's claims, as JSON: user, productId, entitled, until, reason, at"),
    CommandOption("deep", nil, "check every page, signature and derived row"),
    CommandOption("rebuild", nil, "recompute every customer and compare"),
    CommandOption("derive", "WHEN", "later: compute imported customers when they are first read"),
    CommandOption(
      "rate", "N", "calls of Apple's API per second (default: a tenth of Apple's limit), or notifications accepted"),
    CommandOption("usage", "FILE", "recorded consent and use, as JSON: user, productId, consented, percentage, at"),
    CommandOption("rules", "FILE", "the refund preference that Till sends when Apple asks about consumption, as JSON"),
    CommandOption("dry-run", nil, "print what Till would do, without doing it"),
    CommandOption("run", "COMMAND", "run this command for each alert, with its text in TILL_ALERT"),
    CommandOption("deadline", "DURATION", "alert this long before Apple's deadline (3h)"),
    CommandOption("silence", "DURATION", "alert after this long without a notification (1h)"),
    CommandOption("delay", "DURATION", "alert when notifications arrive later than this (60s)"),
    CommandOption("older-than", "13mo|never", "the months of expiring data to keep, besides the current month"),
    CommandOption(
      "distributed", nil, "split the tables by customer: with Citus where installed, else in hash partitions"),
    CommandOption(
      "db-notify", "URL", "a direct connection to the desk's database, to announce and receive changes at once"),
    CommandOption("db-read", "URL", "a replica of the desk's database, for agents who only read"),
    CommandOption("off", nil, "switch off"),
    CommandOption("list", nil, "list what there is: users, or cases of an exam"),
    CommandOption("once", nil, "only once"),
    CommandOption("stats", nil, "counts and durations"),
    CommandOption("until", "DATE", "the end"),
    CommandOption("end", "ID", "end this grant now"),
    CommandOption("owns", nil, "list a user's rights at the app server, with their end and evidence"),
    CommandOption("platform", "NAME", "the platform where the user bought it"),
    CommandOption("reference", "ID", "the purchase's id at that platform"),
    CommandOption("user", "NAME", "the owner (default: the logged-in user)"),
    CommandOption("rotate", nil, "write a new secret into the file"),
    CommandOption("take", "FILE", "copy the secret from the other side's file"),
    CommandOption("overlap", "DURATION", "how long the previous secret stays valid (1d)"),
  ]
}
