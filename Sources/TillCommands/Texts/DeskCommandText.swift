import Texts

/// What the commands of the desk say.
enum DeskCommandText {
  static func afterGiveNextOfList(_ text: String) -> Words { "--after \(text): give the \"next\" of the list before" }
  static var stoppedSameCommandGoes: Words { "stopped; the same command goes on from there" }
  static func noClaim(file: String, error: String) -> Words {
    "\(file): no claim: \(error); nothing of it was taken in"
  }
  static func noDesk(_ name: String, near: [String]) -> Words {
    "there is no desk \(name): "
      + (near.isEmpty ? "see till help desk" : "did you mean \(Language.alternatives(near))?")
  }
  static func requested(kind: String, customer: String) -> Words {
    kind == "hold"
      ? "the question about customer #\(customer) is yours: the worker leaves it alone"
      : "\(kind) of customer #\(customer) waits for the worker: till desk worker"
  }
  static var anotherWorker: Words { "another worker is at work: one holds the credentials at a time" }
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
    case "noConsent": say("not answered, for no consent is recorded")
    case "held": say("left to a person")
    case "later": say("Apple could not be asked; again later")
    default: outcome
    }
  }
}
