import AppStoreModel
import Core
import Storage

/// Customers' rows in lists, from what `DeskQueries.columns` or an agent's function answers.
struct CustomerColumns {
  private var rows: [Int64: DeskCustomer] = [:]
  private var tokens: [Int64: [(token: String, lastSeen: Timestamp)]] = [:]

  /// Adds a row of the answer.
  mutating func add(_ row: HeldRow) throws {
    let (kind, customer, name): (String, Int64, String) = (try row["kind"], try row["customer"], try row["name"])
    var shown = rows[customer] ?? DeskCustomer(number: customer)
    switch kind {
    case "product":
      shown.holdings.append(
        DeskCustomer.Holding(
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
  func row(of customer: Int64) -> DeskCustomer {
    var row = rows[customer] ?? DeskCustomer(number: customer)
    row.holdings.sort { $0.productId < $1.productId }
    row.tokens = (tokens[customer] ?? []).sorted { ($1.lastSeen, $0.token) < ($0.lastSeen, $1.token) }.map(\.token)
    row.tags.sort()
    row.accounts = row.accounts.count > 1 ? row.accounts.sorted() : []
    return row
  }
}
