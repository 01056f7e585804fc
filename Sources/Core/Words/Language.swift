import Synchronization

/// A language of Till: English, whose texts are in the source code, or one with a catalogue in `Assets/Languages`.
package struct Language: Hashable, Sendable {
  /// The name of the language in BCP 47: `en`, `zh-Hans`.
  package let tag: String
  /// The translated messages; nil for English.
  let catalog: MessageCatalog?

  package static let english = Language(tag: "en", catalog: nil)

  /// Makes a language.
  ///
  /// - Parameter catalog: The translated messages; a missing message is shown in English.
  package init(tag: String, catalog: MessageCatalog?) {
    self.tag = tag
    self.catalog = catalog
  }

  private static let folder = "Languages/"
  private static let suffix = ".mo"

  /// The tags of all languages, English first.
  package static var tags: [String] {
    [english.tag]
      + BuiltIn.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(suffix) }
      .map { String($0.dropFirst(folder.count).dropLast(suffix.count)) }
  }

  /// The parts of a locale name that mean Traditional Chinese, whose readers do not get Simplified Chinese.
  private static let traditional: Set<Substring> = ["tw", "hk", "mo", "hant"]

  /// Finds a language by its name in BCP 47 or POSIX; nil if Till does not have it.
  ///
  /// Examples are `zh`, `zh-Hans`, `zh_CN.UTF-8` and `en_GB`.
  package init?(named name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "_" || $0 == "-" }
    guard let first = parts.first else { return nil }
    if ["en", "c", "posix"].contains(first) {
      self = .english
      return
    }
    let isTraditional = !parts.contains("hans") && parts.contains { Self.traditional.contains($0) }
    let fits = Self.tags.filter { tag in
      let own = tag.lowercased().split(separator: "-")
      return own.first == first && !(own.contains("hans") && isTraditional)
    }
    guard let tag = fits.first(where: { $0.lowercased() == parts.joined(separator: "-") }) ?? fits.first,
      let bytes = BuiltIn.bytes(Self.folder + tag + Self.suffix), let catalog = MessageCatalog(bytes)
    else { return nil }
    self.init(tag: tag, catalog: catalog)
  }

  /// Returns the language that the environment asks for; English if Till does not have it.
  ///
  /// It is in `TILL_LANGUAGE`, else in the locale of messages.
  package static func asked(by environment: (String) -> String?) -> Language {
    for name in ["TILL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let text = environment(name), !text.isEmpty, text != "auto" else { continue }
      return Language(named: text) ?? .english
    }
    return .english
  }

  // MARK: The language of this run

  /// The language of a task that differs from the run's; tests use it to compare two languages.
  @TaskLocal package static var spoken: Language?

  /// The address of the run's language; its memory is never freed, because another thread may be reading it.
  private static let ofRun = Atomic<UInt>(0)

  /// The language of the current task, else of the run.
  package static var current: Language {
    spoken ?? UnsafePointer<Language>(bitPattern: ofRun.load(ordering: .acquiring))?.pointee ?? .english
  }

  /// Sets the language of the run; the program does this first, and when a person chooses another one.
  package static func speak(_ language: Language) {
    let place = UnsafeMutablePointer<Language>.allocate(capacity: 1)
    place.initialize(to: language)
    ofRun.store(UInt(bitPattern: place), ordering: .releasing)
  }

  // MARK: Joining texts

  /// Joins items with “and”: `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String]) -> String {
    joined(items) { say("\($0) and \($1)", context: "list") }
  }

  /// Joins items with “or”: `a, b or c`.
  package static func alternatives(_ items: [String]) -> String {
    joined(items) { say("\($0) or \($1)", context: "list") }
  }

  /// Joins items with commas only: `a, b, c`.
  package static func series(_ items: [String]) -> String {
    joined(items) { say("\($0), \($1)", context: "list") }
  }

  /// Joins statements on one line with semicolons: `a; b; c`.
  package static func clauses(_ items: [String]) -> String {
    guard let first = items.first else { return "" }
    return items.dropFirst().reduce(first) { say("\($0); \($1)", context: "list") }
  }

  private static func joined(_ items: [String], _ last: (String, String) -> String) -> String {
    guard let first = items.first, let final = items.last, items.count > 1 else { return items.first ?? "" }
    return last(items.dropLast().dropFirst().reduce(first) { say("\($0), \($1)", context: "list") }, final)
  }

  /// Returns a text in quotation marks, for words that a person said or typed; what it quotes itself gets single ones.
  package static func quoted(_ text: String) -> String {
    let inner = String(text.map { $0 == "“" ? "‘" : $0 == "”" ? "’" : $0 })
    return say("“\(inner)”", context: "quotation")
  }

  /// Returns a text with a full stop, unless it already ends a sentence.
  package static func closed(_ text: String) -> String {
    text.last.map { "。？！.?!…”".contains($0) } ?? true ? text : say("\(text).", context: "full stop")
  }

  /// Returns a text as a sentence, with a capital letter and a full stop.
  package static func sentence(_ text: String) -> String { closed(text.prefix(1).uppercased() + text.dropFirst()) }
}

/// Translates a stored word or phrase for people: a state, a kind of step, a note of the demo.
///
/// English shows the word itself, because documents, files and filters use it too.
package func term(_ word: String) -> String {
  Language.current.catalog?.message(word, context: "term") ?? word
}
