import AppStoreModel
package import Core

/// Rows as JSON objects with the names of the columns.
extension StoredRow {
  /// Returns the columns that are not NULL.
  ///
  /// - Parameter omitted: Columns that are left out.
  package func json(without omitted: Set<String> = []) throws(DatabaseFault) -> JSONObject {
    var json: JSONObject = [:]
    for (column, value) in zip(Self.table.columns, try values { _ in true }) where value != .null {
      if !omitted.contains(column.name) { json.append(column.name, try value.json) }
    }
    return json
  }

  /// Reads a row from an object; a column that is left out is nil, or has an example of its type.
  package init(json: JSONObject) throws(DatabaseFault) {
    let names = Self.table.columns.map(\.name)
    let row = HeldRow(
      columns: ColumnNames(names.map { Array($0.utf8) }),
      values: names.map { json[$0].flatMap(DatabaseValue.init(json:)) ?? .null }, origin: "")
    try self.init(row: DatabaseRow(of: row), fillsGaps: true)
  }
}

extension DatabaseValue {
  /// The value as JSON; a blob is an object with its base64.
  ///
  /// - Throws: `unexpectedValue` for a number with a fraction, which no table of Till holds.
  package var json: JSONValue {
    get throws(DatabaseFault) {
      switch self {
      case .null: .null
      case .integer(let number): .number(JSONNumber(number))
      case .text(let text): .string(text)
      case .blob(let bytes): ["base64": .string(String(decoding: Base64.standard.encode(bytes), as: UTF8.self))]
      case .real: throw DatabaseFault(.unexpectedValue, file: "", detail: say("a number with a fraction"))
      }
    }
  }

  /// Reads what `json` wrote; nil for other JSON.
  package init?(json: JSONValue) {
    switch json {
    case .null: self = .null
    case .string(let text): self = .text(text)
    case .number(let number):
      guard let number = number.int64 else { return nil }
      self = .integer(number)
    case .object(let object):
      guard let bytes = object["base64"]?.stringValue.flatMap({ Base64.standard.decode($0) }) else { return nil }
      self = .blob(Array(bytes))
    case .bool, .array: return nil
    }
  }
}
