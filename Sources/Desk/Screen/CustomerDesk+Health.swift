package import AppStoreModel
import Core
import Storage

/// How the desk stands, in reads that cost the same however much it holds.
extension CustomerDesk {
  /// Lines of a view that are counted, and rows of anything else.
  private static let most = 1000

  /// The saved views with how much is in each.
  package func viewRows() throws -> [DeskViewRow] {
    try SavedView.allCases.map { view in
      let listed = view.places(at: now())
      let places: [Int64] = try engine.rows(
        DeskQueries.places, app, environment, view.rawValue, listed.lowerBound, listed.upperBound, 100
      ) { try $0["place"] }
      return DeskViewRow(
        name: view.name, title: DeskViewText.title(view).text, count: min(99, places.count),
        hasMore: places.count > 99,
        deadline: view.isAboutTheFuture ? places.first.map(Timestamp.init(milliseconds:)) : nil)
    }
  }

  /// How the desk stands.
  package func health() throws -> DeskHealth {
    let arrivals: [(arrived: Int64, signed: Int64, type: String)] = try engine.rows(
      DeskQueries.arrivals, app, environment, Self.most
    ) { (try $0["arrived"], try $0["signed"], try $0["type"]) }
    var types: Set<String> = []
    let newest = arrivals.filter { types.insert($0.type).inserted }
    let calls = try appleCalls()
    return DeskHealth(
      engine: engine.name, customers: try figure("customers"), transactions: try figure("transactions"),
      notifications: try figure("notifications"),
      waiting: try count(DeskQueries.waiting),
      poisoned: try count(DeskQueries.poisoned),
      quarantined: try count(DeskQueries.quarantined),
      delay: Self.delay(arrivals.map { max(0, $0.arrived - $0.signed) }),
      newest: newest.map {
        DeskHealth.Newest(
          type: $0.type, signedDate: Timestamp(milliseconds: $0.signed),
          arrivedDate: Timestamp(milliseconds: $0.arrived))
      }, gapsFilled: try gapsFilled(), calls: calls)
  }

  private func count(_ sql: SQL) throws -> DeskHealth.Count {
    let rows = try engine.rows(
      sql, values: [.integer(app), .integer(environment), .integer(Int64(Self.most + 1))]
    ) { _ in 1 }
    return DeskHealth.Count(min(rows.count, Self.most), hasMore: rows.count > Self.most)
  }

  private static func delay(_ delays: [Int64]) -> DeskHealth.Delay? {
    guard !delays.isEmpty else { return nil }
    let sorted = delays.sorted()
    return DeskHealth.Delay(
      half: sorted[(sorted.count - 1) / 2], ninetyNine: sorted[(sorted.count - 1) * 99 / 100], count: sorted.count)
  }

  // MARK: Trends

  /// The counts of the last days, and the subscriptions that entitle now.
  package func trends(days: Int = 60) throws -> DeskTrends {
    try engine.read {
      let first = now().day - Int64(days) + 1
      var trends = DeskTrends(firstDay: first, dayCount: days)
      for kind in DeskTrends.Kind.allCases {
        var series: [String: [Int]] = [:]
        for figure in try figures(kind.rawValue, from: first) where figure.day - first < days {
          series[figure.product, default: [Int](repeating: 0, count: days)][Int(figure.day - first)] += figure.amount
        }
        trends.series += series.sorted { $0.key < $1.key }.map {
          DeskTrends.Series(kind: kind, productId: $0.key, counts: $0.value)
        }
      }
      var active: [String: Int] = [:]
      for figure in try figures(Figure.active, from: .min) { active[figure.product, default: 0] += figure.amount }
      trends.active = active.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map {
        DeskTrends.Active(productId: $0.key, now: $0.value)
      }
      return trends
    }
  }

  /// The total of a figure by day and product, and the amounts appended since.
  func figures(_ name: String, from day: Int64) throws -> [(day: Int64, product: String, amount: Int)] {
    let (folded, fresh): (SQL, SQL) = (
      DeskQueries.totals,
      DeskQueries.deltas
    )
    return try [folded, fresh].flatMap { sql in
      try engine.rows(sql, name, day) { (try $0["day"], try $0["product"], try $0["amount"]) }
    }
  }
}
