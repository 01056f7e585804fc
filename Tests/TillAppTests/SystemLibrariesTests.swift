import Core
import Foundation
import Testing

@testable import TillApp

/// Tests of the system libraries that Till uses.
@Suite struct SystemLibrariesTests {
  @Test func thePageIsTheTable() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Assets/Docs/dependencies.md")
    var page = try String(contentsOf: file, encoding: .utf8)
    let first = try #require(page.range(of: "| library |")).lowerBound
    let last = try #require(page.range(of: "\n`Assets/setup`")).lowerBound
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      page.replaceSubrange(first..<last, with: SystemLibrary.markdown)
      return try page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      page[first..<last] == SystemLibrary.markdown,
      "Assets/Docs/dependencies.md: TILL_RECORD=1 swift test --filter SystemLibrariesTests")
  }

  @Test(arguments: [
    ("3.37", "3.40.1", false), ("3.37", "3.4.9", true), ("3.0", "OpenSSL 3.0.17 1 Jul 2025", false),
    ("3.0", "OpenSSL 1.1.1w  11 Sep 2023", true), ("6.1", "ncurses 6.4.20221231", false),
  ])
  func versionsAreComparedNumberByNumber(minimum: String, installed: String, isTooOld: Bool) {
    let library = SystemLibrary(name: "x", minimum: minimum, installed: installed, trustedWith: "")
    #expect(library.isTooOld == isTooOld)
  }

  @Test func theInstalledLibrariesAreNewEnough() {
    #expect(SystemLibrary.all.filter(\.isTooOld).map(\.name) == [])
    #expect(Version.text.hasPrefix("till \(Version.number)") && Version.text.contains("SQLite 3."))
  }
}
