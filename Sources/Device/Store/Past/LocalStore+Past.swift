package import AppStoreModel
import Core
import Entitlements
import Storage

/// An error for a date before this device kept the data for past answers.
package struct PastNotKept: Error, Hashable, Sendable {
  /// The date from which this device keeps what arrives.
  package let since: Timestamp

  /// The error in one line, with the remedy.
  package var message: String {
    say("not kept: this device keeps its history since \(since.formatted(.minute)) UTC; use a later date")
  }
}

extension LocalStore {
  /// Returns the signed-in Apple Account and the logged-in user at a date (device time); both nil before the first record.
  ///
  /// - Throws: `PastNotKept` for a date before this device began to keep its history.
  package func deviceState(asOf date: Timestamp) throws -> DeviceState {
    if let since = try keptSince(), date < since { throw PastNotKept(since: since) }
    let past = try pastDevice(asOf: date)
    var state = try deviceState()
    (state.account, state.user, state.lastChecked) = (past?.account, past?.user, past?.lastChecked)
    state.anonymous = past?.anonymous ?? AnonymousUser(token: "")
    return state
  }

  private func pastDevice(asOf date: Timestamp) throws -> DeviceState? {
    try statement(.device, "", asOf: date)?.value.map(DeviceState.init(statement:))
  }

  /// Returns the resolver's evidence, as it had arrived at this device by a date (device time).
  ///
  /// - Throws: `PastNotKept` for a date before this device began to keep its history.
  func pastEvidence(asOf date: Timestamp) throws -> EvidenceSet {
    if let since = try keptSince(), date < since { throw PastNotKept(since: since) }
    let device = try pastDevice(asOf: date)
    var evidence = try emptyEvidence(account: device?.account, user: device?.appUser ?? "")
    evidence.lastChecked = device?.lastChecked
    evidence.offlineValidity = device?.offlineValidity
    evidence.canMakePayments = device?.canMakePayments ?? true
    evidence.serverGrace = device?.serverGrace
    evidence.durations = try standing(.duration, asOf: date).compactMapValues(DurationRules.init(text:))
    evidence.waitingForServer = try waitingServerCalls(asOf: date)
    evidence.consumables = try consumables(user: device?.appUser ?? "", asOf: date)
    let orders = try standing(.order, asOf: date).values.map { try readRow($0) as Order }
    if device?.verification.effective(for: identity.kind) ?? .none != .none {
      evidence.isConfirmedByServer = true
      let owners = try standing(.owner, asOf: date).values.map { try read($0) as Ownership }
      evidence.owners = Dictionary(owners.map { ($0.originalTransactionId, $0) }) { first, _ in first }
      evidence.deliveredHere = Set(
        try orders.filter { $0.verification == .none && $0.user == device?.appUser && !$0.isNotDelivered }.map {
          try lineage(of: $0.transactionId)
        })
      evidence.serverRefusals = try standing(.refusal, asOf: date)
      try addAnswer(about: device?.appUser ?? "", asOf: date, to: &evidence)
    }
    evidence.isAsked = isAsked(evidence)
    let intents = try standing(.intent, asOf: date).values.map { try readRow($0) as Intent }
    evidence.intents = intents.filter { $0.account == device?.account || $0.user == device?.appUser }
    evidence.knownHere = Set(intents.map(\.id)).union(orders.map(\.transactionId))
    evidence.orders = orders.filter {
      ($0.account == device?.account || $0.user == device?.appUser) && $0.isNotDelivered
    }
    evidence.transactionsElsewhere = try transactions(
      ofOrders: evidence.orders.filter { $0.account != device?.account }, asOf: date)
    guard let account = device?.account else { return evidence }
    try addWhatFollowed(of: account, to: &evidence, asOf: date)
    evidence.transactions = try pastTransactions(of: account, asOf: date)
    evidence.renewalInfos = try pastRenewalInfos(of: account, asOf: date)
    evidence.refundRequests = try standing(.refundRequest, asOf: date).values.map { try readRow($0) as RefundRequest }
      .filter { $0.account == account }
    evidence.quarantined = try quarantine(of: account).filter { $0.date <= date }
    return evidence
  }

  /// Returns every version of each transaction that was visible by a date; the resolver uses the newest.
  private func pastTransactions(of account: String, asOf date: Timestamp) throws -> [StoredTransaction] {
    let absent = Set(try standing(.absence, asOf: date).keys)
    return try database.rows(
      """
      SELECT item.subject, item.payload, item.verdict, item.arrived_date AS version_date, membership.origin,
        nullif(membership.arrived_date, 0) AS arrived_date
      FROM membership JOIN signed_items AS item
        ON item.subject = membership.transaction_id AND item.kind = 1 AND item.scope = ''
      WHERE membership.account = ? AND membership.arrived_date <= ? AND item.arrived_date <= ?
      """, account, date, date
    ) { row in
      let id: String = try row["subject"]
      var transaction = try Transaction(storedPayload: try row["payload"])
      transaction.signedDate = Self.signedDate(transaction.signedDate, arrived: try row["version_date"], asOf: date)
      return StoredTransaction(
        transaction: transaction, verdict: try row["verdict"],
        origin: try row["origin"], isAbsent: absent.contains(account + "\n" + id), arrivedDate: try row["arrived_date"])
    }
  }

  /// Returns when a statement was signed, as far as a date in the past could know.
  ///
  /// A later copy that differs only in its signature date replaced the stored one, which was signed before it arrived.
  private static func signedDate(_ signed: Timestamp?, arrived: Timestamp, asOf date: Timestamp) -> Timestamp? {
    signed.map { date < $0 ? min($0, arrived) : $0 }
  }

  private func lineage(of transactionId: String) throws -> String {
    try signed.newest(Transaction.self, transactionId, scope: "")?.item.lineage ?? transactionId
  }

  func pastRenewalInfos(of account: String, asOf date: Timestamp) throws -> [RenewalInfo] {
    try database.rows(
      "SELECT payload, arrived_date FROM signed_items WHERE kind = 2 AND scope = ? AND arrived_date <= ?", account, date
    ) { row in
      var info = try RenewalInfo(storedPayload: try row["payload"])
      info.signedDate = Self.signedDate(info.signedDate, arrived: try row["arrived_date"], asOf: date)
      return info
    }
  }
}
