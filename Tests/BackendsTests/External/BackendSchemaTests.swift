import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@testable import Backends

/// The schema of the backends' protocol against the members that Till reads and writes: a member of one that the other
/// lacks would be news to the author of a backend.
@Suite struct BackendSchemaTests {
  @Test func eachMemberIsInTheSchema() throws {
    let file = Checkout.root.appending(path: "Assets/Backends/protocol.schema.json")
    let definitions = try JSONValue(parsing: Data(contentsOf: file)).objectValue?["$defs"]?.objectValue
    func properties(_ path: String...) -> Set<String>? {
      let value = path.reduce(definitions.map(JSONValue.object)) { $0?.objectValue?[$1] }
      return (value?.objectValue?["properties"]?.objectValue).map { Set($0.map(\.name)) }
    }
    #expect(properties("Purchase") == Set(PurchaseRequest.fields.names))
    #expect(properties("Accounts", "properties", "accounts", "items") == Set(AppleAccount.fields.names))
    #expect(properties("Products") == Set(ProductListing.fields.names))
    #expect(properties("Products", "properties", "products", "items") == Set(Product.fields.names))
    #expect(properties("Page") == Set(HistoryPage.fields.names))

    let offers: [PurchaseOffer] = [
      .code("a"), .winBack("b"), .plan(.monthly), .introductory(eligibility: "c"),
      .promotional(id: "d", signature: .legacy(keyId: "e", nonce: "f", timestamp: 1, signature: "g")),
    ]
    #expect(properties("Purchase", "properties", "offer") == Set(offers.flatMap { $0.json.map(\.name) }))
    let answers: [PurchaseAnswer] = [
      .success(signedTransaction: "a", alreadyOwned: false), .pending(transactionId: "b"),
      .interrupted(transactionId: "c"), .cancelled,
    ]
    #expect(properties("PurchaseAnswer") == Set(answers.flatMap { $0.json.map(\.name) }))
    let results = definitions?["PurchaseAnswer"]?.objectValue?["properties"]?.objectValue?["result"]?.objectValue?[
      "enum"]
    #expect(results?.arrayValue == answers.compactMap { $0.json["result"] })
  }
}
