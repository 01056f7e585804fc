import Database

/// A purchase that waits: for a parent (Ask to Buy), or for the customer to settle something with the App Store.
struct WaitingPurchaseRow: Hashable {
  enum Decision: String, DatabaseConvertible {
    case approved, declined
  }

  /// The id that the transaction gets when it is approved.
  var id: Int64
  var account: String
  var productId: String
  var quantity: Int32
  var token: String?
  var askedDate: Int64
  /// Nil while nobody decided.
  var decision: Decision?
  var decidedDate: Int64?
  var kind = Kind.askToBuy

  enum Kind: String, DatabaseConvertible {
    case askToBuy, interrupted
  }
}

extension WaitingPurchaseRow {
  static let columns: SQL = "id, account, product_id, quantity, token, asked_date, decision, decided_date, kind"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      id: try row[0], account: try row[1], productId: try row[2], quantity: try row[3], token: try row[4],
      askedDate: try row[5], decision: try row[6], decidedDate: try row[7], kind: try row[8])
  }

  var values: [DatabaseValue] {
    [
      id.databaseValue, account.databaseValue, productId.databaseValue, quantity.databaseValue, token.databaseValue,
      askedDate.databaseValue, decision.databaseValue, decidedDate.databaseValue,
      kind.databaseValue,
    ]
  }
}
