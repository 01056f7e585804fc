package import AppStoreModel
package import Storage

extension LocalStore {
  /// Stores a verified (or skipped) transaction for an account; only its newest version counts.
  package func save(
    _ signed: Signed<Transaction>, account: String, origin: Origin, at date: Timestamp
  ) throws -> EvidenceOutcome<Transaction> {
    try batch {
      let transaction = signed.payload
      let outcome = try self.signed.keep(signed, scope: "", at: date)
      guard let id = transaction.transactionId else { return outcome }
      if case .newVersion = outcome {
        try database.execute(
          """
          UPDATE membership SET product_id = ?, purchase_date = ?, lineage = ?, token = ?,
            class = substr(class, 1, 1) || substr(?, 2) WHERE transaction_id = ?
          """, transaction.productId, transaction.purchaseDate?.milliseconds ?? 0,
          transaction.originalTransactionId ?? id, transaction.appAccountToken?.lowercased(),
          EquivalenceKey(transaction, signed.verdict).text, id)
      }
      try makeVisible(signed, outcome, id: id, account: account, origin: origin, at: date)
      return outcome
    }
  }

  private func makeVisible(
    _ signed: Signed<Transaction>, _ outcome: EvidenceOutcome<Transaction>, id: String, account: String, origin: Origin,
    at date: Timestamp
  ) throws {
    // The newest version of a transaction counts, whichever version was shown for this account.
    let newest = outcome == .stale ? try self.signed.newest(Transaction.self, id, scope: "") : nil
    let transaction = newest?.statement ?? signed.payload
    let membership = Membership(
      account: account, transactionId: id, origin: origin, productId: transaction.productId,
      purchaseDate: transaction.purchaseDate?.milliseconds ?? 0, arrivedDate: date,
      lineage: transaction.originalTransactionId ?? id,
      key: EquivalenceKey(transaction, newest?.item.verdict ?? signed.verdict).text,
      token: transaction.appAccountToken?.lowercased())
    guard try database.insert(membership, or: "IGNORE") == 0 else { return }
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

  /// Stores a subscription's verified renewal information for an account; the newest `signedDate` counts.
  package func save(_ signed: Signed<RenewalInfo>, account: String, at date: Timestamp) throws {
    _ = try batch { try self.signed.keep(signed, scope: account, at: date) }
  }

  /// Stores a signed object that failed verification; returns true when this device did not have it.
  ///
  /// The same text is stored once.
  package func quarantine(_ item: QuarantinedItem) throws -> Bool {
    try batch { try database.insert(item, or: "IGNORE") > 0 }
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
