import AppStoreModel
import Storage

/// The billing plan of a subscription (Apple: billingPlanType) and its position in the commitment.
struct BilledPlan: Hashable {
  var type: BillingPlanType
  /// The commitment; nil for upfront billing, and during a free trial.
  var commitment: Commitment?

  /// The monthly payments that the customer has committed to.
  struct Commitment: Hashable {
    /// The number of the current payment, from 1.
    var number: Int32
    /// The number of payments in the commitment.
    var total: Int32
    /// The end of the last month.
    var expires: Int64
    /// The price of all payments together, in milliunits.
    var price: Int64
  }

  /// Whether the commitment has further payments.
  var isCommitted: Bool { commitment.map { $0.number < $0.total } ?? false }
}

extension BilledPlan {
  /// Reads the plan from a row's columns; nil if there is none.
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

  /// Returns the values of the five columns: plan; number, total, end and price of the commitment.
  static func values(_ plan: BilledPlan?) -> [DatabaseValue] {
    [
      (plan?.type.rawValue).databaseValue, (plan?.commitment?.number).databaseValue,
      (plan?.commitment?.total).databaseValue, (plan?.commitment?.expires).databaseValue,
      (plan?.commitment?.price).databaseValue,
    ]
  }
}
