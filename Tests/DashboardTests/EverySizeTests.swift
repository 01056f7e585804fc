import AppStoreModel
import Core
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// Price, verdict, next step and reasons of the selected product at every size: what decides is shown whole, and no
/// reason is cut while a pane above or below the detail has an empty row.
@Suite struct EverySizeTests {
  /// A state of the dashboard without a sheet over it.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let driver: Driver
    var theme = Theme()

    var testDescription: String { name }
  }

  private static let billingRetry = ProductStatus(
    product: Fixture.monthly, state: .billingRetry, entitled: false, since: Fixture.ago(days: 40),
    reasons: [
      Reason(
        supports: false, rule: "billingRetry", transactionId: "2000000845429000",
        text: "the renewal failed, and Apple retries for at most 60 days; without a grace period there is no access")
    ],
    next: NextStep(
      who: .customer,
      text: "ask the customer to update the payment method in Settings; Apple retries until 2025-04-30 at the latest, "
        + "and access returns with the payment",
      say: "Apple couldn't collect your renewal, so access is paused."))

  private static let undelivered = ProductStatus(
    product: Fixture.coins, state: .paidNotDelivered, entitled: false, balance: 0, since: Fixture.ago(days: 1),
    reasons: [
      Reason(
        supports: false, rule: "undelivered", transactionId: "2000000845429777",
        text: "charged 2025-02-28 12:00 and not delivered: the app server could not be reached")
    ],
    next: NextStep(
      who: .us, text: "the app server could not be reached: Till asks it again by 2025-03-01 12:05",
      action: .retry(orderId: "1")
    ))

  private static let yearly = ProductStatus(
    product: Fixture.yearly, state: .subscribed, entitled: true, expiresDate: Fixture.ahead(days: 340),
    since: Fixture.ago(days: 25), pendingProductId: Fixture.monthly.id,
    reasons: (1...3).map {
      Reason(
        supports: true, rule: "period", transactionId: "200000084542111\($0)",
        text: "bought 2025-02-04, verified, not revoked; the period runs until 2026-02-04 12:00 UTC")
    },
    next: NextStep(
      who: .nobody, text: "nothing to do: it becomes Monthly at the renewal 2026-02-04 12:00 UTC, for ¥12.00",
      say: "Everything looks fine: Yearly is active."))

  private static let hard = [AnswerFirstTests.refunded, Fixture.statuses[1], undelivered, billingRetry, yearly]

  private static func scene(_ name: String, _ statuses: [ProductStatus], _ keys: String, held: Int = 0) -> Scene {
    var device = Fixture.device
    (device.updates, device.waitingUpdates) = (held > 0 ? .held : .live, held)
    var driver = Driver(Fixture.overview(statuses, device: device), width: 160, height: 50)
    for key in (try? Key.parse(script: keys)) ?? [] {
      driver.send(.key(key))
      EveryViewTests.answer(&driver)
    }
    return Scene(name: name, driver: driver)
  }

  static let scenes: [Scene] = {
    var scenes = Fixture.statuses.indices.map { index in
      scene("product \(index)", Fixture.statuses, String(repeating: "j", count: index))
    }
    scenes += hard.indices.map { scene("hard \($0)", hard, String(repeating: "j", count: $0)) }
    scenes += ["<Enter>", "2j", "3", "4", "5", "6", "/plus<Enter>", "Ojj<Enter>", "Z", "2Z", "<Enter>Z"].map {
      scene("keys \($0)", hard, $0)
    }
    scenes.append(scene("held", hard, "", held: 2))
    for scene in [scenes[0], scenes[3], scenes[6], scenes[9]] {
      var driver = scene.driver
      driver.send(.walkthrough(WalkthroughPanelTests.panel()))
      scenes.append(Scene(name: scene.name + " in a walkthrough", driver: driver))
      scenes.append(
        Scene(
          name: scene.name + " in ASCII", driver: scene.driver, theme: Theme(glyphs: .ascii, palette: .colorless)))
    }
    return scenes
  }()

  /// Each width and height at which the layout changes, with its neighbours.
  private static let widths = [60, 80, 100, 140, 200].flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 >= 60 }
  private static let heights = [16, 20, 22, 24, 28, 34, 36, 40, 44].flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 >= 16 }

  private static func check(_ sizes: [Size], scenesEach count: Int) {
    var turn = 0
    for size in sizes {
      for _ in 0..<count {
        var scene = scenes[turn % scenes.count]
        turn += 1
        scene = Scene(name: scene.name, driver: resized(scene.driver, to: size), theme: scene.theme)
        let flaws = SizeFlaws(scene.driver.state, scene.theme).found
        #expect(
          flaws.isEmpty,
          "\(scene.name) at \(size.width)x\(size.height): \(flaws)\n\(scene.driver.frame(scene.theme).text)")
      }
    }
  }

  private static func resized(_ driver: Driver, to size: Size) -> Driver {
    var driver = driver
    driver.send(.resize(size))
    return driver
  }

  @Test func whereTheLayoutChanges() {
    let sizes = Self.widths.flatMap { width in Self.heights.map { Size(width: width, height: $0) } }
    Self.check(sizes, scenesEach: 3)
  }

  @Test func randomSizes() {
    var random = SeededGenerator(seed: 15)
    let sizes = (0..<200).map { _ in
      Size(width: Int.random(in: 60...220, using: &random), height: Int.random(in: 16...60, using: &random))
    }
    Self.check(sizes, scenesEach: 4)
  }

  /// How many scenes are tried at each size: a number, or `all` of them at night.
  private static let scenesEach = ProcessInfo.processInfo.environment["TILL_SIZES"].map {
    $0 == "all" ? scenes.count : Int($0) ?? 0
  }

  @Test(.enabled(if: scenesEach != nil)) func allSizes() throws {
    let sizes = (60...220).flatMap { width in (16...60).map { Size(width: width, height: $0) } }
    Self.check(sizes, scenesEach: try #require(Self.scenesEach))
  }

  @Test func theCheckFindsWhatIsCut() {
    let scene = Self.scene("refunded", Self.hard, "4")
    var state = Self.resized(scene.driver, to: Size(width: 80, height: 24)).state
    #expect(SizeFlaws(state, scene.theme).found.isEmpty)
    // A layout that does not know how little the lists need.
    state.heights.tabs = 9
    #expect(SizeFlaws(state, scene.theme).found == ["a reason is cut beside an empty row of the lists"])
    state.size = Size(width: 60, height: 10)
    #expect(SizeFlaws(state, scene.theme).found.contains("no price"))
  }
}

