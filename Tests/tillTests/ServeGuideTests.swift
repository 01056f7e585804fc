import Foundation
import TestSupport
import Testing

/// The guide of `till serve`: what it shows is run as it stands.
@Suite(.startsPrograms) struct ServeGuideTests {
  private static let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Assets/Docs/serve.md")

  /// Python with jsonschema, which holds answers against a description.
  private static let hasValidator: Bool = (try? python(["-c", "import jsonschema"]).status) == 0

  private static func python(_ arguments: [String]) throws -> (status: Int32, said: String) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-W", "ignore"] + arguments
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  /// A program that knows nothing but the description calls every operation, and is answered as that says.
  @Test(.enabled(if: hasValidator, "python3 has no jsonschema here"))
  func theDescriptionIsEnoughForAClient() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/openapi_client.py")
    let run = try Self.python([script.path(percentEncoded: false), serve.url])
    #expect(run.status == 0 && run.said.contains("every operation answers as described"), "\(run.said)")
  }

  /// One shell after the other, since a later block goes on with what an earlier one found.
  @Test func everyMarkedBlockOfTheShellWorks() throws {
    let text = try String(contentsOf: Self.guide, encoding: .utf8)
    let blocks = text.matches(of: /<!-- run -->\n```sh\n((?:.*\n)*?)```/).map { String($0.1) }
    #expect(blocks.count >= 5)
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store, ["--notify", "http://127.0.0.1:1/nobody"])
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.currentDirectoryURL = URL(filePath: till.store)
    process.arguments = ["-c", (["set -euo pipefail"] + blocks + ["echo every block done"]).joined(separator: "\n")]
    process.environment = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": till.store, "URL": serve.url, "no_proxy": "*",
    ]
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && said.hasSuffix("every block done\n"), "\(said)")
  }
}
