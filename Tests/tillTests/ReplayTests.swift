import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

/// Tests of `till replay`, which repeats recorded requests at a `till serve` and lists the differences.
@Suite(.startsPrograms) struct ReplayTests {
  private let till = TillProgram()

  /// Returns signed data with an invalid signature, because a recording is not verified.
  private func signed(_ payload: JSONObject) -> String {
    func segment(_ json: JSONObject) -> String {
      String(decoding: Base64.url.encode(JSONValue.object(json).serializedBytes()), as: UTF8.self)
    }
    return "\(segment(["alg": "ES256"])).\(segment(payload)).\(segment(["none": true]))"
  }

  private func transaction(_ id: String, _ more: JSONObject = [:]) -> JSONObject {
    var payload: JSONObject = [
      "transactionId": .string(id), "originalTransactionId": "2000000000000001", "webOrderLineItemId": "77",
      "bundleId": "org.recorded", "productId": "org.recorded.plus", "subscriptionGroupIdentifier": "group",
      "purchaseDate": 1_772_323_200_000, "originalPurchaseDate": 1_772_323_200_000, "expiresDate": 1_775_001_600_000,
      "quantity": 1, "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED",
      "signedDate": 1_772_323_300_000, "environment": "Sandbox", "transactionReason": "PURCHASE", "storefront": "USA",
      "storefrontId": "143441", "price": 9990, "currency": "USD", "appTransactionId": "704000000000000123",
    ]
    for (name, value) in more { payload.append(name, value) }
    return payload
  }

  private func line(_ method: String, _ path: String, _ status: Int, _ answer: JSONObject) -> String {
    let exchange: JSONObject = [
      "request": ["method": .string(method), "path": .string(path)],
      "response": ["status": .number(status), "body": .object(answer)],
    ]
    return JSONValue.object(exchange).serialized() + "\n"
  }

  private func file(_ name: String, _ text: String) throws -> String {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let path = till.store + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test func equalAnswersAreEqualAndDifferencesAreListedByEndpoint() throws {
    let id = "2000000000000001"
    let info: JSONObject = ["signedTransactionInfo": .string(signed(transaction(id)))]
    let page: JSONObject = [
      "revision": "theirs", "hasMore": false, "bundleId": "org.recorded", "environment": "Sandbox",
      "signedTransactions": [.string(signed(transaction(id)))],
    ]
    let alike =
      line("GET", "/inApps/v1/transactions/\(id)", 200, info)
      + line("GET", "/inApps/v2/history/704000000000000123?sort=ASCENDING", 200, page)
      + line("GET", "/inApps/v2/history/\(id)?revision=theirs", 200, page)
      + line(
        "GET", "/inApps/v1/transactions/42", 404,
        ["errorCode": 4_040_010, "errorMessage": "Transaction id not found."])
    let good = try till.run("replay", file("alike.jsonl", alike), "--json")
    let document = try good.document()
    #expect(good.status == 0 && document["ok"] == true, "\(good.output)")
    #expect(try document.objects("endpoints")?.count == 2)

    let odd: JSONObject = ["signedTransactionInfo": .string(signed(transaction(id, ["bow": 1, "offerType": 9])))]
    let other =
      line("GET", "/inApps/v1/transactions/\(id)", 200, odd)
      + line(
        "GET", "/inApps/v1/subscriptions/42", 404,
        ["errorCode": 4_040_005, "errorMessage": "Original transaction id not found."])
    let run = try till.run("replay", file("other.jsonl", other))
    #expect(run.status == 1)
    for words in [
      "GET /inApps/v1/transactions/{id}: 1 request",
      "signedTransactionInfo›bow",
      "GET /inApps/v1/subscriptions/{id}", "errorCode 4040005 in the recording, 4040010 here", "(line 2)",
      "Till does not know member bow, seen 1 time", "Till does not know offerType 9, seen 1 time",
    ] { #expect(run.output.contains(words), "\(words)\n\(run.output)") }
  }

  @Test func anArchiveIsReadAndASecretIsNeitherTakenNorKept() throws {
    let archive = """
      {"log": {"entries": [
        {"request": {"method": "GET", "url": "https://api.storekit-sandbox.apple.com/inApps/v1/transactions/42",
           "headers": [{"name": "Authorization", "value": "Bearer eyJsecret"}]},
         "response": {"status": 404, "content": {"mimeType": "application/json",
           "text": "{\\"errorCode\\":4040010,\\"errorMessage\\":\\"Transaction id not found.\\"}"}}},
        {"request": {"method": "GET", "url": "https://example.com/other"}, "response": {"status": 200, "content": {}}}]}}
      """
    let har = try file("capture.har", archive)
    #expect(try till.run("replay", har).status == 0)
    let clean = till.store + "/clean.jsonl"
    #expect(try till.run("replay", har, "--clean", clean).status == 0)
    let text = try String(contentsOfFile: clean, encoding: .utf8)
    #expect(!text.contains("secret") && text.contains("/inApps/v1/transactions/42"))
    #expect(try till.run("replay", clean).status == 0)
    let leaky =
      #"{"request": {"method": "GET", "path": "/inApps/v1/lookup/A", "headers": {"Authorization": "x"}}, "#
      + #""response": {"status": 200}}"#
    let refused = try till.run("replay", file("leaky.jsonl", leaky))
    #expect(refused.status == 2 && refused.error.contains("line 1") && refused.error.contains("--clean"))
    #expect(try till.run("replay", file("none.jsonl", "{}\n")).status == 2)
    #expect(try till.run("replay", till.store + "/nowhere").status == 2)
  }
}