/// What a frame does not show of the selected product's answer.
private struct SizeFlaws {
  private(set) var found: [String] = []
  private let state: State
  private let glyphs: GlyphSet
  private let frame: Frame
  private let layout: Layout

  init(_ shown: State, _ theme: Theme) {
    let isASCII = theme.glyphs == .ascii
    state = isASCII ? shown.writingMoneyOut() : shown
    glyphs = theme.glyphs
    // The panes decide; the message and the key bar are other tests' matter.
    var renderer = Renderer(state: state, glyphs: glyphs)
    renderer.drawPanes()
    if isASCII { renderer.keepASCII() }
    (frame, layout) = (renderer.frame, renderer.layout)
    guard let row = state.selected else { return }
    let answer = [layout.detail?.inside, layout.answer].compactMap { $0 }.map(words).joined(separator: " ")
    func holds(_ text: String) -> Bool { answer.contains(isASCII ? Self.plain(text) : text) }

    let title = layout.detail.map { text($0.row(0)) } ?? ""
    if !answer.contains(row.price), !title.contains(row.price), !listHolds(row.price) { found.append("no price") }
    checkPrices()
    let verdict = state.verdict(on: row)
    if !holds(row.type == .consumable ? verdict : PaneText.entitlement(isEntitled: row.entitled, detail: verdict).text)
    {
      found.append("no verdict")
    }
    if let waiting = state.updatesStep {
      if !holds(waiting.text) { found.append("no next step") }
    } else {
      let title = row.next.action?.dashboardAction.flatMap { ActionTable.entry(of: $0, in: [.main]) }?.title
      let texts = [row.next.text, ShortID.shortened(in: row.next.text, .unicode)] + (title.map { [$0] } ?? [])
      if !texts.contains(where: holds) { found.append("no next step") }
    }
    guard state.detailTop == 0, !state.isZoomed else { return }
    let isCut = row.reasons.contains { reason in
      ![reason.line, ShortID.shortened(in: reason.line, .unicode)].contains(where: holds)
    }
    // A narrow and low screen shows no detail: it is one key away.
    if isCut, layout.detail != nil { checkEmptyRows() }
    let width = state.size.width - (state.walkthrough == nil ? 0 : 52)
    guard width >= 140, !row.reasons.isEmpty else { return }
    if !holds(say("because")) { found.append("no reasons on a wide screen") }
    let events = state.lives?.first { $0.productId == row.id }?.happenings ?? []
    if let last = events.last, !holds(state.day(last.date)) { found.append("no newest row on a wide screen") }
  }

