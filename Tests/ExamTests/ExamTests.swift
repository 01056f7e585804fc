import AppStoreModel
import Core
import Foundation
import Serve
import Simulator
import TestSupport
import Testing

@testable import Exam
@testable import HTTP

/// Tests of the exam against a correct server, and against servers with one mistake each.
@Suite(.serialized, .startsPrograms) struct ExamTests {
  private typealias Mistake = CorrectServer.Mistake

  /// For each mistake, the cases that must fail, and the only practices that their failures may name.
  private static let found: [(mistake: CorrectServer.Mistake, cases: [String], practices: Set<String>)] = [
    (.countsTwice, ["doubled"], ["once"]),
    (.ordersByArrival, ["reordered-refund", "late-again"], ["order"]),
    (.ignoresRefunds, ["refund-whole", "refund-of-this-period", "refund-part"], ["refund", "partial-refund"]),
    (.ignoresReversals, ["refund-reversed"], ["reversal"]),
    (.paysUpgradeTwice, ["upgrade"], ["upgrade"]),
    (.ignoresRevocations, ["family"], ["revoked"]),
    (.ignoresGrace, ["grace"], ["grace"]),
    (.ignoresTokens, ["first-purchase", "other-user", "no-token"], ["token"]),
    (.waitsForExpired, ["lost-expiry", "retry"], ["expiry", "retry"]),
    (.neverVerifies, ["forged"], ["signature"]),
    (.trustsAnyEnvironment, ["other-environment"], ["environment"]),
    (.trustsAnyApp, ["other-app"], ["app"]),
    (.takesRequestsForRefunds, ["refund-declined"], ["refund-request"]),
    (.refundsEverything, ["refund-of-old-period", "other-account"], ["refund-of-other"]),
    (.endsOnCancel, ["cancelled"], ["cancelled"]),
    (.neverHeals, ["lost-renewal", "lost-refund", "outage-of-days"], ["lost"]),
    (.changesPlanAtOnce, ["downgrade"], ["later"]),
  ]

  /// Whether every mistake is tested in every case, as in the nightly run.
  private static let isWhole = ProcessInfo.processInfo.environment["TILL_EXAM"] == "all"

  /// The signing identity of the simulator, and the files with which all servers here are configured.
  private static let identity: (store: SimulatedAppStore, files: EmulatorFiles)? = {
    let contents = LedgerContents(bundleId: "com.example.exam", catalogue: LedgerContents.emptyCatalogue)
    guard let folder = try? ScratchFolder.make("exam-identity").path(percentEncoded: false),
      let store = try? SimulatedAppStore(path: folder + "/appstore.db", contents: contents),
      let files = try? EmulatorFiles(for: store, in: folder)
    else { return nil }
    return (store, files)
  }()

  /// Examines a server with some of the cases.
  private static func examine(
    _ mistake: CorrectServer.Mistake?, _ cases: [ExamCase], within patience: Int64 = 15_000, jobs: Int = 4
  ) async throws -> [ExamOutcome] {
    let (store, files) = try #require(identity)
    let port = try LocalPort.free()
    let server = CorrectServer(
      roots: try TrustedRoots(files: [Array(store.rootCertificatePEM.utf8)]), bundleId: store.bundleId,
      environment: store.environment,
      api: CorrectServer.API(
        url: "http://127.0.0.1:\(port)", key: files.key, issuerId: store.ledgerId, bundleId: store.bundleId),
      mistake: mistake)
    let http = try TestServer { server.answer($0) }
    return try await run(
      ExaminedServer(
        webhook: http.url + "/apple", entitled: http.url + "/entitled/{token}/{product}", patience: patience), cases,
      port: port, jobs: jobs)
  }

  private static func run(_ server: ExaminedServer, _ cases: [ExamCase], port: UInt16, jobs: Int = 4)
    async throws -> [ExamOutcome]
  {
    let (store, files) = try #require(identity)
    let folder = try ScratchFolder.make("exam").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let exam = try ExamRun(
      server, identity: store, files: files, directory: folder, jobs: jobs, port: port)
    return await withTaskExecutorPreference(CorrectServer.workers) { await exam.run(cases) }
  }

