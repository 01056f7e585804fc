/// One row of the desk's customer list.
package struct DeskCustomer: Hashable, Sendable {
  /// A product of a customer, with the state that was derived last.
  package struct Holding: Hashable, Sendable {
    package var productId: String
    /// The JSON word of an `EntitlementState`.
    package var state: String
    package var entitled: Bool
    package var expiresDate: Timestamp?

    package init(productId: String, state: String, entitled: Bool, expiresDate: Timestamp? = nil) {
      (self.productId, self.state, self.entitled, self.expiresDate) = (productId, state, entitled, expiresDate)
    }
  }

  /// The customer's number in this desk.
  package var number: Int64
  /// The `appAccountToken`s of the customer's users, newest first.
  package var tokens: [String]
  package var holdings: [Holding]
  /// The money spent, by currency, in milliunits; the sum of signed prices, not revenue.
  package var spent: [String: Int64]
  package var refunded: [String: Int64]
  package var lastEventDate: Timestamp?
  /// What a saved view lists about the customer, such as a product or a transaction; empty for the customer as a whole.
  package var subject: String
  /// The date by which the saved view is sorted.
  package var date: Timestamp?

  package init(
    number: Int64, tokens: [String] = [], holdings: [Holding] = [], spent: [String: Int64] = [:],
    refunded: [String: Int64] = [:], lastEventDate: Timestamp? = nil, subject: String = "", date: Timestamp? = nil
  ) {
    self.number = number
    self.tokens = tokens
    self.holdings = holdings
    self.spent = spent
    self.refunded = refunded
    self.lastEventDate = lastEventDate
    self.subject = subject
    self.date = date
  }
}

/// The filter and the position of a page in the desk's customer list.
package struct DeskListRequest: Hashable, Sendable {
  /// The search text: a full or partial id, products or states; empty to list the newest customers.
  package var text: String
  /// The name of a saved view; the search text is not applied to a view.
  package var view: String?
  /// The position at which the previous page ended.
  package var after: String?
  package var limit: Int

  /// The default number of rows: enough for two small screens.
  package static let usualLimit = 48

  package init(text: String = "", view: String? = nil, after: String? = nil, limit: Int = usualLimit) {
    (self.text, self.view, self.after, self.limit) = (text, view, after, limit)
  }
}

/// One page of the desk's customer list.
package struct DeskPage: Hashable, Sendable {
  package var rows: [DeskCustomer]
  /// The position of the next page; nil on the last page.
  package var next: String?

  package init(rows: [DeskCustomer], next: String? = nil) { (self.rows, self.next) = (rows, next) }
}

/// A saved view in the desk's list of views.
package struct DeskViewRow: Hashable, Sendable {
  /// The word that selects the view.
  package var name: String
  package var title: String
  /// The number of rows in the view, counted up to a limit.
  package var count: Int
  /// Whether the view has more rows than were counted.
  package var hasMore: Bool
  /// The earliest deadline in the view, if its rows have deadlines.
  package var deadline: Timestamp?

  package init(name: String, title: String, count: Int, hasMore: Bool = false, deadline: Timestamp? = nil) {
    (self.name, self.title, self.count, self.hasMore, self.deadline) = (name, title, count, hasMore, deadline)
  }
}

/// An agent's note about a customer.
package struct DeskRemark: Hashable, Sendable {
  package var date: Timestamp
  package var author: String
  package var text: String

  package init(date: Timestamp, author: String, text: String) {
    (self.date, self.author, self.text) = (date, author, text)
  }
}
