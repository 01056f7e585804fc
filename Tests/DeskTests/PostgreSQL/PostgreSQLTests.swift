import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of the PostgreSQL engine on a real server.
@Suite(PostgreSQLCluster.isHere, .startsPrograms) struct PostgreSQLTests {
  private let cluster: PostgreSQLCluster
  private let address: PostgreSQLAddress

  init() throws {
    cluster = try #require(PostgreSQLCluster.shared)
    address = try PostgreSQLAddress(cluster.address(cluster.database()))
  }

  private func open(notes: Bool = true) throws -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(address)
    if notes {
      try connection.transaction {
        try connection.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT NOT NULL, bytes BYTEA)")
      }
    }
    return connection
  }

  private func cause(_ work: () throws -> some Any) -> DatabaseFault.Cause? {
    do {
      _ = try work()
      return nil
    } catch {
      return (error as? DatabaseFault)?.cause
    }
  }

  @Test func everyValueComesBackAsItWent() throws {
    let connection = try open()
    let bytes = [UInt8](0...255)
    try connection.transaction {
      try connection.execute(
        "INSERT INTO notes VALUES (?, ?, ?)", Int64.min, "'; DROP TABLE notes; -- é\u{1F600}", bytes)
      try connection.execute("INSERT INTO notes VALUES (?, ?, ?)", Int64.max, "", nil as [UInt8]?)
    }
    let rows = try connection.rows("SELECT text, id, bytes FROM notes ORDER BY id") { row in
      (id: try row["id"] as Int64, text: try row["text"] as String, bytes: try row["bytes"] as [UInt8]?)
    }
    #expect(rows.map(\.id) == [.min, .max])
    #expect(rows.map(\.text) == ["'; DROP TABLE notes; -- é\u{1F600}", ""])
    #expect(rows.map(\.bytes) == [bytes, nil])
    let sums = try connection.rows(
      """
      SELECT 1 = 1 AS yes, -7::INTEGER AS four, 1.5::DOUBLE PRECISION AS real, sum(n) AS sum, count(*) AS count
      FROM (VALUES (9000000000000000000::BIGINT), (100000000), (-20000)) AS v (n)
      """
    ) { try $0.values }
    #expect(sums == [[.integer(1), .integer(-7), .real(1.5), .integer(9_000_000_000_099_980_000), .integer(3)]])
    let numbers: [Int64] = try connection.values(
      "SELECT n::NUMERIC FROM (VALUES (0), (1), (-1), (10000), (-123456789), (1000000000000)) AS v (n)")
    #expect(numbers == [0, 1, -1, 10_000, -123_456_789, 1_000_000_000_000])
    #expect(cause { _ = try connection.value("SELECT 1.5::NUMERIC", as: Int64.self) } == .unexpectedValue)
    #expect(cause { _ = try connection.value("SELECT 'a'", as: Int64.self) } == .unexpectedValue)
    // A question mark inside quotes is not a parameter.
    #expect(try connection.value("SELECT '?' || ?", "!", as: String.self) == "?!")
  }

  @Test func aTextWithNULIsRefusedAndNotCut() throws {
    let connection = try open()
    #expect(
      cause { try connection.transaction { try connection.execute("INSERT INTO notes VALUES (1, ?)", "a\0b") } }
        == .misuse)
    #expect(try connection.value("SELECT count(*) FROM notes") == 0)
  }

  @Test func aPasswordInAnAddressIsRefusedAndNeverSaid() {
    for text in ["postgres://agent:geheim@db.example/desk", "postgres://db.example/desk?password=geheim"] {
      do throws(DatabaseFault) {
        _ = try PostgreSQLAddress(text)
        Issue.record("it was taken")
      } catch {
        #expect(!"\(error)".contains("geheim"))
        #expect("\(error)".contains("~/.pgpass"))
      }
    }
    let broken = "postgres://agent:ge%zzheim@db.example/desk"
    #expect(throws: DatabaseFault.self) { try PostgreSQLAddress(broken) }
    do { _ = try PostgreSQLAddress(broken) } catch { #expect(!"\(error)".contains("heim")) }
  }

  @Test func aTransactionIsAllOrNothing() throws {
    struct Stop: Error {}
    let connection = try open()
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO notes VALUES (1, 'one')")
        throw Stop()
      }
    }
    try connection.transaction {
      try connection.execute("INSERT INTO notes VALUES (2, 'two')")
      // An inner transaction fails alone.
      #expect(
        cause { try connection.transaction { try connection.execute("INSERT INTO notes VALUES (2, 'again')") } }
          == .constraint)
      try connection.execute("INSERT INTO notes VALUES (3, 'three')")
    }
    // A caller that ignores an error stores nothing, and gets the error at the commit.
    #expect(
      cause {
        try connection.transaction {
          try connection.execute("INSERT INTO notes VALUES (4, 'four')")
          _ = try? connection.execute("INSERT INTO notes VALUES (2, 'again')")
        }
      } == .constraint)
    #expect(try connection.values("SELECT id FROM notes ORDER BY id") == [2, 3])
    #expect(cause { try connection.execute("DELETE FROM notes") } == .misuse)
    #expect(cause { try connection.read { try connection.transaction {} } } == .misuse)
  }

  /// Tests that a transaction which PostgreSQL ends because of a deadlock is run again, and that both succeed.
  @Test func aDeadlockIsDoneAgain() throws {
    let connection = try open()
    try connection.transaction { try connection.execute("INSERT INTO notes VALUES (1, '0'), (2, '0')") }
    let meeting = Mutex(0)
    let runs = Mutex(0)
    let address = address
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      do {
        let connection = try PostgreSQLConnection(address)
        try connection.transaction {
          runs.withLock { $0 += 1 }
          let own = Int64(number + 1)
          try connection.execute("UPDATE notes SET text = (text::BIGINT + 1)::TEXT WHERE id = ?", own)
          meeting.withLock { $0 += 1 }
          while meeting.withLock({ $0 }) < 2 { usleep(1000) }
          try connection.execute("UPDATE notes SET text = (text::BIGINT + 1)::TEXT WHERE id = ?", 3 - own)
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(runs.withLock { $0 } >= 3)
    #expect(try connection.values("SELECT text FROM notes", as: String.self) == ["2", "2"])
  }

  @Test func aLostConnectionIsOpenedAgain() throws {
    let connection = try open()
    func end() throws {
      let pid = try #require(try connection.value("SELECT pg_backend_pid()::BIGINT", as: Int64.self))
      cluster.psql("SELECT pg_terminate_backend(\(pid), 5000)")
    }
    try end()
    #expect(try connection.value("SELECT 1") == 1)
    var runs = 0
    try connection.transaction {
      runs += 1
      try connection.execute("INSERT INTO notes VALUES (1, 'one')")
      if runs == 1 { try end() }
      try connection.execute("INSERT INTO notes VALUES (2, 'two')")
    }
    #expect(runs == 2)
    #expect(try connection.values("SELECT id FROM notes ORDER BY id") == [1, 2])
  }

  @Test func waitingHasAnEnd() throws {
    let one = try open()
    let other = try open(notes: false)
    try one.transaction { try one.execute("INSERT INTO notes VALUES (1, 'one')") }
    one.patience.lock = 50
    one.patience.statement = 200
    try other.transaction {
      try other.execute("UPDATE notes SET text = 'other'")
      #expect(cause { try one.transaction { try one.execute("UPDATE notes SET text = 'one'") } } == .busy(pid: nil))
    }
    #expect(
      cause { try one.transaction { _ = try one.value("SELECT pg_sleep(60)", as: String.self) } } == .busy(pid: nil))
    #expect(try one.value("SELECT text FROM notes") == "other")
  }

  @Test func statementsTravelTogether() throws {
    let connection = try open()
    let many = (1...2000).map { number in
      (
        sql: "INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING" as SQL,
        values: [.integer(Int64(number % 1500)), .text("n")] as [DatabaseValue]
      )
    }
    try connection.transaction {
      let touched = try connection.execute(many)
      #expect(touched.count == 2000)
      #expect(touched.reduce(0, +) == 1500)
    }
    #expect(
      cause {
        try connection.transaction {
          try connection.execute([
            ("DELETE FROM notes", []), ("INSERT INTO notes VALUES (1, NULL)", []), ("DELETE FROM notes", []),
          ])
        }
      } == .constraint)
    #expect(try connection.value("SELECT count(*) FROM notes") == 1500)
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test func newsIsHeard() throws {
    let listener = try PostgreSQLListener(address, channel: "desk_news")
    let connection = try open(notes: false)
    #expect(try !listener.wait(milliseconds: 1))
    try connection.transaction { _ = try connection.value("SELECT pg_notify('desk_news', '')", as: String.self) }
    #expect(try listener.wait(milliseconds: 5000))
  }

  // MARK: Lost connections

  private func through(_ proxy: SocketProxy) throws -> PostgreSQLConnection {
    let text = cluster.address(try #require(address.description.split(separator: "/").last.map(String.init)))
    return try PostgreSQLConnection(PostgreSQLAddress(text.replacing(cluster.socket, with: proxy.folder)))
  }

  @Test func aCutLineIsTriedAgain() throws {
    let direct = try open()
    let proxy = try #require(SocketProxy(to: cluster.socket))
    defer { proxy.end() }
    let connection = try through(proxy)
    proxy.cut()
    var runs = 0
    try connection.transaction {
      runs += 1
      try connection.execute("INSERT INTO notes VALUES (?, 'one')", runs)
      if runs < 3 { proxy.cut() }
      try connection.execute("INSERT INTO notes VALUES (?, 'two')", runs + 10)
    }
    #expect(try direct.values("SELECT id FROM notes ORDER BY id") == [3, 13])
    // The answer to COMMIT is lost: the client cannot know whether it was done, and reports that.
    proxy.cutBehind("COMMIT")
    do {
      try connection.transaction { try connection.execute("INSERT INTO notes VALUES (5, 'five')") }
      Issue.record("it claims to have stored it")
    } catch let fault as DatabaseFault {
      #expect(fault.cause == .unreachable)
      #expect(fault.outcomeIsUnknown)
    }
    #expect(try connection.value("SELECT count(*) FROM notes WHERE id < 4") == 1)
  }

  @Test func aSilentLineIsGivenUp() throws {
    let proxy = try #require(SocketProxy(to: cluster.socket))
    defer { proxy.end() }
    let connection = try through(proxy)
    connection.patience = .init(statement: 100, grace: 0, connect: 100, reconnect: 300)
    proxy.silence(true)
    #expect(cause { _ = try connection.value("SELECT 1", as: Int64.self) } == .unreachable)
    proxy.silence(false)
    connection.patience = .init()
    #expect(try connection.value("SELECT 1") == 1)
  }
}