  private static func cases(_ names: [String]) throws -> [ExamCase] {
    try names.map { name in try #require(ExamCase.all.first { $0.name == name }, "\(name)") }
  }

  @Test func aCorrectServerPassesEveryCase() async throws {
    let outcomes = try await Self.examine(nil, ExamCase.all)
    #expect(outcomes.count == 40)
    for outcome in outcomes {
      #expect(outcome.isOk, "\(outcome.examCase.name): \(outcome.failure?.message ?? "") \(outcome.notifications)")
      #expect(!outcome.answers.isEmpty, "\(outcome.examCase.name)")
    }
    try Self.recordTable(outcomes)
  }

  @Test(arguments: CorrectServer.Mistake.allCases)
  func aMistakeIsFoundAndNamed(mistake: CorrectServer.Mistake) async throws {
    let row = try #require(Self.found.first { $0.mistake == mistake })
    let cases = Self.isWhole ? ExamCase.all : try Self.cases(row.cases)
    let outcomes = try await Self.examine(mistake, cases, within: 300)
    let failed = outcomes.filter { !$0.isOk }
    #expect(Set(failed.map(\.examCase.name)).isSuperset(of: row.cases), "\(failed.map(\.examCase.name))")
    let named = Set(failed.filter { row.cases.contains($0.examCase.name) }.compactMap { $0.failure?.practice?.name })
    #expect(named.isSubset(of: row.practices), "\(failed.map { "\($0.examCase.name): \($0.failure?.message ?? "")" })")
    if Self.isWhole { print(mistake, failed.map(\.examCase.name)) }
  }

  /// Tests that the list above contains every mistake that the server can make.
  @Test func everyMistakeHasItsCases() {
    #expect(Set(Self.found.map(\.mistake)) == Set(Mistake.allCases))
    #expect(Self.found.count == Mistake.allCases.count)
  }

  @Test func namesAreUniqueAndEveryCaseAsksAtItsEnd() {
    #expect(ExamCase.all.count == 40)
    #expect(Set(ExamCase.all.map(\.name)).count == 40)
    for examCase in ExamCase.all {
      #expect(examCase.parts.last?.steps.count == examCase.steps.count, "\(examCase.name) ends without a question")
      #expect(!examCase.products.isEmpty, "\(examCase.name)")
    }
  }

  /// Tests that with one job every world is served, so that a server can ask the App Store about each.
  @Test func withOneJobEveryCaseIsServed() async throws {
    let alone = ExamCase("unheard", "Nothing is ever posted.", "buy lifetime", .ask())
    let lost = ExamCase("unheard", alone.title, .hold, "buy lifetime", .givenUp, .ask())
    let outcomes = try await Self.examine(nil, [alone, lost], jobs: 1)
    #expect(outcomes.map(\.isOk) == [true, true], "\(outcomes.compactMap(\.failure?.message))")
    let unserved = try await Self.examine(nil, [lost], within: 300)
    #expect(unserved.map(\.isOk) == [false])
  }

  @Test func aNumberBeyondThePurchasesNamesNone() async throws {
    let wrong = ExamCase(
      "beyond", "One purchase, and its ninth is refunded.", "buy lifetime", "refund approve $9", .ask())
    let outcome = try #require(await Self.examine(nil, [wrong]).first)
    #expect(outcome.failure?.message.contains("$9 names no transaction") == true, "\(outcome.failure?.message ?? "")")
  }

  /// Tests that a notification which the server refuses is sent again, as Apple does.
  @Test func whatIsRefusedOnceComesAgain() async throws {
    let refused = Mutex<Set<String>>([])
    let http = try TestServer { request in
      if request.method == "GET" { return .json("true") }
      return .json("{}", status: refused.withLock { $0.insert(request.text).inserted } ? 503 : 200)
    }
    let server = try ExaminedServer(webhook: http.url, entitled: http.url + "/{token}/{product}", patience: 10)
    let examCase = ExamCase("refused", "The server refuses once.", "buy lifetime", "advance 1h", .ask(kept: .token))
    let outcome = try #require(await Self.run(server, [examCase], port: LocalPort.free()).first)
    #expect(outcome.notifications == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
  }

  // MARK: Servers that do not answer

  @Test func aServerThatHangsFailsThreeRoundsAndTheRestIsNotTried() async throws {
    let http = try TestServer { _ in .silence }
    let server = try ExaminedServer(
      webhook: http.url, entitled: http.url + "/{token}/{product}", patience: 100, deadline: 300)
    let start = ContinuousClock.now
    let outcomes = try await Self.run(server, ExamCase.all, port: LocalPort.free())
    #expect(outcomes.allSatisfy { !$0.isOk })
    #expect(outcomes[0].failure?.message.contains("ONE_TIME_CHARGE (1) was not answered") == true)
    #expect(outcomes[39].failure?.message.hasPrefix("not tried") == true)
    #expect(start.duration(to: .now) < .seconds(120))
  }

  @Test func aServerThatSaysNeitherYesNorNoFailsWithItsWords() async throws {
    let http = try TestServer { $0.method == "POST" ? .json("{}") : .json("{\"active\": 1}") }
    let server = try ExaminedServer(webhook: http.url, entitled: http.url + "/{token}/{product}", patience: 50)
    let outcome = try #require(await Self.run(server, Self.cases(["first-purchase"]), port: LocalPort.free()).first)
    #expect(outcome.failure?.message.contains("{\"active\":1} is neither true, false") == true)
    #expect(outcome.failure?.practice == nil)
  }

  @Test(arguments: [
    (200, "true", "yes"), (200, "false", "no"), (200, "{\"entitled\": true}", "yes"),
    (200, "{\"entitled\": false, \"since\": 1}", "no"), (404, "", "no"), (404, "true", "no"), (200, "", "yes"),
    (204, "", "yes"), (200, "fine", "yes"), (200, "{}", "unclear"), (200, "1", "unclear"), (500, "true", "unclear"),
    (302, "", "unclear"), (401, "", "unclear"),
  ])
  func anAnswerIsReadAsTheManualSays(status: Int, body: String, means: String) {
    #expect(ExaminedServer.read(HTTPResponse(status: status, body: Array(body.utf8))).text == means)
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/{token}", "lacks"), ("ftp://127.0.0.1/{token}/{product}", "invalid scheme"),
    ("http://example.com/{token}/{product}", "https is required"), ("{token}{product}", "invalid URL"),
  ])
  func anAddressThatCannotBeAskedIsRefused(question: String, why: String) {
    #expect {
      try ExaminedServer(webhook: "http://127.0.0.1:1", entitled: question, patience: 1)
    } throws: { "\($0)".contains(why) }
  }
}

