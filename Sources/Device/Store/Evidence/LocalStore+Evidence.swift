package import AppStoreModel
import Core
import Entitlements
import Storage

extension LocalStore {
  /// Stores a verified (or skipped) transaction for an account; only its newest version counts.
  package func take(
    _ signed: Signed<Transaction>, account: String, origin: Origin, at date: Timestamp
  ) throws -> EvidenceOutcome {
    try batch {
      guard let text = SignedText(signed.jws), let id = signed.payload.transactionId else {
        throw StoreDamage(what: say("a signed transaction without an id"))
      }
      let outcome = try take(signed, text: text, id: id, at: date)
      try makeVisible(signed, outcome, id: id, account: account, origin: origin, at: date)
      return outcome
    }
  }

  private func take(
    _ signed: Signed<Transaction>, text: SignedText, id: String, at date: Timestamp
  ) throws -> EvidenceOutcome {
    let transaction = signed.payload
    guard let held = try newestVersion(of: id) else {
      let version = try insertVersion(signed, text: text, id: id, at: date)
      try database.execute(
        "INSERT INTO transactions VALUES(?, ?, 1, ?, ?, ?)", id, version, transaction.originalTransactionId,
        transaction.productId, transaction.revocationDate)
      return .new
    }
    if Versions.stateTheSame(held.transaction, transaction), held.verdict == signed.verdict {
      try advance(id, from: held.transaction, to: signed, text: text)
      return .known
    }
    let isHeld: Int64? = try database.value(
      "SELECT id FROM versions WHERE transaction_id = ? AND payload = ?", id, text.payload
    )
    if isHeld != nil { return .stale }
    let version = try insertVersion(signed, text: text, id: id, at: date)
    let (weight, heldWeight) = (signed.verdict.weight, held.verdict.weight)
    let isNewer =
      weight == heldWeight
      ? Versions.supersedes(transaction, payload: text.payload, over: held.transaction, payload: held.payload)
      : weight > heldWeight
    if isNewer {
      try database.execute(
        """
        UPDATE transactions SET version = ?, versions = versions + 1, original_transaction_id = ?, product_id = ?,
          revocation_date = ? WHERE transaction_id = ?
        """,
        version, transaction.originalTransactionId, transaction.productId, transaction.revocationDate, id)
      try database.execute(
        """
        UPDATE membership SET product_id = ?, purchase_date = ?, lineage = ?, token = ?,
          class = substr(class, 1, 1) || substr(?, 2) WHERE transaction_id = ?
        """, transaction.productId, transaction.purchaseDate?.milliseconds ?? 0,
        transaction.originalTransactionId ?? id, transaction.appAccountToken?.lowercased(),
        EquivalenceKey(transaction, signed.verdict).text, id)
      return .newVersion(previous: held.transaction)
    }
    try database.execute("UPDATE transactions SET versions = versions + 1 WHERE transaction_id = ?", id)
    return .stale
  }

  /// Replaces a stored version with a later one that differs only in its date of signing.
  ///
  /// That is no new version, but the later date counts against older statements that arrive late.
  private func advance(
    _ id: String, from held: Transaction, to signed: Signed<Transaction>, text: SignedText
  ) throws {
    guard let signedDate = signed.payload.signedDate, held.signedDate.map({ $0 < signedDate }) ?? true else { return }
    try database.execute(
      """
      UPDATE versions SET signed_date = ?, header = ?, payload = ?, signature = ?, verdict = ?, root = ? WHERE id = (SELECT version FROM transactions WHERE transaction_id = ?)
      """,
      signedDate, headerRow(text.header), text.payload, text.signature, signed.verdict,
      rootRow(signed.rootFingerprint), id)
  }

  private func insertVersion(
    _ signed: Signed<Transaction>, text: SignedText, id: String, at date: Timestamp
  ) throws -> Int64 {
    try database.execute(
      """
      INSERT INTO versions(transaction_id, signed_date, header, payload, signature, verdict, root, arrived_date)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """,
      id, signed.payload.signedDate?.milliseconds ?? 0, headerRow(text.header), text.payload, text.signature,
      signed.verdict, rootRow(signed.rootFingerprint), date)
    return database.lastInsertedRowID
  }

