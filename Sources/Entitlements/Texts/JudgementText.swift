import Core

/// Why a product is entitled, or is not.
enum JudgementText {
  static func counts(delivered: Int, used: Int, refunded: Int, granted: Int, balance: Int) -> Words {
    "delivered \(delivered), used \(used), refunded \(refunded)"
      + (granted == 0 ? "" : ", granted \(granted)") + ": balance \(balance)"
  }
  static var replacedByAnotherProductOfGroup: Words {
    "replaced by another product of the group, so it gives no access, whenever it expires"
  }
  static func chargedAndAppsServerCould(minute: String, why: String?) -> Words {
    why.map { "\(minute), not delivered yet: \($0)" } ?? "\(minute), but the app server was unreachable"
  }
  static func chargedAndAppsServerRefused(minute: String, why: String?) -> Words {
    "\(minute), but the app server rejected it\(told(why))"
  }
  static func chargedAndTooOld(minute: String, why: String?) -> Words {
    "\(minute), but too old for the app server\(told(why))"
  }
  static func bought(_ day: String, isShared: Bool) -> Words { isShared ? "family share of \(day)" : "bought \(day)" }
  static func billingRetry(since end: String, graceEnded grace: String?) -> Words {
    "the period ended \(end); the renewal failed and Apple is retrying, "
      + (grace.map { "its grace period ended \($0)" } ?? "and there is no grace period")
  }
  static func chargedAndNotTaken(minute: String, why: String?) -> Words {
    "\(minute), but the app server does not accept it\(told(why))"
  }
  static func chargedAndUndecided(minute: String, why: String?) -> Words {
    "\(minute), but the app server has not decided yet\(told(why))"
  }

  private static func told(_ words: String?) -> String { words.map { ": " + $0 } ?? "" }
}
