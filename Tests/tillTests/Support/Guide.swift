import Foundation
import Testing

/// A page of the documentation whose shell blocks are run by a test as they are written.
struct Guide {
  private let file: URL

  init(_ name: String) {
    file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Assets/Docs/\(name)")
  }

  var text: String {
    get throws { try String(contentsOf: file, encoding: .utf8) }
  }

  /// Returns the blocks, each with the mark before it: `<!-- run: WAY -->`.
  func blocks<Way: RawRepresentable<String>>(_ ways: Way.Type) throws -> [(way: Way, text: String)] {
    let text = try text
    let count = text.matches(of: /\n```sh\n/).count
    let blocks = try text.matches(of: /<!-- run(.*) -->\n```sh\n((?:.*\n)*?)```/).map { match in
      (way: try #require(Way(rawValue: String(match.1)), "run\(match.1)"), text: String(match.2))
    }
    #expect(blocks.count == count, "a block of the shell in \(file.lastPathComponent) says not how it is run")
    return blocks
  }

  /// Returns a block that starts a server, changed so that the server is stopped once it listens.
  static func untilItListens(_ block: String) -> String {
    """
    { \(block.trimmingCharacters(in: .newlines))
    } > listens.txt 2> log.txt & pid=$!
    until grep -q "listens on" listens.txt; do kill -0 $pid || { cat log.txt; exit 1; }; sleep 0.02; done
    pkill -TERM -P $pid || kill $pid; wait $pid
    """
  }

  /// Runs blocks one after the other in one shell, because a later one uses the results of an earlier one.
  ///
  /// - Parameter start: The commands before the blocks, such as a function `till` of the test's own.
  static func run(
    _ blocks: [String], in folder: String, environment: [String: String] = [:],
    start: String = "till() { '\(TillProgram.path)' \"$@\"; }"
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.currentDirectoryURL = URL(filePath: folder)
    process.arguments = [
      "-c", (["set -euo pipefail", start] + blocks + ["echo every block done"]).joined(separator: "\n"),
    ]
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder, "no_proxy": "*"].merging(
      environment
    ) { $1 }
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && words.hasSuffix("every block done\n"), "\(words)")
  }
}
