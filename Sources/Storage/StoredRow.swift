/// A row of a table.
///
/// Its columns are named once, where they are declared. Reading, inserting and updating run the declaration, and the
/// table is created from it, so that a forgotten member or column does not compile:
///
/// ```swift
/// extension Note: StoredRow {
///   static let table = Table<Note>("notes")
///   static func columns(_ column: inout Columns<Note>) throws(DatabaseFault) -> Note {
///     Note(id: try column("id", \.id, .key), text: try column("text", \.text))
///   }
/// }
/// ```
package protocol StoredRow: ColumnGroup {
  /// The table that holds the rows.
  static var table: Table<Self> { get }
}

/// A value that is stored in several columns.
package protocol ColumnGroup {
  /// Returns the value of the columns; each is declared with its name and its member.
  static func columns(_ column: inout Columns<Self>) throws(DatabaseFault) -> Self
}

extension StoredRow {
  /// Reads a row of a query that contains the columns of the table.
  package init(row: borrowing DatabaseRow) throws(DatabaseFault) { try self.init(row: row, fillsGaps: false) }

  /// - Parameter fillsGaps: Whether a column that is NULL has an example of its type.
  init(row: borrowing DatabaseRow, fillsGaps: Bool) throws(DatabaseFault) {
    var columns = Columns<Self>(.reading(row.copy()))
    columns.fillsGaps = fillsGaps
    self = try Self.columns(&columns)
  }

  /// Returns the values of the columns with a use, in their order.
  func values(_ isWanted: (ColumnUse) -> Bool) throws(DatabaseFault) -> [DatabaseValue] {
    var columns = Columns<Self>(.writing(self))
    columns.values.reserveCapacity(Self.table.columns.count)
    _ = try Self.columns(&columns)
    return zip(Self.table.columns, columns.values).filter { isWanted($0.0.use) }.map(\.1)
  }
}

/// Whether a column identifies its row, or can change after the row was inserted.
package enum ColumnUse: Hashable, Sendable {
  /// The column is part of the primary key, or of a unique key beside the number.
  case key
  /// The column is the row's number, which the database gives when the row is inserted.
  case number
  /// The column never changes.
  case fixed
  /// `update` stores the column again.
  case changing
}

/// A column as a row type declares it.
package struct ColumnDeclaration: Sendable {
  let name: String
  var use: ColumnUse
  let type: String
  let isOptional: Bool
  let constraint: SQL?
}

