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
  package var tokens: [String] = []
  /// The numbers of all customers whose newest token is this one's: one app user with several Apple Accounts.
  ///
  /// It is empty if the user has only this Apple Account.
  package var accounts: [Int64] = []
  /// The app's own name for the user, such as the app user id; nil if the team sent none.
  package var user: String?
  package var tags: [String] = []
  /// The agent to whom the customer is assigned.
  package var assignee: String?
  package var holdings: [Holding] = []
  /// The money spent, by currency, in milliunits; the sum of signed prices, not revenue.
  package var spent: [String: Int64] = [:]
  package var refunded: [String: Int64] = [:]
  package var lastEventDate: Timestamp?
  /// What a saved view lists about the customer, such as a product or a transaction; empty for the customer as a whole.
  package var subject = ""
  /// The date by which the saved view is sorted.
  package var date: Timestamp?
}

extension DeskCustomer {
  /// Makes the row of a customer of whom only the number is known.
  package init(number: Int64) { self.number = number }
}

/// The filter and the position of a page in the desk's customer list.
package struct DeskListRequest: Hashable, Sendable {
  /// The search text: a full or partial id, or a filter such as `state:refunded gold`; empty for the newest customers.
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
  /// Whether the search names a user whom the team sent, but whom no purchase names.
  package var isUserWithoutPurchase = false

  package init(rows: [DeskCustomer], next: String? = nil) { (self.rows, self.next) = (rows, next) }
}

/// An app of a desk in one environment.
package struct DeskAppName: Hashable, Sendable {
  package var bundleId: String
  package var environment: String

  package init(bundleId: String, environment: String) {
    (self.bundleId, self.environment) = (bundleId, environment)
  }
}

/// An app of a desk in one environment, with what waits in it.
package struct DeskAppRow: Hashable, Sendable {
  package var name: DeskAppName
  package var customers: Int
  /// Apple's consumption requests that wait for an answer, at most 99.
  package var consumptionRequests: Int

  package init(_ name: DeskAppName, customers: Int, consumptionRequests: Int) {
    (self.name, self.customers, self.consumptionRequests) = (name, customers, consumptionRequests)
  }
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
  /// The app whose view it is, if another one is on the screen.
  package var app: DeskAppName?

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

/// An app user of the desk: the team's own name and attributes, and the Apple Accounts that the user paid with.
package struct DeskPerson: Hashable, Sendable {
  /// One of the user's Apple Accounts, with the products that the user has through it.
  package struct Account: Hashable, Sendable {
    package var customer: Int64
    package var holdings: [DeskCustomer.Holding]

    package init(customer: Int64, holdings: [DeskCustomer.Holding]) {
      (self.customer, self.holdings) = (customer, holdings)
    }
  }

  /// An attribute that the team sent, such as the e-mail address; a hashed one has no readable value.
  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String
    package var isHashed: Bool

    package init(name: String, value: String, isHashed: Bool = false) {
      (self.name, self.value, self.isHashed) = (name, value, isHashed)
    }
  }

  /// The `appAccountToken`s of the user, newest first.
  package var tokens: [String]
  package var user: String?
  package var attributes: [Attribute]
  package var tags: [String]
  package var assignee: String?
  package var accounts: [Account]
  /// The other app users who pay with one of these Apple Accounts, by their tokens.
  package var others: [String]

  package init(
    tokens: [String], accounts: [Account], others: [String] = [], user: String? = nil, attributes: [Attribute] = [],
    tags: [String] = [], assignee: String? = nil
  ) {
    self.tokens = tokens
    self.accounts = accounts
    self.others = others
    self.user = user
    self.attributes = attributes
    self.tags = tags
    self.assignee = assignee
  }

  /// The user's language, if the team sent one: the attribute `language`.
  package var language: String? { attributes.first { $0.name == "language" && !$0.isHashed }?.value }
}
