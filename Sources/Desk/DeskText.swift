package import AppStoreModel
package import Core

/// The messages and errors that the desk shows.
package enum DeskText {
  package static func claim(entitled: Bool, since: Timestamp, until: Timestamp?, reason: String?, differs: Bool)
    -> Words
  {
    "your server has said "
      + "\(entitled ? say("entitled") : say("not entitled")) since "
      + "\(since.formatted(.minute)) UTC"
      + (until.map { ", until \($0.formatted(.minute)) UTC" } ?? "") + (reason.map { ": \($0)" } ?? "")
      + (differs ? "; Apple's data disagrees" : "")
  }
  static func recorded(_ date: Timestamp, delivery: String?, percentage: Int?) -> Words {
    let isDelivered = delivery.map { $0 == ConsumptionReply.delivered } ?? true
    return "your server recorded \(date.formatted(.minute)) UTC: "
      + (isDelivered ? Words("delivered") : "not delivered (\(safeText(delivery ?? "", limit: 60)))")
      + (percentage.map { ", \($0 / 1000) % used" } ?? "")
  }
  package static func claimDiffers(entitled: Bool) -> Words {
    entitled
      ? "Apple's data entitles the customer; find out why your server "
        + "refuses, and let it fetch the transaction again"
      : "your server grants access that Apple's data does not; find out why, then end it or record a grant"
  }
  package static var nothingSigned: Words { "Apple signed no purchase of it by this customer" }
  package static var endUnknown: Words {
    "find out from your server when it ends, and import its claims: Apple signs no end for this product"
  }
  package static func waiting(_ count: Int) -> Words {
    count == 0
      ? "every customer is up to date"
      : Words(count, "\(count) customer is waiting to be updated", "\(count) customers are waiting to be updated")
  }
  package static func outdated(_ count: Int) -> Words {
    Words(
      count, "earlier rules derived the access of \(count) customer; it is derived again with the next change",
      "earlier rules derived the access of \(count) customers; it is derived again with the next change")
  }
  package static func joins(_ count: Int) -> Words {
    count == 0
      ? "no merge is in progress" : Words(count, "\(count) merge is in progress", "\(count) merges are in progress")
  }
  package static func rebuilt(_ compared: Int, _ different: [Int64], mended: Bool) -> Words {
    different.isEmpty
      ? Words(
        compared, "checked \(compared) customer again; every row is the same",
        "checked \(compared) customers again; every row is the same")
      : mended
        ? "corrected \(different.count) of \(compared) customers, whose rows "
          + "differed: \(Language.series(different.prefix(9).map { "#\($0)" }))"
        : "the rows of \(different.count) of \(compared) customers differ: "
          + "\(Language.series(different.prefix(9).map { "#\($0)" }))"
  }
  package static func signatures(_ count: Int, bad: [Int64]) -> Words {
    bad.isEmpty
      ? Words(count, "\(count) signature verified again", "\(count) signatures verified again")
      : "the signatures of these customers' data are invalid: "
        + "\(Language.series(bad.prefix(9).map { "#\($0)" }))"
  }
  package static var noConsent: Words { "no recorded consent of the customer, so Till may not answer Apple" }
  package static var notGzip: Words {
    "not a gzip file, or damaged; unpack it by hand to see how much of it is readable"
  }
  package static func lineTooLong(_ limit: Int) -> Words {
    "line too long: over \(limit) bytes, the limit for signed data"
  }
  package static func unreadable(_ path: String, _ reason: String) -> Words {
    "cannot read \(safeText(path, limit: 300)): \(safeText(reason))"
  }

  static func refusal(_ refusal: ConsumptionReply.Refusal) -> String {
    switch refusal {
    case .noDelivery(let word): say("invalid delivery status “\(safeText(word))”; use one of Apple's")
    case .shareOutOfRange: say("invalid consumption percentage; use 0 to 100000 (thousandths of a percent)")
    case .shareOfSubscription: say("a subscription has no consumption percentage; Apple uses the elapsed time")
    case .shareOfUndelivered: say("the consumption percentage must be 0 when the purchase was not delivered")
    case .noPreference(let word): say("invalid refund preference “\(safeText(word))”; use one of Apple's")
    case .partNeedsShare: say("a part of the price needs a used share between 0 and 100 %")
    }
  }
  static func error(_ kind: DeskError.Kind) -> String {
    switch kind {
    case .notMade: say("no desk yet; create one with till desk init --bundle-id ID, or till desk import FILE")
    case .otherApp(let bound, let asked) where bound.name == asked.name:
      say(
        "this desk for \(safeText(bound.bundleId)) in \(safeText(bound.environment.rawValue)) trusts other root "
          + "certificates; leave out --root, or name another desk with --db")
    case .otherApp(let bound, let asked) where bound.bundleId == asked.bundleId:
      say(
        "this desk is for \(safeText(bound.bundleId)) in \(safeText(bound.environment.rawValue)), not in "
          + "\(safeText(asked.environment.rawValue)); add --environment \(safeText(bound.environment.rawValue)), or "
          + "name another desk with --db")
    case .otherApp(let bound, let asked):
      say(
        "this desk is for \(safeText(bound.bundleId)) in \(safeText(bound.environment.rawValue)), not for "
          + "\(safeText(asked.bundleId)) in \(safeText(asked.environment.rawValue)); name another desk with --db"
      )
    case .unknownCustomer(let text):
      say("no customer matches “\(safeText(text, limit: 100))”; try a transaction, order or account token id")
    case .noPurchase(let text):
      say("“\(safeText(text, limit: 100))” is a user of your app, but no purchase at this desk names this user")
    case .forgotten: say("this customer's data was deleted on request")
    case .busy: say("other programs keep changing the same purchases; try again")
    case .unusable(let why): why
    }
  }
}
