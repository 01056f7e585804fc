import StoreModel
import Texts

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
    case .noSubscription: "only a subscription that renews can be extended"
    case .nothingAsked: "Apple asks nothing about this purchase"
    case .extendTitle(let product): "Let \(product) renew later?"
    case .extendText:
      "Apple gives these days to the customer for nothing, at most twice a year and 90 each; the worker sends it."
    case .extendLabel: "Days: "
    case .noDays(let text): "\(text) is no number of days from 1 to 90"
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
    }
  }

  /// A short length of time, in milliseconds.
  private static func length(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? "\(milliseconds) ms" : PaneText.span(seconds: milliseconds / 1000).text
  }
}
