import Foundation
import Storage
import Testing

@Suite struct StatementTests {
  private enum Flavour: String, CaseIterable, DatabaseConvertible {
    case sweet, sour
  }

  let folder = try? TestFolder()

  private func things() throws -> DatabaseConnection {
    let schema = DatabaseSchema(applicationID: 1, version: 1, script: "CREATE TABLE things (a, b, c, d, e, f)")
    return try #require(folder).open(schema: schema)
  }

  @Test func everyTypeComesBackAsItWent() throws {
    let database = try things()
    try database.transaction {
      try database.execute(
        "INSERT INTO things VALUES (?, ?, ?, ?, ?, ?)", Int64.min, "a\0b é 👩‍👩‍👧", [0, 255, 0] as [UInt8], 2.5, true, nil)
    }
    let row = try database.first("SELECT * FROM things") { row in
      (
        try row["a"] as Int64, try row["b"] as String, try row["c"] as [UInt8], try row["d"] as Double,
        try row["e"] as Bool,
        try row["f"] as String?, try row["f"] as DatabaseValue == .null, try row["e"] as DatabaseValue
      )
    }
    let values = try #require(row)
    #expect(values.0 == Int64.min)
    #expect(values.1 == "a\0b é 👩‍👩‍👧")
    #expect(values.2 == [0, 255, 0])
    #expect(values.3 == 2.5)
    #expect(values.4)
    #expect(values.5 == nil && values.6)
    #expect(values.7 == .integer(1))
  }

  @Test func emptyIsNotNull() throws {
    let database = try things()
    try database.transaction {
      try database.execute("INSERT INTO things (a, b) VALUES (?, ?)", "", [] as [UInt8])
    }
    let row: (String?, [UInt8]?)? = try database.first("SELECT a, b FROM things") { (try $0["a"], try $0["b"]) }
    #expect(row?.0 == "")
    #expect(row?.1 == [])
  }

  @Test func optionalsAndRawValues() throws {
    let database = try things()
    let absent: Int64? = nil
    let present: Int64? = 5
    try database.transaction {
      try database.execute("INSERT INTO things (a, b, c) VALUES (?, ?, ?)", absent, present, Flavour.sour)
    }
    let row: (Int64?, Int64?, Flavour?)? = try database.first("SELECT a, b, c FROM things") {
      (try $0["a"], try $0["b"], try $0["c"])
    }
    #expect(row?.0 == nil)
    #expect(row?.1 == 5)
    #expect(row?.2 == .sour)
    #expect(cause { _ = try database.value("SELECT 'salty'", as: Flavour.self) } == .unexpectedValue)
  }

  @Test func nothingIsConvertedSilently() throws {
    let database = try things()
    let fault = fault { _ = try database.value("SELECT '5' AS price", as: Int64.self) }
    #expect(fault?.cause == .unexpectedValue)
    #expect(fault?.detail == "column 0 (price) holds no integer")
    #expect(cause { _ = try database.values("SELECT NULL", as: String.self) } == .unexpectedValue)
    #expect(cause { _ = try database.value("SELECT 2", as: Bool.self) } == .unexpectedValue)
    #expect(cause { _ = try database.value("SELECT 3000000000", as: Int32.self) } == .unexpectedValue)
    #expect(cause { _ = try database.value("SELECT x'00'", as: String.self) } == .unexpectedValue)
  }

  @Test func oneValue() throws {
    let database = try things()
    #expect(try database.value("SELECT ?", 5) == 5)
    #expect(try database.value("SELECT NULL", as: Int.self) == nil)
    #expect(try database.value("SELECT a FROM things", as: Int.self) == nil)
  }

  @Test func aColumnThatIsNotThereIsAMistake() throws {
    let database = try things()
    let fault = fault { _ = try database.first("SELECT 1 AS one, 2 AS two") { try $0["three"] as Int } }
    #expect(fault?.cause == .misuse)
    #expect(fault?.detail == "the row must have exactly one column three; its columns are one, two")
  }

  @Test func aNameThatTwoColumnsShareNamesNeither() throws {
    let database = try things()
    let fault = fault { _ = try database.first("SELECT 1 AS id, 2 AS id, 3 AS n") { try $0["id"] as Int } }
    #expect(fault?.cause == .misuse)
    #expect(try database.first("SELECT 1 AS id, 2 AS id, 3 AS n") { try $0["n"] as Int } == 3)
  }

  @Test func columnsAreReadInAnyOrder() throws {
    let database = try things()
    let rows = try database.rows("SELECT 1 AS a, 2 AS b, 3 AS c UNION ALL SELECT 4, 5, 6") { row in
      [try row["c"], try row["a"], try row["b"], try row["b"], try row["a"]] as [Int]
    }
    #expect(rows == [[3, 1, 2, 2, 1], [6, 4, 5, 5, 4]])
    #expect(try database.rows("SELECT 1, 'x', NULL") { try $0.values } == [[.integer(1), .text("x"), .null]])
  }

