package import AppStoreModel
import Core
import Storage

extension LocalStore {
  /// Returns the catalogue as the backend last listed it, in its order.
  package func products() throws -> [Product] {
    let texts: [String] = try database.values("SELECT json FROM products ORDER BY position")
    return try texts.map { try Self.product($0) }
  }

  /// Whether the catalogue has a product.
  package var hasProducts: Bool {
    get throws { try database.value("SELECT 1 FROM products LIMIT 1", as: Int.self) != nil }
  }

  /// Replaces the stored catalogue with the backend's.
  package func replaceProducts(_ products: [Product]) throws {
    try batch {
      try database.execute("DELETE FROM products")
      for (position, product) in products.enumerated() {
        try database.execute(
          "INSERT OR REPLACE INTO products VALUES(?, ?, ?)", product.id, position,
          JSONValue.object(product.json).serialized())
      }
    }
  }

  /// Stores the states that were just derived, for the next start's first frame.
  package func rememberStatuses(_ statuses: [ProductStatus]) throws {
    guard try lastKnownStatuses() != statuses.map(\.withoutReasons) else { return }
    try batch {
      try database.execute("DELETE FROM last_statuses")
      for (position, status) in statuses.enumerated() {
        try database.execute(
          "INSERT INTO last_statuses VALUES(?, ?, ?, ?, ?, ?, ?, ?)", position,
          JSONValue.object(status.product.json).serialized(), status.state, status.entitled, status.confirmed,
          status.balance, status.expiresDate, status.since)
      }
    }
  }

  /// Returns the states that were derived last, which the first frame shows before anything is resolved.
  ///
  /// This cache is only for display: it never decides anything, and holds no reasons.
  package func lastKnownStatuses() throws -> [ProductStatus] {
    try database.rows(
      """
      SELECT product, state, entitled, confirmed, balance, expires_date, since FROM last_statuses ORDER BY position
      """
    ) { row in
      ProductStatus(
        product: try Self.product(try row["product"]), state: try row["state"], entitled: try row["entitled"],
        confirmed: try row["confirmed"],
        balance: try row["balance"], expiresDate: try row["expires_date"], since: try row["since"])
    }
  }

  private static func product(_ text: String) throws -> Product {
    do {
      guard case .object(let object) = try JSONValue(parsing: text) else {
        throw StoreDamage(what: say("a stored product is not a JSON object"))
      }
      return try Product(json: object)
    } catch let error as JSONError {
      throw StoreDamage(what: say("a stored product is unreadable: \(error.message)"))
    }
  }

  /// Records a refund (or that it was reversed); returns true when this device did not know it.
  package func record(_ refund: RefundRecord, account: String) throws -> Bool {
    try batch {
      let isKnown: Bool? = try database.value(
        """
        SELECT revocation_date = ? AND reversed_date IS ? FROM refunds WHERE account = ? AND transaction_id = ?
        """, refund.revocationDate, refund.reversedDate, account, refund.transactionId
      )
      if isKnown == true { return false }
      try database.replace(AccountRefund(account: account, refund: refund))
      return true
    }
  }

  package func add(_ request: RefundRequest) throws {
    try batch {
      try database.replace(request)
      try state(.refundRequest, request.transactionId, text(of: request, without: ["reason"]))
    }
  }

  package func removeRefundRequest(_ transactionId: String) throws {
    try batch {
      try database.execute("DELETE FROM refund_requests WHERE transaction_id = ?", transactionId)
      try state(.refundRequest, transactionId, nil)
    }
  }
}

extension ProductStatus {
  /// The status without its reasons, as the cache for the first frame stores it.
  fileprivate var withoutReasons: ProductStatus {
    ProductStatus(
      product: product, state: state, entitled: entitled, confirmed: confirmed, balance: balance,
      expiresDate: expiresDate, since: since)
  }
}
