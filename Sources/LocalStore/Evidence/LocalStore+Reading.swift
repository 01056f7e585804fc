import Database
package import Entitlements
package import StoreModel
import StrictJSON

extension LocalStore {
  /// The columns that a `StoredTransaction` is made of.
  static let storedTransactionColumns: SQL = """
    SELECT versions.payload, versions.verdict, membership.origin, transactions.versions, membership.is_absent,
      refund_requests.asked_date, transactions.transaction_id, transactions.product_id, transactions.revocation_date,
      membership.purchase_date
    FROM membership
    JOIN transactions ON transactions.transaction_id = membership.transaction_id
    JOIN versions ON versions.id = transactions.version
    LEFT JOIN refund_requests ON refund_requests.transaction_id = membership.transaction_id
    """

  /// Reads a row of `storedTransactionColumns` and compares its columns with the payload that was signed.
  static func storedTransaction(_ row: borrowing DatabaseRow) throws -> StoredTransaction {
    let transaction = try Transaction(storedPayload: try row[0])
    let id: String = try row[6]
    let productId: String? = try row[7]
    let revocationDate: Timestamp? = try row[8]
    guard transaction.transactionId == id, transaction.productId == productId,
      transaction.revocationDate == revocationDate
    else { throw StoreDamage(what: "the columns of transaction \(id) differ from what was signed") }
    let verdict: StoredVerdict = try row[1]
    return StoredTransaction(
      transaction: transaction, verdict: verdict.verdict, origin: try row[2], versions: try row[3],
      isAbsent: try row[4], refundAskedDate: try row[5])
  }

  package func transaction(_ transactionId: String) throws -> StoredTransaction? {
    let account = try deviceState().account
    return try database.first(
      Self.storedTransactionColumns
        + "WHERE membership.transaction_id = ? ORDER BY membership.account IS ? DESC LIMIT 1", transactionId, account
    ) { try Self.storedTransaction($0) }
  }

  package func signedTransaction(_ transactionId: String) throws -> String? {
    try database.first(
      """
      SELECT headers.segment, versions.payload, versions.signature FROM transactions
      JOIN versions ON versions.id = transactions.version JOIN headers ON headers.id = versions.header
      WHERE transactions.transaction_id = ?
      """, transactionId
    ) { row in
      SignedText.rebuilt(header: try row[0], payload: try row[1], signature: try row[2])
    }
  }

  package func evidence(of productIds: [String]?) throws -> EvidenceSet {
    try database.read {
      let state = try deviceState()
      var evidence = EvidenceSet(environment: identity.environment, account: state.account)
      evidence.attestations = Self.attestations(of: identity.kind)
      evidence.products = try products()
      evidence.lastChecked = state.lastChecked
      evidence.offlineValidity = state.offlineValidity
      evidence.durations = try durations()
      // What the app gave belongs to its user, whoever is signed in to the App Store.
      evidence.consumables = try consumables(user: state.user)
      // Without a server, or with nobody logged in, the Apple Account alone decides.
      if state.verification != .none, let user = state.user { try addAppServer(of: user, to: &evidence) }
      guard let account = state.account else { return evidence }
      let relevant = productIds.map { Self.withGroups($0, in: evidence.products) }
      evidence.transactions = try visibleTransactions(of: account, products: relevant)
      evidence.renewalInfos = try renewalInfos(of: account)
      evidence.pendingIntents = try openIntents().filter { $0.state == .pending && $0.account == account }
      evidence.refundRequests = try refundRequests(of: account)
      evidence.quarantined = try quarantine(of: account)
      return evidence
    }
  }

  /// What counts without a signature of its own: what Apple's server answers where the device is bound to it; in a case,
  /// where nobody is asked, what an app receipt's own signature vouched for.
  private static func attestations(of kind: StoreIdentity.Kind) -> Set<Attestation> {
    switch kind {
    case .receipt: [.answer]
    case .none: [.receipt]
    case .simulator, .appStore, .external: []
    }
  }

  package func transactionCounts() throws -> [String: Int] {
    let account = try deviceState().account
    let rows: [(String, Int)] = try database.rows(
      """
      SELECT product_id, COUNT(*) FROM membership WHERE account IS ? AND product_id IS NOT NULL GROUP BY product_id
      """, account
    ) { (try $0[0], try $0[1]) }
    return Dictionary(rows) { first, _ in first }
  }

  /// Products with the others of their subscription groups, which decide together; each once.
  private static func withGroups(_ ids: [String], in products: [Product]) -> Set<String> {
    let groups = Set(products.filter { ids.contains($0.id) }.compactMap(\.subscriptionGroupIdentifier))
    return Set(ids).union(products.filter { $0.subscriptionGroupIdentifier.map(groups.contains) ?? false }.map(\.id))
  }

  private func visibleTransactions(of account: String, products: Set<String>?) throws -> [StoredTransaction] {
    guard let products else {
      return try database.rows(Self.storedTransactionColumns + "WHERE membership.account = ?", account) {
        try Self.storedTransaction($0)
      }
    }
    return try products.flatMap { productId in
      try database.rows(
        Self.storedTransactionColumns + "WHERE membership.account = ? AND membership.product_id = ?", account,
        productId
      ) { try Self.storedTransaction($0) }
    }
  }

  private func renewalInfos(of account: String) throws -> [RenewalInfo] {
    let payloads: [[UInt8]] = try database.rows("SELECT payload FROM renewal_infos WHERE account = ?", account) {
      try $0[0]
    }
    return try payloads.map { payload in
      do {
        guard case .object(let object) = try JSONValue(parsing: payload) else {
          throw StoreDamage(what: "a stored renewal information is no JSON object")
        }
        return try RenewalInfo(json: object)
      } catch let error as JSONError {
        throw StoreDamage(what: "a stored renewal information cannot be read: \(error.message)")
      }
    }
  }

  private func refundRequests(of account: String) throws -> [RefundRequest] {
    try database.rows(
      "SELECT transaction_id, product_id, account, reason, asked_date FROM refund_requests WHERE account = ?", account
    ) { row in
      RefundRequest(
        transactionId: try row[0], productId: try row[1], account: try row[2], reason: try row[3],
        askedDate: try row[4])
    }
  }

  private func quarantine(of account: String) throws -> [QuarantinedItem] {
    try database.rows(
      Self.quarantineColumns + "WHERE account IS ? ORDER BY id DESC LIMIT 1000", account
    ) { try Self.quarantinedItem($0) }
  }
}
