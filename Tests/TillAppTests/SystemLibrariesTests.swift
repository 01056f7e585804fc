import Core
import Foundation
import TestSupport
import Testing

@testable import TillApp

/// Tests of the system libraries that Till uses.
@Suite struct SystemLibrariesTests {
  @Test func thePageNamesTheOldestVersions() throws {
    let page = try String(contentsOf: Checkout.root.appending(path: "Assets/Docs/dependencies.md"), encoding: .utf8)
    for library in SystemLibrary.all {
      #expect(page.contains("\n| \(library.name) | \(library.minimum) | "), "\(library.name)")
    }
  }

  @Test(arguments: [
    ("3.37", "3.40.1", false), ("3.37", "3.4.9", true), ("3.0", "OpenSSL 3.0.17 1 Jul 2025", false),
    ("3.0", "OpenSSL 1.1.1w  11 Sep 2023", true), ("6.1", "ncurses 6.4.20221231", false),
  ])
  func versionsAreComparedNumberByNumber(minimum: String, installed: String, isTooOld: Bool) {
    let library = SystemLibrary(name: "x", minimum: minimum, installed: installed)
    #expect(library.isTooOld == isTooOld)
  }

  @Test func theInstalledLibrariesAreNewEnough() {
    #expect(SystemLibrary.all.filter(\.isTooOld).map(\.name) == [])
    #expect(Version.text.hasPrefix("till \(Version.number)") && Version.text.contains("SQLite 3."))
  }
}
