import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// Tests of the answers to typical questions of customers.
@Suite struct CustomerSaysTests {
  private func shown(_ driver: Driver) -> Choice? {
    if case .choice(let choice)? = driver.state.overlays.last { choice } else { nil }
  }

  private static let twice: ProductStatus = {
    var status = Fixture.premiumStatus
    status.chargedTwice = ChargedTwice(isCertain: true, purchaseIds: ["1", "2"], refundableId: "2")
    status.next = NextStep(
      who: .customer, text: "ask for one", action: .askRefund(transactionId: "2"), say: "We see two.")
    return status
  }()

  @Test(arguments: Array(CustomerCase.allCases.enumerated()))
  func eachCaseIsCheckedFirst(index: Int, customerCase: CustomerCase) throws {
    let driver = try Driver().pressing("h" + String(repeating: "j", count: index) + "<Enter>")
    #expect(driver.commands == [.helpCustomer(customerCase)])
  }

  @Test func theAnswerIsASentenceAndWhatDoesTheStep() throws {
    var driver = try Driver(Fixture.overview([Self.twice])).pressing("hjjjj<Enter>")
    driver.finish(.helped(CustomerHelp(.chargedTwice, [CustomerHelp.Product(Self.twice)], isChecked: true)))
    let choice = try #require(shown(driver))
    #expect(choice.head.contains { $0.contains("We see two.") })
    #expect(choice.items.map(\.pick).first == .step(.askRefund, productId: Fixture.premium.id))
    try driver.press("<Enter>")
    #expect(driver.state.overlays.map(\.scope) == [.refundList])
  }

  /// Tests the answers in a case or a desk, where Till cannot ask the App Store.
  ///
  /// The evidence answers, and a step that cannot be done here says to wait.
  @Test func whereNothingMayBeAskedTheEvidenceAnswers() throws {
    let setup = Setup(
      appName: "Piglet", backend: "case", isReal: true, isLocked: true,
      abilities: .nothing(because: "imported evidence"))
    var driver = try Driver(Fixture.overview([Self.twice]), setup: setup, situation: nil).pressing("hjjjj<Enter>")
    #expect(driver.commands.isEmpty)
    let choice = try #require(shown(driver))
    #expect(choice.head.contains { $0.contains("imported evidence") })
    #expect(choice.head.contains { $0.contains("We see two.") })
    #expect(choice.items.map(\.pick) == [.copy("We see two.")])
    try driver.press("<Enter>")
    #expect(driver.effects.contains(.copy("We see two.")))
  }

  /// Tests that a device that has not asked the App Store does not deny a second charge.
  @Test func aSecondChargeIsDeniedOnlyAfterACheck() {
    var status = Fixture.premiumStatus
    (status.state, status.entitled, status.reasons) = (.notPurchased, false, [])
    status.next = NextStep(who: .customer, text: "restore first", action: .restore, say: "Please restore.")
    for isChecked in [false, true] {
      let help = CustomerHelp(.chargedTwice, [CustomerHelp.Product(status)], isChecked: isChecked)
      #expect((help.next.text == "restore first") == !isChecked)
    }
  }

  /// Tests that a purchase of another user, which is moved or whose user logs in, is what the customer misses.
  @Test(arguments: [NextStep.Action.logIn(user: "one"), .transfer(transactionId: "1")])
  func whatAnotherUserHasIsConcerned(_ action: NextStep.Action) {
    var status = Fixture.premiumStatus
    (status.state, status.entitled, status.reasons) = (.notPurchased, false, [])
    status.next = NextStep(who: .customer, text: "the step", action: action, say: "What we see.")
    for said in [CustomerCase.paidAndNothing, .changedPhone] {
      #expect(CustomerHelp(said, [CustomerHelp.Product(status)]).products.map(\.productId) == [status.product.id])
    }
  }

  /// Tests that a paused renewal answers “I paid and have nothing”, and that an ended one is shown while the order id is
  /// asked for; no answer says that there is no purchase.
  @Test(arguments: [CustomerCase.paidAndNothing, .changedPhone]) func whatTheCustomerHadIsShown(_ said: CustomerCase) {
    func help(_ state: EntitlementState, _ action: NextStep.Action? = nil) -> CustomerHelp {
      var status = Fixture.premiumStatus
      (status.state, status.entitled, status.reasons) = (state, false, [])
      status.next = NextStep(who: .us, text: "the step", action: action, say: "What we see.")
      return CustomerHelp(said, [CustomerHelp.Product(status)])
    }
    for state in [EntitlementState.billingRetry, .renewalAwaited] {
      #expect(help(state).next.text == "the step" && help(state).next.say?.hasPrefix("What we see.") == true)
    }
    for state in [EntitlementState.expired, .revoked] {
      let help = help(state)
      #expect(help.products.map(\.state) == [state])
      #expect(help.next.text == "Till knows of no later purchase; ask for the order id in Apple's receipt e-mail")
      #expect(
        help.next.say
          == "What we see. If you paid for something else, please reply with the order ID from Apple's receipt e-mail.")
    }
    // A device that has not asked the App Store restores first.
    #expect(help(.expired, .restore).next.action == .restore)
  }

  /// Tests that a login asks whether the user owns a purchase that was made before it.
  @Test(arguments: [("<Enter>", LoginChoice.claim), ("j<Enter>", .leave)])
  func aLoginAsksWhoseAnEarlierPurchaseIs(keys: String, choice: LoginChoice) throws {
    var driver = Driver()
    driver.state.works = [Work(id: TaskID(900), kind: .command(.logIn("one")))]
    driver.finish(.asksBeforeLogin(LoginQuestion(user: "one", productIds: [Fixture.premium.id])))
    let sheet = try #require(shown(driver))
    #expect(sheet.title == "Log in as one" && sheet.items.count == 2)
    #expect(sheet.head.first?.contains("one has \(Fixture.premium.displayName) already") == true, "\(sheet.head)")
    try driver.press(keys)
    #expect(driver.commands.last == .logIn("one", choice))
    #expect(shown(driver) == nil)
  }

  /// Tests that the product lists a login's claim which waits for the app server.
  @Test func aLoginThatWaitsForTheServerIsListed() throws {
    var status = Fixture.premiumStatus
    status.reasons.append(
      Reason(
        supports: false, rule: "waitsForServer",
        text: "bought before one logged in; the login waits for the app server"))
    let lines = Driver(Fixture.overview([status]), width: 120, height: 40).frame().lines
    #expect(lines.joined(separator: " ").contains("bought before one logged in"))
  }

  @Test func aSecondChargeIsABadge() {
    let driver = Driver(Fixture.overview([Self.twice]))
    #expect(driver.state.statusBadges.first == .chargedTwice(productId: Fixture.premium.id))
    let once = Driver(Fixture.overview([Fixture.premiumStatus])).state.statusBadges
    #expect(!once.contains { if case .chargedTwice = $0 { true } else { false } })
  }
}
