/// A customer as the desk's screen lists it.
package struct DeskCustomer: Hashable, Sendable {
  /// A customer's product, as it was last derived.
  package struct Holding: Hashable, Sendable {
    package var productId: String
    /// The word of an `EntitlementState`.
    package var state: String
    package var entitled: Bool
    package var expiresDate: Timestamp?

    package init(productId: String, state: String, entitled: Bool, expiresDate: Timestamp? = nil) {
      (self.productId, self.state, self.entitled, self.expiresDate) = (productId, state, entitled, expiresDate)
    }
  }

  /// The desk's own number.
  package var number: Int64
  /// The users' tokens, the newest first.
  package var tokens: [String]
  package var holdings: [Holding]
  /// As it was signed, by currency, in milliunits: not revenue.
  package var spent: [String: Int64]
  package var refunded: [String: Int64]
  package var lastEventDate: Timestamp?
  /// The reason why a view lists the customer: a product, a transaction; empty for the customer.
  package var subject: String
  /// The date by which the view is ordered.
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

/// Which customers are listed.
package struct DeskListRequest: Hashable, Sendable {
  /// An id in full or its beginning, products, states; empty for the newest.
  package var text: String
  /// The name of a saved view, which is searched in none.
  package var view: String?
  /// Where the page before ended.
  package var after: String?
  package var limit: Int

  /// The default number of rows: two small screens.
  package static let usualLimit = 48

  package init(text: String = "", view: String? = nil, after: String? = nil, limit: Int = usualLimit) {
    (self.text, self.view, self.after, self.limit) = (text, view, after, limit)
  }
}

/// A page of customers.
package struct DeskPage: Hashable, Sendable {
  package var rows: [DeskCustomer]
  /// Where the next one begins; nil behind the last.
  package var next: String?

  package init(rows: [DeskCustomer], next: String? = nil) { (self.rows, self.next) = (rows, next) }
}

/// A saved view as a list of them shows it.
package struct DeskViewRow: Hashable, Sendable {
  /// The word by which it is asked for.
  package var name: String
  package var title: String
  /// How many lines it has, as far as they were counted.
  package var count: Int
  /// Whether there are more.
  package var hasMore: Bool
  /// The earliest end among them, where the view lists ends.
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
