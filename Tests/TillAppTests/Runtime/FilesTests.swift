import AppStoreModel
import Dashboard
import Foundation
import TestSupport
import Testing

@testable import TillApp

@Suite struct FilesTests {
  private let folder = ScratchFolder.path + "till-files-" + UUID().uuidString

  @Test func whatIsWrittenIsReadAndOnlyTheOwnerMay() throws {
    defer { Files.remove(folder) }
    try Files.makeFolder(folder + "/a/b")
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try Files.write(bytes, to: folder + "/a/b/file")
    #expect(try Files.read(folder + "/a/b/file") == bytes)
    #expect(Files.size(folder + "/a/b/file") == bytes.count)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/a/b/file")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try Files.write([1], to: folder + "/a/b/file")
    #expect(try Files.read(folder + "/a/b/file") == [1])
    #expect(try Files.names(in: folder + "/a/b") == ["file"])
  }

  @Test func aFileWithoutALengthIsReadToItsEnd() throws {
    #expect(try !Files.read("/proc/self/status").isEmpty)
  }

  @Test func faultsNameThePath() throws {
    #expect(throws: FileError.self) { try Files.read(folder + "/missing") }
    #expect(throws: FileError.self) { try Files.write([], to: folder + "/missing/file") }
    #expect(throws: FileError.self) { try Files.names(in: folder) }
    #expect(!Files.exists(folder))
  }

  @Test func removingTakesEverythingBelowAndLeavesWhatALinkLeadsTo() throws {
    defer { Files.remove(folder) }
    try Files.makeFolder(folder + "/kept")
    try Files.write([1], to: folder + "/kept/file")
    try Files.makeFolder(folder + "/gone/deep")
    #expect(symlink(folder + "/kept", folder + "/gone/link") == 0)
    Files.remove(folder + "/gone")
    #expect(!Files.exists(folder + "/gone"))
    #expect(Files.exists(folder + "/kept/file"))
  }

  @Test func pathsArePartedAtTheirLastSlash() {
    #expect(Files.folder(of: "/a/b/c") == "/a/b")
    #expect(Files.folder(of: "/a") == "/")
    #expect(Files.folder(of: "a") == ".")
    #expect(Files.name(of: "/a/b.json5") == "b.json5")
    #expect(Files.name(of: "b") == "b")
  }

  @Test func theLocalTimeZoneIsAsFoundationKnowsIt() {
    let table = TimeZoneTable.local()
    for year in stride(from: 1_000_000_000_000 as Int64, to: 2_400_000_000_000, by: 86_400_000 * 37) {
      let date = Date(timeIntervalSince1970: Double(year) / 1000)
      #expect(table.offset(at: Timestamp(milliseconds: year)) == TimeZone.current.secondsFromGMT(for: date))
    }
  }
}
