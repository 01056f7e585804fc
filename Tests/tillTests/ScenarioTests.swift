import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@Suite(.startsPrograms) struct ScenarioTests {
  private let till = TillProgram()

  private func file(_ text: String) throws -> String {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/" + UUID().uuidString + ".json5"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Runs a scenario in temporary files.
  private func run(_ path: String) throws -> TillProgram.Run {
    try TillProgram.runAlone(["simulator", "run", path, "--json"])
  }

  @Test func doesEveryStepOnTheRealParts() throws {
    let run = try run(
      file(
        """
        {
          title: 'Bought, refunded, bought again', start: {account: 'new@'},
          steps: [
            {run: 'buy com.example.piglet.premium', as: 'first', answer: {result: 'success', transactionId: '$first'},
             then: {products: {'com.example.piglet.premium': 'purchased'}, unfinished: 0,
                    orders: [{state: 'closed', transactionId: '$first'}]}},
            {run: ['ask-refund $first --reason "by mistake"', 'simulator refund approve $first']},
            {run: 'refund-check', answer: {refunded: [{transactionId: '$first'}]},
             then: {products: {'com.example.piglet.premium': {state: 'refunded', entitled: false}}, refunds: 1}},
            {do: [{product: 'com.example.piglet.premium'}, 'buy', 'pay'], as: 'second',
             then: {shows: 'entitled: purchased', entitled: ['com.example.piglet.premium']}},
            {run: 'restore', device: 'tablet', then: {entitled: ['com.example.piglet.premium']}},
            {run: 'check com.example.piglet.darkicons', fails: ''},
            {do: ['ask-refund', {type: 'no more'}, 'file', 'app-store', {choose: '$second'},
                  'approve', 'confirm', 'close', 'refund-check'], then: {refunds: 2, entitled: []}},
          ],
        }
        """))
    #expect(run.status == 0, "\(run.error)")
    #expect(try run.document()["steps"] == .number(7))
  }

  @Test func saysWhichStepWentOtherwise() throws {
    let run = try run(
      file("{title: 'x', steps: [\n 'restore',\n {run: 'user two', then: {status: {user: 'one'}, refunds: 2}}]}"))
    #expect(run.status == 1)
    let document = try run.document()
    #expect(document["step"] == .number(2))
    #expect(document["line"] == .number(3))
    #expect(
      document.texts("mismatches") == ["status.user should be one, but is two", "refunds should be 2, but are 0"])
    #expect(run.error.contains("step 2 (line 3): status.user should be one"))
  }

  @Test(arguments: [
    ("{do: 'pay'}", "pay is unavailable here"), ("{do: 'use'}", "use is unavailable"),
    ("{do: {product: 'nothing'}}", "product nothing is not on the screen"),
    ("{do: {choose: 'x'}}", "the front sheet has no row with"),
    ("{do: {type: 'x'}}", "no text field here"),
    ("{run: 'buy nothing'}", "till buy nothing: unknown product “nothing”"),
    ("{run: 'restore', fails: 'x'}", "succeeded instead of failing"),
    ("{run: 'buy nothing', fails: 'network'}", "expected the error \"network\", got: unknown product"),
    ("{run: 'restore', as: 'x'}", "the step made no transaction, so the name x has none"),
    ("{run: 'restore', answer: {result: 'failed'}}", "answer.result should be failed, but is nothing"),
    ("{do: 'journal', then: {shows: 'no such text'}}", "the screen should show \"no such text\""),
  ])
  func namesTheUnexpectedResult(step: String, mistake: String) throws {
    let run = try run(file("{title: 'x', steps: [\(step)]}"))
    #expect(run.status == 1)
    #expect(run.error.contains(mistake), "\(run.error)")
  }

  @Test(arguments: [
    ("buy", "usage: till buy PRODUCT"), ("buy x --outcome", "--outcome needs a value"),
    ("restore now", "usage: till restore"),
    ("simulator", "till simulator needs a verb"), ("simulator dance", "unknown verb “dance”"),
    ("simulator advance", "usage: till simulator advance"),
    ("simulator run x", "a walkthrough or scenario file cannot use"),
    ("restore --store /", "cannot use --store"), ("restore --demo", "cannot use --demo"),
    ("walkthrough list", "walkthrough"), ("bye", "unknown command “bye”"),
    ("restore --limit 3", "unknown option --limit"),
  ])
  func refusesCommandLinesThatCannotBeRun(line: String, mistake: String) throws {
    let path = try file("{title: 'x', steps: [\n '\(line)']}")
    let run = try run(path)
    #expect(run.status == 2)
    #expect(run.error.hasPrefix("till: \(path): steps[0] cannot be run: "), "\(run.error)")
    #expect(run.error.contains(mistake), "\(run.error)")
    #expect(run.error.contains("line 2, column 2"), "\(run.error)")
  }

  @Test func keepsItsFilesWhereAskedTo() throws {
    let path = try file("{title: 'x', steps: ['buy com.example.piglet.premium']}")
    let directory = till.store + "/kept"
    #expect(try TillProgram.runAlone(["simulator", "run", path, "--store", directory]).status == 0)
    #expect(FileManager.default.fileExists(atPath: directory + "/appstore.db"))
    let again = try TillProgram.runAlone(["simulator", "run", path, "--store", directory])
    #expect(again.status == 2)
    #expect(again.error.contains("is not empty"))
  }

  @Test func findsTheCatalogueBesideTheFile() throws {
    let run = try run(file("{title: 'x', start: {catalogue: 'gone.storekit'}, steps: ['restore']}"))
    #expect(run.status == 2)
    #expect(run.error.contains("file not found:") && run.error.contains("gone.storekit"))
  }

  @Test func givesTheSameIdsEveryTime() throws {
    let path = try file("{title: 'x', steps: [{run: 'buy com.example.piglet.premium', answer: {result: 'gone'}}]}")
    let (one, other) = (try run(path), try run(path))
    #expect(one.error == other.error)
  }

  /// The paths of the scenarios that are part of Till.
  static let shipped: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Assets/Scenarios")
      .standardizedFileURL.path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json5") }.sorted().map { folder + "/" + $0 }
  }()

  @Test func shipsAScenarioOfEachOfTheNastyCases() {
    let numbers = Self.shipped.compactMap { Int($0.split(separator: "/").last?.prefix(2) ?? "") }
    #expect(numbers == Array(1...27))
  }

  /// Tests that each known case of a wrong answer has a scenario.
  ///
  /// The eleventh needs an external program, which no file may start, so it has its own test
  /// (`ExternalBackendStoryTests`).
  @Test func shipsAScenarioOfEachAnswerThatWasWrong() {
    let numbers = Self.shipped.compactMap { path -> Int? in
      let name = path.split(separator: "/").last ?? ""
      return name.hasPrefix("answer-") ? Int(name.dropFirst(7).prefix(2)) : nil
    }
    #expect(numbers == Array(1...10) + [12, 13])
  }

  /// The scenario that leads to each state, by itself or as one of several.
  private static let scenarios: [EntitlementState: String] = [
    .notInCatalogue: "state-order", .unconfirmed: "state-order", .refundAsked: "answer-09", .subscribed: "01",
    .gracePeriod: "11", .purchased: "03", .renewalAwaited: "state-renewal-awaited", .creditedToUser: "answer-07",
    .grantedByUs: "state-order", .paidNotDelivered: "answer-02", .chargeUnknown: "answer-01",
    .interrupted: "answer-09", .pending: "answer-04", .billingRetry: "11", .upgraded: "05", .refunded: "answer-03",
    .revoked: "state-a-family-share-that-ended", .expired: "10", .verificationFailed: "answer-06",
    .notPurchased: "answer-05",
  ]

  @Test(arguments: EntitlementState.allCases) func everyStateHasAScenario(_ state: EntitlementState) throws {
    let name = try #require(Self.scenarios[state], "no scenario is named for \(state.rawValue)")
    let path = try #require(Self.shipped.first { $0.contains("/" + name) })
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let isExpected = text.contains("state: '\(state.rawValue)'") || text.contains("': '\(state.rawValue)'")
    #expect(isExpected, "\(path) does not come to \(state.rawValue)")
  }

  @Test(arguments: shipped) func shippedScenarioHolds(path: String) throws {
    let run = try run(path)
    #expect(run.status == 0, "\(run.error)")
  }
}
