import Core
import Foundation
import TestSupport
import Testing

/// Tests of the sample backend in `Assets/Backends` with the real program.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no /usr/bin/python3"), .startsPrograms
)
struct ExternalBackendStoryTests {
  private let till = TillProgram()

  private func run(_ arguments: String...) throws -> TillProgram.Run {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Assets/Backends/sample.py").standardized.path(percentEncoded: false)
    let program = till.store + "/backend"
    let script = "#!/bin/sh\nSAMPLE_BACKEND_FILE='\(till.store)/book.json' exec /usr/bin/python3 '\(sample)'\n"
    try Spawn.write(program: script, to: program)
    return try till.run(["--backend", "exec:" + program, "--environment", "Xcode"] + arguments)
  }

  @Test func theSampleSellsAndRestores() throws {
    #expect(try run("user", "one").status == 0)
    let bought = try run("buy", "com.example.sample.lamp", "--json").document()
    #expect(bought.text("result") == "success", "\(bought)")
    #expect(try run("check", "com.example.sample.lamp").status == 0)
    #expect(try run("unfinished", "--json").document().rows("unfinished").isEmpty)

    // A credit follows its user to a new device; other users don't get it.
    _ = try run("new-device", "--yes")
    #expect(try run("user", "one").status == 0)
    let credited = try run("explain", "com.example.sample.lamp", "--json").document()
    #expect(credited.text("state") == "creditedToUser" && credited["entitled"] == true, "\(credited)")
    #expect(try run("user", "two").status == 0)
    #expect(try run("check", "com.example.sample.lamp").status == 3)
    #expect(try run("user", "one").status == 0)
    let restored = try run("restore", "--json").document()
    #expect(restored.texts("entitled") == ["com.example.sample.lamp"])
    let refused = try run("ask-refund", "1000", "--yes")
    #expect(refused.status == 1 && refused.error.contains("no refunds"))
    let finding = try run("doctor", "--json").document().rows("checks").first { $0.text("name") == "backend" }
    #expect(finding?["ok"] == true)
  }

  @Test func anUncheckedSignatureIsNotCalledVerified() throws {
    let lamp = "com.example.sample.lamp"
    #expect(try run("buy", lamp).status == 0)
    let rows = try run("transactions", "--json").document().rows("transactions")
    #expect(rows.map { $0.text("verification") } == ["skipped"])
    let reasons = try run("explain", lamp, "--json").document()
    #expect(reasons["entitled"] == true)
    for output in [reasons.rows("reasons").compactMap { $0.text("text") }.joined(), try run("explain", lamp).output] {
      #expect(output.contains("signature not checked"), "\(output)")
      #expect(!output.contains("verified"), "\(output)")
    }
    #expect(try !run("journal", "--json").output.contains("the signature is valid"))
  }
}
