import AppStoreModel
import Testing

@testable import TillApp

/// Tests of the names that a person types for a product or a command.
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
        == "ambiguous name “monthly”; use com.example.piglet.plus.monthly or com.example.piglet.lite.monthly")
  }

  @Test func aTypingErrorIsAnsweredWithTheNearestNames() {
    let error = #expect(throws: CommandError.self) { try products.product(named: "premuim") }
    #expect(error?.message == "unknown product “premuim”; did you mean premium? See till status")
    #expect(error?.status == .failed)
    let part = #expect(throws: CommandError.self) { try products.product(named: "lock") }
    #expect(part?.message == "unknown product “lock”; did you mean Premium unlock? See till status")
    let other = #expect(throws: CommandError.self) { try products.product(named: "gold") }
    #expect(other?.message == "unknown product “gold”; see till status")
  }

  @Test func aCommandThatDoesNotExistIsAnsweredWithTheNearest() throws {
    let error = #expect(throws: UsageError.self) { try CommandTable.command(named: "explian") }
    #expect("\(String(describing: error))".contains("did you mean till explain?"))
    let other = #expect(throws: UsageError.self) { try CommandTable.command(named: "frobnicate") }
    #expect("\(String(describing: other))".contains("see till help"))
  }
}
