import StoreModel

/// What the evidence says of one product, before what is said besides (pending, asked, unconfirmed) is laid over it.
struct Finding {
  /// The state that the evidence alone gives.
  var state: EntitlementState
  var entitled: Bool
  var balance: Int?
  var expiresDate: Timestamp?
  var since: Timestamp?
  var pendingProductId: String?
  /// The transaction that decides.
  var deciding: WeighedTransaction?
  var reasons: [Reason] = []
  var next: NextStep
}
