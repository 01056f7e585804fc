import TerminalUI

@testable import AppStoreModel
@testable import Dashboard

/// A desk on the screen, and what its database answers.
extension DeskScreenTests {
  static let home = Setup(
    appName: "Piglet", backend: "DESK: Production", abilities: .nothing(because: "looked at"))

  static func customer(_ number: Int64, _ state: EntitlementState = .subscribed) -> DeskCustomer {
    DeskCustomer(
      number: number, tokens: ["7389a31a-fb6d-4569-a2a6-db7d85d8481\(number % 10)"],
      holdings: [
        .init(
          productId: "com.example.piglet.plus.monthly", state: state.rawValue, entitled: state == .subscribed,
          expiresDate: Fixture.ahead(days: 12)),
        .init(productId: "com.example.piglet.coins.100", state: "refunded", entitled: false),
      ], spent: ["CNY": 98_000], refunded: ["CNY": 6000], lastEventDate: Fixture.ago(days: 1))
  }

  static let page = DeskPage(rows: (1...40).reversed().map { customer($0) }, next: "1")

  static let health = DeskHealth(
    engine: "SQLite 3.40.1", customers: 100_000, transactions: 1_000_000, notifications: 1_200_000,
    waiting: .init(12), poisoned: .init(0), quarantined: .init(1000, hasMore: true),
    delay: .init(half: 420, ninetyNine: 3100, count: 1000),
    newest: [
      .init(type: "DID_RENEW", signedDate: Fixture.ago(days: 0, hours: 1), arrivedDate: Fixture.ago(days: 0)),
      .init(type: "REFUND", signedDate: Fixture.ago(days: 1), arrivedDate: Fixture.ago(days: 0, hours: 23)),
    ], gapsFilled: 3, calls: .init(made: 120, share: 18_000))

  static let views = [
    DeskViewRow(name: "refunded", title: "refunded, newest first", count: 99, hasMore: true),
    DeskViewRow(
      name: "consumption", title: "Apple asks about consumption", count: 3,
      deadline: Fixture.ahead(days: 0, hours: 5)),
  ]

  static let trends = DeskTrends(
    firstDay: 20_100, dayCount: 50,
    series: DeskTrends.Kind.allCases.flatMap { kind in
      ["plus.monthly", "premium"].map { product in
        DeskTrends.Series(
          kind: kind, productId: product,
          counts: (0..<50).map { day in kind == .refunds ? (day % 17 == 0 ? 1 : 0) : day % (product.count) })
      }
    }, active: [.init(productId: "plus.monthly", now: 812), .init(productId: "plus.yearly", now: 95)])

  static let opened = OpenedDashboard(
    number: 40,
    setup: Setup(
      appName: "Piglet", backend: "CUSTOMER #40: Production", isReadOnly: true,
      abilities: .nothing(because: "a customer at the desk is looked at")),
    overview: Fixture.overview(), remarks: [DeskRemark(date: Fixture.ago(days: 2), author: "anna", text: "called")],
    product: Fixture.dark.id)

  /// A desk that has answered the queries of its start.
  struct Desk {
    var driver: Driver
    var opened = DeskScreenTests.opened
    var views = DeskScreenTests.views
    var apps = [
      DeskAppRow(
        DeskAppName(bundleId: "com.example.piglet", environment: "Production"), customers: 9, consumptionRequests: 0),
      DeskAppRow(
        DeskAppName(bundleId: "com.example.sow", environment: "Production"), customers: 3, consumptionRequests: 2),
    ]

    init(width: Int = 80, height: Int = 24, page: DeskPage = DeskScreenTests.page, wishes: String? = nil) {
      driver = Driver(isStarted: false)
      driver.state = State(
        deskOf: home, bundleId: "com.example.piglet", reasonAgainstWishes: wishes, first: page, now: Fixture.now,
        size: Size(width: width, height: height))
      (driver.state, driver.effects) = driver.state.start()
      answer(page)
      driver.effects = []
    }

    var state: State { driver.state }

    /// Returns the desk after these keys.
    func pressing(_ script: String) throws -> Desk {
      var next = self
      try next.press(script)
      return next
    }

    /// Answers every open query.
    mutating func answer(_ page: DeskPage = DeskScreenTests.page) {
      let effects = driver.effects
      driver.effects = []
      for case .read(let id, .desk(let query)) in effects {
        let answer: DeskAnswer =
          switch query {
          case .list, .exported: .list(page)
          case .views: .views(views)
          case .health: .health(health)
          case .trends: .trends(trends)
          case .customer(_, _, let isOpen): isOpen ? .unchanged : .customer(opened)
          case .order: .list(page)
          case .apps: .apps(apps)
          case .use(let app): .using(home, bundleId: app.bundleId, page)
          case .sentences: .sentences(["en": "Everything looks fine.", "zh-Hans": "一切正常。"])
          }
        driver.send(.loaded(id, .desk(answer)))
      }
    }

    mutating func press(_ script: String) throws { try driver.press(script) }
  }
}
