import AppStoreModel
import Storage

/// A list that is read page by page with keys: newest first, in both directions, without counting rows.
///
/// A key is the sort date (or number) and the id of a row: `1700000000000.2000000845425339`.
struct Keyset {
  /// The SELECT statement up to the condition on the key.
  let select: SQL
  /// The conditions that continue towards older rows, or back towards newer ones.
  let olderThan: SQL
  let newerThan: SQL
  let newestFirst: SQL
  let oldestFirst: SQL

  /// Makes a list sorted by two columns.
  ///
  /// - Parameter columns: The sort column and the tie breaker, as a row value such as `(date, id)`.
  init(select: SQL, columns: SQL, newestFirst: SQL, oldestFirst: SQL) {
    self.select = select
    olderThan = "AND" + columns + "< (?, ?)"
    newerThan = "AND" + columns + "> (?, ?)"
    self.newestFirst = "ORDER BY" + newestFirst + "LIMIT ?"
    self.oldestFirst = "ORDER BY" + oldestFirst + "LIMIT ?"
  }
}

/// The key of a row in a list.
struct RowKey: Hashable {
  let sort: Int64
  let id: String

  init(sort: Int64, id: String) {
    self.sort = sort
    self.id = id
  }

  init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let sort = Int64(parts[0]) else { throw PageKeyError(key: text) }
    self.init(sort: sort, id: String(parts[1]))
  }

  var text: String { "\(sort).\(id)" }
}

/// An error for a key that does not come from a page of the list.
package struct PageKeyError: Error, Hashable, Sendable {
  package let key: String
}

extension LocalStore {
  /// Reads one page of a list.
  ///
  /// - Parameters:
  ///   - values: The values bound to the list's own condition.
  ///   - key: Returns the key of a row.
  func page<Row>(
    _ list: Keyset, _ values: [DatabaseValue], _ request: PageRequest, tie: (RowKey) -> DatabaseValue,
    row read: (borrowing DatabaseRow) throws -> Row, key: (Row) -> RowKey
  ) throws -> Page<Row> {
    let limit = max(1, request.limit)
    let from = try request.key.map { try RowKey($0) }
    let isForward = request.direction == .newestFirst
    var statement = list.select
    var bindings = values
    if let from {
      statement += isForward ? list.olderThan : list.newerThan
      bindings += [from.sort.databaseValue, tie(from)]
    }
    statement += isForward ? list.newestFirst : list.oldestFirst
    bindings.append(.integer(Int64(limit + 1)))
    var rows = try database.rows(statement, values: bindings, map: read)
    let hasMore = rows.count > limit
    if hasMore { rows.removeLast() }
    if !isForward { rows.reverse() }
    let older = rows.last.map { key($0).text }
    let newer = rows.first.map { key($0).text }
    return isForward
      ? Page(rows: rows, next: hasMore ? older : nil, previous: from == nil ? nil : newer)
      : Page(rows: rows, next: from == nil ? nil : older, previous: hasMore ? newer : nil)
  }
}
