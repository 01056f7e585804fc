import Foundation
import TestSupport
import Testing

/// Tests that `Assets/setup --uninstall` removes only what an installation put there, whatever its list says.
@Suite(.startsPrograms) struct UninstallTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Assets/setup")
    .standardizedFileURL.path(percentEncoded: false)

  private final class Place {
    let top = ScratchFolder.path + "till-prefix-" + UUID().uuidString
    var prefix: String { top + "/prefix" }

    init(_ lines: [String]) throws {
      for file in [
        "prefix/bin/till", "prefix/share/till/scenarios/a.json5", "prefix/share/other", "victim", "prefix/bin/other",
      ] {
        try make(file)
      }
      try make("prefix/share/till/installed", (lines + ["share/till/installed"]).map { $0 + "\n" }.joined())
    }

    deinit { try? FileManager.default.removeItem(atPath: top) }

    func make(_ file: String, _ text: String = "x") throws {
      let path = top + "/" + file
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: top + "/" + file) }

    func uninstall() -> (status: Int32, output: String) {
      Spawn.run([UninstallTests.script, "--uninstall", "--prefix", prefix])
    }
  }

  @Test func removesTheInstalledFilesAndNothingElse() throws {
    let place = try Place(["bin/till", "share/till/scenarios/a.json5"])
    let run = place.uninstall()
    #expect(run.status == 0, "\(run.output)")
    #expect(!place.has("prefix/bin/till") && !place.has("prefix/share/till"))
    #expect(place.has("prefix/bin/other") && place.has("prefix/share/other") && place.has("victim"))
  }

  @Test(arguments: [
    "../victim", "share/till/../../../victim", "bin/other", "share/other", "/etc/hostname", "", "share/till/..",
    "share/till/./x", "share//till/x", "share/till/\u{1B}[31m/../../../../victim", "bin/till/../other",
  ])
  func aLineThatLeadsElsewhereEndsItBeforeAnythingGoes(line: String) throws {
    let place = try Place(["bin/till", line])
    let run = place.uninstall()
    #expect(run.status == 1 && run.output.contains("nothing is removed"), "\(run.output)")
    #expect(!run.output.contains("\u{1B}"))
    #expect(
      place.has("victim") && place.has("prefix/bin/till") && place.has("prefix/bin/other")
        && place.has("prefix/share/other"))
  }

  @Test func aFolderThatIsALinkIsNotFollowed() throws {
    let place = try Place(["share/till/link/victim"])
    try FileManager.default.createSymbolicLink(
      atPath: place.prefix + "/share/till/link", withDestinationPath: place.top)
    let run = place.uninstall()
    #expect(run.status == 1 && run.output.contains("nothing is removed"), "\(run.output)")
    #expect(place.has("victim"))
  }

  @Test func aListThatIsALinkIsNotRead() throws {
    let place = try Place([])
    try FileManager.default.removeItem(atPath: place.prefix + "/share/till/installed")
    try FileManager.default.createSymbolicLink(
      atPath: place.prefix + "/share/till/installed", withDestinationPath: place.top + "/victim")
    let run = place.uninstall()
    #expect(run.status == 1 && run.output.contains("remove it by hand"), "\(run.output)")
    #expect(place.has("victim"))
  }
}
