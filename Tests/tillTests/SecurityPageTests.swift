import Foundation
import Testing

/// Tests that two pages name existing tests: for each attack, and for each difference from Apple.
@Suite struct SecurityPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: [("security.md", 31), ("serve.md", 25)])
  func everyRowNamesATestThatIsThere(file: String, least: Int) throws {
    let page = try String(contentsOf: Self.root.appending(path: "Assets/Docs/" + file), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let heads = lines.indices.filter { lines[$0].hasSuffix("| test |") }
    let rows = heads.flatMap { lines[($0 + 2)...].prefix { $0.hasPrefix("| ") } }
    #expect(rows.count >= least)
    let tests = try Self.text(of: "Tests") + Self.text(of: "Assets/ci")
    for row in rows {
      let cell = row.split(separator: "|", omittingEmptySubsequences: false).dropLast().last ?? ""
      let names = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      #expect(!names.isEmpty, "\(row)")
      for name in names where name != ".ci/run" {
        let isThere = ["func \(name)(", "struct \(name)", "\"\(name)\"", "(\(name))"].contains { tests.contains($0) }
        #expect(isThere, "\(name): no test, suite or fuzzer bears this name")
      }
    }
  }

  /// Returns the text of all files below a folder.
  private static func text(of folder: String) throws -> String {
    let place = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") || !$0.contains(".") }.compactMap {
      try? String(contentsOf: place.appending(path: $0), encoding: .utf8)
    }.joined(separator: "\n")
  }
}
