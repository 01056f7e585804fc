import SafeText
package import StoreModel
package import Texts

/// What the desk says.
package enum DeskText {
  package static func error(_ kind: DeskError.Kind) -> Words { "\(Self.english(kind))" }
  package static func claim(entitled: Bool, since: Timestamp, until: Timestamp?, reason: String?, differs: Bool)
    -> Words
  {
    "your server says \(entitled ? say("entitled") : say("not entitled")) since \(since.formatted(.minute)) UTC"
      + (until.map { ", until \($0.formatted(.minute)) UTC" } ?? "") + (reason.map { ": \($0)" } ?? "")
      + (differs ? "; Apple says otherwise" : "")
  }
  package static func claimDiffers(entitled: Bool) -> Words {
    entitled
      ? "Apple's right stands: find out why your server refuses it, and let it ask for the transaction again"
      : "your server grants what Apple does not: find out why, and end it or grant it on purpose"
  }
  package static func waiting(_ count: Int) -> Words {
    count == 0
      ? "nobody waits" : Words(count, "\(count) customer waits to be derived", "\(count) customers wait to be derived")
  }
  package static func joins(_ count: Int) -> Words {
    count == 0 ? "no join is under way" : Words(count, "\(count) join is under way", "\(count) joins are under way")
  }
  package static func rebuilt(_ compared: Int, _ different: [Int64], mended: Bool) -> Words {
    different.isEmpty
      ? Words(
        compared, "\(compared) customer derived again, every row the same",
        "\(compared) customers derived again, every row the same")
      : mended
        ? "\(different.count) of \(compared) customers differed and were put right: "
          + "\(Language.series(different.prefix(9).map { "#\($0)" }))"
        : "\(different.count) of \(compared) customers differ: \(Language.series(different.prefix(9).map { "#\($0)" }))"
  }
  package static func signatures(_ count: Int, bad: [Int64]) -> Words {
    bad.isEmpty
      ? Words(count, "\(count) signature verified again", "\(count) signatures verified again")
      : "signatures of these customers do not hold: \(bad.prefix(9).map { "#\($0)" }.joined(separator: say(", ")))"
  }
  package static var noConsent: Words { "nobody recorded that the customer agrees: nothing may be said" }
  package static func refusal(_ refusal: ConsumptionReply.Refusal) -> Words { "\(Self.english(refusal))" }
  package static var notGzip: Words { "not a gzip file, or a damaged one: unpack it by hand to see how far it goes" }
  package static func lineTooLong(_ limit: Int) -> Words {
    "longer than \(limit) bytes, which no line of signed data is"
  }
  package static func unreadable(_ path: String, _ reason: String) -> Words {
    "\(safeText(path, limit: 300)) cannot be read: \(safeText(reason))"
  }

  private static func english(_ refusal: ConsumptionReply.Refusal) -> String {
    switch refusal {
    case .noDelivery(let word): say("\(safeText(word)) is none of Apple's words for a delivery")
    case .shareOutOfRange: say("the used share is from 0 to 100000 thousandths of a percent")
    case .shareOfSubscription: say("Apple knows the used share of a subscription from the time that has passed")
    case .shareOfUndelivered: say("nothing can have been used of what was not delivered")
    case .noPreference(let word): say("\(safeText(word)) is none of Apple's words for what is to become of a refund")
    case .partNeedsShare: say("a part of the price needs a used share between 0 and 100 %")
    }
  }
  private static func english(_ kind: DeskError.Kind) -> String {
    switch kind {
    case .notMade: say("there is no desk yet: till desk init --bundle-id ID, or till desk import FILE")
    case .otherApp(let bound, let asked):
      say(
        "this desk is for \(safeText(bound.bundleId)) in \(safeText(bound.environment.rawValue)), not for "
          + "\(safeText(asked.bundleId)) in \(safeText(asked.environment.rawValue)): name another one with --db"
      )
    case .unknownCustomer(let text):
      say("nobody is known by \(safeText(text, limit: 100)): give any id of the customer's")
    case .forgotten: say("this customer asked to be forgotten")
    case .busy: say("other writers took the same purchases again and again: try once more")
    case .unusable(let why): why
    }
  }
}
