/// How the desk itself stands.
package struct DeskHealth: Hashable, Sendable {
  /// The newest notification of a type.
  package struct Newest: Hashable, Sendable {
    package var type: String
    package var signedDate: Timestamp
    package var arrivedDate: Timestamp

    package init(type: String, signedDate: Timestamp, arrivedDate: Timestamp) {
      (self.type, self.signedDate, self.arrivedDate) = (type, signedDate, arrivedDate)
    }
  }

  /// How long notifications were on their way, from their signature to their arrival, in milliseconds.
  package struct Delay: Hashable, Sendable {
    package var half: Int64
    package var ninetyNine: Int64
    /// How many notifications were measured.
    package var count: Int

    package init(half: Int64, ninetyNine: Int64, count: Int) {
      (self.half, self.ninetyNine, self.count) = (half, ninetyNine, count)
    }
  }

  /// The database with its version.
  package var engine: String
  package var customers: Int
  package var transactions: Int
  package var notifications: Int
  /// How many customers wait to be derived, and whether there are more.
  package var waiting: Count
  /// How many could not be derived.
  package var poisoned: Count
  package var quarantined: Count
  package var delay: Delay?
  /// By type, the newest first.
  package var newest: [Newest]

  /// How many notifications sweeps brought that had never arrived.
  package var gapsFilled: Int
  package var calls: Calls

  /// The calls to Apple in the current hour.
  package struct Calls: Hashable, Sendable {
    package var made: Int
    /// This desk's hourly limit; nil without a limit, or before the first call.
    package var share: Int?

    /// How many are left.
    package var left: Int? { share.map { max(0, $0 - made) } }

    package init(made: Int = 0, share: Int? = nil) { (self.made, self.share) = (made, share) }
  }

  /// A number that was counted so far and no further.
  package struct Count: Hashable, Sendable {
    package var number: Int
    package var hasMore: Bool

    package init(_ number: Int, hasMore: Bool = false) { (self.number, self.hasMore) = (number, hasMore) }
  }

  package init(
    engine: String, customers: Int, transactions: Int, notifications: Int, waiting: Count = Count(0),
    poisoned: Count = Count(0), quarantined: Count = Count(0), delay: Delay? = nil, newest: [Newest] = [],
    gapsFilled: Int = 0, calls: Calls = Calls()
  ) {
    self.engine = engine
    self.customers = customers
    self.transactions = transactions
    self.notifications = notifications
    self.waiting = waiting
    self.poisoned = poisoned
    self.quarantined = quarantined
    self.delay = delay
    self.newest = newest
    self.gapsFilled = gapsFilled
    self.calls = calls
  }
}

/// Purchases, renewals and refunds by day and product.
package struct DeskTrends: Hashable, Sendable {
  /// The counted event.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case purchases, renewals, refunds
  }

  /// A product's counts, a day each, the oldest first.
  package struct Series: Hashable, Sendable {
    package var kind: Kind
    package var productId: String
    package var counts: [Int]

    package init(kind: Kind, productId: String, counts: [Int]) {
      (self.kind, self.productId, self.counts) = (kind, productId, counts)
    }
  }

  /// Subscriptions that entitle.
  package struct Active: Hashable, Sendable {
    package var productId: String
    package var now: Int

    package init(productId: String, now: Int) { (self.productId, self.now) = (productId, now) }
  }

  /// The first day, counted from 1970 in UTC.
  package var firstDay: Int64
  package var dayCount: Int
  package var series: [Series]
  package var active: [Active]

  package init(firstDay: Int64, dayCount: Int, series: [Series] = [], active: [Active] = []) {
    (self.firstDay, self.dayCount, self.series, self.active) = (firstDay, dayCount, series, active)
  }

  /// The counts of a kind, over all products.
  package func total(_ kind: Kind) -> [Int] {
    series.filter { $0.kind == kind }.reduce(into: [Int](repeating: 0, count: dayCount)) { sum, series in
      for (day, count) in series.counts.prefix(sum.count).enumerated() { sum[day] += count }
    }
  }
}
