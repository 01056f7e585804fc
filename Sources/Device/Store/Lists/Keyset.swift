package import AppStoreModel
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
package struct RowKey: Hashable, Comparable, Sendable {
  package let sort: Int64
  package let id: String

  package init(sort: Int64, id: String) {
    self.sort = sort
    self.id = id
  }

  init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let sort = Int64(parts[0]) else { throw PageKeyError(key: text) }
    self.init(sort: sort, id: String(parts[1]))
  }

  var text: String { "\(sort).\(id)" }

  package static func < (one: RowKey, other: RowKey) -> Bool { (one.sort, one.id) < (other.sort, other.id) }
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
    return Page(
      rows: rows, first: rows.first.map(key), last: rows.last.map(key), isForward: isForward, isFirst: from == nil,
      hasMore: hasMore)
  }
}

extension Page {
  /// Reads one page of a list that is in memory, newest first.
  ///
  /// - Parameters:
  ///   - all: The keys of all rows, descending.
  ///   - row: Returns the row at a position.
  package init(of all: [RowKey], _ request: PageRequest, row: (Int) throws -> Row) throws {
    let limit = max(1, request.limit)
    let from = try request.key.map { try RowKey($0) }
    let isForward = request.direction == .newestFirst
    let after = from.map { from in
      isForward ? all.firstIndex { $0 < from } ?? all.endIndex : all.firstIndex { $0 <= from } ?? all.endIndex
    }
    let rest = isForward ? (after ?? 0)..<all.endIndex : 0..<(after ?? all.endIndex)
    let taken = isForward ? rest.prefix(limit) : rest.suffix(limit)
    let rows = try taken.map { (key: all[$0], row: try row($0)) }
    self.init(
      rows: rows.map(\.row), first: rows.first?.key, last: rows.last?.key, isForward: isForward, isFirst: from == nil,
      hasMore: taken.count < rest.count)
  }

  fileprivate init(rows: [Row], first: RowKey?, last: RowKey?, isForward: Bool, isFirst: Bool, hasMore: Bool) {
    let (newer, older) = (first?.text, last?.text)
    self.init(
      rows: rows, next: isForward ? hasMore ? older : nil : isFirst ? nil : older,
      previous: isForward ? isFirst ? nil : newer : hasMore ? newer : nil)
  }
}
