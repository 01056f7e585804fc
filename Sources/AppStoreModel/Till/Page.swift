/// Which rows of a list to read: by key, never by count or offset.
package struct PageRequest: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    /// From the newest on.
    case newestFirst
    /// The last page, or the page before a key; its rows still come newest first.
    case oldestLast
  }

  package var limit: Int
  /// The key that ended the page before (`Page.next`) or began the page behind (`Page.previous`); nil begins at the end.
  package var key: String?
  package var direction: Direction
  /// Only rows of this product.
  package var productId: String?
  /// Only rows of this order; of the journal alone.
  package var orderId: String?
  /// The list as it was then; nil for now.
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

/// Some rows of a list, newest first.
package struct Page<Row: Hashable & Sendable>: Hashable, Sendable {
  package var rows: [Row]
  /// The key to read on from towards older rows; nil on the last page.
  package var next: String?
  /// The key to read back from towards newer rows; nil on the first page.
  package var previous: String?

  package init(rows: [Row], next: String? = nil, previous: String? = nil) {
    self.rows = rows
    self.next = next
    self.previous = previous
  }
}
