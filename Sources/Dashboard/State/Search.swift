import Core

/// A search in a list: words that must all match.
///
/// `product:`, `state:` and `type:` search one field, and `!` excludes a word.
struct Search: Hashable, Sendable {
  /// The searchable text of a row, in lower case.
  struct Subject: Hashable, Sendable {
    /// The display names.
    var names: [String]
    var state: String
    var type: String
    /// The ids, without the prefix that all ids share.
    var ids: [String]
  }

  private let terms: [SearchTerms.Term]

  init(_ text: String) { terms = SearchTerms(text, fields: ["product", "state", "type"]).terms }

  var isEmpty: Bool { terms.isEmpty }

  /// Returns the indexes of the subjects that match.
  ///
  /// It looks for the words in names and states. If nothing matches, it looks for their letters in order within a name,
  /// and then for the words in ids and types.
  func matches(in subjects: [Subject]) -> [Int] {
    guard !isEmpty else { return Array(subjects.indices) }
    for holds in [Self.contains, Self.resembles, Self.isFiled] {
      let found = subjects.indices.filter { index in
        terms.allSatisfy { matches($0, subjects[index], holds) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Returns whether one row's text matches, for a list read page by page, whose other rows are unknown.
  func fits(_ subject: Subject) -> Bool {
    terms.allSatisfy { term in
      [Self.contains, Self.resembles, Self.isFiled].contains { matches(term, subject, $0) }
    }
  }

  private func matches(_ term: SearchTerms.Term, _ subject: Subject, _ holds: (Subject, String) -> Bool) -> Bool {
    let isThere =
      switch term.field {
      case nil: term.isWanted ? holds(subject, term.text) : Self.contains(subject, term.text)
      case "state": subject.state.contains(term.text)
      case "type": subject.type.contains(term.text)
      default: subject.names.contains { $0.contains(term.text) } || Self.isFiled(subject, term.text)
      }
    return isThere == term.isWanted
  }

  private static func contains(_ subject: Subject, _ text: String) -> Bool {
    (subject.names + [subject.state]).contains { $0.contains(text) }
  }

  /// Returns whether a name contains the letters in order, beginning at the start of a word.
  private static func resembles(_ subject: Subject, _ text: String) -> Bool {
    if contains(subject, text) { return true }
    guard text.count > 1, let first = text.first else { return false }
    return subject.names.contains { name in
      name.indices.contains { start in
        guard name[start] == first, start == name.startIndex || !name[name.index(before: start)].isLetter else {
          return false
        }
        var rest = text[...]
        for character in name[start...] where character == rest.first { rest.removeFirst() }
        return rest.isEmpty
      }
    }
  }

  private static func isFiled(_ subject: Subject, _ text: String) -> Bool {
    contains(subject, text) || (subject.ids + [subject.type]).contains { $0.contains(text) }
  }
}

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
