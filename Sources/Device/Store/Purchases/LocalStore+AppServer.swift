package import AppStoreModel
import Core
import Entitlements
import Storage

/// The app server's last answers, which stay in use while the server is unreachable.
extension LocalStore {
  /// Stores the app server's answer about a user.
  package func keep(_ account: UserAccount) throws {
    var answer = account
    answer.date = nil
    try state(.account, account.user, JSONValue.object(answer.json).serialized())
  }

  /// Stores that the app server was asked about a user and did not answer.
  ///
  /// Once it has answered, its last answer stays valid, so that is not stored.
  package func noteMissedAnswer(about user: String) throws {
    guard try userAccount(user) == nil else { return }
    try state(.missedAnswer, user, "")
  }

  /// Stores the owners of purchases.
  package func keep(_ ownerships: [Ownership]) throws {
    try batch {
      for ownership in ownerships {
        try database.replace(ownership)
        try state(.owner, ownership.originalTransactionId, JSONValue.object(ownership.json).serialized())
      }
    }
  }

  /// Stores why the app server did not name the owners of purchases, by original transaction id.
  ///
  /// Nil removes the reason: the server has named the owner, or was not reached.
  package func keep(refusal message: String?, of originals: some Sequence<String>) throws {
    try batch { for original in originals { try state(.refusal, original, message) } }
  }

  /// Returns the app server's last answer about a user; nil where it was never asked.
  package func userAccount(_ user: String) throws -> UserAccount? { try userAccount(user, asOf: nil) }

  /// Returns the app server's last answer about a user at a date.
  ///
  /// Its date is when the answer was last repeated, or for a past date when it arrived.
  func userAccount(_ user: String, asOf: Timestamp?) throws -> UserAccount? {
    guard let statement = try statement(.account, user, asOf: asOf), let text = statement.value else {
      return nil
    }
    var account: UserAccount = try read(text)
    account.date = asOf == nil ? statement.repeatedDate : statement.arrivedDate
    return account
  }

  /// Returns the owner that the app server last named for a purchase; nil where it was not asked.
  package func ownership(of originalTransactionId: String) throws -> Ownership? {
    try database.first(Ownership.self, "WHERE original_transaction_id = ?", originalTransactionId)
  }

  func ownerships() throws -> [Ownership] { try database.all(Ownership.self) }

  /// Returns the newest signed text of each of the account's newest purchases, by original transaction id.
  ///
  /// Of each consumable, only the newest purchase is included: it decides whether a user received it. There are at most
  /// 200, so that they fit into one request.
  package func latestPurchases(account: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    var consumables: Set<String> = []
    try database.forEachRow(
      EvidenceStore.texts + """
        JOIN membership ON membership.transaction_id = signed_items.subject
        WHERE signed_items.kind = 1 AND signed_items.scope = '' AND signed_items.is_newest = 1
          AND membership.account = ? AND signed_items.verdict = 1
        ORDER BY membership.purchase_date DESC, membership.transaction_id DESC LIMIT 500
        """, account
    ) { row in
      let payload: [UInt8] = try row["payload"]
      let transaction = try Transaction(storedPayload: payload)
      let isAskedAbout =
        transaction.type != .consumable
        || transaction.revocationDate == nil && consumables.insert(transaction.productId ?? "").inserted
      if isAskedAbout, let id = transaction.lineageId, texts[id] == nil {
        texts[id] = try EvidenceStore.text(row)
      }
      return texts.count < 200
    }
    return texts
  }

  /// Adds the app server's answers about a user to the resolver's evidence.
  func addAppServer(of user: String, to evidence: inout EvidenceSet) throws {
    evidence.isConfirmedByServer = true
    evidence.owners = Dictionary(try ownerships().map { ($0.originalTransactionId, $0) }) { first, _ in first }
    evidence.deliveredHere = try deliveredWithoutServer(to: user)
    evidence.serverRefusals = try standing(.refusal, asOf: .distantFuture)
    try addAnswer(about: user, asOf: nil, to: &evidence)
  }

