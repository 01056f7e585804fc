import AppStoreModel
import Core
import Storage

extension SQL {
  /// Joins the newest version of each transaction in `membership`, as `signed_items`.
  static let newestTransactions: SQL = """
    JOIN signed_items ON signed_items.subject = membership.transaction_id AND signed_items.kind = 1
      AND signed_items.scope = '' AND signed_items.is_newest = 1
    """
  /// The condition of open orders, which is also the condition of an index.
  static let orderIsOpen: SQL = "state IN" + .list(Order.State.allCases.filter(\.isOpen))
  /// The condition of orders that were charged and not delivered, which is also the condition of an index.
  static let orderIsUndelivered: SQL =
    "(state NOT IN" + .list(Order.State.allCases.filter(\.isDelivered)) + "OR closed_reason IS NOT NULL)"
}

/// A list of names in one column: a JSON array.
struct StoredNames: DatabaseConvertible {
  let names: [String]

  static let example = StoredNames([])

  init(_ names: [String]) { self.names = names }

  var databaseValue: DatabaseValue { .text(JSONValue.array(names.map { .string($0) }).serialized()) }

  init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    let text = try String(row: row, at: index)
    names = (try? JSONValue(parsing: text))?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
