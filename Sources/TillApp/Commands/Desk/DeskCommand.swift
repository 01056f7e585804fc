import AppStoreModel
import Backends
import Core
import Desk
import Storage

extension Command {
  static let desk = Command(
    name: "desk",
    summary: "import, find and explain the customers of an app, list saved views, listen for notifications",
    usage: ["desk [--size 120x36] [--keys \"...\"]"] + DeskVerb.all.map { "desk " + $0.usage },
    options: [
      "size", "keys", "db", "claims", "usage", "rebuild", "deep", "limit", "after", "port", "host", "allow-host",
      "public-url", "tls", "derive", "rate",
      "from", "rules", "dry-run", "once", "run", "deadline", "silence", "delay", "reason-code", "format", "distributed",
      "older-than",
      "db-read", "db-notify",
    ],
    details: [
      "The desk is a file, desk.db in the store's directory, or the "
        + "database that --db names. It belongs to one app and",
      "environment: those of --bundle-id and --environment, else those of the first import.",
      "refresh and sweep, and find with an order number and --backend, ask Apple (--key, --key-id, --issuer or a "
        + "profile).",
      "CASE is one of \(CustomerCase.allCases.map(\.rawValue).joined(separator: ", ")).",
      "VIEW is one of \(SavedView.allCases.map(\.name).joined(separator: ", ")), quarantine.",
    ],
    examples: [
      "till desk init --bundle-id com.example.app --environment Production",
      "till desk import notifications.jsonl.gz history.jws",
      "till desk find 7389a31a", "till desk customer 2000000845425339 --json", "till desk view refunded",
    ],
    words: 0...40
  ) { call in
    guard let name = call.words.first else { return try DeskCall(words: [], call: call).reporting { try $0.screen() } }
    guard let verb = DeskVerb.all.first(where: { $0.name == name }) else {
      throw UsageError(
        DeskCommandText.noDesk(safeText(name), near: nearest(to: name, among: DeskVerb.all.map(\.name))).text)
    }
    guard verb.words.contains(call.words.count - 1) else {
      throw UsageError(say("usage: till desk ") + verb.usage)
    }
    return try DeskCall(words: Array(call.words.dropFirst()), call: call).reporting(verb.run)
  }
}

extension DeskCall {
  /// Runs a desk verb, and turns a desk error into an exit status.
  fileprivate func reporting(_ work: (DeskCall) throws -> ExitStatus) throws -> ExitStatus {
    do { return try work(self) } catch let error as DeskError {
      throw CommandError(error.status, error.description)
    }
  }
}

extension DeskError {
  /// The exit status: unusable for a missing desk or another app's desk, failed for any other error.
  fileprivate var status: ExitStatus {
    switch kind {
    case .notMade, .otherApp: .unusable
    default: .failed
    }
  }
}

/// One verb of `till desk`.
struct DeskVerb: Sendable {
  let name: String
  /// The usage line, without `till desk`.
  let usage: String
  let words: ClosedRange<Int>
  let run: @Sendable (DeskCall) throws -> ExitStatus

