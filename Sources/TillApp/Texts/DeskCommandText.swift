import Core

/// Texts of the desk's commands.
enum DeskCommandText {
  static func afterGiveNextOfList(_ text: String) -> Words {
    "invalid --after “\(text)”; use the \"next\" of the previous list"
  }
  static var stoppedSameCommandGoes: Words { "stopped; run the same command again to continue" }
  static func noClaim(file: String, error: String) -> Words {
    "invalid claim in \(file): \(error); Till stored none of its claims"
  }
  static func noDesk(_ name: String, near: [String]) -> Words {
    "unknown desk command “\(name)”; \(remedy(near: near, listedBy: "till help desk"))"
  }
  static func requested(kind: String, customer: String) -> Words {
    kind == "hold"
      ? "you take the question about customer #\(customer); the worker skips it"
      : "\(kind) of customer #\(customer) is queued for the worker; run till desk worker"
  }
  static var anotherWorker: Words { "another worker is running; only one at a time may use the credentials" }
  static func worked(kind: String, customer: String, subject: String, outcome: String, detail: String) -> Words {
    "\(kind) of customer #\(customer)\(subject.isEmpty ? "" : say(" about \(subject)")): "
      + "\(Self.words(outcome: outcome))\(detail.isEmpty ? "" : say(": \(detail)"))"
  }
  static func wentOfTable(table: String, rows: Int, months: Int) -> Words {
    "\(table): \(say(rows, "\(rows) row", "\(rows) rows")) deleted, "
      + "\(say(months, "\(months) whole month", "\(months) whole months")) dropped"
  }

  private static func words(outcome: String) -> String {
    switch outcome {
    case "wouldSend": say("would be sent")
    case "noConsent": say("not answered: no recorded consent")
    case "held": say("left to an agent")
    case "later": say("Apple is unreachable; try again later")
    default: outcome
    }
  }
}
