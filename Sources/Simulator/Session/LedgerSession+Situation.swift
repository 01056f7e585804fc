import AppStoreModel
import Core
import Storage

/// Lists for the App Store's side of the screen.
extension LedgerSession {
  func situation(locale: String?) throws -> AppStoreSituation {
    AppStoreSituation(
      now: Timestamp(milliseconds: now), isPaused: state.pausedAt != nil, rate: state.rate,
      settings: state.settings, cases: try openCases(locale: locale) + refundedCases(locale: locale),
      accounts: try listedAccounts(), faults: try faults(),
      subscriptions: try shownSubscriptions(locale: locale),
      notifications: try latestNotifications(), families: try families().map(\.members),
      checkpoints: try checkpoints().map(\.name),
      promoted: try promotedPurchases(of: nil), purchases: try latestPurchases(locale: locale))
  }

  /// Returns the newest transactions of all accounts, without revoked ones.
  private func latestPurchases(locale: String?) throws -> [AppStorePurchase] {
    let rows = try connection.all(
      TransactionRow.self,
      """
      WHERE revocation_date IS NULL ORDER BY id DESC LIMIT 100
      """)
    return try rows.map { row in
      AppStorePurchase(
        transactionId: String(row.id), productId: row.productId,
        productName: name(of: row.productId, locale: try account(row.account).locale(onDevice: locale)),
        account: row.account,
        date: Timestamp(milliseconds: row.purchaseDate),
        expiresDate: row.expiresDate.map(Timestamp.init(milliseconds:)), quantity: Int(row.quantity),
        displayPrice: price(row.price, row.currency, row.storefront), isShared: row.ownership == .familyShared,
        isUpgraded: row.isUpgraded)
    }
  }

  /// Returns the open requests, oldest first, with product names in `locale` or else in the account's locale.
  func openCases(locale: String? = nil) throws -> [AppStoreCase] {
    let purchases = try waitingPurchases().map { row in
      let account = try account(row.account)
      let product = catalogue.product(row.productId, in: account.currency)
      // Without its offer, which may have become invalid meanwhile, the decision fails.
      let sale = try? product.flatMap { try self.sale(of: $0, to: account, offer: row.offer, token: row.token) }
      return AppStoreCase(
        kind: row.kind == .askToBuy ? .askToBuy : .interrupted, transactionId: String(row.id), productId: row.productId,
        productName: name(of: row.productId, locale: account.locale(onDevice: locale)), account: row.account,
        date: Timestamp(milliseconds: row.askedDate),
        displayPrice: price(
          sale?.charged ?? product?.total(for: row.quantity) ?? 0, account.currency, account.storefront),
        change: sale?.change)
    }
    let answers = Dictionary(
      try consumptionRequests().map { ($0.transactionId, $0.state) }, uniquingKeysWith: { first, _ in first })
    let refunds = try openRefundRequests().map { request in
      var item = try self.case(
        .refundRequest, transaction(request.transactionId), date: request.askedDate, note: request.reason,
        locale: locale)
      item.consumption = answers[item.transactionId].flatMap(AppStoreCase.Consumption.init)
      return item
    }
    return (purchases + refunds).sorted { $0.date < $1.date }
  }

  /// Returns the newest refunds that can be reversed, oldest first.
  private func refundedCases(locale: String?) throws -> [AppStoreCase] {
    let rows = try connection.all(
      TransactionRow.self,
      """
      WHERE revocation_sequence IS NOT NULL ORDER BY revocation_sequence DESC LIMIT 100
      """)
    return try rows.reversed().map { row in
      try self.case(
        .refunded, row, date: row.revocation?.date ?? row.purchaseDate, note: try refundRequest(row.id)?.reason,
        locale: locale)
    }
  }

  /// Returns one page of the transactions of one account or of all, newest modification first.
  func transactions(of name: String?, _ request: PageRequest) throws -> Page<Transaction> {
    let account = try name.map { try self.account($0).name }
    guard request.limit > 0, request.direction == .newestFirst else {
      throw StoreError(.usage, say("transactions are listed newest first, at least one at a time"))
    }
    let start = try request.start()
    let rows = try connection.rows(
      """
      SELECT sequence AS number, signed, corrupted FROM transactions
      WHERE sequence < ? AND (? IS NULL OR account = ?) AND (? IS NULL OR product_id = ?)
      ORDER BY sequence DESC LIMIT ?
      """, start, account, account, request.productId, request.productId, min(request.limit, 10_000) + 1,
      map: NumberedStatement.init(row:))
    let shown = rows.prefix(min(request.limit, 10_000))
    return Page(
      rows: try shown.map { try payload(of: $0.statement) },
      next: rows.count > shown.count ? shown.last.map { String($0.number) } : nil)
  }

  private func `case`(
    _ kind: AppStoreCase.Kind, _ row: TransactionRow, date: Int64, note: String?, locale: String?
  ) throws -> AppStoreCase {
    AppStoreCase(
      kind: kind, transactionId: String(row.id), productId: row.productId,
      productName: name(of: row.productId, locale: try account(row.account).locale(onDevice: locale)),
      account: row.account,
      date: Timestamp(milliseconds: date), note: note, displayPrice: price(row.price, row.currency, row.storefront))
  }

  private func name(of productId: String, locale: String) -> String {
    catalogue.product(productId)?.displayName(locale: locale) ?? productId
  }

  func price(_ milliunits: Int64, _ currency: String, _ storefront: String) -> String {
    let locale = AccountRow.locale(of: storefront)
    return Price(milliunits: milliunits, currency: currency).formatted(locale: locale)
  }
}

extension AppStoreCase.Consumption {
  fileprivate init?(_ state: SimulatedConsumption.State) {
    switch state {
    case .waiting: self = .waiting
    case .answered: self = .answered
    case .late, .unanswered: self = .missed
    case .unasked: return nil
    }
  }
}

extension PageRequest {
  /// The number below which the page's rows are.
  func start() throws -> Int64 {
    guard let key else { return .max }
    guard let start = Int64(key) else {
      throw StoreError(.usage, say("invalid position “\(safeText(key))”; use the page's `next`"))
    }
    return start
  }
}
