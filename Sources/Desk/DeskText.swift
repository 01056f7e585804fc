import SafeText
package import StoreModel
import Texts

/// What the desk says.
package enum DeskText: Sentence {
  case error(DeskError.Kind)
  case several(String, [Int64])
  case claim(entitled: Bool, since: Timestamp, until: Timestamp?, reason: String?, differs: Bool)
  case claimDiffers(entitled: Bool)
  case claimIsAhead, claimIdIsNone(Int)
  case damaged(String)
  case sound(String)
  case poisoned(Int64, String)
  case waiting(Int)
  case joins(Int)
  case rightsAsGiven
  case openToAll(Int), rolesMissing([String]), otherDesksRoles([String]), noTimeout([String])
  case rebuilt(Int, [Int64], mended: Bool), signatures(Int, bad: [Int64])
  case nothingToAsk
  case noQuestion(String), noConsent, answeredAlready(String), refusal(ConsumptionReply.Refusal)
  case renewalsAtApple, historyAtApple, orderAtApple, notificationsAtApple
  case alertDeadline(String, customer: Int64, minutes: Int64)
  case alertRefunds(Int, dayBefore: Int)
  case alertSilence(minutes: Int64)
  case alertDelay(seconds: Int64)
  case notGzip
  case zlibIsMissing
  case lineTooLong(Int)
  case unreadable(String, String)
  case shrunk(String)
}

// MARK: - English

extension DeskText {
  package var english: String {
    switch self {
    case .error(let kind): Self.english(kind)
    case .several(let text, let customers):
      "\(safeText(text)) leads to \(customers.count) customers: \(customers.prefix(9).map { "#\($0)" }.joined(separator: ", "))"
    case .claim(let entitled, let since, let until, let reason, let differs):
      "your server says \(entitled ? "entitled" : "not entitled") since \(since.formatted(.minute)) UTC"
        + (until.map { ", until \($0.formatted(.minute)) UTC" } ?? "") + (reason.map { ": \($0)" } ?? "")
        + (differs ? "; Apple says otherwise" : "")
    case .claimIsAhead: "is more than five minutes ahead of the desk's clock"
    case .claimIdIsNone(let limit): "is not an id of at most \(limit) bytes without control characters"
    case .claimDiffers(let entitled):
      entitled
        ? "Apple's right stands: find out why your server refuses it, and let it ask for the transaction again"
        : "your server grants what Apple does not: find out why, and end it or grant it on purpose"
    case .damaged(let finding): "the database is damaged: \(safeText(finding))"
    case .sound(let engine): "\(engine), sound"
    case .poisoned(let customer, let reason): "customer #\(customer) cannot be derived: \(safeText(reason, limit: 300))"
    case .waiting(let count):
      count == 0 ? "nobody waits" : "\(English.counted(count, "customer waits", "customers wait")) to be derived"
    case .joins(let count):
      count == 0 ? "no join is under way" : "\(English.counted(count, "join is", "joins are")) under way"
    case .rightsAsGiven: "every login has the rights of its role and no others"
    case .openToAll(let count):
      "\(English.counted(count, "table or function is", "tables or functions are")) open to every login: run till desk init"
    case .rolesMissing(let names): "this server has no \(names.joined(separator: ", ")): run till desk init"
    case .otherDesksRoles(let names):
      "roles of another desk have rights here: \(names.joined(separator: ", ")): run till desk init"
    case .noTimeout(let names):
      "no statement_timeout for \(names.joined(separator: ", ")): ALTER ROLE \(names[0]) SET statement_timeout = '30s'"
    case .signatures(let count, let bad):
      bad.isEmpty
        ? "\(English.counted(count, "signature")) verified again"
        : "signatures of these customers do not hold: \(bad.prefix(9).map { "#\($0)" }.joined(separator: ", "))"
    case .rebuilt(let compared, let different, let mended):
      different.isEmpty
        ? "\(English.counted(compared, "customer", "customers")) derived again, every row the same"
        : "\(different.count) of \(compared) customers differ\(mended ? "ed and were put right" : ""): "
          + different.prefix(9).map { "#\($0)" }.joined(separator: ", ")
    case .renewalsAtApple: "renewals at Apple"
    case .historyAtApple: "history at Apple"
    case .orderAtApple: "order at Apple"
    case .notificationsAtApple: "history of notifications at Apple"
    case .noQuestion(let id): "Apple asks nothing about \(safeText(id)) that an answer would still count for"
    case .noConsent: "nobody recorded that the customer agrees: nothing may be said"
    case .answeredAlready(let id): "\(safeText(id)) was answered already"
    case .refusal(let refusal): Self.english(refusal)
    case .nothingToAsk:
      "nothing of this customer's names a transaction by which Apple could be asked"
    case .alertDeadline(let transaction, let customer, let minutes):
      "Apple waits \(minutes / 60) h \(minutes % 60) min more for an answer about \(safeText(transaction)) "
        + "of customer #\(customer)"
    case .alertRefunds(let count, let before):
      "\(English.counted(count, "refund")) in this hour; \(before) in the 24 hours before"
    case .alertSilence(let minutes): "no notification for \(minutes / 60) h \(minutes % 60) min"
    case .alertDelay(let seconds):
      "one notification in a hundred arrives \(seconds / 60) min \(seconds % 60) s late or later"
    case .notGzip: "not a gzip file, or a damaged one: unpack it by hand to see how far it goes"
    case .zlibIsMissing: "zlib is not installed, which gzip needs: run Assets/setup, or unpack the file by hand"
    case .lineTooLong(let limit): "longer than \(limit) bytes, which no line of signed data is"
    case .unreadable(let path, let reason): "\(safeText(path, limit: 300)) cannot be read: \(safeText(reason))"
    case .shrunk(let path):
      "\(safeText(path, limit: 300)) is shorter than it was when its import was stopped: give it under another name"
    }
  }

  private static func english(_ refusal: ConsumptionReply.Refusal) -> String {
    switch refusal {
    case .noDelivery(let word): "\(safeText(word)) is none of Apple's words for a delivery"
    case .shareOutOfRange: "the used share is from 0 to 100000 thousandths of a percent"
    case .shareOfSubscription: "Apple knows the used share of a subscription from the time that has passed"
    case .shareOfUndelivered: "nothing can have been used of what was not delivered"
    case .noPreference(let word): "\(safeText(word)) is none of Apple's words for what is to become of a refund"
    case .partNeedsShare: "a part of the price needs a used share between 0 and 100 %"
    }
  }

  private static func english(_ kind: DeskError.Kind) -> String {
    switch kind {
    case .notMade: "there is no desk yet: till desk init --bundle-id ID, or till desk import FILE"
    case .otherApp(let bound, let asked):
      "this desk is for \(safeText(bound.bundleId)) in \(safeText(bound.environment.rawValue)), not for "
        + "\(safeText(asked.bundleId)) in \(safeText(asked.environment.rawValue)): name another one with --db"
    case .unknownCustomer(let text): "nobody is known by \(safeText(text, limit: 100)): give any id of the customer's"
    case .forgotten: "this customer asked to be forgotten"
    case .busy: "other writers took the same purchases again and again: try once more"
    case .unusable(let why): why
    }
  }
}