  static let all = [
    DeskVerb(
      name: "init", usage: "init --bundle-id ID [--environment NAME] [--root FILE] [--distributed]", words: 0...0
    ) {
      try $0.begin()
    },
    DeskVerb(name: "status", usage: "status", words: 0...0) { try $0.status() },
    DeskVerb(name: "import", usage: "import FILE... | - [--claims FILE] [--usage FILE] [--derive later]", words: 0...39)
    {
      try $0.importFiles()
    },
    DeskVerb(
      name: "listen",
      usage: "listen [--port N] [--host ADDRESS] [--allow-host NAME] [--public-url URL] [--tls CERT KEY] [--rate N]",
      words: 0...1
    ) {
      try $0.listen()
    },
    DeskVerb(name: "refresh", usage: "refresh CUSTOMER [--rate N]", words: 1...1) { try $0.refresh() },
    DeskVerb(name: "sweep", usage: "sweep [--from DATE] [--rate N]", words: 0...0) { try $0.sweep() },
    DeskVerb(name: "worker", usage: "worker [--rules FILE] [--dry-run] [--once] [--rate N]", words: 0...0) {
      try $0.work()
    },
    DeskVerb(
      name: "request", usage: "request refresh CUSTOMER | extend SUBSCRIPTION DAYS | hold TRANSACTION", words: 2...3
    ) { try $0.request() },
    DeskVerb(name: "requests", usage: "requests [--limit N]", words: 0...0) { try $0.requests() },
    DeskVerb(
      name: "watch", usage: "watch [--once] [--run COMMAND] [--deadline 3h] [--silence 1h] [--delay 60s]", words: 0...0
    ) { try $0.watch() },
    DeskVerb(name: "find", usage: "find TEXT [--limit N] [--after NEXT]", words: 1...1) { try $0.find() },
    DeskVerb(name: "customer", usage: "customer ID", words: 1...1) { try $0.customer() },
    DeskVerb(name: "help-customer", usage: "help-customer CUSTOMER CASE [PRODUCT]", words: 2...3) {
      try $0.helpCustomer()
    },
    DeskVerb(name: "view", usage: "view VIEW [--limit N] [--after NEXT] [--format csv|markdown|json]", words: 1...1) {
      try $0.view()
    },
    DeskVerb(name: "note", usage: "note CUSTOMER TEXT", words: 2...2) { try $0.note() },
    DeskVerb(name: "export", usage: "export CUSTOMER", words: 1...1) { try $0.export() },
    DeskVerb(name: "forget", usage: "forget CUSTOMER [--yes]", words: 1...1) { try $0.forget() },
    DeskVerb(name: "retain", usage: "retain [--older-than 13mo | never]", words: 0...0) { try $0.retain() },
    DeskVerb(name: "doctor", usage: "doctor [--rebuild] [--deep]", words: 0...0) { try $0.examine() },
  ]
}

/// One call of a desk verb, with its options and its desk.
struct DeskCall: Sendable {
  /// The words after the verb.
  let words: [String]
  let call: Invocation

  var options: Arguments { call.options }
  var output: Output { call.output }

  /// Returns the app's identity from the options; nil where they name none.
  func asked() throws -> DeskIdentity? {
    guard let bundleId = options["bundle-id"] else { return nil }
    return DeskIdentity(
      bundleId: bundleId, environment: StoreEnvironment(rawValue: options["environment"] ?? "Production"),
      rootFiles: try rootFiles())
  }

  func rootFiles() throws -> [[UInt8]] {
    let files = try options.all("root").map { try InputFile.bytes($0) }
    _ = try TrustedRoots(files: files)
    return files
  }

  /// The desk's place from the options: a file or a PostgreSQL address.
  var place: String { options["db"] ?? (options["store"] ?? StoreDirectory.dataHome + "/till") + "/desk.db" }

  /// Opens the database that the options name.
  func engine(isReadOnly: Bool) throws -> any DeskEngine {
    // An agent who only reads can use a replica (`--db-read`).
    let place = (isReadOnly ? options["db-read"] : nil) ?? place
    if PostgreSQLAddress.isOne(place) {
      let engine = try PostgreSQLEngine(
        PostgreSQLAddress(place), spread: options.has("distributed") ? .distributed() : .none, isReadOnly: isReadOnly)
      engine.announces = options.has("db-notify")
      return engine
    }
    if !isReadOnly {
      do { try Files.makeFolder(Files.folder(of: Files.absolute(place))) } catch {
        throw CommandError(
          .unusable,
          say("cannot create the folder of \(safeText(place)); check the path, or name another with --db"))
      }
    }
    return try SQLiteEngine(place, schema: .desk, isReadOnly: isReadOnly)
  }

  /// Opens the existing desk.
  ///
  /// - Parameter acts: Whether the desk must be writable.
  func desk(acts: Bool) throws -> CustomerDesk {
    guard !acts || !options.has("readonly") else {
      throw CommandError(.failed, ArgumentText.readOnly.text)
    }
    let desk: CustomerDesk
    do {
      desk = try CustomerDesk(try engine(isReadOnly: !acts), expecting: try asked())
    } catch let fault as DatabaseFault where fault.cause == .missing {
      throw CommandError(
        .unusable, say("no desk yet; create one with till desk init --bundle-id ID, or till desk import FILE"))
    }
    return desk
  }

