import Core
import Foundation
import TestSupport
import Testing

/// Tests a short run of `till-bench crash`: the real program dies at every named step and at random times.
@Suite(.startsPrograms) struct CrashTests {
  @Test func nothingIsLostOrDeliveredTwiceByDying() throws {
    let process = Process()
    process.executableURL = URL(filePath: TillProgram.path).deletingLastPathComponent().appending(path: "till-bench")
    process.arguments = ["crash", "--kills", "12", "--json"]
    let folder = try ScratchFolder.make("till-crash-run").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["out", "err"] { _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
    process.standardError = FileHandle(forWritingAtPath: folder + "/err")
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) -> String {
      String(decoding: FileManager.default.contents(atPath: folder + "/" + name) ?? Data(), as: UTF8.self)
    }
    #expect(process.terminationStatus == 0, "\(text("err"))")
    let figures = try #require(try JSONValue(parsing: text("out")).objectValue)
    // One random time may hit both devices.
    #expect(try #require(try figures.int64("kills")) >= 12)
    // Every step, on both devices.
    #expect(figures["steps"] == 26)
  }
}
