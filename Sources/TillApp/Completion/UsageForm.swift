import Core

/// A usage line as a grammar: its words, each with its alternatives.
///
/// `order close ORDER|TRANSACTION --reason TEXT` has two words: `close`, and `ORDER` or `TRANSACTION`. Options are not
/// part of the grammar, because they may come anywhere.
struct UsageForm {
  /// One word of the grammar.
  struct Word: Hashable {
    /// Literal words (`close`) and value names (`ORDER`).
    let alternatives: [String]
    /// Whether the word may be repeated (`FILE...`).
    let isRepeated: Bool
  }

  let words: [Word]

  /// Parses a usage line that has no program name.
  init(_ usage: String) {
    let line = usage.replacing(" | ", with: "|").replacing("[", with: " ").replacing("]", with: " ")
    // Everything from the first option on describes options, which are not part of the grammar.
    let tokens = line.split(separator: " ").prefix { !$0.hasPrefix("--") && !$0.hasPrefix("(") }
    words = tokens.map { token in
      let isRepeated = token.hasSuffix("...")
      let alternatives = (isRepeated ? token.dropLast(3) : token).split(separator: "|").map(String.init)
      return Word(alternatives: alternatives.filter { !$0.hasPrefix("--") }, isRepeated: isRepeated)
    }
  }

  /// Returns the words that may follow the typed ones; empty where these do not fit.
  func next(after typed: [String]) -> [String] {
    var place = 0
    for word in typed {
      guard place < words.count, words[place].fits(word) else { return [] }
      if !words[place].isRepeated { place += 1 }
    }
    return place < words.count ? words[place].alternatives : []
  }
}

extension UsageForm.Word {
  /// Returns whether a typed word fits: a literal word must be equal; a value name takes any word.
  fileprivate func fits(_ word: String) -> Bool { alternatives.contains { $0.isValueName || $0 == word } }
}

extension String {
  /// Whether the text names a value in a usage line, such as `PRODUCT`, instead of a literal word.
  var isValueName: Bool { first?.isUppercase == true }
}
