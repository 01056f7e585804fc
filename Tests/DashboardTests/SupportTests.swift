import AppStoreModel
import Core
import TerminalUI
import Testing
import Verbs

@testable import Dashboard

@Suite struct SupportTests {
  private func driver(
    isUnlocked: Bool = true, account: String? = "2000000845425339", width: Int = 80, height: Int = 24
  ) -> Driver {
    var device = Fixture.device
    device.account = account
    let real = "this App Store is not simulated"
    let setup = Setup(
      appName: "Piglet", backend: "REAL APP STORE: Production", isReal: true, isLocked: !isUnlocked,
      abilities: [
        .buy: "only the customer can buy, in the app", .askRefund: "only the customer can ask for a refund, in the app",
        .appStore: real, .chooseOutcome: real,
      ].merging(isUnlocked ? [:] : [.supportChanges: "locked until --unlock"]) { $1 })
    return Driver(Fixture.overview(device: device), setup: setup, width: width, height: height, situation: nil)
  }

  @Test(arguments: ["Sjjjj", "Sjjjjj", "Sjjjjjj", "Sjjjjjjj", "Sjjjjjjjj"])
  func whatIsLockedSaysHowToUnlock(script: String) throws {
    let driver = try driver(isUnlocked: false).pressing(script + "<Enter>")
    #expect(driver.commands.isEmpty && driver.state.overlays.map(\.scope) == [.choice])
    #expect(driver.state.message?.text.hasSuffix(": locked until --unlock") == true)
  }

  /// Tests that a sheet which was opened before the first reading is updated by that reading.
  ///
  /// The first frame shows the statuses that the device remembered, without the purchases behind them.
  @Test func whoIsFasterThanTheFirstReadingSeesTheSheetFollow() throws {
    var driver = driver()
    func remembered(_ status: ProductStatus) -> ProductStatus {
      ProductStatus(product: status.product, state: status.state, entitled: status.entitled)
    }
    driver.state.products.replace(with: Fixture.statuses.map(remembered), isResolved: false)
    try driver.press("Sj")
    func sheet() -> Choice? { if case .choice(let choice)? = driver.state.overlays.last { choice } else { nil } }
    #expect(sheet()?.items[5].note.hasPrefix("unavailable") == true)
    driver.send(.storeChanged)
    driver.answer(.overview(Fixture.overview()))
    #expect(sheet()?.items[5].note.hasPrefix("unavailable") == false && sheet()?.cursor == 1)
  }

  @Test(arguments: [
    ("Sj<Enter>", SupportCall(.statuses)), ("Sjj<Enter>", SupportCall(.notifications)),
    ("Sjjj<Enter>abc<Enter>", SupportCall(.testResult).with(.testToken, "abc")),
    (
      "jjjSjjjj<Enter>j<Enter>jjj<Enter>y",
      SupportCall(.extend).with(.extended, "2000000845429000").with(.freeDays, 7).with(.reasonCode, 3)
    ),
    (
      "jjjSjjjjj<Enter>jj<Enter>y",
      SupportCall(.consumption).with(.purchase, "2000000845429000")
        .with(.consumption, JSONValue.object(Verb.usage[2].answer).serialized())
    ),
    (
      "Sjjjjjj<Enter>6F0C4A3E-7a55-4d3f-8a30-0d9f5f8a9c11<Enter>y",
      SupportCall(.token).with(.purchase, "2000000845425339")
        .with(.ownerToken, "6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11")
    ),
    ("Sjjjjjjj<Enter>y", SupportCall(.finish).with(.purchase, "2000000845425339")),
    ("Sjjjjjjjj<Enter>y", SupportCall(.testNotification)),
  ])
  func everythingIsReached(script: String, call: SupportCall) throws {
    let driver = try driver().pressing(script)
    #expect(driver.commands == [.support(call)])
  }

  @Test func changesAskFirstAndNameTheCommand() throws {
    var driver = try driver().pressing("Sjjjjjjj<Enter>")
    guard case .confirmation(let question) = driver.state.overlays.last else {
      Issue.record("no question")
      return
    }
    #expect(question.text[0].contains("make sure that the customer has it") && question.text[0].contains("journal"))
    #expect(question.text[1] == "till support finish 2000000845425339 --unlock")
    try driver.press("n")
    #expect(driver.commands.isEmpty)
  }

  @Test func whatCannotBeExtendedSaysSo() throws {
    var driver = try driver().pressing("Sjjjj<Enter>")
    #expect(driver.state.message?.text == "extend: only an auto-renewable subscription can be extended")
    #expect(driver.commands.isEmpty)
    // Apple asks about consumption for every type of product.
    try driver.press("j<Enter>")
    guard case .choice(let choice) = driver.state.overlays.last else {
      Issue.record("no choice")
      return
    }
    #expect(choice.title.hasPrefix("How much of"))
  }

  @Test func whatIsNoUUIDIsNotSent() throws {
    let driver = try driver().pressing("Sjjjjjj<Enter>mine<Enter>")
    #expect(driver.state.message?.text.hasPrefix("invalid UUID “mine”") == true)
    #expect(driver.commands.isEmpty && driver.state.overlays.last?.scope == .entry)
  }

  @Test func theEntranceIsACustomer() throws {
    var driver = driver(account: nil)
    #expect(driver.state.overlays.map(\.scope) == [.entry])
    try driver.press("MK5ABCDEFG<Enter>")
    #expect(driver.commands == [.lookUp("MK5ABCDEFG")])
    try driver.press("Sj<Enter>")
    #expect(driver.state.message?.text == "statuses: no customer selected")
  }

  @Test func theEntranceGoesWhenACustomerWasLookedUpElsewhere() throws {
    var (driver, device) = (driver(account: nil), Fixture.device)
    device.account = "2000000845425339"
    driver.send(.storeChanged)
    driver.answer(.overview(Fixture.overview(device: device)))
    #expect(driver.state.overlays.isEmpty)
  }

  @Test func theRowUnderTheCursorIsMeant() throws {
    var driver = try driver().pressing("2")
    driver.answer(.transactions(Fixture.transactions(0..<4)))
    try driver.press("jS")
    let id = try #require(driver.state.tabs.front.selected?.reference)
    try driver.press("jjjjjjj<Enter>y")
    #expect(driver.commands == [.support(SupportCall(.finish).with(.purchase, id))])
  }

  @Test func whereTheAppStoreIsSimulatedItSaysWhereSupportWorks() throws {
    let driver = try Driver().pressing("S")
    #expect(
      driver.state.message?.text
        == "support: needs the App Store Server API (see till help support)")
    #expect(!driver.frame().text.contains("S support"), "the key bar has room for actions")
  }

  @Test func theAnswerIsShownInFull() throws {
    var driver = try driver().pressing("Sj<Enter>")
    driver.finish(.told(["2000000845429000  Monthly  active", "2000000845429100  Yearly  grace period"]))
    #expect(driver.state.message?.text == "The App Store answered: 2 lines (l shows them).")
    #expect(driver.state.overlays.last?.scope == .report)
  }

  @Test(arguments: [(60, 16), (80, 24), (160, 50)]) func sheets(width: Int, height: Int) throws {
    let locked = try driver(isUnlocked: false, width: width, height: height).pressing("S")
    try Snapshot.check(locked.frame(), "support-locked-\(width)x\(height)")
    var open = try driver(width: width, height: height).pressing("jjjS")
    try Snapshot.check(open.frame(), "support-\(width)x\(height)")
    try open.press("jjjj<Enter><Enter><Enter>")
    try Snapshot.check(open.frame(), "support-extend-\(width)x\(height)")
  }
}