// MARK: The table in the documentation

extension ExamTests {
  /// Writes the table of cases into `Assets/Docs/exam.md`, with the ledger's answers.
  private static func recordTable(_ outcomes: [ExamOutcome]) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Assets/Docs/exam.md")
    var lines = ["| case | what happens | steps | the ledger's answers |", "|---|---|---|---|"]
    for outcome in outcomes {
      let examCase = outcome.examCase
      let steps = examCase.steps.map { "`\($0.text)`" }.joined(separator: " ")
      let people = Dictionary(grouping: outcome.answers) { "\($0.product) of \($0.person)" }
      let answers = people.sorted { $0.key < $1.key }.filter { pair in
        pair.key.hasSuffix("anna") || pair.value.contains(where: \.expected)
      }.map { pair in "\(pair.key): " + pair.value.map { $0.expected ? "yes" : "no" }.joined(separator: ", ") }
      lines.append("| \(examCase.name) | \(examCase.title.text) | \(steps) | \(answers.joined(separator: "; ")) |")
    }
    let (begin, end) = ("<!-- cases -->\n", "<!-- end of cases -->")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: begin)).upperBound
    let stop = try #require(text.range(of: end)).lowerBound
    let new = text[..<start] + lines.joined(separator: "\n") + "\n" + text[stop...]
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      try new.write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(text == new || ProcessInfo.processInfo.environment["TILL_RECORD"] == "1", "TILL_RECORD=1 records the table")
  }
}

extension ExamStep {
  /// The step as it appears in the table of cases.
  fileprivate var text: String {
    switch self {
    case .verb(let line): line
    case .ask: "?"
    case .hold: "(wait)"
    case .post(.newestFirst): "(post newest first)"
    case .post(.twice): "(post twice)"
    case .postAllAgain: "(post all again)"
    case .outage: "(outage)"
    case .reachable: "(reachable)"
    case .givenUp: "(given up)"
    case .claim(let transaction, let person): "(\(person) claims \(transaction))"
    case .tell(let type, let transaction): "(\(type) \(transaction))"
    }
  }
}
