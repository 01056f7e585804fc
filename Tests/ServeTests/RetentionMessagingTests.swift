import Core
import Foundation
import Simulator
import TestSupport
import Testing
import Verbs

@testable import Serve

/// Tests of retention messaging: each refusal with Apple's error code.
///
/// The requests that succeed are tested with Apple's own client.
@Suite(.startsPrograms) struct RetentionMessagingTests {
  private let shop: APIFixture
  private static let image = "00000000-0000-4000-8000-000000000001"
  private static let message = "00000000-0000-4000-8000-000000000002"
  private static let png = picture(width: 3840, height: 160)

  /// Returns the head of a PNG picture; colour type 2 has no alpha channel, 6 has one.
  static func picture(width: Int, height: Int, colour: UInt8 = 2) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + number(width)
      + number(height) + [8, colour, 0, 0, 0, 0, 0, 0, 0]
  }

  init() throws { shop = try APIFixture() }

  private func answer(_ method: String, _ path: String, _ body: [UInt8] = []) throws -> (status: Int, code: Int64?) {
    let answer = try shop.ask(method, "/inApps/v1/messaging/" + path, bytes: body)
    return (answer.status, try answer.json.int64("errorCode"))
  }

  private func code(_ method: String, _ path: String, _ body: String = "") throws -> Int64? {
    try answer(method, path, Array(body.utf8)).code
  }

  private static func message(_ header: String, _ body: String = "b", more: String = "") -> String {
    "{\"header\": \"\(header)\", \"body\": \"\(body)\"\(more)}"
  }

  @Test func imagesAreRefusedWithApplesNumbers() throws {
    #expect(try code("PUT", "image/\(Self.image)", "GIF89a") == 4_000_161)
    #expect(try answer("PUT", "image/\(Self.image)?imageSize=TINY", Self.png).code == 4_000_216)
    for (width, height) in [(1, 1), (3839, 2160), (3840, 159), (3840, 2161), (0, 160)] {
      #expect(try answer("PUT", "image/\(Self.image)", Self.picture(width: width, height: height)).code == 4_000_161)
    }
    let transparent = Self.picture(width: 3840, height: 160, colour: 6)
    #expect(try answer("PUT", "image/\(Self.image)", transparent).code == 4_000_161)
    let icon = try answer("PUT", "image/\(Self.message)?imageSize=BULLET_POINT", Self.picture(width: 64, height: 64))
    #expect(icon.status == 200)
    #expect(try answer("PUT", "image/none", Self.png).code == 4_000_000)
    #expect(try answer("PUT", "image/\(Self.image)", Self.png).status == 200)
    #expect(try answer("PUT", "image/\(Self.image)", Self.png).code == 4_090_000)
    #expect(try answer("DELETE", "image/\(Self.image)").status == 200)
    #expect(try code("DELETE", "image/\(Self.image)") == 4_040_014)
  }

  @Test(arguments: [
    (message(String(repeating: "h", count: 67)), 4_000_162),
    (message("h", String(repeating: "b", count: 145)), 4_000_163),
    (message("h", more: ", \"headerPosition\": \"ABOVE_IMAGE\""), 4_000_224),
    (
      message(
        "h",
        more: ", \"image\": {\"imageIdentifier\": \"\(image)\", \"altText\": \"\(String(repeating: "a", count: 151))\"}"
      ),
      4_000_175
    ),
    (message("h", more: ", \"image\": {\"imageIdentifier\": \"\(image)\", \"altText\": \"a\"}"), 4_040_014),
    (message("h", more: ", \"bulletPoints\": [{},{},{},{},{},{}]"), 4_000_218),
    (message("h", more: ", \"bulletPoints\": [{\"text\": \"\(String(repeating: "t", count: 67))\"}]"), 4_000_219),
    ("{}", 4_000_000), ("[", 4_000_000),
  ])
  func messagesAreRefusedWithApplesNumbers(body: String, number: Int) throws {
    #expect(try code("PUT", "message/\(Self.message)", body) == Int64(number))
    #expect(try code("DELETE", "message/\(Self.message)") == 4_040_015)
  }

  @Test func defaultsAndTheURLAreRefusedWithApplesNumbers() throws {
    let product = "com.example.piglet.plus.monthly"
    let named = "{\"messageIdentifier\": \"\(Self.message)\"}"
    #expect(try code("PUT", "default/\(product)/1", named) == 4_000_164)
    #expect(try code("PUT", "default/\(product)/en-US", named) == 4_040_015)
    #expect(try code("GET", "default/\(product)/en-US") == 4_040_020)
    #expect(try answer("PUT", "message/\(Self.message)", Array(Self.message("h").utf8)).status == 200)
    #expect(try code("PUT", "message/\(Self.message)", Self.message("h")) == 4_090_001)
    #expect(try code("PUT", "default/com.example.piglet.premium/en-US", named) == 4_000_023)
    #expect(try answer("PUT", "default/\(product)/en-US", Array(named.utf8)).status == 200)
    // A deleted message is no longer the default of a product.
    #expect(try answer("DELETE", "message/\(Self.message)").status == 200)
    #expect(try code("DELETE", "default/\(product)/en-US") == 4_040_020)
    #expect(try code("GET", "realtime/url") == 4_040_021)
    #expect(try code("PUT", "realtime/url", "{\"realtimeURL\": \"http://example.com\"}") == 4_000_215)
    #expect(try code("POST", "performanceTest", "{}") == 4_000_211)
    #expect(try code("GET", "performanceTest/result/x") == 4_000_212)
    #expect(try code("GET", "performanceTest/result/\(Self.image)") == 4_040_018)
    #expect(try answer("GET", "nothing").status == 404)
  }

  /// Tests that a message and an image which Apple has not approved cannot be used.
  @Test(arguments: ["hold", "reject"]) func whatIsNotApprovedIsRefusedWithApplesNumbers(review: String) throws {
    let product = "com.example.piglet.plus.monthly"
    let named = "{\"messageIdentifier\": \"\(Self.message)\"}"
    let pictured = Self.message(
      "h", more: ", \"image\": {\"imageIdentifier\": \"\(Self.image)\", \"altText\": \"a\"}")
    func decide(_ word: String) throws {
      _ = try shop.store.perform(VerbCall(commandLine: ["retention-review", word]))
    }
    func states() throws -> [JSONValue?] {
      try shop.store.images().map { $0["imageState"] } + shop.store.messages().map { $0["messageState"] }
    }
    try decide(review)
    #expect(try answer("PUT", "image/\(Self.image)", Self.png).status == 200)
    #expect(try code("PUT", "message/\(Self.message)", pictured) == 4_030_018)
    #expect(try answer("PUT", "message/\(Self.message)", Array(Self.message("h").utf8)).status == 200)
    #expect(try code("PUT", "default/\(product)/en-US", named) == 4_030_017)
    #expect(try states() == (review == "hold" ? ["PENDING", "PENDING"] : ["REJECTED", "REJECTED"]))
    // A pending one is approved. A rejected one stays rejected, and has to be sent again.
    try decide("approve")
    #expect(try states() == (review == "hold" ? ["APPROVED", "APPROVED"] : ["REJECTED", "REJECTED"]))
    #expect(try code("PUT", "default/\(product)/en-US", named) == (review == "hold" ? nil : 4_030_017))
  }

  @Test func aServerThatAnswersWrongFailsItsTestAndNoSecondOneRunsBesideIt() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try TestServer { _ in
      gate.wait()
      return .json("no object", status: 200)
    }
    let url = "{\"realtimeURL\": \"\(server.url)/x\"}"
    #expect(try answer("PUT", "realtime/url", Array(url.utf8)).status == 200)
    let bought = try shop.buy("com.example.piglet.plus.monthly").id
    let begin = "{\"originalTransactionId\": \"\(bought)\"}"
    #expect(try answer("POST", "performanceTest", Array(begin.utf8)).status == 200)
    #expect(try code("POST", "performanceTest", begin) == 4_000_213)
    for _ in 0..<PerformanceTest.total { gate.signal() }
    let end = ContinuousClock.now + .seconds(60)
    while try shop.store.performanceTests().contains(where: { $0["result"] == "PENDING" }), ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    let result = try #require(try shop.store.performanceTests().first)
    #expect(result["successRate"] == 0 && result["numPending"] == 0)
    #expect(try result.object("failures")?.int64("INVALID_RESPONSE") == Int64(PerformanceTest.total))
    #expect(Set(server.requests.map(\.text)).count == PerformanceTest.total, "each question is another one")
  }

  @Test func theServersConfigurationOutlivesAFreshStart() throws {
    #expect(try answer("PUT", "image/\(Self.image)", Self.png).status == 200)
    try shop.store.reset()
    #expect(try shop.store.images().count == 1)
  }
}
