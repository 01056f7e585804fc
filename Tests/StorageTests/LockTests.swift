import Foundation
import Storage
import TestSupport
import Testing

@Suite(.startsPrograms) struct LockTests {
  let folder = try? TestFolder()

  @Test func theLockIsFreeAgainAfterAThrow() throws {
    struct Stop: Error {}
    let folder = try #require(folder)
    let first = ProcessLock(database: folder.database, timeout: 20)
    let second = ProcessLock(database: folder.database, timeout: 20)
    #expect(throws: Stop.self) { try first.withLock { throw Stop() } }
    try second.withLock {
      #expect(cause { try first.withLock {} } == .busy(pid: ProcessInfo.processInfo.processIdentifier))
      #expect(cause { try second.withLock {} } == .misuse)
    }
    #expect(try folder.bytes("device.db.lock").isEmpty)
  }

  @Test func aDeletedLockFileLocksNothing() throws {
    let folder = try #require(folder)
    let first = ProcessLock(database: folder.database, timeout: 20)
    let second = ProcessLock(database: folder.database, timeout: 20)
    try first.withLock {}
    try FileManager.default.removeItem(atPath: folder.database + ".lock")
    try second.withLock {
      #expect(cause { try first.withLock {} } == .busy(pid: ProcessInfo.processInfo.processIdentifier))
    }
  }

  @Test func garbageInTheLockFileIsNoProcess() throws {
    let folder = try #require(folder)
    let first = ProcessLock(database: folder.database, timeout: 20)
    let second = ProcessLock(database: folder.database, timeout: 20)
    try first.withLock {
      try folder.write("\u{1B}[31m99999999999999999999999".utf8.prefix(40), to: "device.db.lock.new")
      let handle = try FileHandle(forWritingTo: URL(filePath: folder.database + ".lock"))
      try handle.write(contentsOf: Data("\u{1B}[31mx".utf8))
      #expect(cause { try second.withLock {} } == .busy(pid: nil))
    }
  }

  @Test func anOwnerLivesAsLongAsItsLock() throws {
    let folder = try #require(folder)
    var lock: OwnershipLock? = try OwnershipLock(directory: folder.path)
    let owner = try #require(lock?.owner)
    #expect(OwnershipLock.isAlive(owner: owner, directory: folder.path))
    let other = try OwnershipLock(directory: folder.path)
    #expect(other.owner != owner)
    lock = nil
    #expect(!OwnershipLock.isAlive(owner: owner, directory: folder.path))
    #expect(!folder.exists(owner + ".owner"))
    #expect(OwnershipLock.isAlive(owner: other.owner, directory: folder.path))
  }

  @Test func aFileThatACrashLeftIsNotAlive() throws {
    let folder = try #require(folder)
    try folder.write([], to: "4242-00ff.owner")
    #expect(!OwnershipLock.isAlive(owner: "4242-00ff", directory: folder.path))
    #expect(!OwnershipLock.isAlive(owner: "4242-00ff", directory: folder.path))
  }

  @Test(arguments: ["", "../../etc/passwd", "a/b", "é", "4242-FF", String(repeating: "a", count: 65)])
  func aForeignOwnerIsNotAlive(owner: String) throws {
    let folder = try #require(folder)
    #expect(!OwnershipLock.isAlive(owner: owner, directory: folder.path))
  }

  @Test func anOwnerNeedsAFolder() throws {
    let folder = try #require(folder)
    #expect(cause { _ = try OwnershipLock(directory: folder.path + "/none") } == .missing)
  }
}

/// Tests that a lock file cannot be used to overwrite another file.
@Suite struct LockLinkTests {
  @Test func aLinkInTheLocksPlaceEmptiesNothing() throws {
    let folder = try TestFolder()
    let (victim, path) = (folder.database + ".victim", folder.database + ".lock")
    try "precious".write(toFile: victim, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
    let fault = #expect(throws: DatabaseFault.self) {
      try ProcessLock(database: folder.database, timeout: 20).withLock {}
    }
    #expect(fault?.cause == .cannotOpen)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.linkItem(atPath: victim, toPath: path)
    try ProcessLock(database: folder.database, timeout: 20).withLock {}
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
  }
}
