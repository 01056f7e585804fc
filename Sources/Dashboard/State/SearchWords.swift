import Core

/// Other words by which people search for an action, verb or setting, by its name.
///
/// They are texts, so each language has its own words.
enum SearchWords {
  static func text(for name: String) -> String { byName[name]?.text ?? "" }

  static let byName: [String: Words] = [
    "network": Words("offline online airplane mode connection internet wifi", context: "search words"),
    "grace": Words("billing grace period", context: "search words"),
    "ask-to-buy": Words("parent child approval family", context: "search words"),
    "payments": Words("parental restrictions purchases not allowed", context: "search words"),
    "auto-renew": Words("cancel unsubscribe subscription stop renewing", context: "search words"),
    "ask-refund": Words("money back request cancel purchase", context: "search words"),
    "refund-check": Words("sync refresh update check", context: "search words"),
    "buy": Words("purchase pay subscribe upgrade downgrade", context: "search words"),
    "restore": Words("recover new phone sync purchases", context: "search words"),
    "buy-elsewhere": Words("win-back winback offer code other device", context: "search words"),
    "advance-clock": Words("time travel skip fast forward date", context: "search words"),
    "price-increase": Words("price rise raise consent", context: "search words"),
    "new-device": Words("new phone reinstall", context: "search words"),
    "switch-user": Words("login logout sign in user", context: "search words"),
    "undo": Words("revert take back", context: "search words"),
    "picture": Words("screenshot record film gif svg", context: "search words"),
    "zoom": Words("fullscreen enlarge", context: "search words"),
    "walkthroughs": Words("tour tutorial demo guide", context: "search words"),
    "scenes": Words(
      "demo story present stage", context: "search words"),
    "help": Words("keys shortcuts manual", context: "search words"),
    "preferences": Words("settings options config theme colours dark light language columns", context: "search words"),
    "mouse": Words("click wheel", context: "search words"),
    "quit": Words("exit close leave", context: "search words"),
    "start-over": Words("reset clear wipe", context: "search words"),
  ]
}

extension ActionEntry {
  /// Other words by which people search for the action.
  var synonyms: String { SearchWords.text(for: action.rawValue) }
}

extension Choice.Item {
  /// Other words by which people search for the item.
  var synonyms: String {
    switch pick {
    case .action(let action), .deed(let action), .verbOnRow(let action), .onRow(let action, _, _):
      SearchWords.text(for: action.rawValue)
    case .row(_, let id): SearchWords.text(for: id)
    default: ""
    }
  }
}
