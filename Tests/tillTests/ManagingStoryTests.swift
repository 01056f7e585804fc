import Core
import Foundation
import TestSupport
import Testing

/// Tests of the App Store's side from the command line: families, deletion, checkpoints, and notifications.
@Suite(.startsPrograms) struct ManagingStoryTests {
  let till = TillProgram()
  let premium = "com.example.piglet.premium"
  let coins = "com.example.piglet.coins100"

  @Test func aFamilySharesAndStopsToShare() throws {
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.run("buy", premium).status == 0)
    let joined = try till.json("simulator", "family", "join", "grace@")
    let family = try #require(joined.rows("families").first)
    #expect(family.text("organizer") == "new@" && family.texts("members") == ["new@", "grace@"])
    #expect(family.rows("shares").map { $0.text("member") } == ["grace@"])

    // The family member is another user of the app. A purchase of user one follows only user one.
    #expect(try till.run("user", "two").status == 0)
    #expect(try till.run("account", "grace@").status == 0)
    #expect(try till.json("restore").text("result") == "restored")
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
    #expect(try till.run("simulator", "family", "leave", "grace@").status == 0)
    let check = try till.json("refund-check")
    #expect(check.texts("removed") == [premium] && check.rows("refunded").isEmpty)
    #expect(try till.state(premium) == .init(word: "revoked", entitled: false))
    let journal = try till.json("server-journal").rows("server-journal")
    #expect(journal.contains { $0.text("kind") == "ended" && $0.text("user") == "two" })
    #expect(!journal.contains { $0.text("kind") == "refund" }, "the end of sharing is no refund")
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.state(premium) == .init(word: "creditedToUser", entitled: true))
    #expect(try till.run("simulator", "family", "leave", "grace@").status == 2)
    #expect(try till.run("simulator", "family", "share", "maybe", premium).status == 2)
  }

  @Test func aTransactionIsInspectedAndDeleted() throws {
    let id = try #require(try till.json("buy", coins).text("transactionId"))
    let one = try till.json("simulator", "transactions", id)
    #expect(one["transaction"]?.objectValue?.text("productId") == coins && one.text("orderNumber") != nil)
    #expect(
      try till.json("simulator", "transactions", "--account", "new@", "--product", coins).rows("transactions").count
        == 1)
    #expect(try till.json("simulator", "transactions", "--account", "grace@").rows("transactions").count == 1)
    #expect(try till.run("simulator", "delete", id).status == 2)
    #expect(try till.json("simulator", "delete", id, "--yes").texts("deleted") == [id])
    #expect(try till.run("simulator", "transactions", id).status == 1)
    #expect(try till.run("buy", premium).status == 0)
    #expect(try till.run("simulator", "reset", "new@", "--yes").status == 0)
    #expect(try till.json("simulator", "transactions", "--account", "new@").rows("transactions").isEmpty)
  }

  @Test func aCheckpointIsTakenAndGoneBackTo() throws {
    #expect(try till.json("simulator", "checkpoint", "before").text("name") == "before")
    #expect(try till.run("buy", premium).status == 0)
    #expect(try till.state(premium).entitled)
    let back = try till.json("simulator", "checkpoint", "--restore", "before")
    #expect(back["epoch"]?.numberValue?.int64 == 2)
    #expect(try till.state(premium).entitled == false)
    #expect(try till.run("simulator", "checkpoint", "--restore", "nowhere").status == 2)

    let file = till.store + ".history.json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(try till.run("buy", coins).status == 0)
    #expect(try till.run("simulator", "checkpoint", "--to", file).status == 0)
    let other = TillProgram()
    #expect(try other.run("simulator", "checkpoint", "--from", file).status == 0)
    #expect(try other.json("simulator", "transactions", "--account", "new@").rows("transactions").count == 1)
    #expect(try other.json("restore").rows("failed").isEmpty)
    #expect(try other.run("simulator", "checkpoint", "--from", file + ".absent").status == 2)
  }

  @Test func theAppsServerIsToldAndAsked() throws {
    let id = try #require(try till.json("buy", coins).text("transactionId"))
    #expect(try till.run("ask-refund", id, "--yes", "--reason", "FULFILLMENT_ISSUE").status == 0)
    let told = try till.json("simulator", "notifications", "--account", "new@").rows("notifications")
    #expect(told.map { $0.text("notificationType") } == ["CONSUMPTION_REQUEST", "ONE_TIME_CHARGE"])
    let uuid = try #require(told.first?.text("notificationUUID"))
    let one = try till.json("simulator", "notifications", uuid)
    #expect(one["payload"]?.objectValue?.text("notificationUUID") == uuid)
    #expect(one["transaction"]?.objectValue?.text("transactionId") == id)

    let asked = try #require(try till.json("simulator", "consumption").rows("consumption").first)
    #expect(asked.text("state") == "waiting" && asked.text("consumptionRequestReason") == "FULFILLMENT_ISSUE")
    let answer = #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#
    #expect(try till.run("simulator", "consumption", id, answer).status == 0)
    #expect(try till.run("simulator", "consumption", id, "{}").status == 1)
    #expect(try till.run("simulator", "consumption", id, "yes").status == 2)
    #expect(try till.json("simulator", "consumption").rows("consumption").first?.text("state") == "answered")
    #expect(try till.json("simulator", "refund", "approve", id, "--percentage", "40").text("transactionId") == id)
    #expect(try till.json("simulator", "notifications", "test").text("testNotificationToken") != nil)
    #expect(try till.run("simulator", "notifications", "nothing").status == 1)
  }
}
