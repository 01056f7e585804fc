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

extension BilledPlan: ColumnGroup {
  static func columns(_ column: inout Columns<BilledPlan>) throws(DatabaseFault) -> BilledPlan {
    BilledPlan(type: try column("billing_plan", \.type), commitment: try column.group(\.commitment))
  }
}

extension BilledPlan.Commitment: ColumnGroup {
  static func columns(_ column: inout Columns<Self>) throws(DatabaseFault) -> Self {
    Self(
      number: try column("commitment_number", \.number), total: try column("commitment_total", \.total),
      expires: try column("commitment_expires", \.expires), price: try column("commitment_price", \.price))
  }
}
