import AppStoreModel
import Core

/// Texts of the commands about states.
enum AnswerText {
  static func customerIs(entitled: Bool, state: String, end: String?) -> Words {
    switch (entitled, end) {
    case (true, let end?): "entitled (\(state), until \(end))"
    case (true, nil): "entitled (\(state))"
    case (false, let end?): "not entitled (\(state), ended \(end))"
    case (false, nil): "not entitled (\(state))"
    }
  }
  static var nothingIsStoredYet: Words { "Till has stored nothing yet" }
  static func noDashboard(_ error: String) -> Words { "no dashboard, as \(error); it would list this:" }
  static func unknownNames(_ names: [String], more: Int) -> Words {
    "\(Language.series(names))\(more > 0 ? say(", and \(more) more") : ""); Till "
      + "shows them unchanged: an unknown type grants no access, the others remove none"
  }
  static func terminal(isThere: Bool, name: String) -> Words {
    switch (isThere, name.isEmpty) {
    case (true, true): "a terminal, TERM is not set"
    case (true, false): "a terminal, TERM is \(name)"
    case (false, true): "not a terminal, TERM is not set"
    case (false, false): "not a terminal, TERM is \(name)"
    }
  }
  /// A next step, with who takes it where someone does.
  static func next(_ step: NextStep) -> Words {
    let text = safeText(step.text, limit: 600)
    return step.who == .nobody ? "next: \(text)" : "next: \(text) (\(term(step.who.rawValue)))"
  }
  static func sentence(_ text: String) -> Words { "  say: \(text)" }
  static func entitlesFor(_ period: SubscriptionPeriod) -> Words {
    period.value == 1 ? "each purchase gives access for a \(period)" : "each purchase gives access for \(period)"
  }
}
