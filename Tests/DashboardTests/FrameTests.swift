import Core
import TerminalUI
import Testing
import Verbs

@testable import AppStoreModel
@testable import Dashboard

@Suite struct FrameTests {
  private static let hostile =
    "\u{1B}]0;x\u{7}\u{202E}evil\u{200B}\u{9B}2J\r\n\tname" + String(repeating: "漢", count: 300)

  private static var hostileOverview: Overview {
    let statuses = Fixture.statuses.map { status in
      var status = status
      status.product.displayName = hostile
      status.product.displayPrice = hostile
      status.product.subscriptionGroupName = hostile
      status.product.description = hostile
      status.reasons = [Reason(supports: true, rule: hostile, transactionId: hostile, text: hostile)]
      status.next = NextStep(who: .us, text: hostile)
      return status
    }
    var device = Fixture.device
    device.account = hostile
    device.user = hostile
    var overview = Fixture.overview(statuses, device: device)
    overview.facts.storefront = hostile
    return overview
  }

  private func check(_ frame: Frame, _ state: State, _ what: String) {
    #expect(frame.size == state.size, "\(what)")
    var dangerous: Set<Unicode.Scalar> = []
    for cell in frame.cells {
      cell.forEachScalar { scalar in
        let category = scalar.properties.generalCategory
        if category == .control || category == .format { dangerous.insert(scalar) }
      }
    }
    #expect(dangerous.isEmpty, "\(what)")
  }

  /// A small random generator with a seed, so that a failing run can be repeated.
  private struct Dice {
    var seed: UInt64

    mutating func roll(_ sides: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % sides
    }
  }

  @Test(arguments: 1...8) func randomKeysOnRandomSizes(seed: UInt64) {
    var dice = Dice(seed: seed)
    var setup = Fixture.setup
    setup.appName = Self.hostile
    setup.backend = Self.hostile
    var driver = Driver(seed % 2 == 0 ? Self.hostileOverview : Fixture.overview(), setup: setup)
    let keys = ActionTable.entries.flatMap(\.keys) + [.character("x"), .backspace, .delete, .character("漢")]
    for step in 0..<300 {
      switch dice.roll(12) {
      case 0: driver.send(.resize(Size(width: dice.roll(180), height: dice.roll(60))))
      case 1: answerSomething(&driver, &dice)
      case 2: driver.send(.clock(driver.state.now.adding(milliseconds: Int64(dice.roll(100_000_000)))))
      case 3: driver.send(.paste(Self.hostile))
      case 4: driver.send(dice.roll(2) == 0 ? .storeChanged : .spin)
      default: driver.send(.key(keys[dice.roll(keys.count)]))
      }
      if step % 5 == 0 { check(driver.frame(), driver.state, "seed \(seed), step \(step)") }
    }
  }

  private func answerSomething(_ driver: inout Driver, _ dice: inout Dice) {
    let rows = dice.roll(100)
    switch dice.roll(12) {
    case 0: driver.answer(.overview(dice.roll(2) == 0 ? Self.hostileOverview : Fixture.overview([])))
    case 1: driver.answer(.transactions(Fixture.transactions(0..<rows, next: "1", previous: "2")))
    case 2: driver.answer(.refunds(Fixture.refunds))
    case 3:
      driver.answer(
        .journal(
          Page(rows: [
            JournalEntry(id: 1, date: .distantFuture, machineDate: .distantPast, kind: Self.hostile, text: Self.hostile)
          ])))
    case 4: driver.answer(.refundable(Fixture.transactions(0..<rows)))
    case 5: driver.answer(.situation(Fixture.situation))
    case 6: driver.answer(.orders(Fixture.orders))
    case 7: driver.finish(.restored(RestoreReport(result: .restored, restored: ["1"], entitled: [Self.hostile])))
    case 8: driver.finish(.used(productId: Self.hostile, balance: .min))
    case 9:
      if let id = driver.state.works.last?.id { driver.send(.failed(id, Problem(Self.hostile, kind: .networkError))) }
    case 10: driver.finish(.done(detail: Self.hostile))
    default: driver.finish(.bought(BuyReport(result: .failed, productId: Self.hostile, message: Self.hostile)))
    }
  }

  @Test func hostileTextIsEscapedOnEveryScreen() throws {
    for (width, height) in [(60, 16), (80, 24), (160, 50)] {
      var driver = Driver(Self.hostileOverview, width: width, height: height)
      check(driver.frame(), driver.state, "\(width)")
      try driver.press("b")
      check(driver.frame(), driver.state, "\(width) payment")
    }
  }

  @Test func statesAreToldApartWithoutColour() {
    let state = Driver().state
    let words = EntitlementState.allCases.map {
      state.word(for: ProductRow(ProductStatus(product: Fixture.premium, state: $0, entitled: true)))
    }
    #expect(!words.contains(""))
    #expect(Set(words).count == words.count, "\(words)")
  }

  @Test(arguments: [GlyphSet.unicode, .ascii]) func marksHaveGlyphsOfTheirOwn(glyphs: GlyphSet) {
    let marks: [Mark] = [.none, .good, .waiting, .bad, .empty, .count]
    #expect(Set(marks.map { $0.glyph(glyphs) }).count == marks.count)
  }

  @Test func theSelectionIsSeenWithoutColour() throws {
    let driver = try Driver().pressing("j")
    let line = try #require(driver.frame().lines.first { $0.contains("Dark icons  ") })
    #expect(line.contains("▸ Dark icons"))
  }

  @Test func theRealAppStoreLooksAlarming() throws {
    let setup = Setup(appName: "Piglet", backend: "REAL APP STORE (Production)", isReal: true)
    let real = Driver(setup: setup).frame()
    #expect(real.cells.contains { $0.style.role == .alarm } && !real.cells.contains { $0.style.role == .banner })
    let simulated = Driver().frame()
    #expect(
      simulated.cells.contains { $0.style.role == .banner } && !simulated.cells.contains { $0.style.role == .alarm })
  }

  @Test func asciiGlyphsMeanASCIIFrames() throws {
    let driver = try Driver().pressing("s")
    let frame = driver.frame(Theme(glyphs: .ascii, palette: .colorless))
    for cell in frame.cells { cell.forEachScalar { #expect($0.isASCII) } }
  }

  @Test func localTime() {
    let zone = TimeZoneTable(
      base: 3600, periods: [TimeZoneTable.Period(start: Fixture.ago(days: 10), offset: 7200)])
    let setup = Setup(appName: "Piglet", backend: "SIMULATED", zone: zone)
    let frame = Driver(setup: setup, width: 120, height: 30).frame()
    #expect(frame.lines[0].contains("2025-03-01 14:00"))
    #expect(frame.lines.contains { $0.contains("since 2025-02-01 13:00") })
  }
}
