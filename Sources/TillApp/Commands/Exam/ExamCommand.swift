import AppStoreModel
import Core
import Exam
import HTTP
import Serve
import Simulator
import Verbs

extension Command {
  static let exam = Command(
    name: "exam", summary: "examine your own server in 40 cases: who is entitled after each notification",
    forms: [
      UsageForm(
        .needed(.examWebhook), .needed(.entitled), .option(.examCase), .option(.junit), .option(.tap),
        .option(.examJobs),
        .option(.within), .shown("...")),
      UsageForm(
        .option(.root), .option(.bundleId), .option(.servedEnvironment), .shown("  (what your server has to be told)")),
      UsageForm(.needed(.listCases)),
    ],
    moreOptions: [.option(.servePort), .option(.appAppleId)],
    details: [
      "Each case plays at a simulated App Store of its own. Its notifications are posted to --webhook; then --entitled is",
      "asked for each user and product, and the answer is compared with what the ledger says.",
      "  --entitled 'http://127.0.0.1:3000/entitled/{token}/{product}'   {token} is the appAccountToken of a user",
      "An answer is true, false or {\"entitled\": true}; without JSON status 200 means yes, and 404 means no.",
      "Your server must trust the root certificate that --root FILE writes; it stays the same in --store DIR.",
      "Lost notifications are healed from Get Notification History at the address that is printed (--serve-port, 8421), with",
      "the key beside the ledger. With --jobs 1 every case is served there; otherwise four cases run at a time.",
      "--case NAME plays one case and may be repeated; --list names all. Exit status 0 only where every case passes.",
      "Assets/Docs/exam.md walks through it, and lists the cases.",
    ],
    examples: [
      "till exam --root root.pem --bundle-id com.example.shop",
      "till exam --webhook http://127.0.0.1:3000/apple --entitled 'http://127.0.0.1:3000/entitled/{token}/{product}'",
      "till exam --webhook http://127.0.0.1:3000/apple --entitled 'http://127.0.0.1:3000/e/{token}/{product}' --case grace",
      "till exam --list",
    ]
  ) { call in
    if call.options.has(.listCases) { return ExamReport.list(call.output) }
    let cases = try ExamOptions.cases(call.options)
    let server = try ExamOptions.server(call.options)
    if call.output.json, call.options.has(.tap) { throw UsageError(say("use --json or --tap, not both")) }
    let identity = try ExamIdentity(call.options)
    if let file = try call.options[.root] {
      try Files.write(Array(identity.store.rootCertificatePEM.utf8), to: file, mode: 0o644)
    }
    let port = UInt16(try call.options[.servePort] ?? 8421)
    guard let server else {
      identity.describe(port, call.output)
      return .done
    }
    let jobs = try call.options[.examJobs] ?? 4
    let worlds = try ThrowAwayDirectory(.walkthrough)
    defer { worlds.discard() }
    let exam = try ExamRun(
      server, identity: identity.store, files: identity.files, directory: worlds.path, jobs: jobs, port: port)
    if !call.options.has(.tap) {
      call.output.text(
        say("The exam begins; the App Store Server API is at http://127.0.0.1:\("\(port)") where a case needs it.\n"))
    }
    let outcomes = await exam.run(cases)
    return try ExamReport(outcomes).write(call)
  }
}

extension Parameter where Value == String {
  fileprivate static var examWebhook: Self {
    .words("webhook", "URL", "where the notifications of your server are posted")
  }
  fileprivate static var examCase: Self { .words("case", "NAME", "a case to play; may be repeated") }
  fileprivate static var entitled: Self {
    .words("entitled", "URL", "what your server is asked, with {token} and {product} in it")
  }
}

extension Parameter where Value == Bool {
  fileprivate static var listCases: Self { .flag("list", "list the cases") }
}

extension Parameter where Value == Int {
  fileprivate static var examJobs: Self { .number("jobs", "N", in: 1...64, "cases to play at the same time (4)") }
  fileprivate static var servePort: Self {
    .number("serve-port", "N", in: 1...65_535, "the port of the App Store Server API in an exam (8421)")
  }
}

extension Parameter where Value == Int64 {
  fileprivate static var within: Self {
    Parameter(option: "within", "DURATION", "how long your server may take until its answer is right (2s)") {
      text throws(StoreError) in
      let patience: Int64
      do throws(StoreError) { patience = try VerbDuration(text).milliseconds } catch {
        throw StoreError(.usage, "--within \(error.message)")
      }
      if patience <= 600_000 { return patience }
      throw StoreError(.usage, said: "--within: at most ten minutes (10m)")
    }
  }
}