  private func listHolds(_ price: String) -> Bool {
    guard let pane = layout.products?.inside else { return false }
    return (0..<pane.height).contains { text(pane.row($0)).contains(price) }
  }

  /// Every product in sight has its price.
  private mutating func checkPrices() {
    guard let pane = layout.products?.inside else { return }
    let list = state.products
    for (index, line) in list.lines.dropFirst(list.top).prefix(pane.height).enumerated() {
      guard case .product(let place) = line else { continue }
      let row = list.rows[place]
      if !text(pane.row(index)).contains(row.price) { found.append("no price of \(row.name)") }
    }
  }

  /// No pane of the detail's column has a row to spare.
  private mutating func checkEmptyRows() {
    if layout.tabs.inside.height > 1, listNeverFills() {
      found.append("a reason is cut beside an empty row of the lists")
    }
    if let pane = layout.timeline?.inside, pane.height > 2, isEmpty(pane.row(pane.height - 2)) {
      found.append("a reason is cut beside an empty row of the timeline")
    }
    if layout.detail?.x == layout.products?.x, let pane = layout.products?.inside, isEmpty(pane.row(pane.height - 1)) {
      found.append("a reason is cut beside an empty row of the products")
    }
  }

  /// Whether the last row of the lists is empty whichever row has the cursor, whose hidden words stand there.
  private func listNeverFills() -> Bool {
    let rows = layout.tabs.inside
    return (0..<max(1, state.tabs.front.rows.count)).allSatisfy { cursor in
      var state = state
      state.tabs.front.cursor = cursor
      var renderer = Renderer(state: state, glyphs: glyphs)
      renderer.drawTabs(layout.tabs)
      return Self.text(rows.row(rows.height - 1), renderer.frame).allSatisfy { $0 == " " }
    }
  }

  private func isEmpty(_ rect: Rect) -> Bool { text(rect).allSatisfy { $0 == " " } }

  private func words(_ rect: Rect) -> String {
    (0..<rect.height).map { text(rect.row($0)) }.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  private func text(_ rect: Rect) -> String { Self.text(rect, frame) }

  private static func text(_ rect: Rect, _ frame: Frame) -> String {
    var text = String.UnicodeScalarView()
    for x in rect.x..<rect.maxX {
      guard let cell = frame[Point(x: x, y: rect.y)], !cell.isContinuation else { continue }
      if cell.isBlank { text.append(" ") } else { cell.forEachScalar { text.append($0) } }
    }
    return String(text)
  }

  /// A text as a terminal without UTF-8 shows it.
  private static func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "…", with: "~").replacingOccurrences(of: "×", with: "x")
  }
}
