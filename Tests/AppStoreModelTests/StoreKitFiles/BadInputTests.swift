import AppStoreModel
import Core
import Testing

@Suite struct BadInputTests {
  /// Returns a file with one product and one subscription, with a test's changes.
  private func file(
    product: [String: JSONValue?] = [:], subscription: [String: JSONValue?] = [:], root: [String: JSONValue?] = [:]
  ) -> String {
    var coins: JSONObject = [
      "displayPrice": "0.99", "familyShareable": false, "internalID": "A1", "localizations": [],
      "productID": "coins", "referenceName": "Coins", "type": "Consumable",
    ]
    var monthly: JSONObject = [
      "displayPrice": "9.99", "groupNumber": 1, "productID": "monthly", "recurringSubscriptionPeriod": "P1M",
      "referenceName": "Monthly", "subscriptionGroupID": "G1", "type": "RecurringSubscription",
    ]
    for (name, value) in product { coins[name] = value }
    for (name, value) in subscription { monthly[name] = value }
    var json: JSONObject = [
      "products": .array([.object(coins)]), "nonRenewingSubscriptions": [], "settings": [:],
      "subscriptionGroups": [["id": "G1", "name": "Plus", "subscriptions": .array([.object(monthly)])]],
      "version": ["major": 4, "minor": 0],
    ]
    for (name, value) in root { json[name] = value }
    return JSONValue.object(json).serialized()
  }

  private func failure(_ text: String, name: String = "x.storekit") throws -> StoreKitFileError {
    try #require(throws: StoreKitFileError.self) { try StoreKitConfiguration(parsing: text.utf8, name: name) }
  }

  @Test func readsTheFileThatItIsAboutToBreak() throws {
    let configuration = try StoreKitConfiguration(parsing: file().utf8, name: "x.storekit")
    #expect(configuration.products.map(\.id) == ["coins", "monthly"])
    #expect(configuration.products.map(\.price) == [990, 9990])
  }