/// The columns of a row while it is read or written, or while its table is described.
package struct Columns<Group: ColumnGroup>: ~Copyable {
  enum Mode: ~Copyable {
    case reading(DatabaseRow)
    case writing(Group?)
    case describing
  }

  private let mode: Mode
  fileprivate var values: [DatabaseValue] = []
  fileprivate var declared: [ColumnDeclaration] = []
  /// Whether the columns are those of an optional group, which is nil where its first column is NULL.
  private var isOptional = false
  /// Whether the group is nil in the row that is read.
  private var isAbsent = false
  private var isFirst = true
  /// Whether a column that is NULL has an example of its type, unless it begins an optional group.
  fileprivate var fillsGaps = false

  fileprivate init(_ mode: consuming Mode) { self.mode = mode }

  /// Declares a column and returns its value.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - path: The member that the column stores.
  ///   - constraint: What the table says of the column beside its type and NOT NULL, such as a reference.
  package mutating func callAsFunction<Value: DatabaseConvertible>(
    _ name: StaticString, _ path: KeyPath<Group, Value>, _ use: ColumnUse = .changing, _ constraint: SQL? = nil
  ) throws(DatabaseFault) -> Value {
    switch mode {
    case .reading(let row):
      if isAbsent { return Value.example }
      guard fillsGaps && !Value.isOptional || isOptional && isFirst else { return try row[name] }
      let value: Value? = try row[name]
      if isOptional, isFirst { isAbsent = value == nil }
      isFirst = false
      return value ?? Value.example
    case .writing(let group):
      let value = group?[keyPath: path]
      values.append(value?.databaseValue ?? .null)
      return value ?? Value.example
    case .describing:
      declared.append(
        ColumnDeclaration(
          name: "\(name)", use: use, type: Value.example.databaseValue.type,
          isOptional: isOptional || Value.isOptional, constraint: constraint))
      return Value.example
    }
  }

  /// Declares the columns of a part and returns the part.
  ///
  /// - Parameter use: Whether the columns can change; nil leaves that to their declarations.
  package mutating func group<Part: ColumnGroup>(
    _ path: KeyPath<Group, Part>, _ use: ColumnUse? = nil
  ) throws(DatabaseFault) -> Part {
    try part(as: Part.self, use, isOptional: isOptional) { $0?[keyPath: path] }.value
  }

  /// Declares the columns of a part and returns it, or nil where the first of its columns is NULL.
  package mutating func group<Part: ColumnGroup>(
    _ path: KeyPath<Group, Part?>, _ use: ColumnUse? = nil
  ) throws(DatabaseFault) -> Part? {
    let part = try part(as: Part.self, use, isOptional: true) { $0?[keyPath: path] }
    return part.isAbsent ? nil : part.value
  }

  private mutating func part<Part: ColumnGroup>(
    as type: Part.Type, _ use: ColumnUse?, isOptional: Bool, of member: (Group?) -> Part?
  ) throws(DatabaseFault) -> (value: Part, isAbsent: Bool) {
    var isNil = false
    var columns: Columns<Part>
    switch mode {
    case .reading(let row): columns = Columns<Part>(.reading(row.copy()))
    case .writing(let group):
      let part = member(group)
      isNil = part == nil
      columns = Columns<Part>(.writing(part))
    case .describing: columns = Columns<Part>(.describing)
    }
    (columns.isOptional, columns.isAbsent, columns.fillsGaps) = (isOptional, isAbsent, fillsGaps)
    let value = try Part.columns(&columns)
    values += columns.values
    declared += columns.declared.map { column in
      var column = column
      column.use = use ?? column.use
      return column
    }
    // A group that begins with a part is absent with it.
    if self.isOptional, isFirst, columns.isAbsent { isAbsent = true }
    isFirst = false
    return (value, isNil || columns.isAbsent)
  }
}

/// The table of a row type, with the statements that its columns give.
package struct Table<Row: StoredRow>: Sendable {
  /// The table's name.
  package let name: SQL
  /// The names of the columns.
  package let names: SQL
  /// The statement that creates the table.
  package let create: SQL
  /// The query of all rows, without a condition.
  package let select: SQL
  let columns: [ColumnDeclaration]
  let places: SQL
  let changes: SQL
  let key: SQL
  let replacement: SQL

  /// Describes a table.
  ///
  /// - Parameters:
  ///   - constraints: The constraints of the whole table beside its primary key.
  ///   - isSingle: Whether the table has one row, which then has a key that the row type does not contain.
  ///   - number: The column of the row's number, where the row type does not contain it.
  package init(_ name: StaticString, _ constraints: SQL? = nil, isSingle: Bool = false, numberedBy number: SQL? = nil) {
    var described = Columns<Row>(.describing)
    // Only a read can fail.
    _ = try? Row.columns(&described)
    columns = described.declared
    let keys = columns.filter { $0.use == .key }
    let isNumbered = number != nil || columns.contains { $0.use == .number }
    let hasNumber = isNumbered || (keys.count == 1 && keys[0].type == "INTEGER")
    let unique = isNumbered ? "UNIQUE" : "PRIMARY KEY"
    var lines = columns.map { column in
      var line = "\(column.name) \(column.type)"
      if column.use == .number { line += " PRIMARY KEY" }
      if column.use == .key, keys.count == 1 { line += " " + unique }
      if !column.isOptional, !line.hasSuffix("INTEGER PRIMARY KEY") { line += " NOT NULL" }
      return line + (column.constraint.map { " " + $0.text } ?? "")
    }
    if isSingle { lines.insert("id INTEGER PRIMARY KEY CHECK (id = 1)", at: 0) }
    if let number { lines.insert("\(number.text) INTEGER PRIMARY KEY", at: 0) }
    if keys.count > 1 { lines.append("\(unique) (\(keys.map(\.name).joined(separator: ", ")))") }
    if let constraints { lines.append(constraints.text) }
    let options = keys.isEmpty || hasNumber ? "STRICT" : "STRICT, WITHOUT ROWID"
    func list(_ parts: [String]) -> SQL { SQL(trusted: parts.joined(separator: ", ")) }
    self.name = SQL(trusted: "\(name)")
    names = list(columns.map(\.name))
    create = SQL(trusted: "CREATE TABLE \(name)(\n  \(lines.joined(separator: ",\n  "))\n) \(options);")
    select = "SELECT" + names + "FROM" + self.name
    let given = columns.filter { $0.use != .number }.map(\.name)
    let changing = columns.filter { $0.use == .changing }.map(\.name)
    let head: SQL = isSingle ? "(id," + list(given) + ") VALUES (1," : "(" + list(given) + ") VALUES ("
    places = self.name + head + list(given.map { _ in "?" }) + ")"
    changes = "UPDATE" + self.name + "SET" + list(changing.map { "\($0) = ?" })
    key = isSingle ? "id = 1" : SQL(trusted: keys.map { "\($0.name) = ?" }.joined(separator: " AND "))
    replacement =
      "ON CONFLICT (" + list(keys.map(\.name)) + ") DO UPDATE SET" + list(changing.map { "\($0) = excluded.\($0)" })
  }
}