  private func makeVisible(
    _ signed: Signed<Transaction>, _ outcome: EvidenceOutcome, id: String, account: String, origin: Origin,
    at date: Timestamp
  ) throws {
    // The newest version of a transaction counts, whichever version was shown for this account.
    let newest = outcome == .stale ? try newestVersion(of: id) : nil
    let transaction = newest?.transaction ?? signed.payload
    let added = try database.execute(
      "INSERT OR IGNORE INTO membership VALUES(?, ?, ?, 0, ?, ?, ?, ?, ?, ?)", account, id, origin,
      transaction.productId,
      transaction.purchaseDate?.milliseconds ?? 0, date, transaction.originalTransactionId ?? id,
      EquivalenceKey(transaction, newest?.verdict ?? signed.verdict).text,
      transaction.appAccountToken?.lowercased())
    guard added == 0 else { return }
    try setAbsent(false, id: id, account: account, at: date)
  }

  /// Stores that the account's complete history no longer lists a transaction, or lists it again.
  private func setAbsent(_ isAbsent: Bool, id: String, account: String, at date: Timestamp) throws {
    let changed = try database.execute(
      """
      UPDATE membership SET is_absent = ?, class = ? || substr(class, 2)
      WHERE account = ? AND transaction_id = ? AND is_absent <> ?
      """, isAbsent, isAbsent ? "-" : "+", account, id, isAbsent)
    if changed > 0 { try state(.absence, account + "\n" + id, isAbsent ? "absent" : nil, at: date) }
  }

  /// Returns the newest stored version of a transaction, with the bytes that its signature covers.
  private func newestVersion(
    of id: String
  ) throws -> (transaction: Transaction, payload: [UInt8], verdict: Verdict)? {
    let row: (payload: [UInt8], verdict: Verdict)? = try database.first(
      """
      SELECT versions.payload, versions.verdict FROM transactions JOIN versions ON versions.id = transactions.version
      WHERE transactions.transaction_id = ?
      """, id
    ) { (try $0["payload"], try $0["verdict"]) }
    return try row.map { (try Transaction(storedPayload: $0.payload), $0.payload, $0.verdict) }
  }

  /// Stores a subscription's verified renewal information for an account; the newest `signedDate` counts.
  package func take(_ signed: Signed<RenewalInfo>, account: String, at date: Timestamp) throws {
    guard let text = SignedText(signed.jws), let original = signed.payload.originalTransactionId else {
      throw StoreDamage(what: say("a renewal info record without an original transaction id"))
    }
    try batch {
      let isNewStatement = try keepEarlier(signed.payload, original, account: account)
      try database.execute(
        """
        INSERT INTO renewal_infos VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT(account, original_transaction_id) DO UPDATE SET signed_date = excluded.signed_date,
          header = excluded.header, payload = excluded.payload, signature = excluded.signature,
          verdict = excluded.verdict, root = excluded.root,
          arrived_date = CASE WHEN ? THEN excluded.arrived_date ELSE renewal_infos.arrived_date END
        WHERE excluded.signed_date > renewal_infos.signed_date
        """,
        account, original, signed.payload.signedDate?.milliseconds ?? 0, headerRow(text.header), text.payload,
        text.signature, signed.verdict, rootRow(signed.rootFingerprint), date, isNewStatement)
    }
  }

  /// Stores the renewal information that a newer one will replace; returns false where both state the same.
  private func keepEarlier(_ info: RenewalInfo, _ original: String, account: String) throws -> Bool {
    let row: (payload: [UInt8], arrived: Timestamp)? = try database.first(
      "SELECT payload, arrived_date FROM renewal_infos WHERE account = ? AND original_transaction_id = ?", account,
      original
    ) { (try $0["payload"], try $0["arrived_date"]) }
    guard let row else { return true }
    var held = try RenewalInfo(storedPayload: row.payload)
    guard let signed = info.signedDate, held.signedDate.map({ $0 < signed }) ?? true else { return true }
    held.signedDate = info.signedDate
    guard held != info else { return false }
    try database.execute(
      """
      INSERT INTO earlier_renewal_infos(account, original_transaction_id, payload, arrived_date) VALUES(?, ?, ?, ?)
      """, account, original, row.payload, row.arrived)
    return true
  }

