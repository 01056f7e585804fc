import SafeText
import StoreModel
import Texts

/// What the desk's screen says.
enum DeskScreenText {
  /// A line of the health figures.
  enum Figure: Hashable {
    case engine, customers, transactions, notifications, delay, waiting, poisoned, quarantined, gaps, calls
  }

  static func part(_ part: DeskScreen.Part) -> Words {
    switch part {
    case .customers: "Customers"
    case .views: "Views"
    case .health: "Health"
    case .trends: "Trends"
    }
  }
  static var reading: Words { "Reading…" }
  static func newestNotification(_ type: String, secondsAgo seconds: Int64) -> Words {
    "\(type) came \(PaneText.span(seconds: seconds)) ago"
  }
  static var spentLabel: Words { "spent" }
  static func deadline(seconds: Int64) -> Words { seconds <= 0 ? "over" : "\(PaneText.span(seconds: seconds)) left" }
  static func figure(_ figure: Figure) -> Words {
    switch figure {
    case .engine: "database"
    case .customers: "customers"
    case .transactions: "transactions"
    case .notifications: "notifications"
    case .delay: "delay"
    case .waiting: "wait to be derived"
    case .poisoned: "cannot be derived"
    case .quarantined: "in quarantine"
    case .gaps: "gaps filled"
    case .calls: "asked of Apple"
    }
  }
  static func delay(half: Int64, ninetyNine most: Int64, of count: Int) -> Words {
    "half within \(Self.length(half)), 99 of 100 within \(Self.length(most)) (the last \(count))"
  }
  static func counted(_ count: Int, hasMore: Bool) -> Words { hasMore ? "more than \(count)" : "\(count)" }
  static func calls(made: Int, left: Int?) -> Words {
    Words(made, "\(made) call this hour", "\(made) calls this hour")
      + (left.map { ", \($0) left of the desk's share" } ?? "")
  }
  static func arrived(secondsAgo seconds: Int64, delay: Int64) -> Words {
    "\(PaneText.span(seconds: seconds)) ago, after \(Self.length(delay))"
  }
  static func trend(_ kind: DeskTrends.Kind, _ count: Int) -> Words {
    switch (kind, count) {
    case (.purchases, let count): "Purchases \(count)"
    case (.renewals, let count): "Renewals \(count)"
    case (.refunds, let count): "Refunds \(count)"
    }
  }
  static func newestNote(_ text: String, by author: String, count: Int) -> Words {
    "\(author): \(text)"
      + (count > 1
        ? Words(
          count, " (\(count) note, \(ActionTable.key(of: "notes")))",
          " (\(count) notes, \(ActionTable.key(of: "notes")))") : "")
  }
  static func doing(_ deskCommand: DeskCommand) -> Words {
    switch deskCommand {
    case .note: "a note"
    case .request: "a request to the worker"
    }
  }
  static func failed(_ deskCommand: DeskCommand) -> Words {
    switch deskCommand {
    case .note: "The note was not kept"
    case .request: "The worker was not asked"
    }
  }
  static func done(_ deskCommand: DeskCommand) -> Words {
    switch deskCommand {
    case .note: "Noted."
    case .request(.refresh, _): "Asked: the worker reads this customer's history at Apple when it runs."
    case .request(.extend(_, let days), _):
      Words(
        days, "Asked: the worker lets it renew \(days) day later when it runs.",
        "Asked: the worker lets it renew \(days) days later when it runs.")
    case .request(.hold, _): "Held: the worker's rules do not answer Apple about this purchase."
    case .request(.answer, _): "Asked: the worker sends the answer to Apple when it runs."
    }
  }
  static var nothingAsked: Words { "Apple asks nothing about this purchase" }
  static var recorded: Words { "as your server recorded it" }
  static func delivery(_ word: String) -> Words { "\(Self.words(ofDelivery: word))" }
  static func share(_ share: Int?) -> Words { share.map { "\(Self.percent($0)) used" } ?? "say nothing of it" }
  static func preference(_ word: String?) -> Words { "\(Self.words(ofWish: word))" }
  static func reply(_ reply: ConsumptionReply) -> Words {
    "\(Language.series([say("the customer agreed"), Self.words(ofDelivery: reply.delivery), reply.share.map { say("\(Self.percent($0)) used") }].compactMap { $0 }))"
  }
  static var partNeedsShare: Words { "a part of the price needs a used share between 0 and 100 %" }

  private static func percent(_ share: Int) -> String {
    share % 1000 == 0 ? say("\(share / 1000) %") : say("\(Double(share) / 1000) %")
  }
  private static func words(ofDelivery word: String) -> String {
    switch word {
    case "DELIVERED": say("delivered")
    case "UNDELIVERED_QUALITY_ISSUE": say("not delivered: it did not work")
    case "UNDELIVERED_WRONG_ITEM": say("not delivered: something else was")
    case "UNDELIVERED_SERVER_OUTAGE": say("not delivered: an outage of ours")
    case "UNDELIVERED_OTHER": say("not delivered, for another reason")
    default: safeText(word)
    }
  }
  private static func words(ofWish word: String?) -> String {
    switch word {
    case nil: say("leave it to Apple")
    case "DECLINE"?: say("decline the refund")
    case "GRANT_FULL"?: say("give all of it back")
    case "GRANT_PRORATED"?: say("give back the unused part")
    case let word?: safeText(word)
    }
  }
  private static func length(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? say("\(milliseconds) ms") : PaneText.span(seconds: milliseconds / 1000).text
  }
}
