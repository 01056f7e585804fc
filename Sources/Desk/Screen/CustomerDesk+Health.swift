package import AppStoreModel
import Core
import Storage

/// The state of the desk, read in a time that does not depend on the amount of data.
extension CustomerDesk {
  /// The most rows that are read for a count.
  private static let most = 1000

  /// Returns the saved views with the number of lines in each, up to 99; Apple's consumption requests come first.
  package func viewRows() throws -> [DeskViewRow] {
    let date = now()
    let views = [SavedView.consumption] + SavedView.allCases.filter { $0 != .consumption }
    let found = try engine.rows(
      DeskQueries.places,
      each: views.map { view in
        let listed = view.places(at: date)
        return [
          .integer(app), .integer(environment), view.databaseValue, .integer(listed.lowerBound),
          .integer(listed.upperBound), .integer(100),
        ]
      })
    return try zip(views, found).map { view, rows in
      let places: [Int64] = try rows.map { try $0["place"] }
      return DeskViewRow(
        name: view.name, title: view.title.text, count: min(99, places.count),
        hasMore: places.count > 99,
        deadline: view.isAboutTheFuture ? places.first.map(Timestamp.init(milliseconds:)) : nil)
    }
  }

  /// Returns the saved views of the desk's other apps in which something waits.
  package func viewRowsOfOtherApps() throws -> [DeskViewRow] {
    try others().flatMap { other in
      try other.viewRows().filter { $0.count > 0 }.map { row in
        var row = row
        row.app = other.identity.name
        return row
      }
    }
  }

  /// Returns the state of the desk.
  package func health() throws -> DeskHealth {
    let arrivals: [(arrived: Int64, signed: Int64, type: String)] = try engine.rows(
      DeskQueries.arrivals, app, environment, Self.most
    ) { (try $0["arrived"], try $0["signed"], try $0["type"]) }
    var types: Set<String> = []
    let newest = arrivals.filter { types.insert($0.type).inserted }
    let calls = try appleCalls()
    let counts = try counts("customers", "transactions", "notifications", Self.gaps)
    return DeskHealth(
      engine: engine.name, customers: counts["customers"] ?? 0, transactions: counts["transactions"] ?? 0,
      notifications: counts["notifications"] ?? 0,
      waiting: try count(DeskQueries.waiting), poisoned: try count(DeskQueries.poisoned),
      quarantined: try count(DeskQueries.quarantined),
      delay: Self.delay(Self.delays(arrivals.map { $0.arrived - $0.signed })),
      newest: newest.map {
        DeskHealth.Newest(
          type: $0.type, signedDate: Timestamp(milliseconds: $0.signed),
          arrivedDate: Timestamp(milliseconds: $0.arrived))
      }, gapsFilled: counts[Self.gaps] ?? 0, calls: calls)
  }

  private func count(_ sql: SQL) throws -> DeskHealth.Count {
    let rows = try engine.rows(
      sql, values: [.integer(app), .integer(environment), .integer(Int64(Self.most + 1))]
    ) { _ in 1 }
    return DeskHealth.Count(min(rows.count, Self.most), hasMore: rows.count > Self.most)
  }

  private static func delay(_ sorted: [Int64]) -> DeskHealth.Delay? {
    guard !sorted.isEmpty else { return nil }
    return DeskHealth.Delay(
      half: sorted[(sorted.count - 1) / 2], ninetyNine: sorted[(sorted.count - 1) * 99 / 100], count: sorted.count)
  }

  // MARK: Trends

  /// Returns the counts of the last days by kind and product, and the current number of active subscriptions.
  package func trends(days: Int = 60) throws -> DeskTrends {
    let today = now().day
    return try trends(from: today - Int64(days) + 1, through: today)
  }

  /// Returns the counts of a range of days (as numbers since 1970, UTC), at most ten years of them.
  package func trends(from first: Int64, through last: Int64) throws -> DeskTrends {
    try engine.read {
      let days = Int(min(3660, max(1, last.subtractingSaturated(first).addingSaturated(1))))
      var trends = DeskTrends(firstDay: first, dayCount: days)
      let counted = try figures(DeskTrends.Kind.allCases.map(\.rawValue), from: first)
      for kind in DeskTrends.Kind.allCases {
        var series: [String: [Int]] = [:]
        for figure in counted where figure.name == kind.rawValue && figure.day - first < days {
          series[figure.product, default: [Int](repeating: 0, count: days)][Int(figure.day - first)] += figure.amount
        }
        trends.series += series.sorted { $0.key < $1.key }.map {
          DeskTrends.Series(kind: kind, productId: $0.key, counts: $0.value)
        }
      }
      var active: [String: Int] = [:]
      for figure in try figures([Figure.active], from: .min) { active[figure.product, default: 0] += figure.amount }
      trends.active = active.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map {
        DeskTrends.Active(productId: $0.key, now: $0.value)
      }
      return trends
    }
  }
}
