import Texts

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
    "\(minute), and the app's server could not be reached\(told(why))"
  }
  static func chargedAndAppsServerRefused(minute: String, why: String?) -> Words {
    "\(minute), and the app's server refused it\(told(why))"
  }
  static func chargedAndTooOld(minute: String, why: String?) -> Words {
    "\(minute), and too old for the app's server\(told(why))"
  }
  static func bought(_ day: String, isShared: Bool) -> Words { isShared ? "family share of \(day)" : "bought \(day)" }
  static func billingRetry(since end: String, graceEnded grace: String?) -> Words {
    "the period ended \(end); renewing failed and Apple tries again, "
      + (grace.map { "its grace period ended \($0)" } ?? "and no grace period runs")
  }
  static func chargedAndNotTaken(minute: String, why: String?) -> Words {
    "\(minute), and the app's server does not take it\(told(why))"
  }
  static func chargedAndUndecided(minute: String, why: String?) -> Words {
    "\(minute), and the app's server has not decided about it yet\(told(why))"
  }

  private static func told(_ words: String?) -> String { words.map { say(" (\($0))") } ?? "" }
}
