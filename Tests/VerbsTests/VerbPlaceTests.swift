import AppStoreModel
import Core
import Foundation
import Testing

@testable import Verbs

/// Tests of where the dashboard offers the verbs, and of the documents generated from the rows.
struct VerbPlaceTests {
  @Test(arguments: VerbPlace.Part.allCases)
  func aKeyMeansOneThingInAPart(part: VerbPlace.Part) {
    let keys = Verb.places.filter { $0.parts.contains(part) || $0.parts.contains(.whole) }.map(\.key)
    #expect(Set(keys).count == keys.count, "\(part)")
  }

  @Test func namesAreUniqueAndSentencesWhole() {
    let names = Verb.places.map(\.name)
    #expect(Set(names).count == names.count)
    for place in Verb.places {
      #expect(!place.title.text.isEmpty && place.summary.text.hasSuffix("."), "\(place.name)")
      #expect(place.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(place.name)")
    }
    // A setting needs a place, whose key is shown with it.
    #expect(Verb.listedSettings.allSatisfy { !$0.places.isEmpty })
  }

  @Test func theRowUnderTheCursorFillsTheCall() throws {
    let item = Self.subscription(.active)
    let plan = try Self.plan("renew", .subscription(item)).get()
    #expect(plan.call?.line == "till simulator renew 7")
    guard case .choose(_, let items, _) = try Self.plan("extend", .subscription(item)).get() else {
      Issue.record("nothing to choose")
      return
    }
    #expect(items.first?.plan.call == VerbCall(.extend).with(.subscription, "7").with(.days, 3))
  }

  @Test(arguments: [
    ("extend", Subscription.State.grace, "only a paid period can be extended"),
    ("expire", .expired, "it has ended; buy it again"),
    ("consent", .active, "no price increase is announced; announce one first"),
    ("storefront", .active, "no Apple Account is selected"), ("refund", .active, "no row is selected"),
    ("approve", .active, "nothing is waiting for a decision"), ("go-back", .active, "no checkpoint yet"),
  ])
  func anUnavailableVerbSaysWhy(name: String, state: Subscription.State, reason: String) {
    guard case .failure(let why) = Self.plan(name, .subscription(Self.subscription(state))) else {
      Issue.record("\(name) can be done")
      return
    }
    #expect(why.text.hasPrefix(reason))
  }

  @Test(arguments: [
    ("approve", "this purchase is not waiting for a decision"), ("reverse", "only a granted refund can be reversed"),
    ("answer-consumption", "this purchase is not waiting"),
  ])
  func aPurchaseIsNotADecision(name: String, reason: String) {
    guard case .failure(let why) = Self.plan(name, .purchase(Self.purchase)) else {
      Issue.record("\(name) can be done")
      return
    }
    #expect(why.text.hasPrefix(reason))
  }

  @Test func anotherAccountsSubscriptionIsItsOwn() {
    guard case .failure(let why) = Self.plan("renew", .subscription(Self.subscription(.active)), signedIn: "b@") else {
      Issue.record("it can be done")
      return
    }
    #expect(why.text == "it belongs to a@; sign in as a@ first")
  }

  @Test(arguments: [AppStoreCase.Kind.askToBuy, .interrupted])
  func theQuestionSaysWhatIsCharged(kind: AppStoreCase.Kind) throws {
    func text(_ change: PlanChange?) throws -> String {
      let item = AppStoreCase(
        kind: kind, transactionId: "9", productId: "p", productName: "P", account: "a@",
        date: Timestamp(milliseconds: 0), displayPrice: "$4.00", change: change)
      guard case .ask(_, let text, _) = try Self.plan("approve", .decision(item)).get() else { return "" }
      return text
    }
    #expect(try text(nil).contains("Charges $4.00") && text(.upgrade).contains("Charges $4.00"))
    #expect(try text(.downgrade).contains("Nothing is charged now") && !text(.downgrade).contains("$4.00"))
  }

  @Test func aShareThatIsTypedIsAWholePercent() throws {
    let item = AppStoreCase(
      kind: .refundRequest, transactionId: "9", productId: "p", productName: "P", account: "a@",
      date: Timestamp(milliseconds: 0), displayPrice: "$1.00")
    guard case .choose(_, let items, _) = try Self.plan("approve-part", .decision(item)).get(),
      case .type(let typed)? = items.last?.plan
    else {
      Issue.record("nothing is typed")
      return
    }
    #expect(try typed.plan(for: "33").get().call?.line == "till simulator refund approve 9 --percentage 33")
    for text in ["", "0", "101", "x"] {
      #expect(throws: WhyNot.self) { try typed.plan(for: text).get() }
    }
  }

  @Test func theTableOfTheDocumentsIsMadeFromTheRows() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appendingPathComponent("Assets/Docs/verbs.md")
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      return try Verb.markdown.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == Verb.markdown,
      "Assets/Docs/verbs.md: TILL_RECORD=1 swift test --filter VerbPlaceTests")
  }

  private static func subscription(_ state: Subscription.State) -> Subscription {
    Subscription(
      originalTransactionId: "7", transactionId: "8", productId: "p", productName: "P", displayPrice: "$1.00",
      account: "a@", state: state, autoRenew: true, billingFails: false, expiresDate: Timestamp(milliseconds: 0),
      nextDate: Timestamp(milliseconds: 0), renewals: 0)
  }

  private static let purchase = AppStorePurchase(
    transactionId: "8", productId: "p", productName: "P", account: "a@", date: Timestamp(milliseconds: 0),
    displayPrice: "$1.00")

  private static func plan(
    _ name: String, _ subject: VerbScene.Subject, signedIn: String = "a@"
  ) -> Result<VerbPlan, WhyNot> {
    let situation = AppStoreSituation(
      now: Timestamp(milliseconds: 0), isPaused: false, rate: .realTime, cases: [],
      accounts: [])
    let scene = VerbScene(subject, situation, signedIn: signedIn, products: []) { $0.formatted() }
    return Verb.places.first { $0.name == name }?.plan(in: scene) ?? .failure(WhyNot("no place \(name)"))
  }
}

extension Verb {
  /// A Markdown page of all verbs: the command line, the summary, and the dashboard's key where there is one.
  fileprivate static let markdown: String = {
    let rows = all.filter { $0.access != .otherCommands }.map { verb in
      let keys = verb.places.map { place in
        "\(place.parts.map(\.page).joined(separator: ", ")) `\(place.key)`"
      }
      return
        "| `\(verb.usage.replacing("|", with: "\\|"))` | \(verb.summary.english) | \(keys.joined(separator: "; ")) |\n"
    }
    return """
      # What can be done on the App Store's side

      Each row is a verb: `till simulator VERB` on the command line, a key on the App Store's side of the dashboard (`s`),
      and a call of a `till serve`. This page is made from the rows (`Sources/Verbs`).

      | till simulator | what it does | in the dashboard |
      |---|---|---|

      """ + rows.joined()
  }()
}

extension VerbPlace.Part {
  /// The part's name on the page.
  fileprivate var page: String { self == .whole ? "every part" : rawValue }
}
