import AppStoreModel
import Backends
import Core
import Dashboard
import Desk
import Storage
import Verbs

extension Command {
  static let desk = Command(
    name: "desk",
    summary: "import, find and explain the customers of an app, list saved views, listen for notifications",
    forms: [UsageForm(.option(.size), .option(.keys))] + DeskVerb.all.map(\.form),
    moreOptions: [
      .option(.database), .option(.reasonCode), .option(.replica), .option(.newsDatabase), .option(.databaseTimeout),
      .option(.author),
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
      let near = nearest(to: name, among: DeskVerb.all.map(\.name))
      throw UsageError(
        say("unknown desk command “\(safeText(name))”; \(remedy(near: near, listedBy: "till help desk"))"))
    }
    guard verb.form.wordCount.contains(call.words.count) else {
      throw UsageError(say("usage: till desk ") + verb.form.text)
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
  /// The words and options after `till desk`.
  let form: UsageForm
  let run: @Sendable (DeskCall) throws -> ExitStatus

  init(_ items: UsageForm.Item..., run: @escaping @Sendable (DeskCall) throws -> ExitStatus) {
    form = UsageForm(items)
    self.run = run
  }

  var name: String { form.literals[0] }

  static let all = [
    DeskVerb(
      "init", .needed(.bundleId), .option(.environmentName), .option(.root), .option(.distributed), .option(.contract),
      .option(.furtherApp)
    ) { try $0.begin() },
    DeskVerb("status") { try $0.status() },
    DeskVerb(
      "import",
      .either(
        [
          .value("FILE... | -", .files), .option(.claims), .option(.usageFile),
          .group(.needed(.people), .option(.hashAttributes)), .option(.derive),
        ],
        [.needed(.undoneImport)])
    ) { $0.options.has(.undoneImport) ? try $0.undoImport() : try $0.importFiles() },
    DeskVerb(
      "listen", .option(.port), .option(.host), .option(.allowHost), .option(.publicURL),
      .group(.needed(.tls("CERT")), .value("KEY", .files)),
      .option(.acceptedRate), .option(.writers), .option(.hashAttributes)
    ) { try $0.listen() },
    DeskVerb("refresh", .value("CUSTOMER"), .option(.callRate)) { try $0.refresh() },
    DeskVerb("sweep", .option(.sweepStart), .option(.callRate)) { try $0.sweep() },
    DeskVerb("worker", .option(.rules), .option(.dryRun), .option(.onlyOnce), .option(.callRate)) { try $0.work() },
    DeskVerb(
      "request",
      .either(
        ["refresh", .value("CUSTOMER")], ["extend", .value("SUBSCRIPTION"), .value("DAYS")],
        ["hold", .value("TRANSACTION")])
    ) { try $0.request() },
    DeskVerb("requests", .option(.limit)) { try $0.requests() },
    DeskVerb(
      "watch", .option(.onlyOnce), .option(.alertCommand), .option(.alertWebhook), .option(.deadline),
      .option(.silence), .option(.delay)
    ) { try $0.watch() },
    DeskVerb("find", .value("TEXT"), .option(.limit), .option(.afterCustomer)) { try $0.find() },
    DeskVerb("customer", .value("ID"), .option(.asOf)) { try $0.customer() },
    DeskVerb("help-customer", .value("CUSTOMER"), .value("CASE"), .group(.value("PRODUCT"))) {
      try $0.helpCustomer()
    },
    DeskVerb("person", .value("ID"), .option(.asOf)) { try $0.person() },
    DeskVerb(
      "view", .value("VIEW"), .option(.limit), .option(.afterPlace), .option(.viewFormat), .option(.allApps)
    ) { try $0.view() },
    DeskVerb(
      "trends", .option(.sweepStart), .option(.lastDay), .option(.trendLength), .option(.trendFormat)
    ) { try $0.trends() },
    DeskVerb("note", .value("CUSTOMER"), .value("TEXT"), .option(.author)) { try $0.note() },
    DeskVerb("export", .value("CUSTOMER")) { try $0.export() },
    DeskVerb("forget", .value("CUSTOMER"), .option(.yes)) { try $0.forget() },
    DeskVerb("retain", .option(.retention)) { try $0.retain() },
    DeskVerb("doctor", .option(.rebuild), .option(.deep)) { try $0.examine() },
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
    guard let bundleId = try options[.bundleId] else { return nil }
    return DeskIdentity(
      bundleId: bundleId, environment: StoreEnvironment(rawValue: try options[.environmentName] ?? "Production"),
      rootFiles: try rootFiles())
  }

  func rootFiles() throws -> [[UInt8]] {
    let files = try options.all(.root).map { try InputFile.bytes($0) }
    _ = try TrustedRoots(files: files)
    return files
  }

  /// The desk's place from the options: a file or a PostgreSQL address.
  var place: String {
    get throws(UsageError) {
      if let place = try options[.database] { return place }
      return (try options[.store] ?? StoreDirectory.dataHome + "/till") + "/desk.db"
    }
  }

  /// Returns a command of the desk for a person to type, with the options that name this one.
  func commandLine(_ words: [String]) -> String {
    let place = [Parameter.database, .store].flatMap { parameter in
      options.texts(of: parameter.name).suffix(1).flatMap { ["--" + parameter.name, $0] }
    }
    return ShellWords.text(["till", "desk"] + words + place)
  }

  /// Opens the database that the options name.
  func engine(isReadOnly: Bool) throws -> any DeskEngine {
    // An agent who only reads can use a replica (`--db-read`).
    let place = try (isReadOnly ? options[.replica] : nil) ?? place
    if PostgreSQLAddress.isOne(place) {
      let engine = try PostgreSQLEngine(
        PostgreSQLAddress(place), isDistributed: options.has(.distributed), isReadOnly: isReadOnly,
        patience: try patience())
      engine.announces = options.has(.newsDatabase)
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

  /// The time limits of a connection: those of the option, else the usual ones.
  private func patience() throws -> PostgreSQLConnection.Patience {
    var patience = PostgreSQLConnection.Patience.usual
    guard let limit = try options[.databaseTimeout] else { return patience }
    patience.statement = Int(clamping: min(max(limit, 100), 86_400_000))
    patience.lock = min(patience.lock, patience.statement)
    return patience
  }

  /// Opens the existing desk.
  ///
  /// - Parameter acts: Whether the desk must be writable.
  func desk(acts: Bool) throws -> CustomerDesk {
    guard !acts || !options.has(.readonly) else {
      throw CommandError(.failed, ArgumentText.readOnly.text)
    }
    do {
      return try CustomerDesk(engine(isReadOnly: !acts), expecting: asked())
    } catch let fault as DatabaseFault where fault.cause == .missing {
      throw CommandError(
        .unusable, say("no desk yet; create one with till desk init --bundle-id ID, or till desk import FILE"))
    }
  }

  /// Opens the desk; creates it where it does not exist, for the app and environment of the options or the file.
  func madeDesk(file: String?) throws -> CustomerDesk {
    guard !options.has(.readonly) else {
      throw CommandError(.failed, ArgumentText.readOnly.text)
    }
    let engine = try engine(isReadOnly: false)
    if let identity = try asked() { return try CustomerDesk.make(identity, in: engine) }
    let rootFiles = try rootFiles()
    let roots = rootFiles.isEmpty ? .apple : try TrustedRoots(files: rootFiles)
    do {
      let held = try DeskIdentity.held(by: engine).map(\.identity)
      // Of several apps, the file says which one it is from.
      let claims = held.count > 1 ? try file.flatMap { try DeskImport.claims(of: $0, roots: roots) } : nil
      let name = claims.map { ($0.bundleId, $0.environment) } ?? held.first.map { ($0.bundleId, $0.environment) }
      let identity = name.map { DeskIdentity(bundleId: $0, environment: $1, rootFiles: rootFiles) }
      if let identity, !rootFiles.isEmpty { return try CustomerDesk.make(identity, in: engine) }
      return try CustomerDesk(engine, expecting: identity)
    } catch let error as DeskError where error.kind == .notMade {
      guard let file else { throw error }
      guard let claims = try DeskImport.claims(of: file, roots: roots) else {
        throw CommandError(
          .usage,
          say(
            "no desk was created: \(safeText(file)) names no app; add --bundle-id ID --environment Production or Sandbox"
          ))
      }
      guard try claims.environment.isSignedByApple || options[.environmentName] == claims.environment.rawValue else {
        throw CommandError(
          .usage,
          say(
            "\(safeText(file)) is from \(claims.environment.rawValue), which Apple does not "
              + "sign, so Till would not verify it; if you trust it, first create the desk with till "
              + "desk init --bundle-id ID --environment \(claims.environment.rawValue)"
          ))
      }
      if let failure = claims.failure, claims.environment.isSignedByApple {
        throw CommandError(
          .failed,
          say(
            "no desk was created: \(safeText(file)): \(safeText(failure.message)); where another App Store than Apple's "
              + "signed it, name its root certificate with --root FILE"))
      }
      let identity = DeskIdentity(
        bundleId: claims.bundleId, environment: claims.environment, rootFiles: rootFiles)
      return try CustomerDesk.make(identity, in: engine)
    }
  }

  /// Opens the existing desk, and updates its tables to this version.
  private func broughtUpToDate() throws -> CustomerDesk {
    var shown = 0
    do {
      return try CustomerDesk.bringUpToDate(
        in: engine(isReadOnly: options.has(.readonly)), contracts: options.has(.contract)
      ) { part, count, rows in
        if part != shown {
          output.note(say("part \(part) of \(count); stop with Ctrl-C, and till desk init continues here"))
        }
        shown = part
        if rows > 0 { output.note(say("\("\(rows)") rows")) }
      }
    } catch let error as DeskError where error.kind == .notMade {
      throw UsageError(say("missing app; use till desk init --bundle-id ID"))
    }
  }

  func begin() throws -> ExitStatus {
    let desk: CustomerDesk
    if options.has(.furtherApp) {
      guard let identity = try asked() else {
        throw UsageError(say("missing app; use till desk init --app --bundle-id ID"))
      }
      desk = try CustomerDesk.add(identity, to: engine(isReadOnly: false))
    } else {
      desk = try asked() == nil ? broughtUpToDate() : madeDesk(file: nil)
    }
    // On PostgreSQL, `till desk init` also creates the database roles of agents and programs.
    do { try (desk.engine as? PostgreSQLEngine)?.grantRoles() } catch let fault as DatabaseFault
      where fault.cause == .forbidden
    {
      output.note(say("could not create the desk's roles; run till desk init again as a role that may create roles"))
    }
    let words = say("a desk for \(safeText(desk.identity.bundleId)) in \(safeText(desk.identity.environment.rawValue))")
    return call.done(
      words,
      [
        "bundleId": .string(desk.identity.bundleId), "environment": .string(desk.identity.environment.rawValue),
        "engine": .string(desk.engine.name),
      ], text: say("\(words), on \(desk.engine.name)"))
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
    let figures = health.words
    let newest = summary.newest.map { [(name: say("newest notification"), value: output.date($0))] } ?? []
    let names = ((figures + newest).map { displayWidth(of: $0.name) }.max() ?? 0) + 2
    output.text(
      (["\(safeText(summary.identity.bundleId)), \(safeText(summary.identity.environment.rawValue))"]
        + (figures + newest).map { padded($0.name, toWidth: names) + $0.value }).joined(separator: "\n"))
    return .done
  }
}