  /// Opens the desk; creates it where it does not exist, for the app and environment of the options or the file.
  func madeDesk(file: String?) throws -> CustomerDesk {
    guard !options.has("readonly") else {
      throw CommandError(.failed, ArgumentText.readOnly.text)
    }
    let engine = try engine(isReadOnly: false)
    if let identity = try asked() { return try CustomerDesk.make(identity, in: engine) }
    do { return try CustomerDesk(engine) } catch let error as DeskError where error.kind == .notMade {
      guard let file, let claims = try DeskImport.claims(of: file) else { throw error }
      guard claims.environment.isSignedByApple || options["environment"] == claims.environment.rawValue else {
        throw CommandError(
          .usage,
          say(
            "\(safeText(file)) is from \(claims.environment.rawValue), which Apple does not "
              + "sign, so Till would not verify it; if you trust it, first create the desk with till "
              + "desk init --bundle-id ID --environment \(claims.environment.rawValue)"
          ))
      }
      let identity = DeskIdentity(
        bundleId: claims.bundleId, environment: claims.environment, rootFiles: try rootFiles())
      return try CustomerDesk.make(identity, in: engine)
    }
  }

  /// Opens the existing desk, and updates its tables to this version.
  private func broughtUpToDate() throws -> CustomerDesk {
    do { return try CustomerDesk.bringUpToDate(in: engine(isReadOnly: options.has("readonly"))) } catch let error
      as DeskError where error.kind == .notMade
    {
      throw UsageError(say("missing app; use till desk init --bundle-id ID"))
    }
  }

  func begin() throws -> ExitStatus {
    let desk = try asked() == nil ? broughtUpToDate() : madeDesk(file: nil)
    // On PostgreSQL, `till desk init` also creates the database roles of agents and programs.
    do { try (desk.engine as? PostgreSQLEngine)?.grantRoles() } catch let fault as DatabaseFault
      where fault.cause == .forbidden
    {
      output.note(say("could not create the desk's roles; run till desk init again as a role that may create roles"))
    }
    let words = say("a desk for \(safeText(desk.identity.bundleId)) in \(safeText(desk.identity.environment.rawValue))")
    output.document([
      "ok": true, "message": .string(words), "bundleId": .string(desk.identity.bundleId),
      "environment": .string(desk.identity.environment.rawValue), "engine": .string(desk.engine.name),
    ])
    output.text(words + ", on \(desk.engine.name)")
    return .done
  }

  func status() throws -> ExitStatus {
    let desk = try self.desk(acts: false)
    let (summary, health) = (try desk.summary(), try desk.health())
    var document: JSONObject = [
      "engine": .string(summary.engine), "bundleId": .string(summary.identity.bundleId),
      "environment": .string(summary.identity.environment.rawValue), "customers": .number(summary.customers),
      "transactions": .number(summary.transactions), "notifications": .number(summary.notifications),
      "quarantined": .number(summary.quarantined), "waiting": .number(summary.waiting),
      "schema": .number(summary.schema),
    ]
    document.append("newest", ifPresent: summary.newest?.json)
    document.append("gapsFilled", .number(health.gapsFilled))
    document.append("appleCalls", .number(health.calls.made))
    document.append("appleCallsLeft", ifPresent: health.calls.left.map { .number($0) })
    document.append(
      "delay", ifPresent: health.delay.map { ["p50": .number($0.half), "p99": .number($0.ninetyNine)] })
    document.append(
      "newestByType",
      .array(
        health.newest.map {
          ["notificationType": .string($0.type), "signedDate": $0.signedDate.json, "arrivedDate": $0.arrivedDate.json]
        }))
    output.document(document)
    output.text(
      """
      \(safeText(summary.identity.bundleId)), \(safeText(summary.identity.environment.rawValue)), on \(summary.engine)
      customers      \(summary.customers)
      transactions   \(summary.transactions)
      notifications  \(summary.notifications)\(summary.newest.map { ", newest " + output.date($0) } ?? "")
      quarantined    \(summary.quarantined)
      waiting        \(summary.waiting)
      gaps filled    \(health.gapsFilled)
      calls          \(health.calls.made) this hour\(health.calls.left.map { ", \($0) left" } ?? "")\(health.delay.map { "\ndelay          \($0.half) ms, \($0.ninetyNine) ms of one in a hundred" } ?? "")
      """)
    return .done
  }
}
