import AppStoreModel
import Core

/// The texts of the desk's screen.
enum DeskScreenText {
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
    "\(type), received \(Words.span(seconds: seconds)) ago"
  }
  static var spentLabel: Words { "spent" }
  static func delay(half: Int64, ninetyNine most: Int64, of count: Int) -> Words {
    "median \(Self.length(half)), 99th percentile \(Self.length(most)) (last \(count))"
  }
  static func counted(_ count: Int, hasMore: Bool) -> Words { hasMore ? "more than \(count)" : "\(count)" }
  static func calls(made: Int, left: Int?) -> Words {
    Words(made, "\(made) call this hour", "\(made) calls this hour")
      + (left.map { ", \($0) left of the desk's share" } ?? "")
  }
  static func arrived(secondsAgo seconds: Int64, delay: Int64) -> Words {
    "\(Words.span(seconds: seconds)) ago, after \(Self.length(delay))"
  }
  static func trend(_ kind: DeskTrends.Kind, _ count: Int) -> Words {
    switch kind {
    case .purchases: "Purchases \(count)"
    case .renewals: "Renewals \(count)"
    case .refunds: "Refunds \(count)"
    case .billingRetry: "Failed renewals \(count)"
    case .recoveries: "Recovered renewals \(count)"
    case .expirations: "Expirations \(count)"
    }
  }
  static func newestNote(_ text: String, by author: String, count: Int) -> Words {
    "\(author): \(text)"
      + (count > 1
        ? Words(
          count, " (\(count) note, \(ActionTable.key(of: "write-note")))",
          " (\(count) notes, \(ActionTable.key(of: "write-note")))") : "")
  }
  static func cut(_ most: Int) -> Words { "The list ends after \(most) rows; narrow the search, or export all rows." }
  static func accounts(_ count: Int) -> Words { Words(count, "\(count) Apple Account", "\(count) Apple Accounts") }
  static var severalUsers: Words {
    "Several users pay with this Apple Account; \(ActionTable.key(of: "person")) chooses one."
  }
  static func paidTwice(_ product: String) -> Words {
    "Two purchases overlap: the user pays twice for \(product)."
  }
  static func about(_ customers: [Int64], _ title: String) -> Words {
    customers.count == 1
      ? "\(title) #\(customers[0])"
      : Words(customers.count, "\(title) \(customers.count) customer", "\(title) \(customers.count) customers")
  }
  static func found(_ count: Int, hasMore: Bool) -> Words {
    hasMore ? "\(count)+ rows" : PaneText.foundRows(count)
  }
  static func order(_ order: DeskOrder) -> Words {
    switch order {
    case .usual: "default"
    case .user: "user"
    case .spent: "amount spent"
    case .refunded: "amount refunded"
    case .lastEvent: "last event"
    }
  }
  static func language(_ tag: String) -> Words {
    tag == Language.english.tag ? "English" : tag == "zh-Hans" ? "Chinese" : "\(tag)"
  }
  /// Returns the cursor's place in a list, with the number of all rows as far as it is known.
  static func place(_ row: Int, of count: Int, hasMore: Bool) -> Words {
    hasMore ? "row \(row) of \(count)+" : "row \(row) of \(count)"
  }
  static func place(_ row: Int, ofAbout count: Int) -> Words { "row \(row) of about \(grouped(count))" }
  private static func grouped(_ count: Int) -> String {
    String("\(count)".reversed().enumerated().flatMap { $0 > 0 && $0 % 3 == 0 ? [",", $1] : [$1] }.reversed())
  }
  /// What a command is called while it runs, and what is said when it failed.
  static func words(_ deskCommand: DeskCommand) -> (doing: Words, failed: Words) {
    switch deskCommand {
    case .note: ("a note", "The note was not saved")
    case .tag: ("tags", "The tags were not saved")
    case .assign: ("an assignment", "The customers were not assigned")
    case .request: ("a request to the worker", "The worker did not receive the request")
    }
  }
  static func done(_ deskCommand: DeskCommand) -> Words {
    switch deskCommand {
    case .note(let customers, _):
      Words(customers.count, "Note saved.", "Note saved with \(customers.count) customers.")
    case .tag(let customers, _, _):
      Words(customers.count, "Tags saved.", "Tags saved with \(customers.count) customers.")
    case .assign(let customers, let agent):
      agent.map {
        Words(
          customers.count, "Assigned to \(safeText($0)).", "\(customers.count) customers assigned to \(safeText($0)).")
      } ?? Words(customers.count, "No longer assigned.", "\(customers.count) customers no longer assigned.")
    case .request(.refresh, _):
      "Requested: the worker reads this customer's history from Apple when it next "
        + "runs."
    case .request(.extend(_, let days), _):
      Words(
        days, "Requested: the worker postpones the renewal by \(days) day when it next runs.",
        "Requested: the worker postpones the renewal by \(days) days when it next runs.")
    case .request(.hold, _): "On hold: the worker's rules don't tell Apple about this purchase."
    case .request(.answer, _): "Requested: the worker sends the reply to Apple when it next runs."
    }
  }
  static var nothingAsked: Words { "Apple has not asked about this purchase" }
  static var recorded: Words { "as your server recorded it" }
  static func share(_ share: Int?) -> Words { share.map { "\(Self.percent($0)) used" } ?? "don't mention it" }
  static func reply(_ reply: ConsumptionReply) -> Words {
    "\(Language.series([say("the customer agreed"), Self.delivery(reply.delivery), reply.share.map { say("\(Self.percent($0)) used") }].compactMap { $0 }))"
  }
  static var partNeedsShare: Words { "a partial refund needs a used share between 0 and 100 %" }

  private static func percent(_ share: Int) -> String {
    share % 1000 == 0 ? say("\(share / 1000) %") : say("\(Double(share) / 1000) %")
  }
  static func delivery(_ word: String) -> String {
    switch word {
    case "DELIVERED": say("delivered")
    case "UNDELIVERED_QUALITY_ISSUE": say("not delivered: quality issue")
    case "UNDELIVERED_WRONG_ITEM": say("not delivered: wrong item")
    case "UNDELIVERED_SERVER_OUTAGE": say("not delivered: server outage")
    case "UNDELIVERED_OTHER": say("not delivered: other reason")
    default: safeText(word)
    }
  }
  static func preference(_ word: String?) -> String {
    switch word {
    case nil: say("leave it to Apple")
    case "DECLINE"?: say("decline the refund")
    case "GRANT_FULL"?: say("grant a full refund")
    case "GRANT_PRORATED"?: say("refund the unused part")
    case let word?: safeText(word)
    }
  }
  private static func length(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? say("\(milliseconds) ms") : Words.span(seconds: milliseconds / 1000).text
  }
}