extension DatabaseConnection {
  /// Returns the rows that a condition selects, in its order: `WHERE account = ? ORDER BY date`.
  package func all<Row: StoredRow>(
    _ type: Row.Type, _ condition: SQL = "", _ values: (any DatabaseConvertible)?...
  ) throws -> [Row] {
    try all(type, condition, values: values.databaseValues)
  }

  /// Returns the rows that a condition with a list of values selects.
  package func all<Row: StoredRow>(_ type: Row.Type, _ condition: SQL, values: [DatabaseValue]) throws -> [Row] {
    try rows(Row.table.select + condition, values: values) { try Row(row: $0) }
  }

  /// Returns the first row that a condition selects, or nil if there is none.
  package func first<Row: StoredRow>(
    _ type: Row.Type, _ condition: SQL = "", _ values: (any DatabaseConvertible)?...
  ) throws -> Row? {
    var result: Row?
    try forEachRow(Row.table.select + condition, values: values.databaseValues) { row in
      result = try Row(row: row)
      return false
    }
    return result
  }

  /// Inserts a row.
  ///
  /// - Returns: 0 where `conflict` says what happens to a row with the same key, and nothing was inserted.
  @discardableResult
  package func insert<Row: StoredRow>(_ row: Row, or conflict: SQL? = nil) throws(DatabaseFault) -> Int {
    try execute(
      (conflict.map { "INSERT OR" + $0 } ?? "INSERT") + "INTO" + Row.table.places, values: row.values { $0 != .number })
  }

  /// Inserts a row, or stores the columns that can change where its key exists.
  package func save<Row: StoredRow>(_ row: Row) throws(DatabaseFault) {
    try execute(
      "INSERT INTO" + Row.table.places + Row.table.replacement, values: row.values { $0 != .number })
  }

  /// Inserts a row, or replaces the one with the same key.
  package func replace<Row: StoredRow>(_ row: Row) throws(DatabaseFault) {
    try insert(row, or: "REPLACE")
  }

  /// Stores the columns of a row that can change.
  package func update<Row: StoredRow>(_ row: Row) throws(DatabaseFault) {
    try execute(
      Row.table.changes + "WHERE" + Row.table.key,
      values: row.values { $0 == .changing } + row.values { $0 == .key })
  }
}

extension DatabaseValue {
  /// The name of the storage class, as a STRICT table declares it.
  fileprivate var type: String {
    switch self {
    case .null: "ANY"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .blob: "BLOB"
    }
  }
}
