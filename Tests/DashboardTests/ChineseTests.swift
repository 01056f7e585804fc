import Core
import TerminalUI
import TestSupport
import Testing
import Verbs

@testable import AppStoreModel
@testable import Dashboard

/// Tests of the dashboard in Chinese: every main view at two sizes, with correct display widths.
@Suite struct ChineseTests {
  static let sizes = [(80, 24), (160, 45)]

  /// Makes the fixture in English, whichever test comes first, because a device stores its texts in English.
  init() {
    Language.$spoken.withValue(.english) { _ = (Fixture.overview(), Fixture.situation) }
  }

  /// The views, each with its name and the keys that lead to it.
  static let views: [(name: String, keys: String)] = [
    ("main", ""), ("payment", "jb"), ("decisions", "s"), ("asking", "sy"), ("subscriptions", "s2"), ("accounts", "s3"),
    ("faults", "s4"), ("settings", "s5"), ("notifications", "s6"), ("purchases", "s7"), ("menu", "sm"),
    ("renewing", "s2r"), ("clock", "s+"), ("help", "?"), ("help-appstore", "s?"), ("palette", ":"), ("users", "i"),
    ("unusual", "!"), ("timeline", "T"), ("use", "jjx+"), ("nothing-found", "/zzz"), ("new-device", "sd"),
  ]

  @Test(arguments: sizes) func views(width: Int, height: Int) throws {
    try Language.$spoken.withValue(.chinese) {
      for view in Self.views {
        let driver = try Driver(width: width, height: height).pressing(view.keys)
        try check(driver, "zh-\(view.name)-\(width)x\(height)")
      }
    }
  }

  /// Tests that a list without a storefront, as at a desk, writes yuan as a Chinese reader does.
  @Test func yuanNeedNoCountry() {
    Language.$spoken.withValue(.chinese) {
      let overview = Overview(now: Fixture.situation.now, device: DeviceState(), statuses: [])
      let state = State(setup: Fixture.setup, overview: overview, size: Size(width: 80, height: 24))
      #expect(state.money.text(Price(milliunits: 32_000, currency: "CNY")) == "¥32.00")
    }
  }

  @Test(arguments: sizes) func lists(width: Int, height: Int) throws {
    try Language.$spoken.withValue(.chinese) {
      var driver = try Driver(width: width, height: height).pressing("2")
      driver.answer(.transactions(Fixture.transactions(0..<64, next: "64")))
      try check(driver, "zh-transactions-\(width)x\(height)")
      try driver.press("3")
      driver.answer(.orders(Fixture.orders))
      try check(driver, "zh-orders-\(width)x\(height)")
      try driver.press("5")
      driver.answer(.journal(Fixture.journal))
      try check(driver, "zh-journal-\(width)x\(height)")
      try driver.press("a")
      driver.answer(.refundable(Page(rows: [Fixture.stored(1, Fixture.monthly), Fixture.stored(3)])))
      try driver.press("<Enter>")
      try check(driver, "zh-refund-\(width)x\(height)")
    }
  }

  @Test(arguments: sizes) func reports(width: Int, height: Int) throws {
    try Language.$spoken.withValue(.chinese) {
      var driver = try Driver(width: width, height: height).pressing("c")
      driver.finish(
        .checked(
          RefundCheckReport(
            result: .done, checked: 12,
            refunded: [.init(transactionId: "1", productId: Fixture.premium.id, revocationDate: Fixture.ago(days: 0))],
            reversed: [.init(transactionId: "2", productId: Fixture.dark.id, revocationDate: nil)],
            entitled: [Fixture.dark.id], removed: [Fixture.premium.id], unchanged: 4)))
      try check(driver, "zh-refund-check-\(width)x\(height)")
      try driver.press("<Esc>r")
      let id = try #require(driver.state.works.last?.id)
      driver.send(.failed(id, Problem("无法连接 App Store", kind: .networkError)))
      try check(driver, "zh-failure-\(width)x\(height)")
    }
  }

  /// Checks that no row is wider than the screen, and that the view contains Chinese text.
  private func check(_ driver: Driver, _ name: String) throws {
    let frame = driver.frame()
    for line in frame.lines { #expect(displayWidth(of: line) <= frame.size.width, "\(name): \(line)") }
    #expect(frame.text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }, "\(name)")
    try Snapshot.check(frame, name)
  }

  @Test(arguments: [
    ("已付款，尚未交付：会自动重试。", 10, ["已付款，尚", "未交付：会", "自动重试。"]),
    ("一二三四五，六", 10, ["一二三四", "五，六"]), ("一二三（四五", 8, ["一二三", "（四五"]),
    ("till restore 可取回购买", 12, ["till restore", "可取回购买"]), ("说明了 Premium 的", 8, ["说明了", "Premium", "的"]),
    ("plain words stay", 6, ["plain", "words", "stay"]),
  ])
  func linesEndBetweenCharactersAndNoneBeginsWithAComma(text: String, width: Int, lines: [String]) {
    #expect(Wrapping.broken(text, width: width) == lines)
  }

  @Test func everyVerbSaysItself() {
    Language.$spoken.withValue(.chinese) {
      for verb in Verb.all {
        #expect(verb.summary.text.hasChinese, "\(verb.name): \(verb.summary)")
        for option in verb.parameters where !option.help.text.isEmpty {
          #expect(option.help.text.hasChinese || !option.help.text.contains(" "), "\(verb.name): \(option.help)")
        }
      }
    }
  }
}

extension String {
  fileprivate var hasChinese: Bool { unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }
}
