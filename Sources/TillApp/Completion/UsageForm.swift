import Core

/// A usage line as a grammar: each word with its alternatives.
///
/// `order close ORDER|TRANSACTION --reason TEXT` is the words `close` and `ORDER` or `TRANSACTION`. Options are not part
/// of it: they may stand anywhere.
struct UsageForm {
  /// One word of the grammar.
  struct Word: Hashable {
    /// Literal words (`close`) and names of values (`ORDER`).
    let alternatives: [String]
    /// Whether any number of words may follow in its place (`FILE...`).
    let isRepeated: Bool
  }

  let words: [Word]

  /// Reads a usage line without the program's name.
  init(_ usage: String) {
    let line = usage.replacing(" | ", with: "|").replacing("[", with: " ").replacing("]", with: " ")
    // The part behind the first option belongs to the options.
    let tokens = line.split(separator: " ").prefix { !$0.hasPrefix("--") && !$0.hasPrefix("(") }
    words = tokens.map { token in
      let isRepeated = token.hasSuffix("...")
      let alternatives = (isRepeated ? token.dropLast(3) : token).split(separator: "|").map(String.init)
      return Word(alternatives: alternatives.filter { !$0.hasPrefix("--") }, isRepeated: isRepeated)
    }
  }

  /// The words that may follow these, if they fit.
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
  /// Whether a typed word fits: literal words must be equal, a value is anything.
  fileprivate func fits(_ word: String) -> Bool { alternatives.contains { $0.isValueName || $0 == word } }
}

extension String {
  /// Whether it is the name of a value in a usage line, such as `PRODUCT`, and no word to be typed.
  var isValueName: Bool { first?.isUppercase == true }
}
