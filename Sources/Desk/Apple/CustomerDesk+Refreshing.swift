import AppStoreModel
import Core
import Storage

/// The result of a refresh: reading a customer's data from Apple.
package struct RefreshResult: Hashable, Sendable {
  package var customer: Int64
  /// How many statements were new.
  package var imported = 0
  package var known = 0
  package var renewals = 0
  package var failed = 0
  /// How many calls to the App Store Server API were made.
  package var calls = 0
  /// Whether the refresh was stopped early; the next one continues from there.
  package var isCancelled = false
}

extension CustomerDesk {
  /// Reads a customer's new data from Apple: the history since the last refresh, then the renewal information.
  ///
  /// Each page is stored with its revision in one commit, so that a stopped refresh can be continued.
  ///
  /// - Parameter goesOn: Called after each page; false stops the refresh.
  package func refresh(
    _ customer: Int64, from store: any DeskAppStore, goesOn: (RefreshResult) -> Bool = { _ in true }
  ) throws -> RefreshResult {
    var result = RefreshResult(customer: customer)
    guard let id = try someTransaction(of: customer) else {
      throw DeskError(.unusable(say("Till knows no transaction of this customer to ask Apple about")))
    }
    let reader = DeskItemReader(try verifier())
    var revision: String? = try engine.value(
      "SELECT revision FROM refreshes WHERE customer = ? AND app = ? AND environment = ?", customer, app, environment)
    while true {
      let page: HistoryPage
      do {
        page = try store.history(of: id, after: revision)
      } catch let error as StoreError where error.kind == .invalidRevision && revision != nil {
        // Apple no longer accepts the revision, so reading starts again at the first page; known items cost little.
        revision = nil
        continue
      }
      result.calls += 1
      result.add(try keep(page, of: customer, reader, store))
      revision = page.revision
      guard goesOn(result) else {
        result.isCancelled = true
        break
      }
      guard page.hasMore else { break }
    }
    if !result.isCancelled {
      let importItems = try store.renewalInfos(of: id).map {
        reader.importItem(Array($0.utf8)[...], place: say("Apple's renewal info"))
      }
      result.calls += 1
      result.add(
        try engine.transaction {
          try count(of: store)
          return try importItems.isEmpty ? TakingReport() : self.store(importItems)
        })
    }
    try settle(limit: Self.derivingLimit)
    result.customer = try current(customer)
    return result
  }

  private func keep(
    _ page: HistoryPage, of customer: Int64, _ reader: DeskItemReader, _ store: any DeskAppStore
  ) throws -> TakingReport {
    var importItem = reader.importItem(
      signed: page.signedTransactions, place: say("Apple's transaction history"))
    importItem.isOneCustomers = true
    return try engine.transaction {
      let report = try self.store([importItem])
      try count(of: store)
      try engine.insert(
        [owner(try current(customer)) + [.text(page.revision), now().databaseValue]], into: DeskTables.refreshes,
        whenThere: .replace)
      return report
    }
  }

  /// Returns a transaction id by which Apple knows the customer: the newest, because Apple may forget old ones.
  func someTransaction(of customer: Int64) throws -> String? {
    let id: Int64? = try engine.value(
      """
      SELECT id FROM evidence WHERE customer = ? AND app = ? AND environment = ? AND kind = 0 AND id >= 0
      ORDER BY id DESC LIMIT 1
      """, customer, app, environment)
    return id.map { "\($0)" }
  }

  // MARK: Order numbers

  /// Returns whether a text may be the order number of an invoice, which is in no signed data.
  package static func mayBeOrder(_ text: String) -> Bool {
    (6...32).contains(text.utf8.count)
      && text.utf8.allSatisfy(\.isLetterOrDigit) && text.utf8.contains { $0 >= UInt8(ascii: "A") }
  }

  /// Looks up the customer of an order number at Apple and stores the answer.
  ///
  /// - Returns: The customer; nil if Apple does not know the number.
  package func lookUp(order number: String, at store: any DeskAppStore) throws -> Int64? {
    let answer = try store.order(number)
    try engine.transaction { try count(of: store) }
    guard let signed = answer else { return nil }
    let reader = DeskItemReader(try verifier())
    var importItem = reader.importItem(signed: signed, place: say("Apple's answer about the order"))
    importItem.isOneCustomers = true
    let name = number.lowercased()
    return try engine.transaction {
      let customers = try self.store([importItem], deriving: .now).customers.sorted()
      // An order belongs to one Apple Account. If its transactions belong to several customers here, the first one is
      // returned.
      guard let first = customers.first else { return nil }
      try engine.insert(
        [
          [
            .deskText(name), .integer(DeskID.Kind.order.rawValue), .integer(app), .integer(environment),
            .integer(first),
          ]
        ],
        into: DeskTables.names, whenThere: .replace)
      try engine.insert(
        [owner(first) + [.deskText(name), now().databaseValue]], into: DeskTables.orders, whenThere: .keep)
      return first
    }
  }
}

extension RefreshResult {
  fileprivate mutating func add(_ report: TakingReport) {
    imported += report.imported
    known += report.known
    renewals += report.renewals
    failed += report.refused.count
  }
}
