import SafeText
import StoreModel
import Texts

/// What the desk's screen says.
enum DeskScreenText: Sentence {
  case part(DeskScreen.Part)
  case reading, nobodyFound, emptyDesk, emptyView
  case emptyList
  case searchFor
  case silent(String), silentShort
  case notOpened(String)
  case nothingToOpen, readOnly, noWalkthroughs

  // The header.
  case held(customers: Int, transactions: Int)
  case newestNotification(String, secondsAgo: Int64)
  case neverNotified
  case wait(Int, hasMore: Bool)

  // The customer under the cursor.
  case customerTitle(Int64)
  case tokenLabel, productsLabel, spentLabel, refundedLabel, lastEventLabel
  case asSigned
  case opens

  // Views.
  case deadline(seconds: Int64)

  // Health.
  case figure(Figure)
  case delay(half: Int64, ninetyNine: Int64, of: Int)
  case noDelay
  case counted(Int, hasMore: Bool)
  case newestByType
  case calls(made: Int, left: Int?)
  case arrived(secondsAgo: Int64, delay: Int64)

  // Trends.
  case trend(DeskTrends.Kind, Int)
  case days(from: String, to: String)
  case refundRate(perMille: Int?)
  case active(Int)
  case nothingCounted

  // Notes.
  case notes(Int64), noNotes
  case note(String, by: String, at: String)
  case newestNote(String, by: String, count: Int)
  case noteTitle(Int64), noteText, noteLabel

  // What the worker is asked for.
  case doing(DeskCommand), failed(DeskCommand), done(DeskCommand)
  case noSubscription, nothingAsked
  case answerTitle(String), shareTitle, wishTitle, recorded, delivery(String), share(Int?), preference(String?)
  case reply(ConsumptionReply), partNeedsShare, noConsent, answeredAlready, tooLate
  case extendTitle(String), extendText, extendLabel, noDays(String)

  /// A line of the health figures.
  enum Figure: Hashable {
    case engine, customers, transactions, notifications, delay, waiting, poisoned, quarantined, gaps, calls
  }
}

// MARK: - English

