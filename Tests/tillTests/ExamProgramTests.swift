import Core
import Foundation
import TestSupport
import Testing

/// Tests of the output, files and exit status of `till exam`.
///
/// `ExamTests` tests its results.
@Suite(.startsPrograms) struct ExamProgramTests {
  private let till = TillProgram()

  /// A server that accepts every notification and grants no access.
  private static func refuser() throws -> TestServer {
    try TestServer { $0.method == "POST" ? .json("{}") : .json("", status: 404) }
  }

  private func exam(_ server: TestServer, _ words: String...) throws -> TillProgram.Run {
    try TillProgram.runAlone(
      [
        "exam", "--store", till.store, "--webhook", server.url + "/apple", "--entitled",
        server.url + "/entitled/{token}/{product}", "--within", "100ms",
      ] + words)
  }

  @Test func theScorecardSaysWhatWasExpectedAnsweredAndWhy() throws {
    let run = try exam(Self.refuser(), "--case", "first-purchase", "--case", "forged")
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("CASE ASKED EXPECTED ANSWERED AFTER"), "\(run.output)")
    #expect(lines.contains("BAD first-purchase lifetime of anna yes no ONE_TIME_CHARGE (1)"), "\(run.output)")
    #expect(lines.contains { $0.hasPrefix("ok forged plus of anna no no") }, "\(run.output)")
    #expect(run.output.contains("A purchase that stands gives no access."), "\(run.output)")
    #expect(run.error.contains("cases failed: 1 of 2 (first-purchase)"), "\(run.error)")
  }

  @Test func aDocumentAReportAndTAPSayTheSame() throws {
    let (server, report) = (try Self.refuser(), till.store + "-junit.xml")
    defer { try? FileManager.default.removeItem(atPath: report) }
    let run = try exam(server, "--case", "refund-whole", "--case", "other-app", "--json", "--junit", report)
    let document = try run.document()
    #expect(document["failed"]?.numberValue?.int64 == 1 && document["passed"]?.numberValue?.int64 == 1)
    let first = try #require(document["cases"]?.arrayValue?.first?.objectValue)
    #expect(first["case"] == "refund-whole" && first["ok"] == false && first["name"] == "credit")
    #expect(first["answers"]?.arrayValue?.first?.objectValue?["after"] == "ONE_TIME_CHARGE (1)")
    let xml = try String(contentsOfFile: report, encoding: .utf8)
    #expect(xml.contains(#"<testsuite name="till exam" tests="2" failures="1" errors="0""#), "\(xml)")
    let tap = try exam(server, "--case", "refund-whole", "--case", "other-app", "--tap")
    #expect(tap.output.hasPrefix("TAP version 14\n1..2\nnot ok 1 - refund-whole: "), "\(tap.output)")
    #expect(tap.output.contains("\nok 2 - other-app: "), "\(tap.output)")
  }

  @Test func theRootThatAServerIsToldStaysTheSame() throws {
    let file = till.store + "-root.pem"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let told = try TillProgram.runAlone([
      "exam", "--store", till.store, "--root", file, "--bundle-id", "com.example.shop", "--json",
    ]).document()
    let root = try String(contentsOfFile: file, encoding: .utf8)
    #expect(root.hasPrefix("-----BEGIN CERTIFICATE-----"))
    #expect(told["bundleId"] == "com.example.shop" && told["environment"] == "Sandbox")
    let pem = try #require(told["rootCertificatePEMFile"]?.stringValue)
    #expect(try String(contentsOfFile: pem, encoding: .utf8) == root)
    let again = try exam(Self.refuser(), "--case", "forged", "--root", file)
    #expect(again.status == 0, "\(again.error)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == root)
    let other = try TillProgram.runAlone(["exam", "--store", till.store, "--bundle-id", "com.example.other"])
    #expect(other.status == 4 && other.error.contains("com.example.shop, not com.example.other"), "\(other.error)")
  }

  @Test(arguments: [
    (["--webhook", "http://127.0.0.1:1"], "needs both"),
    (["--webhook", "http://127.0.0.1:1", "--entitled", "http://127.0.0.1:1/{token}"], "lacks {token} or {product}"),
    (["--case", "gracee"], "did you mean grace?"), (["--environment", "Xcode"], "use Sandbox or Production"),
    (["--environment", "Production"], "needs --app-apple-id"),
  ])
  func aMistakeInTheCallIsNamedWithItsRemedy(words: [String], says: String) throws {
    let run = try TillProgram.runAlone(["exam", "--store", till.store] + words)
    #expect(run.status == 2 && run.error.contains(says), "\(run.error)")
  }

  @Test func everyCaseIsListed() throws {
    let document = try TillProgram.runAlone(["exam", "--list", "--json"]).document()
    #expect(document["list"]?.arrayValue?.count == 40)
  }
}
