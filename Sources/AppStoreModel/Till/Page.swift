/// A request for one page of a list, addressed by a key instead of a row number.
package struct PageRequest: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    /// Rows from the newest on, or from the key on towards older rows.
    case newestFirst
    /// The last page, or the page before the key; its rows are still sorted newest first.
    case oldestLast
  }

  package var limit: Int
  /// The key from the previous page (`Page.next`) or the following page (`Page.previous`); nil for an end of the list.
  package var key: String?
  package var direction: Direction
  /// Lists only rows of this product; nil for all.
  package var productId: String?
  /// Lists only rows of this order; for the journal only.
  package var orderId: String?
  /// The time at which the list is read as it was; nil for now.
  package var asOf: Timestamp?

  package init(
    limit: Int, after key: String? = nil, direction: Direction = .newestFirst, productId: String? = nil,
    orderId: String? = nil, asOf: Timestamp? = nil
  ) {
    self.limit = limit
    self.key = key
    self.direction = direction
    self.productId = productId
    self.orderId = orderId
    self.asOf = asOf
  }
}

/// One page of a list, newest first.
package struct Page<Row: Hashable & Sendable>: Hashable, Sendable {
  package var rows: [Row]
  /// The key of the next page, with older rows; nil on the last page.
  package var next: String?
  /// The key of the previous page, with newer rows; nil on the first page.
  package var previous: String?

  package init(rows: [Row], next: String? = nil, previous: String? = nil) {
    self.rows = rows
    self.next = next
    self.previous = previous
  }
  /// Returns the rows of all pages, newest first.
  package static func allRows(_ read: (PageRequest) throws -> Page) rethrows -> [Row] {
    var (rows, request): ([Row], PageRequest?) = ([], PageRequest(limit: 1000))
    while let asked = request {
      let page = try read(asked)
      rows += page.rows
      request = page.next.map { PageRequest(limit: 1000, after: $0) }
    }
    return rows
  }
}
