/// A language that Till speaks.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  /// Simplified Chinese.
  case chinese = "zh"

  /// The language of a task that speaks another one than the run; tests show both beside each other with it.
  @TaskLocal package static var spoken: Language?

  /// Several things of which one is meant: `a, b or c`.
  package static func alternatives(_ items: [String]) -> String {
    switch current {
    case .english: English.list(items, "or")
    case .chinese: Chinese.list(items, "或")
    }
  }

  /// A text as a sentence of its own.
  package static func sentence(_ text: String) -> String {
    switch current {
    case .english: English.sentence(text)
    case .chinese: Chinese.closed(text)
    }
  }

  /// What the run speaks.
  ///
  /// Not guarded: `speak` sets it before there is a second thread, and nobody after that.
  nonisolated(unsafe) private static var ofRun = Language.english

  /// The language of this run.
  package static var current: Language { spoken ?? ofRun }

  /// Sets the language of this run; the program does so before anything else.
  package static func speak(_ language: Language) { ofRun = language }

  private static let traditional: Set<Substring> = ["tw", "hk", "mo", "hant"]

  /// The language by a name such as `zh`, `zh_CN.UTF-8`, `zh-Hans` or `en_GB`; nil for any that Till does not speak.
  ///
  /// Whoever reads traditional characters (`zh_TW`, `zh-Hant`) is not served by simplified ones.
  package init?(named name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "_" || $0 == "-" }
    guard let first = parts.first else { return nil }
    switch first {
    case "en", "c", "posix": self = .english
    case "zh" where parts.contains("hans") || !parts.contains { Self.traditional.contains($0) }: self = .chinese
    default: return nil
    }
  }

  /// The language that a person's environment asks for: `TILL_LANGUAGE`, else the locale of messages; English when
  /// Till does not speak it.
  package static func asked(by environment: (String) -> String?) -> Language {
    for name in ["TILL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let text = environment(name), !text.isEmpty, text != "auto" else { continue }
      return Language(named: text) ?? .english
    }
    return .english
  }
}
