import Foundation
import TestSupport
import Testing

/// Tests of offers signed by Apple's own signature creators, with the key that `till serve` made.
@Suite(.startsPrograms) struct AppleOffersTests {
  private static func subscription(_ id: String, group: String, _ offer: String) -> String {
    """
    {"id": "\(group)", "name": "\(group)", "localizations": [], "subscriptions": [{"productID": "\(id)",
      "type": "RecurringSubscription", "displayPrice": "10.00", "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
      "subscriptionGroupID": "\(group)", "localizations": [], \(offer)}]}
    """
  }

  private static let catalogue = """
    {"version": {"major": 4, "minor": 0}, "products": [], "subscriptionGroups": [
      \(subscription("com.example.silver", group: "1", """
        "adHocOffers": [{"internalID": "1", "offerID": "comeback", "referenceName": "c", "paymentMode": "payUpFront",
          "displayPrice": "3.00", "subscriptionPeriod": "P3M"}]
        """)),
      \(subscription("com.example.trial", group: "2", introductory)),
      \(subscription("com.example.upfront", group: "3", introductory))]}
    """

  private static let introductory = """
    "introductoryOffer": {"internalID": "3", "paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 1}
    """

  @Test(.enabled(if: ApplesPythonLibrary.isPresent, ApplesPythonLibrary.absence))
  func `what Apple's creators sign is bought, and each wrong claim refused by name`() throws {
    let shop = TillProgram()
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let home = try ScratchFolder.make("till-offers")
    defer { try? FileManager.default.removeItem(at: home) }
    let (catalogue, file) = (home.appending(path: "Offers.storekit"), home.appending(path: "serve.json"))
    try Data(Self.catalogue.utf8).write(to: catalogue)
    let serve = try ServeProgram(
      store: shop.store,
      ["--empty", "--catalog", catalogue.path(percentEncoded: false), "--bundle-id", "com.example.offers"])
    try Data(serve.line.utf8).write(to: file)
    let script = try String(contentsOf: folder.appending(path: "Python/apple_offers.py"), encoding: .utf8)
    let output = try ApplesPythonLibrary.run(script, arguments: [file.path(percentEncoded: false)])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    let said = [
      "version 2: bought", "version 2: bought",
      "other offer: the offer's JWS has offerIdentifier “other”; use comeback",
      "other customer: the offer's JWS has transactionId “2000000000000001”, which is not of",
      "other issuer: the offer's JWS has iss “another-issuer”; use", "introductory: bought",
      "other product: the offer's JWS has productId “com.example.trial”; use com.example.upfront",
      "no token: the offer's signature does not match", "version 1: bought", "again: the offer's nonce",
    ]
    #expect(lines.count == said.count)
    for (line, beginning) in zip(lines, said) { #expect(line.hasPrefix(beginning), "\(line)") }
    #expect(serve.stop() == 0)
  }
}