extension DeskScreenText {
  var english: String {
    switch self {
    case .part(.customers): "Customers"
    case .part(.views): "Views"
    case .part(.health): "Health"
    case .part(.trends): "Trends"
    case .reading: "Reading…"
    case .nobodyFound: "Nobody is found by this: give any id from its first three signs, a product, or a state."
    case .emptyDesk: "Nobody is at this desk yet: till desk import FILE, or till desk listen."
    case .emptyView: "Nobody is in this view."
    case .emptyList: "The desk knows nothing of this kind about this customer."
    case .searchFor: "type an id, a product or a state"
    case .silent(let message): "The desk's database does not answer; this is what was read before. \(message)"
    case .silentShort: "the desk's database does not answer"
    case .notOpened(let message): "The customer was not opened: \(message)"
    case .nothingToOpen: "there is nothing to open here"
    case .noWalkthroughs: "walkthroughs play beside a device of one's own: till walkthrough"
    case .readOnly: "read-only: open the desk without --readonly to write"

    case .held(let customers, let transactions):
      "\(English.counted(customers, "customer")), \(English.counted(transactions, "transaction"))"
    case .newestNotification(let type, let seconds): "\(type) came \(PaneText.span(seconds: seconds)) ago"
    case .neverNotified: "no notification yet"
    case .wait(let count, let hasMore): "\(count)\(hasMore ? "+" : "") \(English.agreeing(count, "waits", "wait"))"

    case .customerTitle(let number): "Customer #\(number)"
    case .tokenLabel: "user"
    case .productsLabel: "products"
    case .spentLabel: "spent"
    case .refundedLabel: "refunded"
    case .lastEventLabel: "last event"
    case .asSigned: "as it was signed, not revenue"
    case .opens: "\(ActionTable.key(of: .open)) shows why, and what to do next."

    case .deadline(let seconds): seconds <= 0 ? "over" : "\(PaneText.span(seconds: seconds)) left"

    case .figure(let figure): Self.english(figure)
    case .delay(let half, let most, let count):
      "half within \(Self.length(half)), 99 of 100 within \(Self.length(most)) (the last \(count))"
    case .noDelay: "nothing has arrived"
    case .counted(let count, let hasMore): hasMore ? "more than \(count)" : "\(count)"
    case .calls(let made, let left):
      "\(English.counted(made, "call")) this hour" + (left.map { ", \($0) left of the desk's share" } ?? "")
    case .newestByType: "The newest by type"
    case .arrived(let seconds, let delay): "\(PaneText.span(seconds: seconds)) ago, after \(Self.length(delay))"

    case .trend(.purchases, let count): "Purchases \(count)"
    case .trend(.renewals, let count): "Renewals \(count)"
    case .trend(.refunds, let count): "Refunds \(count)"
    case .days(let from, let to): "\(from) to \(to), a column a day (UTC)"
    case .refundRate(let rate): "Refund rate \(rate.map { "\($0 / 10).\($0 % 10) %" } ?? "unknown")"
    case .active(let count): "Active subscriptions \(count)"
    case .nothingCounted: "Nothing was counted in these days."

    case .notes(let number): "Notes about #\(number)"
    case .noNotes: "nobody wrote a note yet"
    case .note(let text, let author, let date): "\(date) \(author): \(text)"
    case .newestNote(let text, let author, let count):
      "\(author): \(text)" + (count > 1 ? " (\(English.counted(count, "note")), \(ActionTable.key(of: "notes")))" : "")
    case .noteTitle(let number): "A note about #\(number)"
    case .noteText: "It stays with the customer, with your name and the time; the customer never sees it."
    case .noteLabel: "Note: "

    case .doing(.note): "a note"
    case .doing(.request): "a request to the worker"
    case .failed(.note): "The note was not kept"
    case .failed(.request): "The worker was not asked"
    case .done(.note): "Noted."
    case .done(.request(.refresh, _)): "Asked: the worker reads this customer's history at Apple when it runs."
    case .done(.request(.extend(_, let days), _)):
      "Asked: the worker lets it renew \(English.counted(days, "day")) later when it runs."
    case .done(.request(.hold, _)): "Held: the worker's rules do not answer Apple about this purchase."
    case .done(.request(.answer, _)): "Asked: the worker sends the answer to Apple when it runs."
    case .answerTitle(let product): "Apple asks about \(product): was it delivered?"
    case .shareTitle: "How much of it was used?"
    case .wishTitle: "What would you like Apple to decide?"
    case .recorded: "as your server recorded it"
    case .delivery(let word): Self.words(ofDelivery: word)
    case .share(let share): share.map { Self.percent($0) + " used" } ?? "say nothing of it"
    case .preference(let word): Self.words(ofWish: word)
    case .reply(let reply):
      ["the customer agreed", Self.words(ofDelivery: reply.delivery), reply.share.map { Self.percent($0) + " used" }]
        .compactMap { $0 }.joined(separator: ", ")
    case .partNeedsShare: "a part of the price needs a used share between 0 and 100 %"
    case .noConsent: "nobody recorded that the customer agrees: nothing may be said (till desk import --usage)"
    case .answeredAlready: "it was answered"
    case .tooLate: "Apple's twelve hours are over"
    case .noSubscription: "only a subscription that renews can be extended"
    case .nothingAsked: "Apple asks nothing about this purchase"
    case .extendTitle(let product): "Let \(product) renew later?"
    case .extendText:
      "Apple gives these days to the customer for nothing, at most twice a year and 90 each; the worker sends it."
    case .extendLabel: "Days: "
    case .noDays(let text): "\(text) is no number of days from 1 to 90"
    }
  }

  private static func percent(_ share: Int) -> String {
    share % 1000 == 0 ? "\(share / 1000) %" : "\(Double(share) / 1000) %"
  }

  private static func words(ofDelivery word: String) -> String {
    switch word {
    case "DELIVERED": "delivered"
    case "UNDELIVERED_QUALITY_ISSUE": "not delivered: it did not work"
    case "UNDELIVERED_WRONG_ITEM": "not delivered: something else was"
    case "UNDELIVERED_SERVER_OUTAGE": "not delivered: an outage of ours"
    case "UNDELIVERED_OTHER": "not delivered, for another reason"
    default: safeText(word)
    }
  }

  private static func words(ofWish word: String?) -> String {
    switch word {
    case nil: "leave it to Apple"
    case "DECLINE"?: "decline the refund"
    case "GRANT_FULL"?: "give all of it back"
    case "GRANT_PRORATED"?: "give back the unused part"
    case let word?: safeText(word)
    }
  }

  private static func english(_ figure: Figure) -> String {
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

  /// A short length of time, in milliseconds.
  private static func length(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? "\(milliseconds) ms" : PaneText.span(seconds: milliseconds / 1000).text
  }
}
