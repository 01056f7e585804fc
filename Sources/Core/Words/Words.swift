/// A text that a person reads: the English stands where it is said, and another language finds its own by it.
///
/// ```swift
/// say("Apple granted the refund of \(product).")
/// say(count, "\(count) refund waits", "\(count) refunds wait")
/// Verb("extend", summary: "move the next renewal by some days")
/// ```
///
/// A value in a literal is a parameter. The translator reads the literal with numbered parameters, the `key`
/// (`"Apple granted the refund of %1."`), and may put them into another order; `Assets/Languages` holds one gettext
/// catalogue for each language, and `Assets/ci/messages` collects the keys. Two texts that are the same in English and
/// differ in another language are told apart by a `context`. Foreign text passes `safeText` before it becomes a
/// parameter.
package struct Words: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The text in English.
  package private(set) var english: String
  /// Where the parameters are in the English text, as offsets of UTF-8, two for each.
  private var cuts: [Int] = []
  /// The literals that the text was joined from; each is looked up alone if the whole is unknown.
  private var parts: [Words] = []
  private var context: String?
  private var plural: Plural?

  /// The form for one, by which a translator finds the text, and the form for many, which has all parameters.
  private struct Plural: Hashable, Sendable {
    let count: Int
    let key: String
    let many: [String]
  }

  package init(stringLiteral literal: String) { english = literal }

  package init(stringInterpolation interpolation: StringInterpolation) {
    english = interpolation.english
    cuts = interpolation.cuts
  }

  /// A text with its context, for a translator who has two words for one in English.
  package init(_ words: Words, context: String? = nil) {
    self = words
    self.context = context
  }

  /// A text that counts something: the form for one, and the form for any other number.
  ///
  /// Another language may have more forms or fewer; its catalogue says which number takes which.
  package init(_ count: some BinaryInteger, _ one: Words, _ many: Words, context: String? = nil) {
    self = count.magnitude == 1 ? one : many
    self.context = context
    let key = one.key(numbering: many.parameters)
    plural = Plural(count: Int(clamping: count.magnitude), key: key, many: many.parameters)
  }

  /// Joins two literals into one text.
  ///
  /// If either is empty, the result is the other, with its context and its plural.
  package static func + (one: Words, other: Words) -> Words {
    if one.english.isEmpty { return other }
    if other.english.isEmpty { return one }
    var words = Words(stringLiteral: one.english + other.english)
    let length = one.english.utf8.count
    words.cuts = one.cuts + other.cuts.map { $0 + length }
    words.parts = [one, other].flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    return words
  }

  /// The text in the language of this run.
  package var text: String { text(in: .current) }

  /// The same, so that a text can stand in another one, or in the message of an error.
  package var description: String { text }

  /// The text in a language: the translation of the whole, else of each literal that it was put together from.
  package func text(in language: Language) -> String {
    // The empty key is the catalogue's head.
    guard let catalog = language.catalog, !english.isEmpty else { return english }
    if let plural {
      return catalog.message(plural.key, context: context, count: plural.count)
        .map { Self.filled($0, with: plural.many) } ?? english
    }
    if let message = catalog.message(key, context: context) { return Self.filled(message, with: parameters) }
    return parts.isEmpty ? english : parts.map { $0.text(in: language) }.joined()
  }

  /// The English with `%1`, `%2` for the parameters: what a translator reads.
  package var key: String { plural?.key ?? key(numbering: nil) }

  // MARK: Parts

  /// The parameters as they stand in the English text.
  private var parameters: [String] {
    stride(from: 0, to: cuts.count, by: 2).map { part(cuts[$0], cuts[$0 + 1]) }
  }

  private func part(_ start: Int, _ end: Int) -> String {
    let text = english.utf8
    return String(english[text.index(text.startIndex, offsetBy: start)..<text.index(text.startIndex, offsetBy: end)])
  }

  /// The key, with each parameter numbered as it stands here or as it stands among other ones.
  private func key(numbering others: [String]?) -> String {
    guard !cuts.isEmpty else { return english }
    var key = ""
    var end = 0
    for index in stride(from: 0, to: cuts.count, by: 2) {
      let number = others?.firstIndex(of: part(cuts[index], cuts[index + 1])) ?? index / 2
      key += part(end, cuts[index]) + "%\(number + 1)"
      end = cuts[index + 1]
    }
    return key + part(end, english.utf8.count)
  }

  /// A translation with its numbered parameters.
  ///
  /// Between a Chinese character and a parameter of Latin letters or digits stands a space, as Apple's own texts have
  /// it. Between two Chinese characters stands none, so a translation may have a space for the other parameters.
  private static func filled(_ text: String, with parameters: [String]) -> String {
    guard !parameters.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "%") {
      let after = rest.index(after: sign)
      guard after < rest.endIndex, let number = rest[after].wholeNumberValue, parameters.indices.contains(number - 1)
      else {
        result += rest[..<after]
        rest = rest[after...]
        continue
      }
      let parameter = parameters[number - 1]
      let before = rest[..<sign]
      let isOneSpaceTooMany = before.last == " " && isHan(before.dropLast().last) && isHan(parameter.first)
      result += isOneSpaceTooMany ? before.dropLast() : before
      rest = rest[rest.index(after: after)...]
      if isApart(result.last, parameter.first) { result += " " }
      result += parameter
      if isApart(parameter.last, rest.first) { result += " " }
      if rest.first == " ", isHan(parameter.last), isHan(rest.dropFirst().first) { rest.removeFirst() }
    }
    return result + rest
  }

  /// Whether one of two neighbours is a Chinese character and the other one Latin or a digit.
  private static func isApart(_ one: Character?, _ other: Character?) -> Bool {
    func isLatin(_ character: Character) -> Bool { character.isASCII && (character.isLetter || character.isNumber) }
    guard let one, let other else { return false }
    return isHan(one) && isLatin(other) || isLatin(one) && isHan(other)
  }

  private static func isHan(_ character: Character?) -> Bool {
    character?.unicodeScalars.first.map { (0x4E00...0x9FFF).contains($0.value) } ?? false
  }

  /// The literals and parameters of a text.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var english = ""
    fileprivate var cuts: [Int] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      english.reserveCapacity(literalCapacity + 12 * interpolationCount)
      cuts.reserveCapacity(2 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { english += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      cuts.append(english.utf8.count)
      english += value.description
      cuts.append(english.utf8.count)
    }
  }
}

/// A text in the language of this run.
package func say(_ words: Words) -> String { words.text }

/// A text in the language of this run, told apart by its context from another that is the same in English.
package func say(_ words: Words, context: String) -> String { Words(words, context: context).text }

/// A text that counts something, in the language of this run.
package func say(_ count: some BinaryInteger, _ one: Words, _ many: Words, context: String? = nil) -> String {
  Words(count, one, many, context: context).text
}

/// A value with words for people, such as a state or a kind of failure.
package protocol Worded {
  /// The words.
  var said: Words { get }
}

extension Worded {
  /// The words in the language of this run.
  package var text: String { said.text }
}

extension Table {
  /// A table whose columns have titles in the language of this run.
  package init(titles: [Words]) { self.init(titles.map(\.text)) }
}
