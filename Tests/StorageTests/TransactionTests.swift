import Foundation
import Storage
import TestSupport
import Testing

@Suite(.startsPrograms) struct TransactionTests {
  private struct Stop: Error {}

  let folder = try? TestFolder()

  @Test func allOrNothing() throws {
    let database = try #require(folder).open()
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.execute("INSERT INTO notes (text) VALUES ('lost')")
        throw Stop()
      }
    }
    #expect(try database.texts() == [])
    try database.add("kept")
    #expect(try database.texts() == ["kept"])
  }

  @Test func aChangeNeedsATransaction() throws {
    let database = try #require(folder).open()
    #expect(cause { try database.execute("INSERT INTO notes (text) VALUES ('x')") } == .misuse)
    #expect(cause { _ = try database.read { try database.execute("DELETE FROM notes") } } == .misuse)
    #expect(cause { try database.read { try database.add("x") } } == .misuse)
    #expect(try database.texts() == [])
  }

  @Test func aPartMayFailOnItsOwn() throws {
    let database = try #require(folder).open()
    try database.transaction {
      try database.add("a")
      #expect(throws: Stop.self) {
        try database.transaction {
          try database.add("b")
          throw Stop()
        }
      }
      try database.transaction { try database.add("c") }
    }
    #expect(try database.texts() == ["a", "c"])
  }

  @Test func aReadSeesOneState() throws {
    let folder = try #require(folder)
    let writer = try folder.open()
    let reader = try folder.open(.readOnly)
    try writer.add("a")
    try reader.read {
      #expect(try reader.texts() == ["a"])
      try writer.add("b")
      #expect(try reader.read { try reader.texts() } == ["a"])
    }
    #expect(try reader.texts() == ["a", "b"])
  }

  @Test func anothersCommitIsNoticed() throws {
    let folder = try #require(folder)
    let writer = try folder.open()
    let reader = try folder.open(.readOnly)
    let before = try reader.dataVersion()
    #expect(try reader.dataVersion() == before)
    try writer.add("a")
    #expect(try reader.dataVersion() != before)
  }

  @Test func twoWritersTakeTurns() async throws {
    let folder = try #require(folder)
    _ = try folder.open()
    let path = folder.database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["left", "right"] {
        group.addTask {
          let database = try DatabaseConnection(path, schema: .notes)
          for index in 0..<50 { try database.add("\(name) \(index)") }
        }
      }
      try await group.waitForAll()
    }
    let database = try folder.open()
    #expect(try database.value("SELECT count(*) FROM notes") == 100)
    #expect(try database.integrityCheck() == [])
  }

  @Test func aSecondWriterIsToldWhoWrites() throws {
    let folder = try #require(folder)
    let first = try folder.open()
    let second = try folder.open(timeout: 20)
    try first.transaction { () throws in
      let fault = fault { try second.add("no") }
      #expect(fault?.cause == .busy(pid: ProcessInfo.processInfo.processIdentifier))
      #expect(fault?.description.contains("another instance is writing (pid ") == true)
      #expect(try second.texts() == [])
    }
    try second.add("now")
    #expect(try first.texts() == ["now"])
  }

  @Test func aWriterWithoutOurLockIsWaitedForAsWell() throws {
    let folder = try #require(folder)
    let database = try folder.open(timeout: 20)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", folder.database]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("BEGIN IMMEDIATE; SELECT 'held';\n".utf8))
    let answer = output.fileHandleForReading.availableData
    if !answer.isEmpty {
      #expect(cause { try database.add("no") } == .busy(pid: nil))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    try database.add("yes")
    #expect(try database.texts() == ["yes"])
  }

  @Test func aFullDatabaseRollsBackAndReadsOn() throws {
    let database = try #require(folder).open()
    try database.add("before")
    _ = try database.value("PRAGMA max_page_count = 4", as: Int.self)
    let full = fault {
      try database.transaction {
        for index in 0..<1000 {
          try database.execute("INSERT INTO notes (text) VALUES (?)", String(repeating: "x", count: 500) + "\(index)")
        }
      }
    }
    #expect(full?.cause == .diskFull)
    #expect(full?.outcomeIsUnknown == false)
    #expect(full?.description.contains("the disk is full") == true)
    #expect(try database.texts() == ["before"])
  }

  @Test func aSwallowedFullDiskDoesNotStoreTheRestByItself() throws {
    let database = try #require(folder).open()
    _ = try database.value("PRAGMA max_page_count = 4", as: Int.self)
    let full = fault {
      try database.transaction {
        for index in 0..<1000 {
          _ = try? database.execute(
            "INSERT INTO notes (text) VALUES (?)", String(repeating: "x", count: 500) + "\(index)")
        }
        _ = try? database.execute("DELETE FROM notes")
        _ = try? database.execute("INSERT INTO notes (text) VALUES ('alone')")
      }
    }
    let texts = try database.texts()
    #expect(full == nil ? texts == ["alone"] : texts.isEmpty)
  }

  @Test func aClosedConnectionSaysSo() throws {
    let database = try #require(folder).open()
    try database.add("a")
    database.close()
    #expect(cause { _ = try database.texts() } == .misuse)
    #expect(cause { try database.add("b") } == .misuse)
    try database.reopen()
    #expect(try database.texts() == ["a"])
  }
}