  /// Adds the app server's answer about a user at a date, or since when an answer is missing.
  func addAnswer(about user: String, asOf date: Timestamp?, to evidence: inout EvidenceSet) throws {
    let account = try userAccount(user, asOf: date)
    evidence.add(account)
    if account == nil { evidence.serverMissedDate = try statement(.missedAnswer, user, asOf: date)?.arrivedDate }
    for right in evidence.rights where right.ended?.why == .restoredByAnother {
      evidence.buyers[right.originalTransactionId] = try database.value(
        "SELECT account FROM membership WHERE lineage = ? AND arrived_date <= ? ORDER BY account LIMIT 1",
        right.originalTransactionId, date ?? .distantFuture)
    }
  }
}

extension EvidenceSet {
  /// Adds the app server's last answer about the user.
  mutating func add(_ account: UserAccount?) {
    guard let account else { return }
    consumables = account.balances
    policy = account.policy
    grants = account.grants
    rights = account.rights
    declinedRefunds = Set(account.declinedRefunds)
    serverDate = account.date
    purchasesAtServer = (account.underWay ?? []) + (account.givenUp ?? [])
    tellsUnderWay = account.underWay != nil
    add(durationsOf: account)
  }

  /// Adds the durations that the app server stores; products that it does not name keep the durations set here.
  mutating func add(durationsOf account: UserAccount?) {
    for (productId, list) in Dictionary(grouping: account?.durations ?? [], by: \.productId) {
      durations[productId] = DurationRules(list)
    }
  }
}

/// Durations where no server stores them, and calls that wait for the app server.
extension LocalStore {
  /// Sets how long a non-renewing subscription entitles, where no server stores that.
  package func setDuration(_ duration: ProductDuration, at now: Timestamp) throws {
    try batch {
      let rules = DurationRules.applying(duration, to: try durationRules()[duration.productId], at: now)
      if let rules {
        try database.execute("INSERT OR REPLACE INTO durations VALUES(?, ?)", duration.productId, rules.text)
      } else {
        try database.execute("DELETE FROM durations WHERE product_id = ?", duration.productId)
      }
      try state(.duration, duration.productId, rules?.text)
    }
  }

  func durationRules() throws -> [String: DurationRules] {
    let rows: [(id: String, rules: String)] = try database.rows("SELECT product_id, period FROM durations") {
      (try $0["product_id"], try $0["period"])
    }
    return Dictionary(rows.compactMap { row in DurationRules(text: row.rules).map { (row.id, $0) } }) { first, _ in
      first
    }
  }

  /// Stores a call to the app server until it can be made.
  package func keep(_ call: WaitingServerCall) throws {
    try batch {
      try database.execute(
        "INSERT OR REPLACE INTO waiting_server_calls VALUES(?, ?, ?)", call.id, call.storedText, call.date)
      try state(.waitingCall, call.id, call.storedText)
    }
  }

  /// Returns the calls that the app server has not received yet, oldest first.
  package func waitingServerCalls() throws -> [WaitingServerCall] {
    try database.rows("SELECT id, call, date FROM waiting_server_calls ORDER BY date, id") { row in
      try WaitingServerCall(id: try row["id"], storedText: try row["call"], date: try row["date"])
    }
  }

  /// Returns the calls that the app server had not received at a date, oldest first.
  func waitingServerCalls(asOf date: Timestamp) throws -> [WaitingServerCall] {
    try standing(.waitingCall, asOf: date).map { id, text in
      let since = try statement(.waitingCall, id, asOf: date)?.arrivedDate ?? date
      return try WaitingServerCall(id: id, storedText: text, date: since)
    }
    .sorted { ($0.date, $0.id) < ($1.date, $1.id) }
  }

  /// Removes a waiting call, because the server answered.
  package func forget(_ call: WaitingServerCall) throws {
    try batch {
      try database.execute("DELETE FROM waiting_server_calls WHERE id = ?", call.id)
      try state(.waitingCall, call.id, nil)
    }
  }
}
