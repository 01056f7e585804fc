import Core
import Verbs

/// The candidates for the next word of a command line, made from the tables of commands, verbs and options, and from
/// the store of that command line.
///
/// One answer for every shell: a candidate per line, with its description behind a tab; `:files` where a file may be
/// named.
struct Completion {
  /// A word that may be typed, and its description.
  struct Candidate: Hashable {
    let word: String
    let note: String
  }

  /// The candidate for files, which the shell completes itself.
  static let files = Candidate(word: ":files", note: "")

  /// The words behind the program's name; the last one is being typed.
  private let typed: [String]
  /// The known values.
  private let values: CompletionValues

  init(_ typed: [String], values: CompletionValues) {
    self.typed = typed.isEmpty ? [""] : typed
    self.values = values
  }

  /// The candidates that begin as the last word does, in the order of the tables.
  var candidates: [Candidate] {
    let last = typed[typed.count - 1]
    let before = Array(typed.dropLast())
    let all: [Candidate]
    if let option = before.last.flatMap(Self.option), option.argument != nil, !option.isOptional {
      all = values.candidates(for: option)
    } else {
      let words = Self.words(of: before)
      all = last.hasPrefix("-") ? options(of: words) : next(after: words)
    }
    var seen: Set<String> = []
    return all.filter { ($0 == Self.files || $0.word.hasPrefix(last)) && seen.insert($0.word).inserted }
  }

  private func next(after words: [String]) -> [Candidate] {
    guard let name = words.first else {
      return CommandTable.all.map { Candidate(word: $0.name, note: $0.summary.text) }
    }
    guard let command = CommandTable.all.first(where: { $0.name == name }) else { return [] }
    let verbs = Dictionary(
      Verb.all.map { ("simulator " + $0.usage, $0.summary.text) }, uniquingKeysWith: { first, _ in first })
    return command.usage.flatMap { usage in
      UsageForm(usage).next(after: words).flatMap { alternative in
        alternative.isValueName
          ? values.candidates(for: alternative, of: name)
          : [Candidate(word: alternative, note: verbs[usage] ?? "")]
      }
    }
  }

  private func options(of words: [String]) -> [Candidate] {
    let command = CommandTable.all.first { $0.name == words.first }
    var own = Set(command?.options ?? [])
    if command?.name == "simulator" {
      let named = Verb.all.filter { !$0.words.isEmpty && Array(words.dropFirst()).starts(with: $0.words) }
      if !named.isEmpty { own = Set(named.flatMap(\.options)) }
    }
    return (CommandOption.particular.filter { own.contains($0.name) } + CommandOption.global)
      .map { Candidate(word: "--" + $0.name, note: $0.help.text) }
  }

  /// The option that a word is.
  private static func option(_ word: String) -> CommandOption? {
    guard word.hasPrefix("--") else { return nil }
    return (CommandOption.global + CommandOption.particular).first { $0.name == word.dropFirst(2) }
  }

  /// The words that are neither options nor their values.
  private static func words(of typed: [String]) -> [String] {
    var words: [String] = []
    var rest = typed[...]
    while let word = rest.popFirst() {
      if !word.hasPrefix("-") {
        words.append(word)
      } else if let option = option(word), option.argument != nil, !option.isOptional {
        rest = rest.dropFirst()
      }
    }
    return words
  }
}
