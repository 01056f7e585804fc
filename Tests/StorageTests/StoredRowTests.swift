import Core
import Storage
import Testing

/// A row with the parts that a row can have.
private struct Parcel: StoredRow, Hashable {
  struct Label: ColumnGroup, Hashable {
    var town: String
    var street: String?

    static func columns(_ column: inout Columns<Label>) throws(DatabaseFault) -> Label {
      Label(town: try column("town", \.town), street: try column("street", \.street))
    }
  }

  struct Stamp: ColumnGroup, Hashable {
    var label: Label
    var price: Int64

    static func columns(_ column: inout Columns<Stamp>) throws(DatabaseFault) -> Stamp {
      Stamp(label: try column.group(\.label), price: try column("price", \.price))
    }
  }

  var id: String
  var weight: Int
  var isHeavy: Bool
  var stamp: Stamp?

  static let table = Table<Parcel>("parcels")

  static func columns(_ column: inout Columns<Parcel>) throws(DatabaseFault) -> Parcel {
    Parcel(
      id: try column("id", \.id, .key), weight: try column("weight", \.weight, .fixed, "CHECK (weight > 0)"),
      isHeavy: try column("is_heavy", \.isHeavy), stamp: try column.group(\.stamp))
  }
}

/// A row whose number the database gives.
private struct Line: StoredRow, Hashable {
  var number: Int64 = 0
  var text: String
  var count = 0

  static let table = Table<Line>("lines")

  static func columns(_ column: inout Columns<Line>) throws(DatabaseFault) -> Line {
    Line(
      number: try column("id", \.number, .number), text: try column("text", \.text, .key),
      count: try column("count", \.count))
  }
}

/// Tests of rows whose columns are named once.
struct StoredRowTests {
  private let folder: TestFolder
  private let database: DatabaseConnection

  init() throws {
    folder = try TestFolder()
    database = try folder.open(
      schema: DatabaseSchema(
        applicationID: 0x7465_7374, version: 3, script: Parcel.table.create + Line.table.create))
  }

  private let bare = Parcel(id: "a", weight: 1, isHeavy: false, stamp: nil)
  private let stamped = Parcel(
    id: "b", weight: 2, isHeavy: true, stamp: Parcel.Stamp(label: Parcel.Label(town: "Ulm"), price: 95))

  @Test func theTableIsMadeFromTheColumns() throws {
    let columns: [String] = try database.rows(
      "SELECT name, type, \"notnull\" AS required FROM pragma_table_info('parcels')"
    ) {
      let (name, type): (String, String) = (try $0["name"], try $0["type"])
      return "\(name) \(type)" + (try $0["required"] as Bool ? " NOT NULL" : "")
    }
    #expect(
      columns == [
        "id TEXT NOT NULL", "weight INTEGER NOT NULL", "is_heavy INTEGER NOT NULL", "town TEXT", "street TEXT",
        "price INTEGER",
      ])
    #expect(throws: DatabaseFault.self) {
      try database.transaction {
        try database.insert(Parcel(id: "c", weight: 0, isHeavy: false, stamp: nil))
      }
    }
  }

  @Test func aRowIsReadAsItWasInsertedWithItsOptionalGroups() throws {
    try database.transaction {
      for row in [bare, stamped] { try database.insert(row) }
    }
    #expect(try database.all(Parcel.self, "ORDER BY id") == [bare, stamped])
    #expect(try database.first(Parcel.self, "WHERE id = ?", "b") == stamped)
    #expect(try database.first(Parcel.self, "WHERE id = ?", "x") == nil)
  }

  @Test func anUpdateLeavesColumnsThatNeverChangeAndOtherRows() throws {
    var changed = stamped
    (changed.weight, changed.isHeavy) = (9, false)
    changed.stamp?.price = 100
    try database.transaction {
      for row in [bare, stamped] { try database.insert(row) }
      try database.update(changed)
    }
    changed.weight = 2
    #expect(try database.all(Parcel.self, "ORDER BY id") == [bare, changed])
  }

  @Test func savingInsertsOrChangesTheRowWithTheKeyWhoseNumberStays() throws {
    try database.transaction {
      try database.save(Line(text: "one"))
      try database.save(Line(text: "two"))
      try database.save(Line(text: "one", count: 5))
      #expect(try database.insert(Line(text: "two", count: 7), or: "IGNORE") == 0)
    }
    #expect(
      try database.all(Line.self, "ORDER BY id") == [
        Line(number: 1, text: "one", count: 5), Line(number: 2, text: "two"),
      ])
  }

  @Test func anObjectHasTheColumnsAndWhatIsLeftOutHasAnExample() throws {
    let json = try stamped.json(without: ["is_heavy"])
    #expect(json.names == ["id", "weight", "town", "price"])
    var expected = stamped
    expected.isHeavy = false
    #expect(try Parcel(json: json) == expected)
    #expect(try Parcel(json: bare.json()) == bare)
  }
}
