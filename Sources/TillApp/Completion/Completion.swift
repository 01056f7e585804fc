import Core
import Verbs

/// The completion candidates for the next word of a command line.
///
/// They come from the tables of commands, verbs and options, and from the store that the command line names. All shells
/// get the same output: one per line, with its description after a tab; `:files` where a file name may come.
struct Completion {
  /// A word that completes the command line, and its description.
  struct Candidate: Hashable {
    let word: String
    let note: String
  }

  /// The candidate for files, which the shell completes itself.
  static let files = Candidate(word: ":files", note: "")

  /// The words after the program's name; the last one is still being typed.
  private let typed: [String]
  /// The values from the store of the command line.
  private let values: CompletionValues

  init(_ typed: [String], values: CompletionValues) {
    self.typed = typed.isEmpty ? [""] : typed
    self.values = values
  }

  /// The candidates that begin with the last word, in the order of the tables.
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

  /// Returns the option that a word names.
  private static func option(_ word: String) -> CommandOption? {
    guard word.hasPrefix("--") else { return nil }
    return (CommandOption.global + CommandOption.particular).first { $0.name == word.dropFirst(2) }
  }

  /// Returns the words that are neither options nor values of options.
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
