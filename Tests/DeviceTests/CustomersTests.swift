import AppStoreModel
import Testing

@testable import Device

/// Tests of the customers in a case, which are told apart by app transaction, then by token, then by lineage.
@Suite struct CustomersTests {
  private func bought(
    _ id: String, of original: String? = nil, app: String? = nil, token: String? = nil
  ) -> Transaction {
    Transaction {
      $0.originalTransactionId = original ?? id
      $0.transactionId = id
      $0.appAccountToken = token
      $0.appTransactionId = app
    }
  }

  private func names(_ transactions: [Transaction]) -> [String] {
    let customers = Customers(transactions)
    return transactions.map { customers.name(of: $0) }
  }

  @Test func appTransactionsComeFirst() {
    #expect(names([bought("1", app: "A"), bought("2", app: "B", token: "t")]) == ["app-A", "app-B"])
    // A renewal, and a purchase with the same token, which have no appTransactionId of their own.
    #expect(
      names([bought("2", of: "1"), bought("1", app: "A", token: "T"), bought("3", token: "t")])
        == ["app-A", "app-A", "app-A"])
  }

  @Test func aTokenOfSeveralCustomersTellsNothing() {
    #expect(
      names([bought("1", app: "A", token: "t"), bought("2", app: "B", token: "t"), bought("3", token: "t")])
        == ["app-A", "app-B", "token-t"])
  }

  @Test func whatOneReceiptListsIsOneCustomers() {
    let (one, two, three) = (bought("10"), bought("9"), bought("8", token: "t"))
    #expect(Set([one, two].map(Customers([one, two], groups: [[one, two]]).name(of:))) == ["lineage-9"])
    #expect(Set([one, three].map(Customers([one, three], groups: [[one, three]]).name(of:))) == ["token-t"])
    // Two customers with different app transactions stay two.
    let both = [bought("1", app: "A"), bought("2", app: "B")]
    #expect(Set(both.map(Customers(both, groups: [both]).name(of:))) == ["app-A", "app-B"])
  }

  @Test func thenTokensThenLineages() {
    #expect(
      names([bought("1", token: "t"), bought("2", token: "T"), bought("3"), bought("4", of: "3")])
        == ["token-t", "token-t", "lineage-3", "lineage-3"])
    // All transactions of a lineage belong to one customer if any later period has a token.
    #expect(names([bought("1"), bought("2", of: "1", token: "t")]) == ["token-t", "token-t"])
  }
}
