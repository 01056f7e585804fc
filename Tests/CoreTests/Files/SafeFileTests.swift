import Foundation
import TestSupport
import Testing

@testable import Core

/// Tests that no file is created through a link or over another user's file.
@Suite struct SafeFileTests {
  /// A folder of its own, with a file that a test links to.
  private final class Folder {
    let path = ScratchFolder.path + "till-safe-" + UUID().uuidString
    var victim: String { path + "/victim" }

    init() throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try "precious".write(toFile: victim, atomically: false, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }

    func link(_ name: String) throws {
      try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: victim)
    }

    func setMode(_ name: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }
  }

  @Test func aNewFileIsItsOwnersAndNoOther() throws {
    let folder = try Folder()
    let descriptor = SafeFile.create(folder.path + "/new")
    #expect(descriptor >= 0)
    close(descriptor)
    #expect(try folder.mode("new") == 0o600)
    #expect(SafeFile.create(folder.path + "/new") == -1)
    try folder.link("link")
    #expect(SafeFile.create(folder.path + "/link") == -1)
    #expect(folder.text("victim") == "precious")
  }

  @Test func aFileIsReplacedAndALinkInItsPlaceNotFollowed() throws {
    let folder = try Folder()
    try folder.link("out")
    #expect(SafeFile.replace(folder.path + "/out", with: Array("new".utf8), mode: 0o640) == 0)
    #expect(folder.text("out") == "new" && folder.text("victim") == "precious")
    #expect(try folder.mode("out") == 0o640)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.filter { $0.hasSuffix(".new") } == [])
  }

  /// Tests the temporary name that earlier versions used, `NAME.PID.new`, which an attacker could guess.
  @Test func aLinkUnderTheGuessedNameIsNotFollowed() throws {
    let folder = try Folder()
    try folder.link("TLSKey.pem.\(getpid()).new")
    #expect(SafeFile.replace(folder.path + "/TLSKey.pem", with: Array("key".utf8)) == 0)
    #expect(folder.text("TLSKey.pem") == "key" && folder.text("victim") == "precious")
    #expect(try folder.mode("TLSKey.pem") == 0o600)
  }

  @Test func whatIsNoFileIsWrittenInto() {
    #expect(SafeFile.replace("/dev/null", with: [1, 2, 3]) == 0)
    #expect(SafeFile.replace("/nowhere/at/all", with: []) == ENOENT)
  }

  @Test func aLockIsAFileOfItsOwn() throws {
    let folder = try Folder()
    try folder.link("symbolic.lock")
    #expect(SafeFile.openLock(folder.path + "/symbolic.lock", flags: O_RDWR | O_CREAT) == -1)
    #expect(errno == ELOOP)
    #expect(SafeFile.openLock(folder.path, flags: O_RDONLY) == -1, "a folder is no lock")
    // A hard link, as `cp -al` of a whole store makes it.
    try FileManager.default.linkItem(atPath: folder.victim, toPath: folder.path + "/hard.lock")
    let hard = SafeFile.openLock(folder.path + "/hard.lock", flags: O_RDWR | O_CREAT)
    #expect(hard >= 0)
    SafeFile.note("1\n", in: hard)
    close(hard)
    #expect(folder.text("victim") == "precious")
    let descriptor = SafeFile.openLock(folder.path + "/own.lock", flags: O_RDWR | O_CREAT)
    #expect(descriptor >= 0)
    SafeFile.note("12345\n", in: descriptor)
    SafeFile.note("7\n", in: descriptor)
    close(descriptor)
    #expect(folder.text("own.lock") == "7\n")
    #expect(try folder.mode("own.lock") == 0o600)
  }

  @Test func aSecretIsReadOnlyWhereOthersCannotChooseIt() throws {
    let folder = try Folder()
    try folder.setMode("victim", 0o600)
    #expect(SafeFile.readSecret(folder.victim) == Array("precious".utf8))
    try folder.link("link")
    #expect(SafeFile.readSecret(folder.path + "/link") == nil)
    try folder.setMode("victim", 0o666)
    #expect(SafeFile.readSecret(folder.victim) == nil)
  }

  @Test func aFileThatOthersCannotChangeIsTrusted() throws {
    let folder = try Folder()
    try folder.setMode("victim", 0o600)
    #expect(FileTrust.weakness(of: folder.victim) == nil)
    for mode in [0o620, 0o602] {
      try folder.setMode("victim", mode)
      #expect(FileTrust.weakness(of: folder.victim) == .writable(folder.victim))
    }
    try folder.setMode("victim", 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    #expect(FileTrust.weakness(of: folder.victim) == .writable(folder.path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    try folder.link("link")
    #expect(FileTrust.weakness(of: folder.path + "/link") == nil)
    try folder.setMode("victim", 0o602)
    #expect(FileTrust.weakness(of: folder.path + "/link") != nil, "a link is as good as what it leads to")
  }

  @Test func aFileOfAnotherUserIsNotTrusted() throws {
    guard geteuid() == 0 else { return }
    let folder = try Folder()
    try folder.setMode("victim", 0o600)
    #expect(chown(folder.victim, 65_534, 65_534) == 0)
    #expect(FileTrust.weakness(of: folder.victim) == .owner(folder.victim))
    #expect(SafeFile.readSecret(folder.victim) == nil)
  }
}
