import AppStoreModel
import Core
import Storage

/// Extensions of renewal dates.
extension LedgerSession {
  /// Apple allows at most two extensions in 365 days, of at most 90 days each.
  private static let extensionsPerYear = 2
  private static let mostDays = 90

  /// Extends the current period; billing periods are then counted from its new end.
  ///
  /// In real time a day is a day. At any other subscription rate a day counts as a minute, as in Apple's sandbox.
  ///
  /// - Throws: a `StoreError` of kind `usage` if the days are not 1 to 90, else of the kind that Apple's libraries use
  ///   for the refusal.
  mutating func extendRenewal(of name: String, days: Int, account: String) throws -> SubscriptionRow {
    try checkDays(days)
    return try extend(runningSubscription(name, account: account), days)
  }

  /// Extends the current period by original transaction id; a repeated request identifier changes nothing.
  mutating func extendRenewal(
    ofOriginal id: String, days: Int, requestIdentifier: String
  ) throws -> SimulatedExtension {
    try checkDays(days)
    let row = try knownTransaction(id)
    guard row.id == row.originalId else { throw StoreError.unknownTransaction(id) }
    try checkListing(of: id)
    guard row.ownership == .purchased else {
      throw StoreError(
        .familySharedSubscriptionExtensionIneligible,
        say("\(id) comes from Family Sharing; extend the buyer's subscription"))
    }
    guard let subscription = try subscription(originalId: row.id) else {
      throw StoreError(.subscriptionExtensionIneligible, say("\(id) is a \("\(row.type)") and has no renewal date"))
    }
    let done: Int64? = try connection.value(
      "SELECT effective_date FROM extensions WHERE original_id = ? AND request_id = ?", row.id, requestIdentifier)
    let extended = try done == nil ? extend(subscription, days, requestIdentifier) : subscription
    return SimulatedExtension(
      originalTransactionId: String(extended.originalId),
      webOrderLineItemId: try transaction(extended.latestId).webOrderLineItemId.map { String($0) },
      effectiveDate: Timestamp(milliseconds: done ?? extended.expiresDate))
  }

  /// Extends the subscriptions of all subscribers of a product; a repeated request identifier changes nothing.
  mutating func extendRenewals(_ request: MassExtension) throws -> SimulatedMassExtension {
    try checkDays(request.days)
    if let done = try massExtension(request.requestIdentifier, productId: request.productId) { return done }
    guard catalogue.product(request.productId)?.type == .autoRenewableSubscription else {
      throw StoreError(.invalidProductId, say("unknown subscription \(request.productId)"))
    }
    let rows = try connection.all(
      SubscriptionRow.self,
      """
      WHERE product_id = ? ORDER BY original_id
      """, request.productId
    ).filter(\.state.isRunning)
    var (succeeded, failed): (Int64, Int64) = (0, 0)
    for row in rows {
      if let wanted = request.storefronts, try !wanted.contains(account(row.account).storefront) { continue }
      if try obstacle(toExtending: row) == nil {
        _ = try extend(row, request.days)
        succeeded += 1
      } else {
        try notify(.renewalExtension, .failure, about: row.latestId)
        failed += 1
      }
    }
    try connection.execute(
      "INSERT INTO mass_extensions (product_id, request_id, complete_date, succeeded, failed) VALUES (?, ?, ?, ?, ?)",
      request.productId, request.requestIdentifier, now, succeeded, failed)
    try notify(
      of: NotificationSummary {
        $0.environment = identity.environment
        $0.appAppleId = identity.productionAppId
        $0.bundleId = identity.bundleId
        $0.productId = request.productId
        $0.requestIdentifier = request.requestIdentifier
        $0.storefrontCountryCodes = request.storefronts
        $0.succeededCount = succeeded
        $0.failedCount = failed
      })
    return SimulatedMassExtension(
      requestIdentifier: request.requestIdentifier, completeDate: Timestamp(milliseconds: now),
      succeededCount: succeeded, failedCount: failed)
  }

  /// Returns the result of a mass extension; nil for an unknown request.
  func massExtension(_ requestIdentifier: String, productId: String) throws -> SimulatedMassExtension? {
    try connection.first(
      "SELECT complete_date, succeeded, failed FROM mass_extensions WHERE product_id = ? AND request_id = ?", productId,
      requestIdentifier
    ) { row in
      SimulatedMassExtension(
        requestIdentifier: requestIdentifier, completeDate: Timestamp(milliseconds: try row["complete_date"]),
        succeededCount: try row["succeeded"], failedCount: try row["failed"])
    }
  }

  private func checkDays(_ days: Int) throws(StoreError) {
    guard (1...Self.mostDays).contains(days) else {
      throw StoreError(.usage, say("invalid extension of \(days) days; use 1 to \(Self.mostDays) days"))
    }
  }

  /// Returns why a subscription cannot be extended now; nil if it can.
  private func obstacle(toExtending row: SubscriptionRow) throws -> StoreError? {
    guard row.state == .active else {
      return StoreError(
        .subscriptionExtensionIneligible,
        say("\(row.productId) is in \(row.state.rawValue); only a paid period can be extended"))
    }
    let year = now - 365 * Timestamp.millisecondsPerDay
    let recent: Int =
      try connection.value("SELECT count(*) FROM extensions WHERE original_id = ? AND date > ?", row.originalId, year)
      ?? 0
    guard recent >= Self.extensionsPerYear else { return nil }
    return StoreError(
      .subscriptionMaxExtension,
      say("\(row.productId) was extended twice in the last 365 days; Apple allows no more"))
  }

  private mutating func extend(
    _ subscription: SubscriptionRow, _ days: Int, _ requestIdentifier: String? = nil
  ) throws -> SubscriptionRow {
    if let obstacle = try obstacle(toExtending: subscription) { throw obstacle }
    var row = subscription
    let unit = state.rate == .realTime ? Timestamp.millisecondsPerDay : 60_000
    let end = row.expiresDate + Int64(days) * unit
    row.expiresDate = end
    row.anchor = BillingAnchor(date: end, periods: 0, rate: row.anchor.rate, period: row.anchor.period)
    row.plan?.countEnd(from: row.anchor)
    var period = try transaction(row.latestId)
    period.expiresDate = end
    period.plan = row.plan
    try change(&period)
    try connection.execute(
      """
      INSERT INTO extensions (original_id, date, days, request_id, effective_date)
      VALUES (?, (SELECT max(?, coalesce(max(date) + 1, 0)) FROM extensions WHERE original_id = ?), ?, ?, ?)
      """, row.originalId, now, row.originalId, days, requestIdentifier, end)
    try change(&row)
    try notify(.renewalExtended, about: row.latestId)
    return row
  }
}
