import AppStoreModel
import Storage

/// The payments of a subscription with billing plans (Apple: billingPlanType), and its place in the commitment.
struct BilledPlan: Hashable {
  var type: BillingPlanType
  /// Nil for upfront billing, and during a free trial.
  var commitment: Commitment?

  /// Months that the customer has promised to pay.
  struct Commitment: Hashable {
    /// Which payment it is, from 1.
    var number: Int32
    /// How many payments there are.
    var total: Int32
    /// When the last month ends.
    var expires: Int64
    /// Milliunits of all payments.
    var price: Int64
  }

  /// Whether payments are still to come that the customer cannot leave out.
  var isCommitted: Bool { commitment.map { $0.number < $0.total } ?? false }
}

extension BilledPlan {
  /// The plan in the columns of its row; nil where there is none.
  init?(row: borrowing DatabaseRow) throws(DatabaseFault) {
    guard let type: String = try row["billing_plan"] else { return nil }
    let number: Int32? = try row["commitment_number"]
    let commitment: Commitment? =
      if let number {
        Commitment(
          number: number, total: try row["commitment_total"], expires: try row["commitment_expires"],
          price: try row["commitment_price"])
      } else {
        nil
      }
    self.init(type: BillingPlanType(rawValue: type), commitment: commitment)
  }

  /// The five columns: plan; number, total, end and price of the commitment.
  static func values(_ plan: BilledPlan?) -> [DatabaseValue] {
    [
      (plan?.type.rawValue).databaseValue, (plan?.commitment?.number).databaseValue,
      (plan?.commitment?.total).databaseValue, (plan?.commitment?.expires).databaseValue,
      (plan?.commitment?.price).databaseValue,
    ]
  }
}
