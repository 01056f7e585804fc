import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

/// The schema of the app server's protocol against the members that Till reads and writes: a member of one that the other
/// lacks would be news to the author of an app server.
@Suite struct ProtocolSchemaTests {
  @Test func eachMemberIsInTheSchema() throws {
    let file = Checkout.root.appending(path: "Assets/AppServer/protocol.schema.json")
    let schema = try JSONValue(parsing: Data(contentsOf: file)).objectValue
    let types: [(name: String, members: [String])] = [
      ("OrderUpload", OrderUpload.fields.names), ("UserPurchase", UserPurchase.fields.names),
      ("UserAccount", UserAccount.fields.names), ("Right", Right.fields.names), ("Grant", Grant.fields.names),
      ("ProductDuration", ProductDuration.fields.names), ("OtherPurchase", OtherPurchase.fields.names),
      ("Transfer", PurchaseTransfer.fields.names), ("OwnershipClaim", OwnershipClaim.fields.names),
      (
        "Close",
        OrderClosing(
          orderId: "1", transactionId: "2", user: "one", productId: "p", ground: .compensated, compensatedBy: "3",
          reason: "r"
        ).json.map(\.name)
      ),
    ]
    let definitions = try #require(schema?["$defs"]?.objectValue)
    for (name, members) in types {
      let properties = try #require(definitions[name]?.objectValue?["properties"]?.objectValue)
      #expect(Set(properties.map(\.name)) == Set(members), "\(name)")
    }
  }
}