  /// Stores a signed object that failed verification; returns true when this device did not have it.
  ///
  /// The same text is stored once.
  package func quarantine(_ item: QuarantinedItem) throws -> Bool {
    try batch {
      let added = try database.execute(
        """
        INSERT OR IGNORE INTO quarantine(transaction_id, product_id, failure, message, account, date, jws, digest)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?)
        """,
        item.transactionId, item.productId, item.failure.kind, item.failure.message, item.account, item.date, item.jws,
        Digest.sha256(Array(item.jws.utf8)[...]))
      return added > 0
    }
  }

  /// Begins to record what a complete history lists; returns the number of this record.
  package func beginHistory() throws -> Int {
    // In a temporary table: a history may be too large for memory, and is read again after a crash.
    try batch {
      try database.execute(
        "CREATE TEMP TABLE IF NOT EXISTS listed(listing INTEGER, id TEXT, PRIMARY KEY(listing, id)) WITHOUT ROWID")
    }
    listings += 1
    return listings
  }

  /// Records that the history lists a transaction.
  package func historyLists(_ transactionId: String, _ listing: Int) throws {
    try batch { try database.execute("INSERT OR IGNORE INTO temp.listed VALUES(?, ?)", listing, transactionId) }
  }

  /// Ends a complete history: the account's transactions that it did not list become absent.
  package func endHistory(_ listing: Int, account: String) throws {
    try batch {
      let date = try arrivalDate()
      let changed: [(id: String, isAbsent: Bool)] = try database.rows(
        """
        SELECT transaction_id, is_absent FROM membership
        WHERE account = ? AND is_absent = (transaction_id IN (SELECT id FROM temp.listed WHERE listing = ?))
        """, account, listing
      ) { (try $0["transaction_id"], try $0["is_absent"]) }
      for row in changed { try setAbsent(!row.isAbsent, id: row.id, account: account, at: date) }
      try database.execute("DELETE FROM temp.listed WHERE listing = ?", listing)
    }
  }

  /// Returns the revision up to which the account's history was read.
  package func revision(account: String) throws -> String? { try revision(of: "history", account: account) }

  package func setRevision(_ revision: String?, account: String) throws {
    try set(revision, of: "history", account: account)
  }

  package func refundRevision(account: String) throws -> String? { try revision(of: "refunds", account: account) }

  package func setRefundRevision(_ revision: String?, account: String) throws {
    try set(revision, of: "refunds", account: account)
  }

  private func revision(of list: String, account: String) throws -> String? {
    try database.value("SELECT revision FROM revisions WHERE account = ? AND list = ?", account, list)
  }

  private func set(_ revision: String?, of list: String, account: String) throws {
    try batch {
      if let revision {
        try database.execute("INSERT OR REPLACE INTO revisions VALUES(?, ?, ?)", account, list, revision)
      } else {
        try database.execute("DELETE FROM revisions WHERE account = ? AND list = ?", account, list)
      }
    }
  }
}

/// An error for a row that cannot be what was stored: the file is damaged.
package struct StoreDamage: Error, Hashable, Sendable {
  /// The error in one line.
  package let what: String
}

extension Transaction {
  /// Parses the bytes that the signature covers.
  init(storedPayload bytes: [UInt8]) throws {
    do {
      guard case .object(let object) = try JSONValue(parsing: bytes) else {
        throw StoreDamage(what: say("a stored transaction is not a JSON object"))
      }
      self = try Transaction(json: object)
    } catch let error as JSONError {
      throw StoreDamage(what: say("a stored transaction is unreadable: \(error.message)"))
    }
  }
}
