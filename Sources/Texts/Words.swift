package import SafeText

/// What a row of a table says of itself: a verb, an action, a command, an option.
///
/// A row is one place, so its English stands in it as a literal; a value in it is a parameter:
///
/// ```swift
/// Verb("extend", .word(.subscription), .word(.days), summary: "the next renewal moves by days that nobody pays for")
/// throw WhyNot("it is \(account)'s: sign in there first")
/// ```
///
/// Another language says the same by the English with numbered parameters, its `key`, in a file of its own, where it
/// may put them into another order: `"it is %1's: sign in there first"`. What is said anywhere else is a case of a topic,
/// a `Sentence`, which the compiler checks.
package struct Words: Sentence, ExpressibleByStringInterpolation {
  /// The literals that go on in one another, each with its pieces.
  private let parts: [[Piece]]

  fileprivate enum Piece: Hashable {
    case literal(String)
    case parameter(String)
  }

  private init(parts: [[Piece]]) { self.parts = parts }

  package init(stringLiteral literal: String) { parts = [[.literal(literal)]] }
  package init(stringInterpolation interpolation: StringInterpolation) { parts = [interpolation.pieces] }

  /// A literal that goes on in another one.
  package static func + (one: Words, other: Words) -> Words { Words(parts: one.parts + other.parts) }

  package var english: String {
    parts.joined().map {
      switch $0 {
      case .literal(let text), .parameter(let text): text
      }
    }.joined()
  }

  /// The whole by its English; else what it is put together of, one by one.
  package var chinese: String {
    Self.said(Array(parts.joined())) ?? parts.map { Self.said($0) ?? Words(parts: [$0]).english }.joined()
  }

  /// The English with `%1`, `%2` for what differs from time to time: what other languages are found by.
  package var key: String { Self.key(Array(parts.joined())) }

  private static func key(_ pieces: [Piece]) -> String {
    var count = 0
    return pieces.map { piece in
      guard case .literal(let text) = piece else {
        count += 1
        return "%\(count)"
      }
      return text
    }.joined()
  }

  private static func said(_ pieces: [Piece]) -> String? {
    guard let text = ChineseWords.table[key(pieces)] else { return nil }
    let parameters = pieces.compactMap { if case .parameter(let value) = $0 { value } else { nil } }
    return Self.filled(text, with: parameters)
  }

  /// A text with its numbered parameters.
  private static func filled(_ text: String, with parameters: [String]) -> String {
    guard !parameters.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "%") {
      let after = rest.index(after: sign)
      guard after < rest.endIndex, let number = rest[after].wholeNumberValue, parameters.indices.contains(number - 1)
      else {
        result += rest[...sign]
        rest = rest[after...]
        continue
      }
      result += rest[..<sign] + parameters[number - 1]
      rest = rest[rest.index(after: after)...]
    }
    return result + rest
  }

  /// The literals and parameters of a row's words.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      pieces.append(.parameter("\(value)"))
    }
  }
}

extension Table {
  /// A table whose columns have titles in the language of this run.
  package init(titles: [Words]) { self.init(titles.map(\.text)) }
}
