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
    var note = ""
  }

  /// The candidate for files, which the shell completes itself.
  static let files = Candidate(word: ":files")

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
    let words = Self.words(of: before)
    let command = CommandTable.all.first { $0.name == words.first }
    if let option = before.last.flatMap({ Self.option($0, of: command) }), !option.isSwitch, !option.isValueOptional {
      all = values.candidates(for: option)
    } else {
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
    return command.forms.flatMap { form in
      form.next(after: Array(words.dropFirst())).flatMap { item -> [Candidate] in
        switch item {
        case .literal(let word): [Candidate(word: word, note: form.summary?.text ?? "")]
        case .parameter(let parameter): values.candidates(for: parameter, note: form.summary?.text ?? "")
        case .group, .either, .shown, nil: []
        }
      }
    }
  }

  /// The options of the forms that fit the words so far, else of the whole command.
  private func options(of words: [String]) -> [Candidate] {
    let command = CommandTable.all.first { $0.name == words.first }
    let forms = command?.forms.filter { !$0.next(after: Array(words.dropFirst())).isEmpty } ?? []
    let own = forms.isEmpty ? command?.options ?? [] : forms.flatMap(\.options) + (command?.moreOptions ?? [])
    return (own + CommandTable.globalOptions).withoutRepeatedNames
      .map { Candidate(word: "--" + $0.name, note: $0.help.text) }
  }

  /// Returns the option that a word names: the command's own, else another command's of the same name.
  private static func option(_ word: String, of command: Command? = nil) -> AnyParameter? {
    guard word.hasPrefix("--") else { return nil }
    return ((command?.options ?? []) + CommandTable.options).first { $0.name == word.dropFirst(2) }
  }

  /// Returns the words that are neither options nor values of options.
  private static func words(of typed: [String]) -> [String] {
    var words: [String] = []
    var rest = typed[...]
    while let word = rest.popFirst() {
      if !word.hasPrefix("-") {
        words.append(word)
      } else if let option = option(word), !option.isSwitch, !option.isValueOptional {
        rest = rest.dropFirst()
      }
    }
    return words
  }
}
