package import AppStoreModel
import Core
import Storage

/// A customer's row in lists.
package struct CustomerRow: Hashable, Sendable {
  /// A product of the customer, as last derived.
  package struct ProductRow: Hashable, Sendable {
    package let productId: String
    package let state: String
    package let entitled: Bool
    package let expiresDate: Timestamp?
  }

  package let customer: Int64
  package fileprivate(set) var tokens: [String] = []
  package fileprivate(set) var products: [ProductRow] = []
  /// The amounts spent by currency, as signed; this is not revenue.
  package fileprivate(set) var spent: [String: Int64] = [:]
  package fileprivate(set) var refunded: [String: Int64] = [:]
  package fileprivate(set) var lastEventDate: Timestamp?
  package var tags: [String] = []
  /// The agent to whom the customer is assigned.
  package var assignee: String?
  /// The customers of the newest token, if there are several and the database has already told them.
  package var accounts: [Int64] = []
}

/// Customers' rows in lists, from what `DeskQueries.columns` or an agent's function answers.
struct CustomerColumns {
  private var rows: [Int64: CustomerRow] = [:]
  private var tokens: [Int64: [(token: String, lastSeen: Timestamp)]] = [:]

  /// Adds a row of the answer.
  mutating func add(_ row: HeldRow) throws {
    let (kind, customer, name): (String, Int64, String) = (try row["kind"], try row["customer"], try row["name"])
    var shown = rows[customer] ?? CustomerRow(customer: customer)
    switch kind {
    case "product":
      shown.products.append(
        CustomerRow.ProductRow(
          productId: name, state: try row["word"], entitled: try row["one"], expiresDate: try row["two"]))
    case "money": (shown.spent[name], shown.refunded[name]) = (try row["one"] as Int64, try row["two"] as Int64)
    case "token": tokens[customer, default: []].append((name, try row["one"]))
    case "event": shown.lastEventDate = try row["one"]
    case "tag": shown.tags.append(name)
    case "assignee": shown.assignee = name
    case "account": shown.accounts.append(try row["one"])
    default: throw DeskRowError(column: "kind", holds: kind)
    }
    rows[customer] = shown
  }

  /// Returns a customer's row: the newest token first, the rest sorted by name.
  func row(of customer: Int64) -> CustomerRow {
    var row = rows[customer] ?? CustomerRow(customer: customer)
    row.products.sort { $0.productId < $1.productId }
    row.tokens = (tokens[customer] ?? []).sorted { ($1.lastSeen, $0.token) < ($0.lastSeen, $1.token) }.map(\.token)
    row.tags.sort()
    row.accounts = row.accounts.count > 1 ? row.accounts.sorted() : []
    return row
  }
}
