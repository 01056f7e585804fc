import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

/// Tests of `till simulator run FILE...` as a test runner: several worlds, reports, and a real server under test.
@Suite(.startsPrograms) struct ScenarioRunTests {
  private let till = TillProgram()

  private func file(_ name: String, _ text: String) throws -> String {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Assets/Scenarios/Server/follows-a-refund.json5").standardizedFileURL
    .path(percentEncoded: false)

  @Test func aServerIsNotifiedAndAskedForItsUsersRights() throws {
    let (books, receiver) = try Books.open()
    let run = try TillProgram.runAlone([
      "simulator", "run", Self.shipped, "--server", receiver.url, "--webhook", receiver.url + "/apple", "--json",
    ])
    #expect(run.status == 0, "\(run.error)")
    #expect(try run.document()["ok"] == true)
    #expect(books.verified == ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND", "REFUND_REVERSED"])
  }

  @Test func aServerWithAMistakeIsFound() throws {
    let (_, receiver) = try Books.open(ignoring: "REFUND")
    let run = try TillProgram.runAlone([
      "simulator", "run", Self.shipped, "--server", receiver.url, "--webhook", receiver.url + "/apple",
    ])
    #expect(run.status == 1)
    #expect(run.error.contains("step 7") && run.error.contains("answer.body.products"), "\(run.error)")
  }

  @Test func worldsCanSignAsAStoreWhoseRootTheServerKnows() throws {
    #expect(try till.run("status").status == 0)
    let root = try till.run("simulator", "root").output
    let (books, receiver) = try Books.open(trusting: root)
    let path = try file(
      "known.json5",
      """
      {title: 'known', steps: ['buy com.example.piglet.coins100', {post: '$webhook', answer: {posted: 1, refused: 0}}]}
      """)
    let run = try TillProgram.runAlone([
      "simulator", "run", path, path, "--jobs", "2", "--signed-by", till.store, "--webhook", receiver.url + "/apple",
    ])
    #expect(run.status == 0, "\(run.error)")
    #expect(books.verified == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
    let other = try TillProgram.runAlone(["simulator", "run", path, "--webhook", receiver.url + "/apple"])
    #expect(other.status == 1 && other.error.contains("answer.refused should be 0, but is 1"), "\(other.error)")
  }

  @Test func aRefusedNotificationIsPostedAgainWhenAppleWould() throws {
    let (_, receiver) = try Books.open(refusing: 1)
    let path = try file(
      "again.json5",
      """
      {title: 'again', steps: [
        {call: 'PUT $server/test/root', body: {pem: '$root'}},
        'buy com.example.piglet.coins100',
        {post: '$webhook', answer: {posted: 1, refused: 1, notifications: [{status: 500}]}},
        {post: '$webhook', answer: {posted: 0}},
        'simulator advance 1h',
        {post: '$webhook'},
      ]}
      """)
    let run = try TillProgram.runAlone([
      "simulator", "run", path, "--server", receiver.url, "--webhook", receiver.url + "/apple",
    ])
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func manyFilesRunInWorldsOfTheirOwnAndAreReported() throws {
    let good = try file("good.json5", "{title: 'Good & <fine>', steps: ['buy com.example.piglet.premium']}")
    let bad = try file(
      "bad.json5", "{title: 'Bad # one', steps: [\n 'restore',\n {run: 'user two', then: {refunds: 2}}]}")
    let unread = try file("unread.json5", "{title: 'x', steps: ['dance']}")
    let junit = till.store + "/report.xml"
    let files = [good, bad, good, unread]
    let run = try TillProgram.runAlone(["simulator", "run"] + files + ["--jobs", "3", "--junit", junit, "--tap"])
    #expect(run.status == 2)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(4) == ["TAP version 14", "1..4", "ok 1 - Good & <fine>", "not ok 2 - Bad \\# one"])
    #expect(lines.contains("  line: 3") && lines.contains("ok 3 - Good & <fine>"))
    let report = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(report.contains("<testsuites tests=\"4\" failures=\"1\" errors=\"1\""))
    #expect(report.contains("name=\"Good &amp; &lt;fine&gt;\"") && report.contains("refunds should be 2, but are 0"))
    #expect(try XMLCheck.cases(in: report) == 4)
    let document = try TillProgram.runAlone(["simulator", "run", good, bad, "--json"]).document()
    #expect(document["passed"] == 1 && document["failed"] == 1 && document["ok"] == false)
  }

  @Test(arguments: [
    ("{call: 'GET $server/x'}", [], "missing server"),
    ("{post: 'https://example.com/x'}", [], "a file cannot name an address"),
    ("{post: 'http://127.0.0.1:9/x'}", ["--server", "http://127.0.0.1:9"], "a file cannot name an address"),
    ("{call: 'get http://127.0.0.1/'}", [], "is not a valid request"),
    ("{call: 'GET http://127.0.0.1/', run: 'restore'}", [], "cannot be combined with run"),
    ("{post: 'http://127.0.0.1/', body: {}}", [], "needs call beside it"),
    ("'restore'", ["--signed-by", "/nowhere"], "no appstore.db"),
    ("'restore'", ["--server", "ftp://x"], "--server"),
  ])
  func namesTheInvalidRequest(step: String, options: [String], mistake: String) throws {
    let path = try file(UUID().uuidString + ".json5", "{title: 'x', steps: [\(step)]}")
    let run = try TillProgram.runAlone(["simulator", "run", path] + options)
    #expect(run.status == 2)
    #expect(run.error.contains(mistake), "\(run.error)")
  }
}

/// A small server that verifies notifications and records which user owns what.
private final class Books: Sendable {
  private struct State {
    var verifier: Verifier?
    var verified: [String] = []
    var owned: [String: [String]] = [:]
    var refusals: Int
  }

  private let state: Mutex<State>
  private let ignored: String?

  private init(_ root: String?, ignoring ignored: String?, refusing refusals: Int) throws {
    self.ignored = ignored
    state = Mutex(State(verifier: try root.map(Self.verifier), refusals: refusals))
  }

  static func open(
    trusting root: String? = nil, ignoring ignored: String? = nil, refusing refusals: Int = 0
  ) throws -> (Books, TestServer) {
    let books = try Books(root, ignoring: ignored, refusing: refusals)
    return (books, try TestServer { books.answer($0) })
  }

  /// The types of the notifications with a valid signature, in the order of arrival.
  var verified: [String] { state.withLock { $0.verified } }

  private static func verifier(_ pem: String) throws -> Verifier {
    Verifier(
      roots: try TrustedRoots(files: [Array(pem.utf8)]), expecting: ExpectedClaims(bundleId: "com.example.piglet"),
      now: { Timestamp(milliseconds: 1_740_830_400_000) })
  }

  private func answer(_ request: TestRequest) -> TestReply {
    let body = (try? JSONValue(parsing: request.body))?.objectValue
    switch (request.method, request.target) {
    case ("PUT", "/test/root"):
      guard let pem = body?["pem"]?.stringValue, let verifier = try? Self.verifier(pem) else {
        return .json("{}", status: 400)
      }
      state.withLock { $0.verifier = verifier }
      return .json("{}")
    case ("POST", "/apple"): return take(body?["signedPayload"]?.stringValue ?? "")
    case ("GET", let target):
      let user = String(target.split(separator: "/").last ?? "")
      let products = state.withLock { $0.owned[user] ?? [] }
      return .json(JSONValue.object(["products": .strings(products)]).serialized())
    default: return .json("{}", status: 404)
    }
  }

  private func take(_ payload: String) -> TestReply {
    state.withLock { state in
      guard state.refusals == 0 else {
        state.refusals -= 1
        return .json("{}", status: 500)
      }
      guard let verifier = state.verifier,
        let notification = verifier.verify(payload, as: .notification).payload?.notification
      else { return .json("{\"error\": \"invalid signature\"}", status: 403) }
      let type = notification.notificationType?.rawValue ?? ""
      state.verified.append(type)
      guard type != ignored, let signed = notification.data?.signedTransactionInfo,
        let bought = verifier.verify(signed, as: .transaction).payload?.transaction, let user = bought.appAccountToken,
        let product = bought.productId
      else { return .json("{}") }
      let others = (state.owned[user] ?? []).filter { $0 != product }
      state.owned[user] = bought.revocationDate == nil ? others + [product] : others
      return .json("{}")
    }
  }
}

/// A counter of the test cases in a report, by an XML parser.
private final class XMLCheck {
  static func cases(in text: String) throws -> Int {
    // FoundationXML is not everywhere, so Python's parser is used.
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sys, xml.etree.ElementTree as e; print(len(e.fromstring(sys.stdin.buffer.read()).findall('.//testcase')))",
    ]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let printed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return Int(printed.split(separator: "\n").first ?? "") ?? -1
  }
}