  @Test(arguments: [
    ("", "the text is empty"), ("hello", "the text is not JSON (line 1, column 1)"),
    ("\u{FEFF}{}", "byte order mark"), ("[]", "it has an array, not an object"), ("3", "it has a number"),
    ("{}", "it has no version"), (#"{"version":{"major":1}}"#, "it has no version"),
    (#"{"products":[]}"#, "it has no version"), (#"{"products":[]"#, "cut off"),
    (#"{"products":[],"products":[]}"#, "products appears twice"),
    (String(repeating: "[", count: 20_000), "is nested deeper than 64 levels"),
    (String(repeating: #"{"a":"#, count: 20_000), "is nested deeper than 64 levels"),
  ])
  func refusesAnotherFile(text: String, reason: String) throws {
    let error = try failure(text)
    #expect(error.kind == .notConfiguration)
    #expect(error.description.hasPrefix("x.storekit is not a StoreKit configuration file: "))
    #expect(error.description.contains(reason), "\(error)")
    #expect(error.description.contains("; export one from Xcode"))
    #expect(error.description.utf8.count < 400 && !error.description.contains { $0.isNewline })
  }

  @Test(
    arguments: [
      (["productID": nil], "products[0].productID is missing"), (["productID": ""], "products[0].productID is empty"),
      (["productID": 3], "products[0].productID must be a string, not a number"),
      (["displayPrice": nil], "products[0].displayPrice is missing"),
      (["displayPrice": "-1"], "products[0].displayPrice is negative: -1"),
      (["displayPrice": 0.99], "products[0].displayPrice must be a string, not a number"),
      (["displayPrice": "1e3"], "products[0].displayPrice is not a price such as 4.99: 1e3"),
      (["displayPrice": "0.0001"], "products[0].displayPrice is not a price such as 4.99: 0.0001"),
      (["displayPrice": "99999999999999999999"], "products[0].displayPrice is not a price such as 4.99"),
      (["displayPrice": "9000000000000"], "products[0].displayPrice is too high"),
      (["displayPrice": "\u{1B}[2J\u{202E}"], #"is not a price such as 4.99: \x1b[2J\u{202E}"#),
      (["type": nil], "products[0].type is missing"),
      (["type": "Boat"], "products[0].type “Boat” is not a product type"),
      (["type": "RecurringSubscription"], "products[0].type RecurringSubscription does not belong in this list"),
      (["localizations": ["x"]], "products[0].localizations[0] must be an object, not a string"),
      (["localizations": [["locale": 1]]], "products[0].localizations[0].locale must be a string"),
      (
        ["productID": "monthly"],
        "subscriptionGroups[0].subscriptions[0].productID monthly is also the id of another product"
      ),
    ] as [([String: JSONValue?], String)])
  func namesTheFaultOfAProduct(change: [String: JSONValue?], reason: String) throws {
    let error = try failure(file(product: change))
    #expect(error.kind == .invalid)
    #expect(error.description.contains(reason), "\(error)")
    #expect(error.description.hasPrefix("cannot use x.storekit: "))
    #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.properties.isBidiControl })
  }

  @Test(
    arguments: [
      (["recurringSubscriptionPeriod": nil], "recurringSubscriptionPeriod is missing"),
      (["recurringSubscriptionPeriod": "PT1H"], "recurringSubscriptionPeriod is not a period such as P1M: PT1H"),
      (["subscriptionGroupID": "G2"], "subscriptionGroupID is not the group"),
      (["groupNumber": 0], "groupNumber is not 1 or more"), (["groupNumber": "1"], "groupNumber must be a number"),
      (["groupNumber": 1e30], "groupNumber is not a whole number of 32 bits"),
      (["introductoryOffer": ["paymentMode": "gift"]], "introductoryOffer.paymentMode is not free"),
      (["adHocOffers": [["subscriptionPeriod": "P3D"]]], "adHocOffers[0].paymentMode is missing"),
      (["type": "Consumable"], "type Consumable does not belong in this list"),
    ] as [([String: JSONValue?], String)])
  func namesTheFaultOfASubscription(change: [String: JSONValue?], reason: String) throws {
    let error = try failure(file(subscription: change))
    #expect(error.description.contains("subscriptionGroups[0].subscriptions[0].\(reason)"), "\(error)")
  }

  @Test(
    arguments: [
      (["version": ["major": "4"]], "version.major must be a number"), (["version": [:]], "version.major is missing"),
      (["settings": []], "settings must be an object, not an array"),
      (["settings": ["_timeRate": "fast"]], "settings._timeRate must be a number, not a string"),
      (["products": ["coins": 1]], "products must be an array, not an object"),
      (
        ["subscriptionGroups": [["id": "G"], ["id": "G"]]], "subscriptionGroups[1].id G is also the id of another group"
      ),
      (["subscriptionGroups": [["name": "x"]]], "subscriptionGroups[0].id is missing"),
    ] as [([String: JSONValue?], String)])
  func namesTheFaultOfTheRest(change: [String: JSONValue?], reason: String) throws {
    #expect(try failure(file(root: change)).description.contains(reason))
  }

  @Test func showsHostileNamesOfFilesAndProductsEscaped() throws {
    let name = "\u{1B}]0;x\u{7}\u{202E}.storekit\n"
    #expect(try failure("", name: name).description.hasPrefix(#"\x1b]0;x\x07\u{202E}.storekit\x0a is not"#))
    let id = "a\u{1B}\n\u{2066}"
    let error = try failure(file(product: ["productID": .string(id)], subscription: ["productID": .string(id)]))
    #expect(error.description.contains(#"a\x1b\x0a\u{2066} is also the id of another product"#))
  }

  @Test func keepsHostileNamesAsTheyAre() throws {
    let id = "a\u{1B}\n\u{2066}高"
    let configuration = try StoreKitConfiguration(
      parsing: file(product: ["productID": .string(id), "referenceName": .string(id)]).utf8, name: "x")
    #expect(configuration.products.first?.id == id)
    #expect(configuration.products.first?.displayName(locale: "en_US") == id)
  }
}