/// The options of `till exam`.
enum ExamOptions {
  /// Returns the cases that `--case` names, or all cases.
  static func cases(_ given: Arguments) throws(UsageError) -> [ExamCase] {
    let names = try given.all(.examCase)
    guard !names.isEmpty else { return ExamCase.all }
    return try names.map { name throws(UsageError) in
      if let examCase = ExamCase.all.first(where: { $0.name == name }) { return examCase }
      let near = nearest(to: name, among: ExamCase.all.map(\.name))
      throw UsageError(
        near.isEmpty
          ? say("unknown case \(safeText(name)); till exam --list names all")
          : say("unknown case \(safeText(name)); did you mean \(Language.alternatives(near))?"))
    }
  }

  /// Returns the tested server; nil where the options name none.
  static func server(_ given: Arguments) throws(UsageError) -> ExaminedServer? {
    let (webhook, question) = (try given[.examWebhook], try given[.entitled])
    guard webhook != nil || question != nil else { return nil }
    guard let webhook, let question else {
      throw UsageError(say("an exam needs both --webhook URL and --entitled URL"))
    }
    let patience = try given[.within] ?? 2000
    do throws(HTTPError) {
      return try ExaminedServer(webhook: webhook, entitled: question, patience: patience)
    } catch {
      throw UsageError(error.message)
    }
  }
}

/// The certificates and the API key of all exams in one folder, so that a server needs its setup only once.
struct ExamIdentity {
  let store: SimulatedAppStore
  let files: EmulatorFiles

  /// Opens the folder's exam ledger, or creates it.
  ///
  /// - Throws: A `CommandError` where the folder belongs to another app or environment.
  init(_ given: Arguments) throws {
    let folder = Files.absolute(try given[.store] ?? StoreDirectory.dataHome + "/till/exam")
    try Files.makeFolder(folder)
    let environment = try given[.environmentName].map(StoreEnvironment.init(rawValue:))
    if let environment, ![.sandbox, .production].contains(environment) {
      throw UsageError(say("invalid --environment \(safeText(environment.rawValue)); use Sandbox or Production"))
    }
    let appAppleId = try given[.appAppleId].map(Int64.init)
    let isNew = !Files.exists(folder + "/appstore.db")
    if isNew, environment == .production, appAppleId == nil {
      throw UsageError(say("--environment Production needs --app-apple-id N"))
    }
    var contents = LedgerContents(
      bundleId: try given[.bundleId] ?? "com.example.exam", catalogue: LedgerContents.emptyCatalogue,
      catalogueName: say("the empty catalogue"))
    contents.environment = environment ?? .sandbox
    contents.appAppleId = appAppleId
    store = try SimulatedAppStore(path: folder + "/appstore.db", contents: contents)
    let (has, bundle) = (store.bundleId, try given[.bundleId])
    if let bundle, bundle != has {
      throw CommandError(
        .unusable,
        say("\(safeText(folder)) examines \(safeText(has)), not \(safeText(bundle)); take another --store DIR"))
    }
    if let environment, environment != store.environment {
      throw CommandError(
        .unusable,
        say(
          "\(safeText(folder)) signs for \(store.environment.rawValue), not \(environment.rawValue); take another "
            + "--store DIR"))
    }
    do throws(HTTPServerError) {
      files = try EmulatorFiles(for: store, in: folder)
    } catch {
      throw CommandError(.unusable, error.description)
    }
  }

  /// Prints how to set up a server for the exam.
  func describe(_ port: UInt16, _ output: Output) {
    let rows: [(Words, String, String)] = [
      ("root certificate", "rootCertificatePEMFile", files.rootCertificatePEMFile),
      ("root certificate, DER", "rootCertificateFile", files.rootCertificateFile),
      ("bundle id", "bundleId", store.bundleId), ("environment", "environment", store.environment.rawValue),
      ("App Store Server API", "url", "http://127.0.0.1:\(port)"), ("issuer id", "issuerId", store.ledgerId),
      ("key id", "keyId", files.key.keyId), ("key", "privateKeyFile", files.privateKeyFile),
    ]
    var document: JSONObject = ["ok": true, "message": .string(say("what your server has to be told"))]
    for (_, name, value) in rows { document.append(name, .string(value)) }
    document.append("appAppleId", ifPresent: store.appAppleId.map { .number($0) })
    output.document(document)
    let width = (rows.map { displayWidth(of: $0.0.text) }.max() ?? 0) + 2
    output.text(say("Your server has to be told:"))
    for (title, _, value) in rows { output.text("  " + padded(title.text, toWidth: width) + safeText(value)) }
  }
}
