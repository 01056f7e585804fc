/// A text for people, written in English in the source code and translated by looking up that English text.
///
/// ```swift
/// say("Apple granted the refund of \(product).")
/// say(count, "\(count) refund waits", "\(count) refunds wait")
/// Verb("extend", summary: "move the next renewal by some days")
/// ```
///
/// A value in a literal is a parameter. The translator sees the literal with numbered parameters, the `key` (`"Apple
/// granted the refund of %1."`), and can reorder them. `Assets/Languages` holds one gettext catalogue for each
/// language, and `Assets/ci/messages` collects the keys. A `context` distinguishes two texts that are equal in English
/// but differ in another language. Text from outside Till must pass `safeText` before it becomes a parameter.
package struct Words: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The text in English.
  package private(set) var english: String
  /// The positions of the parameters in the English text: two UTF-8 offsets for each.
  private var cuts: [Int] = []
  /// The literals that the text was joined from; if the whole has no translation, its parts are translated.
  private var parts: [Words] = []
  private var context: String?
  private var plural: Plural?

  /// A text with a number: its singular form is the translator's key, its plural form contains all parameters.
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

  /// Makes a text with a context, for languages that need two different words for one English text.
  package init(_ words: Words, context: String? = nil) {
    self = words
    self.context = context
  }

  /// Makes a text with a number, from the singular form and the form for any other number.
  ///
  /// Another language may have more or fewer forms; its catalogue says which number takes which form.
  package init(_ count: some BinaryInteger, _ one: Words, _ many: Words, context: String? = nil) {
    self = count.magnitude == 1 ? one : many
    self.context = context
    let key = one.key(numbering: many.parameters)
    plural = Plural(count: Int(clamping: count.magnitude), key: key, many: many.parameters)
  }

  /// Joins two literals into one text.
  ///
  /// If one is empty, the result is the other, with its context and its plural.
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

  /// The text in the language of this run, for use inside other texts and error messages.
  package var description: String { text }

  /// Returns the text in a language: the translation of the whole, else of the longest parts that have one.
  package func text(in language: Language) -> String {
    // In a catalogue, the empty key belongs to the header.
    guard let catalog = language.catalog, !english.isEmpty else { return english }
    if let plural {
      return catalog.message(plural.key, context: context, count: plural.count)
        .map { Self.filled($0, with: plural.many) } ?? english
    }
    if let message = catalog.message(key, context: context) { return Self.filled(message, with: parameters) }
    return parts.isEmpty ? english : Self.text(of: parts, in: language, catalog)
  }

  /// Returns the translation of literals that are no known text together, such as a sentence with an optional end.
  private static func text(of parts: [Words], in language: Language, _ catalog: MessageCatalog) -> String {
    var text = ""
    var rest = parts[...]
    while let first = rest.first {
      let runs = (1..<rest.count).reversed().lazy.map { rest.prefix($0 + 1).reduce(Words(stringLiteral: ""), +) }
      let known = runs.first { $0.parts.count > 1 && catalog.message($0.key, context: nil) != nil }
      text += (known ?? first).text(in: language)
      rest = rest.dropFirst(known?.parts.count ?? 1)
    }
    return text
  }

  /// The translator's key: the English text with `%1`, `%2` for the parameters.
  package var key: String { plural?.key ?? key(numbering: nil) }

  // MARK: Parts

  /// The parameters, as they appear in the English text.
  private var parameters: [String] {
    stride(from: 0, to: cuts.count, by: 2).map { part(cuts[$0], cuts[$0 + 1]) }
  }

  private func part(_ start: Int, _ end: Int) -> String {
    let text = english.utf8
    return String(english[text.index(text.startIndex, offsetBy: start)..<text.index(text.startIndex, offsetBy: end)])
  }

  /// Returns the key, with each parameter numbered by its position in another form, or by its position here.
  ///
  /// Two parameters may have the same value; the one in the same position is then meant.
  private func key(numbering others: [String]?) -> String {
    guard !cuts.isEmpty else { return english }
    var key = ""
    var end = 0
    for index in stride(from: 0, to: cuts.count, by: 2) {
      let (value, place) = (part(cuts[index], cuts[index + 1]), index / 2)
      let isInPlace = others.map { $0.indices.contains(place) && $0[place] == value } ?? true
      let number = isInPlace ? place : others?.firstIndex(of: value) ?? place
      key += part(end, cuts[index]) + "%\(number + 1)"
      end = cuts[index + 1]
    }
    return key + part(end, english.utf8.count)
  }

  /// Returns a translation with its parameters filled in.
  ///
  /// As in Apple's own texts, a space separates a Chinese character from a parameter in Latin letters or digits.
  /// Between two Chinese characters there is no space, so a space that the translation has for other parameters is
  /// removed.
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

  /// Returns whether one of two neighbours is a Chinese character and the other one a Latin letter or a digit.
  private static func isApart(_ one: Character?, _ other: Character?) -> Bool {
    func isLatin(_ character: Character) -> Bool { character.isASCII && (character.isLetter || character.isNumber) }
    guard let one, let other else { return false }
    return isHan(one) && isLatin(other) || isLatin(one) && isHan(other)
  }

  private static func isHan(_ character: Character?) -> Bool {
    character?.unicodeScalars.first.map { (0x4E00...0x9FFF).contains($0.value) } ?? false
  }

  /// Collects the literals and parameters of a text.
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

/// Returns a text in the language of this run.
package func say(_ words: Words) -> String { words.text }

/// Returns a text in the language of this run, with a context that distinguishes it from an equal English text.
package func say(_ words: Words, context: String) -> String { Words(words, context: context).text }

/// Returns a text with a number in the language of this run.
package func say(_ count: some BinaryInteger, _ one: Words, _ many: Words, context: String? = nil) -> String {
  Words(count, one, many, context: context).text
}

/// A value that has a text for people, such as a state or a kind of failure.
package protocol Worded {
  /// The text of the value.
  var said: Words { get }
}

extension Worded {
  /// The text in the language of this run.
  package var text: String { said.text }
}

extension Table {
  /// Makes a table whose column titles are in the language of this run.
  package init(titles: [Words]) { self.init(titles.map(\.text)) }
}
