import StoreModel
import Texts

/// What commands say of how things stand.
enum AnswerText {
  static func who(_ who: NextStep.Party) -> Words { Words("\(term(who.rawValue))") }
  static func customerIs(entitled: Bool, state: String, end: String?) -> Words {
    switch (entitled, end) {
    case (true, let end?): "entitled (\(state), until \(end))"
    case (true, nil): "entitled (\(state))"
    case (false, let end?): "not entitled (\(state), ended \(end))"
    case (false, nil): "not entitled (\(state))"
    }
  }
  static var nothingIsStoredYet: Words { "nothing is stored yet" }
  static func noDashboard(_ error: String) -> Words { "no dashboard, since \(error): this is what it would list" }
  static func unknownNames(_ names: [String], more: Int) -> Words {
    "\(names.joined(separator: say(", ")))\(more > 0 ? say(", and \(more) more") : ""): shown as it came; an "
      + "unknown type grants nothing, the others take nothing away"
  }
  static func terminal(isThere: Bool, name: String) -> Words {
    switch (isThere, name.isEmpty) {
    case (true, true): "a terminal, TERM is not set"
    case (true, false): "a terminal, TERM is \(name)"
    case (false, true): "not a terminal, TERM is not set"
    case (false, false): "not a terminal, TERM is \(name)"
    }
  }
  static func next(who: String, _ text: String) -> Words { "next (\(who)): \(text)" }
  static func sentence(_ text: String) -> Words { "  say: \(text)" }
  static func entitlesFor(_ period: SubscriptionPeriod) -> Words {
    period.value == 1 ? "entitles for a \(period) from each purchase" : "entitles for \(period) from each purchase"
  }
}
