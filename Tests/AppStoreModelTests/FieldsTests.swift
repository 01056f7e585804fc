import Core
import Testing

@testable import AppStoreModel

/// Tests of the field lists by which JSON objects are read and written.
struct FieldsTests {
  /// A payload of every kind with a value in each member.
  private static let full: [String: (payload: any Payload, names: [String])] = [
    "Transaction": (filled(Transaction.self), Transaction.fields.names),
    "TransactionCommitmentInfo": (filled(TransactionCommitmentInfo.self), TransactionCommitmentInfo.fields.names),
    "RenewalInfo": (filled(RenewalInfo.self), RenewalInfo.fields.names),
    "RenewalCommitmentInfo": (filled(RenewalCommitmentInfo.self), RenewalCommitmentInfo.fields.names),
    "AppTransaction": (filled(AppTransaction.self), AppTransaction.fields.names),
    "ServerNotification": (filled(ServerNotification.self), ServerNotification.fields.names),
    "NotificationData": (filled(NotificationData.self), NotificationData.fields.names),
    "NotificationSummary": (filled(NotificationSummary.self), NotificationSummary.fields.names),
    "AppData": (filled(AppData.self), AppData.fields.names),
    "ExternalPurchaseToken": (filled(ExternalPurchaseToken.self), ExternalPurchaseToken.fields.names),
  ]

  /// Returns a payload in which each member has the first of these values that it accepts.
  private static func filled<P: Payload>(_ type: P.Type) -> P {
    let values: [JSONValue] = ["text", 7, true, .array(["text"]), .object([:])]
    var json = JSONObject()
    for name in P.fields.names {
      let taken = values.first { (try? P(json: [name: $0])) != nil }
      json.append(name, taken ?? .null)
    }
    return (try? P(json: json)) ?? P()
  }

  @Test(arguments: full.keys.sorted())
  func everyStoredPropertyIsInTheListUnderItsName(kind: String) throws {
    let (payload, names) = try #require(Self.full[kind])
    let properties = Mirror(reflecting: payload).children.compactMap(\.label)
    #expect(names == properties.filter { $0 != "otherMembers" })
  }

  @Test(arguments: full.keys.sorted())
  func everyMemberComesBackInItsPlace(kind: String) throws {
    let (payload, names) = try #require(Self.full[kind])
    #expect(payload.json.names == names)
    try expectRoundTrip(payload)
  }

  private func expectRoundTrip<P: Payload>(_ payload: P) throws {
    #expect(try P(json: payload.json) == payload)
    let reversed = JSONObject(unique: payload.json.reversed())
    #expect(try P(json: reversed) == payload)
    #expect(try P(json: reversed).json == payload.json)
  }

  @Test func aLookForAMemberKnowsNamesOfEqualLength() throws {
    // The names differ by one letter, have equal lengths, and occur in another order.
    let json: JSONObject = ["offerTyPe": 1, "price": 5, "offerType": 2, "Price": 6, "": 3]
    let transaction = try Transaction(json: json)
    #expect(transaction.price == 5 && transaction.offerType == .promotionalOffer)
    #expect(transaction.otherMembers.names == ["offerTyPe", "Price", ""])
  }

  @Test func unknownMembersAreWrittenLastInTheirOrder() throws {
    let json: JSONObject = ["zebra": 1, "transactionId": "1", "ape": [:], "bundleId": "b"]
    let transaction = try Transaction(json: json)
    #expect(transaction.json.names == ["transactionId", "bundleId", "zebra", "ape"])
  }

  @Test func aBuilderSetsMembers() {
    let transaction = Transaction {
      $0.transactionId = "1"
      $0.quantity = 3
    }
    #expect(transaction.json == ["transactionId": "1", "quantity": 3])
  }

  // MARK: Required members

  @Test func whatHasToBeThereIsNamed() {
    let whole: JSONObject = ["orderId": "o", "currentUser": "one", "transactionId": "t"]
    #expect((try? OrderUpload(json: whole)) != nil)
    for name in ["orderId", "currentUser", "transactionId"] {
      for value in [nil, .null, ""] as [JSONValue?] {
        var json = whole
        json[name] = value
        let error = #expect(throws: JSONError.self) { try OrderUpload(json: json) }
        #expect(error?.kind == .missing && error?.path == name)
      }
    }
  }

  @Test func aWordThatIsNotKnownIsRefused() {
    var json: JSONObject = ["originalTransactionId": "1", "users": [], "attribution": "guess"]
    let error = #expect(throws: JSONError.self) { try Ownership(json: json) }
    #expect(error?.description == "attribution must be a word that Till knows, not this text")
    json.append("attribution", 4)
    let other = #expect(throws: JSONError.self) { try Ownership(json: json) }
    #expect(other?.description == "attribution must be a word that Till knows, not a number")
  }

  @Test func anAccountIsReadAsItIsWritten() throws {
    let grant = Grant(
      id: "g", user: "one", productId: "p", reason: "ours", grantedDate: Timestamp(milliseconds: 1),
      untilDate: Timestamp(milliseconds: 2))
    let account = UserAccount(
      user: "one",
      balances: [
        "b": ConsumableCount(delivered: 3, used: 2, refunded: 1),
        "a": ConsumableCount(delivered: 1, used: 0, refunded: 0),
      ], grants: [grant], policy: .share)
    #expect(try UserAccount(json: account.json) == account)
    #expect(
      JSONValue.object(account.json).serialized()
        == #"{"user":"one","policy":"share","balances":[{"productId":"a","delivered":1,"used":0,"refunded":0},"#
        + #"{"productId":"b","delivered":3,"used":2,"refunded":1}],"grants":[{"id":"g","user":"one","productId":"p","#
        + #""reason":"ours","grantedDate":1,"untilDate":2}],"rights":[],"declinedRefunds":[]}"#)
    var broken = account.json
    broken.append("balances", [["productId": "a", "delivered": "x", "used": 0, "refunded": 0]])
    let error = #expect(throws: JSONError.self) { try UserAccount(json: broken) }
    #expect(error?.path == "balances[0].delivered")
    let count: JSONObject = ["productId": "a", "delivered": 1, "used": 0, "refunded": 0, "granted": "x"]
    broken["balances"] = .array([.object(count)])
    let granted = #expect(throws: JSONError.self) { try UserAccount(json: broken) }
    #expect(granted?.path == "balances[0].granted" && granted?.message.hasPrefix("must be ") == true)
    broken = account.json
    broken.append("grants", [["id": "g"]])
    let missing = #expect(throws: JSONError.self) { try UserAccount(json: broken) }
    #expect(missing?.path == "grants[0].user")
  }

  @Test(arguments: [
    OrderAnswer.processing(), .processing(reason: "early"), .refused(reason: "no"), .overdue(reason: "late"),
    .confirmed(Credit(users: ["one", "two"], quantity: 2, attribution: .token, policyOutcome: .shared)),
  ])
  func anAnswerIsReadAsItIsWritten(answer: OrderAnswer) throws {
    #expect(try OrderAnswer(json: answer.json) == answer)
  }

  @Test func anAnswerWithoutItsReasonIsRefused() {
    #expect(throws: JSONError.self) { try OrderAnswer(json: ["answer": "refused"]) }
    #expect(throws: JSONError.self) {
      try OrderAnswer(json: ["answer": "confirmed", "users": [], "quantity": -1, "attribution": "token"])
    }
  }
}
