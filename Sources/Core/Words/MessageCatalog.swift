/// The messages of one language in gettext's binary format (`.mo`).
///
/// They are read in place, so nothing is parsed at the start of the program. The format is described in the GNU gettext
/// manual, section "The Format of GNU MO Files": a header of 32-bit numbers, a sorted table of keys and a table of
/// translations, each entry a length and an offset. A context precedes its key, separated by U+0004. A plural follows
/// its singular, separated by U+0000.
package struct MessageCatalog: Hashable, Sendable {
  private let bytes: [UInt8]
  private let count: Int
  private let keys: Int
  private let translations: Int
  private let rule: PluralRule

  /// Reads a catalogue.
  ///
  /// - Returns: nil if the bytes are not a catalogue.
  package init?(_ bytes: [UInt8]) {
    func number(_ offset: Int) -> Int {
      guard offset + 4 <= bytes.count else { return -1 }
      return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    let (count, keys, translations) = (number(8), number(12), number(16))
    guard number(0) == 0x9504_12de, number(4) == 0, count > 0, keys > 0, translations > 0,
      max(keys, translations) + 8 * count <= bytes.count
    else { return nil }
    for entry in 0..<2 * count {
      let place = (entry < count ? keys : translations - 8 * count) + 8 * entry
      guard number(place + 4) + number(place) <= bytes.count else { return nil }
    }
    self.bytes = bytes
    self.count = count
    self.keys = keys
    self.translations = translations
    rule = PluralRule(String(decoding: Self.slice(bytes, translations), as: UTF8.self)) ?? .one
  }

  /// Returns the translation of a text; nil if there is none.
  ///
  /// - Parameters:
  ///   - key: The English text with numbered parameters; for a plural, its singular form.
  ///   - context: The context that distinguishes texts which are equal in English.
  ///   - count: The number in the text, which selects the plural form; nil for a text without a number.
  func message(_ key: String, context: String? = nil, count: Int? = nil) -> String? {
    let wanted = Array((context.map { $0 + "\u{4}" + key } ?? key).utf8)
    guard let place = index(of: wanted) else { return nil }
    let forms = Self.slice(bytes, translations + 8 * place).split(separator: 0, omittingEmptySubsequences: false)
    let form = count.map { rule.form(of: $0) } ?? 0
    guard let text = forms.indices.contains(form) ? forms[form] : forms.first, !text.isEmpty else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Finds a key by binary search; the plural after U+0000 is not compared.
  private func index(of wanted: [UInt8]) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let key = Self.slice(bytes, keys + 8 * middle).prefix { $0 != 0 }
      if key.elementsEqual(wanted) { return middle }
      if key.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private static func slice(_ bytes: [UInt8], _ place: Int) -> ArraySlice<UInt8> {
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
    let start = number(place + 4)
    return bytes[start..<start + number(place)]
  }
}

/// The rule by which a language selects a plural form: the expression in the `Plural-Forms` header of gettext.
struct PluralRule: Hashable, Sendable {
  /// The rule of a language without plural forms.
  static let one = PluralRule(.number(0))

  private indirect enum Expression: Hashable, Sendable {
    case count
    case number(Int)
    case binary(String, Expression, Expression)
    case choice(Expression, Expression, Expression)
  }

  private let expression: Expression

  private init(_ expression: Expression) { self.expression = expression }

  /// Reads the rule from a catalogue's header.
  ///
  /// - Parameter header: The translation of the empty text, with a line `Plural-Forms: nplurals=N; plural=EXPRESSION;`.
  /// - Returns: nil if there is no such line, or if the expression is not valid C.
  init?(_ header: String) {
    guard let line = header.split(separator: "\n").first(where: { $0.hasPrefix("Plural-Forms:") }),
      let field = line.split(separator: ";").first(where: { $0.drop { $0 == " " }.hasPrefix("plural=") }),
      let sign = field.firstIndex(of: "=")
    else { return nil }
    var tokens = Self.tokens(of: field[field.index(after: sign)...])[...]
    guard let expression = Self.choice(&tokens), tokens.isEmpty else { return nil }
    self.expression = expression
  }

  func form(of count: Int) -> Int { Self.value(of: expression, count) }

  private static func value(of expression: Expression, _ count: Int) -> Int {
    switch expression {
    case .count: return count
    case .number(let number): return number
    case .choice(let condition, let yes, let no):
      return value(of: value(of: condition, count) != 0 ? yes : no, count)
    case .binary(let name, let left, let right):
      let (one, other) = (value(of: left, count), value(of: right, count))
      switch name {
      case "||": return one != 0 || other != 0 ? 1 : 0
      case "&&": return one != 0 && other != 0 ? 1 : 0
      case "==": return one == other ? 1 : 0
      case "!=": return one != other ? 1 : 0
      case "<": return one < other ? 1 : 0
      case "<=": return one <= other ? 1 : 0
      case ">": return one > other ? 1 : 0
      case ">=": return one >= other ? 1 : 0
      default: return other == 0 ? 0 : one % other
      }
    }
  }

  // MARK: Parsing the plural rule

  /// The operators from the lowest to the highest precedence; those in one row have the same precedence.
  private static let operators = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["%"]]

  private static func tokens(of text: Substring) -> [String] {
    var tokens: [String] = []
    var rest = text
    while let first = rest.first {
      let two = String(rest.prefix(2))
      if first.isWhitespace {
        rest.removeFirst()
      } else if first.isNumber {
        tokens.append(String(rest.prefix { $0.isNumber }))
        rest = rest.drop { $0.isNumber }
      } else if operators.joined().contains(two) {
        tokens.append(two)
        rest = rest.dropFirst(2)
      } else {
        tokens.append(String(first))
        rest.removeFirst()
      }
    }
    return tokens
  }

  private static func choice(_ tokens: inout ArraySlice<String>) -> Expression? {
    guard let condition = binary(0, &tokens) else { return nil }
    guard tokens.first == "?" else { return condition }
    tokens.removeFirst()
    guard let yes = choice(&tokens), tokens.popFirst() == ":", let no = choice(&tokens) else { return nil }
    return .choice(condition, yes, no)
  }

  private static func binary(_ level: Int, _ tokens: inout ArraySlice<String>) -> Expression? {
    guard level < operators.count else { return primary(&tokens) }
    guard var left = binary(level + 1, &tokens) else { return nil }
    while let name = tokens.first, operators[level].contains(name) {
      tokens.removeFirst()
      guard let right = binary(level + 1, &tokens) else { return nil }
      left = .binary(name, left, right)
    }
    return left
  }

  private static func primary(_ tokens: inout ArraySlice<String>) -> Expression? {
    switch tokens.popFirst() {
    case "n": return .count
    case "(":
      guard let expression = choice(&tokens), tokens.popFirst() == ")" else { return nil }
      return expression
    case let token?: return Int(token).map(Expression.number)
    case nil: return nil
    }
  }
}