  @Test func namesFollowAChangedSchema() throws {
    let database = try things()
    try database.transaction { try database.execute("INSERT INTO things VALUES (1, 2, 3, 4, 5, 6)") }
    #expect(try database.first("SELECT * FROM things") { try $0["f"] as Int } == 6)
    try database.transaction {
      try database.execute("ALTER TABLE things DROP COLUMN a")
      try database.execute("ALTER TABLE things ADD COLUMN g DEFAULT 7")
    }
    #expect(
      try database.first("SELECT * FROM things") { [try $0["b"], try $0["f"], try $0["g"]] as [Int] } == [2, 6, 7])
  }

  @Test func firstColumns() throws {
    let database = try things()
    #expect(try database.values("SELECT 1 UNION ALL SELECT 2 ORDER BY 1") == [1, 2])
    #expect(try database.values("SELECT ?", values: [.text("x")]) == ["x"])
    #expect(cause { _ = try database.values("SELECT NULL", as: Int.self) } == .unexpectedValue)
  }

  @Test func valuesHaveToFitThePlaces() throws {
    let database = try things()
    #expect(cause { _ = try database.value("SELECT ?, ?", 1, as: Int.self) } == .misuse)
    #expect(cause { _ = try database.value("SELECT 1", 1, as: Int.self) } == .misuse)
  }

  @Test(arguments: ["SELECT 1; SELECT 2", "", "-- nothing", "SELEC"] as [SQL])
  func oneStatementAtATime(sql: SQL) throws {
    let database = try things()
    #expect(cause { try database.execute(sql) } == .misuse)
  }

  @Test func foreignTextIsAlwaysAValue() throws {
    let folder = try #require(folder)
    let database = try folder.open()
    let hostile = "'); DROP TABLE notes; --"
    try database.add(hostile)
    #expect(try database.texts() == [hostile])
  }

  @Test func partsMakeAStatement() throws {
    let database = try #require(folder).open()
    try database.add("a", "b", "c")
    var query: SQL = "SELECT text FROM notes"
    var values: [DatabaseValue] = []
    query += "WHERE id > ?"
    values.append(.integer(1))
    query += "ORDER BY id DESC" + "LIMIT ?"
    values.append(.integer(5))
    #expect(try database.values(query, values: values, as: String.self) == ["c", "b"])
  }

  @Test func aRowsClosureMayRunTheSameStatement() throws {
    let database = try #require(folder).open()
    try database.add("a", "b")
    let query: SQL = "SELECT text FROM notes ORDER BY id"
    for _ in 0..<3 {
      let pairs = try database.rows(query) { row in
        let outer: String = try row["text"]
        return try database.rows(query) { outer + (try $0["text"] as String) }
      }
      #expect(pairs == [["aa", "ab"], ["ba", "bb"]])
    }
  }

  @Test func aThrowingClosureLeavesTheStatementUsable() throws {
    struct Stop: Error {}
    let database = try #require(folder).open()
    try database.add("a", "b")
    #expect(throws: Stop.self) { try database.rows("SELECT text FROM notes") { _ in throw Stop() } }
    var seen = 0
    try database.forEachRow("SELECT text FROM notes") { _ in
      seen += 1
      return false
    }
    #expect(seen == 1)
    #expect(try database.values("SELECT text FROM notes", as: String.self) == ["a", "b"])
  }

  @Test func moreStatementsThanAreKept() throws {
    let database = try #require(folder).open()
    var query: SQL = "SELECT 1"
    for count in 1...300 {
      query += "+ 1"
      #expect(try database.value(query) == count + 1)
    }
  }

  @Test func changesAreCounted() throws {
    let database = try #require(folder).open()
    try database.transaction { () throws in
      let insert: SQL = "INSERT OR IGNORE INTO notes (text) VALUES (?)"
      #expect(try database.execute(insert, "a") == 1)
      #expect(try database.execute(insert, "a") == 0)
      #expect(database.lastInsertedRowID == 1)
      #expect(try database.execute("UPDATE notes SET text = 'b'") == 1)
      #expect(try database.value("DELETE FROM notes RETURNING text") == "b")
    }
    #expect(try database.texts() == [])
  }

  @Test func constraintsAreTold() throws {
    let database = try #require(folder).open(schema: .notesAndTags)
    try database.add("a")
    let unique = fault { try database.add("a") }
    #expect(unique?.cause == .constraint)
    #expect(unique?.code == 2067)
    #expect(unique?.detail.contains("notes.text") == true)
    let foreign = fault {
      _ = try database.transaction { try database.execute("INSERT INTO tags VALUES (77, 'x')") }
    }
    #expect(foreign?.cause == .constraint)
    #expect(foreign?.outcomeIsUnknown == false)
  }
}
