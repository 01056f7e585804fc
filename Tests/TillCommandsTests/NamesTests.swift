import StoreModel
import TestSupport
import Testing
import TillRuntime

@testable import TillCommands

/// What a person types for a product or a command.
struct NamesTests {
  private let products = [
    Product(
      id: "com.example.piglet.premium", type: .nonConsumable, displayName: "Premium unlock", price: 8000,
      currency: "CNY", displayPrice: ""),
    Product(
      id: "com.example.piglet.plus.monthly", type: .autoRenewableSubscription, displayName: "Monthly", price: 12000,
      currency: "CNY", displayPrice: "", localizedNames: ["zh_CN": "包月"]),
    Product(
      id: "com.example.piglet.lite.monthly", type: .autoRenewableSubscription, displayName: "Lite", price: 6000,
      currency: "CNY", displayPrice: ""),
  ]

  @Test(arguments: ["com.example.piglet.premium", "premium", "PREMIUM", "Premium unlock", "piglet.premium"])
  func aProductIsNamedInFullOrByItsEndOrItsDisplayName(_ name: String) throws {
    #expect(try products.product(named: name).id == "com.example.piglet.premium")
  }

  @Test func aNameInAnotherLanguageCountsToo() throws {
    #expect(try products.product(named: "包月").id == "com.example.piglet.plus.monthly")
  }

  @Test func aNameThatFitsSeveralIsRefusedWithAllOfThem() {
    let error = #expect(throws: CommandError.self) { try products.product(named: "monthly") }
    #expect(
      error?.message
        == "monthly may be com.example.piglet.plus.monthly or com.example.piglet.lite.monthly: write the id")
  }

  @Test func aSlipOfTheFingerIsAnsweredWithWhatComesNear() {
    let error = #expect(throws: CommandError.self) { try products.product(named: "premuim") }
    #expect(error?.message == "no product premuim: did you mean premium?")
    #expect(error?.status == .failed)
    let part = #expect(throws: CommandError.self) { try products.product(named: "lock") }
    #expect(part?.message == "no product lock: did you mean Premium unlock?")
    let other = #expect(throws: CommandError.self) { try products.product(named: "gold") }
    #expect(other?.message == "no product gold: till status lists them")
  }

  @Test func aCommandThatDoesNotExistIsAnsweredWithTheNearest() throws {
    let error = #expect(throws: UsageError.self) { try CommandTable.command(named: "explian") }
    #expect("\(String(describing: error))".contains("did you mean till explain?"))
    let other = #expect(throws: UsageError.self) { try CommandTable.command(named: "frobnicate") }
    #expect("\(String(describing: other))".contains("see till help"))
  }
}
