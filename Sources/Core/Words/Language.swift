/// A language that Till speaks: English, which stands in the sources, or one with a catalogue in `Assets/Languages`.
package struct Language: Hashable, Sendable {
  /// Its name by BCP 47: `en`, `zh-Hans`.
  package let tag: String
  /// Its messages; nil for English.
  let catalog: MessageCatalog?

  package static let english = Language(tag: "en", catalog: nil)

  /// - Parameter catalog: The messages; what they lack is said in English.
  package init(tag: String, catalog: MessageCatalog?) {
    self.tag = tag
    self.catalog = catalog
  }

  private static let folder = "Languages/"
  private static let suffix = ".mo"

  /// The names of all languages, English first.
  package static var tags: [String] {
    [english.tag]
      + BuiltIn.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(suffix) }
      .map { String($0.dropFirst(folder.count).dropLast(suffix.count)) }
  }

  /// Those who read traditional characters are not served by simplified ones.
  private static let traditional: Set<Substring> = ["tw", "hk", "mo", "hant"]

  /// The language by a name of BCP 47 or POSIX, such as `zh`, `zh-Hans`, `zh_CN.UTF-8` or `en_GB`; nil for any that
  /// Till does not speak.
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

  /// The language that a person's environment asks for: `TILL_LANGUAGE`, else the locale of messages; English when
  /// Till does not speak it.
  package static func asked(by environment: (String) -> String?) -> Language {
    for name in ["TILL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let text = environment(name), !text.isEmpty, text != "auto" else { continue }
      return Language(named: text) ?? .english
    }
    return .english
  }

  // MARK: The language of this run

  /// The language of a task that speaks another one than the run; tests show both beside each other with it.
  @TaskLocal package static var spoken: Language?

  /// The language of the run.
  ///
  /// Not guarded: `speak` sets it before there is a second thread, and nothing sets it after that.
  nonisolated(unsafe) private static var ofRun = Language.english

  /// The language of this run.
  package static var current: Language { spoken ?? ofRun }

  /// Sets the language of this run; the program does so before anything else.
  package static func speak(_ language: Language) { ofRun = language }

  // MARK: How a language puts texts together

  /// Several things as one: `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String]) -> String {
    joined(items) { say("\($0) and \($1)", context: "list") }
  }

  /// Several things of which one is meant: `a, b or c`.
  package static func alternatives(_ items: [String]) -> String {
    joined(items) { say("\($0) or \($1)", context: "list") }
  }

  /// Several things without a word before the last: `a, b, c`.
  package static func series(_ items: [String]) -> String {
    joined(items) { say("\($0), \($1)", context: "list") }
  }

  /// Several statements on one line: `a; b; c`.
  package static func clauses(_ items: [String]) -> String {
    guard let first = items.first else { return "" }
    return items.dropFirst().reduce(first) { say("\($0); \($1)", context: "list") }
  }

  private static func joined(_ items: [String], _ last: (String, String) -> String) -> String {
    guard let first = items.first, let final = items.last, items.count > 1 else { return items.first ?? "" }
    return last(items.dropLast().dropFirst().reduce(first) { say("\($0), \($1)", context: "list") }, final)
  }

  /// A quotation: words that a person said or typed.
  package static func quoted(_ text: String) -> String { say("“\(text)”", context: "quotation") }

  /// A text with a full stop, unless it ends a sentence already.
  package static func closed(_ text: String) -> String {
    text.last.map { "。？！.?!…”".contains($0) } ?? true ? text : say("\(text).", context: "full stop")
  }

  /// A text as a sentence of its own: with a capital letter and a full stop.
  package static func sentence(_ text: String) -> String { closed(text.prefix(1).uppercased() + text.dropFirst()) }
}

/// What is stored or given as one word or phrase, as a person reads it: a state, a kind of step, a note of the demo.
///
/// English has them as they are: documents, files and filters name them so.
package func term(_ word: String) -> String {
  Language.current.catalog?.message(word, context: "term") ?? word
}
