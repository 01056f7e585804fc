/// The health of the support desk: its size, its backlog, the delay of notifications and the calls to Apple.
package struct DeskHealth: Hashable, Sendable {
  /// The newest notification of one type.
  package struct Newest: Hashable, Sendable {
    package var type: String
    package var signedDate: Timestamp
    package var arrivedDate: Timestamp

    package init(type: String, signedDate: Timestamp, arrivedDate: Timestamp) {
      (self.type, self.signedDate, self.arrivedDate) = (type, signedDate, arrivedDate)
    }
  }

  /// The delay of notifications from signature to arrival, in milliseconds: the median and the 99th percentile.
  package struct Delay: Hashable, Sendable {
    package var half: Int64
    package var ninetyNine: Int64
    /// The number of notifications measured.
    package var count: Int

    package init(half: Int64, ninetyNine: Int64, count: Int) {
      (self.half, self.ninetyNine, self.count) = (half, ninetyNine, count)
    }
  }

  /// The name of the database engine, with its version.
  package var engine: String
  package var customers: Int
  package var transactions: Int
  package var notifications: Int
  /// The number of customers whose state still has to be derived.
  package var waiting: Count
  /// The number of customers whose state could not be derived.
  package var poisoned: Count
  package var quarantined: Count
  package var delay: Delay?
  /// The newest notification of each type, newest first.
  package var newest: [Newest]

  /// The number of notifications that never arrived and that a sweep of Apple's history found.
  package var gapsFilled: Int
  package var calls: Calls

  /// The number of calls to Apple in the current hour, and the limit.
  package struct Calls: Hashable, Sendable {
    package var made: Int
    /// This desk's limit of calls in an hour; nil without a limit, or before the first call.
    package var share: Int?

    /// The number of calls left in this hour.
    package var left: Int? { share.map { max(0, $0 - made) } }

    package init(made: Int = 0, share: Int? = nil) { (self.made, self.share) = (made, share) }
  }

  /// A number of rows that was counted up to a limit.
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

/// The numbers of purchases, renewals, refunds and failed renewals, by day and product.
package struct DeskTrends: Hashable, Sendable {
  /// The kind of event that is counted.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case purchases, renewals, refunds, billingRetry, recoveries, expirations
  }

  /// The daily counts of one product, oldest day first.
  package struct Series: Hashable, Sendable {
    package var kind: Kind
    package var productId: String
    package var counts: [Int]

    package init(kind: Kind, productId: String, counts: [Int]) {
      (self.kind, self.productId, self.counts) = (kind, productId, counts)
    }
  }

  /// The number of subscriptions of one product that entitle now.
  package struct Active: Hashable, Sendable {
    package var productId: String
    package var now: Int

    package init(productId: String, now: Int) { (self.productId, self.now) = (productId, now) }
  }

  /// The first day of the counts, as the number of days since 1970-01-01 UTC.
  package var firstDay: Int64
  package var dayCount: Int
  package var series: [Series]
  package var active: [Active]

  package init(firstDay: Int64, dayCount: Int, series: [Series] = [], active: [Active] = []) {
    (self.firstDay, self.dayCount, self.series, self.active) = (firstDay, dayCount, series, active)
  }

  /// Returns the daily counts of one kind, summed over all products.
  package func total(_ kind: Kind) -> [Int] {
    series.filter { $0.kind == kind }.reduce(into: [Int](repeating: 0, count: dayCount)) { sum, series in
      for (day, count) in series.counts.prefix(sum.count).enumerated() { sum[day] += count }
    }
  }
}

extension Timestamp {
  /// The day in UTC, as the number of days since 1970.
  package var day: Int64 { milliseconds.flooredQuotient(by: Self.millisecondsPerDay) }
}
